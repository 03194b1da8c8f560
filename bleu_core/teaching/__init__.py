"""BLEU taken apart for teaching: every factor of a score, by the code that scores.

Nothing here scores a text by a formula of its own: counts come from
`segment_statistics`, precisions and penalties from `bleu_score`, credit from `matching`.
What is added is what BLEU is not: standard precision, the arithmetic mean, recall,
the mean of sentence scores, so that they can be seen beside it.

`lessons` has the lessons, `classroom` a class in a room, and `why` says why two numbers differ.
Learn and its links use it.
"""

from bleu_core.teaching.chance import (
    Filling,
    correlation_interval,
    filling,
    randomized_deltas,
)
from bleu_core.teaching.facts import changes, facts, many
from bleu_core.teaching.orders import Census, census, chunks
from bleu_core.teaching.workings import (
    Order,
    Smoothed,
    Workings,
    as_lines,
    brevity_curve,
    work_out,
)

__all__ = [
    "Census",
    "Filling",
    "Order",
    "Smoothed",
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
