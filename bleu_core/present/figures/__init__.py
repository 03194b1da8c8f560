"""Plotly figures of results: pure functions for screens and notebooks.

- `look`: the common style of all figures, and bar charts from `present.charts`
- `points`: A against B, a metric against people; concentration; randomized trials
- `runs`: scores over runs
"""

from bleu_core.present.figures.look import bar_figure
from bleu_core.present.figures.points import (
    concentration_curve,
    people_scatter,
    score_scatter,
    trials_histogram,
)
from bleu_core.present.figures.runs import run_steps, suite_history

__all__ = [
    "bar_figure",
    "concentration_curve",
    "people_scatter",
    "run_steps",
    "score_scatter",
    "suite_history",
    "trials_histogram",
]
