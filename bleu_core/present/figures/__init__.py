"""Plotly figures of results: pure functions for screens and notebooks.

- `look`: the common style of all figures
- `bars`: contributions, precisions, differences, and points by place, from `present.charts`
- `segments`: concentration, and A against B
- `runs`: scores over runs
- `people`: a metric against human scores
"""

from bleu_core.present.charts import histogram
from bleu_core.present.figures.bars import (
    delta_histogram,
    histogram_bars,
    precisions,
    strip,
    waterfall,
)
from bleu_core.present.figures.people import people_scatter
from bleu_core.present.figures.runs import run_steps, suite_history
from bleu_core.present.figures.segments import (
    Curve,
    concentration_curve,
    score_scatter,
    trials_histogram,
)

__all__ = [
    "Curve",
    "concentration_curve",
    "delta_histogram",
    "histogram",
    "histogram_bars",
    "people_scatter",
    "precisions",
    "run_steps",
    "score_scatter",
    "strip",
    "suite_history",
    "trials_histogram",
    "waterfall",
]
