"""Plotly figures of results: pure functions for screens, reports and notebooks.

- `look`: the common style of all figures
- `parts`: scores by component, by setting and by slice
- `segments`: differences, concentration, position
- `runs`: scores over runs
- `people`: a metric against human scores
"""

from bleu_core.present.figures.parts import precisions, slice_intervals, waterfall, way_steps
from bleu_core.present.figures.people import people_scatter
from bleu_core.present.figures.runs import history, run_steps, suite_history
from bleu_core.present.figures.segments import (
    Curve,
    concentration_curve,
    concentration_curves,
    delta_histogram,
    histogram,
    histogram_bars,
    score_scatter,
    strip,
)

__all__ = [
    "Curve",
    "concentration_curve",
    "concentration_curves",
    "delta_histogram",
    "histogram",
    "histogram_bars",
    "history",
    "people_scatter",
    "precisions",
    "run_steps",
    "score_scatter",
    "slice_intervals",
    "strip",
    "suite_history",
    "waterfall",
    "way_steps",
]
