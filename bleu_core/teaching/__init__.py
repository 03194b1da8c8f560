"""BLEU step by step for teaching, computed by the code that scores.

Counts come from `segment_statistics`, precisions and penalties from `bleu_score`, credit from
`matching`. Added for contrast: standard precision, the arithmetic mean, recall, and the mean of
sentence scores.

`lessons` has the lessons, `classroom` a class in a room, and `why` explains why two scores differ.
"""

from bleu_core.teaching.facts import census, changes, chunks, facts, many
from bleu_core.teaching.panels import (
    GrowingHistogram,
    correlation_interval,
    filling,
    randomized_deltas,
)
from bleu_core.teaching.workings import Order, Workings, as_lines, brevity_curve, work_out

__all__ = [
    "GrowingHistogram",
    "Order",
    "Workings",
    "as_lines",
    "brevity_curve",
    "census",
    "changes",
    "chunks",
    "correlation_interval",
    "facts",
    "filling",
    "many",
    "randomized_deltas",
    "work_out",
]
