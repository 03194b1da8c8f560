"""BLEU step by step for teaching, computed by the code that scores.

- `exercise`: the exercise on the bench, and its challenge
- `workings`: the workings of a candidate's BLEU
- `facts`: facts of a worked example by name
- `panels`: NIST, chrF and chance beside the bench
- `lessons`: lessons, their files and predictions
- `room`: the room of a class
- `answers_file`: its answers as CSV
"""

from bleu_core.teaching.facts import changes, chunks, facts
from bleu_core.teaching.panels import correlation_interval, is_extreme, randomized_deltas
from bleu_core.teaching.workings import Order, Workings, as_lines, brevity_curve, work_out

__all__ = [
    "Order",
    "Workings",
    "as_lines",
    "brevity_curve",
    "changes",
    "chunks",
    "correlation_interval",
    "facts",
    "is_extreme",
    "randomized_deltas",
    "work_out",
]
