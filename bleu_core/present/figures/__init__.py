"""Plotly figures of results: pure functions for screens and notebooks.

- `look`: the common style of all figures, and bar charts from `present.charts`
- `segments`: concentration, and A against B
- `runs`: scores over runs
- `people`: a metric against human scores
"""

from bleu_core.present.figures.look import bar_figure
from bleu_core.present.figures.people import people_scatter
from bleu_core.present.figures.runs import run_steps, suite_history
from bleu_core.present.figures.segments import concentration_curve, score_scatter, trials_histogram

__all__ = [
    "bar_figure",
    "concentration_curve",
    "people_scatter",
    "run_steps",
    "score_scatter",
    "suite_history",
    "trials_histogram",
]
