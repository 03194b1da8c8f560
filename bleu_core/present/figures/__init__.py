"""Figures: results to plotly figures, pure functions that screens and reports share."""

from bleu_core.present.figures.disagreement import metric_scatter
from bleu_core.present.figures.parts import precisions, waterfall
from bleu_core.present.figures.people import people_scatter
from bleu_core.present.figures.runs import history
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
from bleu_core.present.figures.sequence import run_steps
from bleu_core.present.figures.slices import slice_intervals
from bleu_core.present.figures.suite import suite_history
from bleu_core.present.figures.why import way_steps

__all__ = [
    "Curve",
    "concentration_curve",
    "concentration_curves",
    "delta_histogram",
    "histogram",
    "histogram_bars",
    "history",
    "metric_scatter",
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
