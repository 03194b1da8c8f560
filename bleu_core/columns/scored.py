"""What BLEU says of a segment: sentence scores, and the points that it carries."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.columns.table import NUMBER, ONE, Column
from bleu_core.comparison import Comparison
from bleu_core.rounding import rounded


def columns(comparison: Comparison) -> Iterator[Column]:
    yield Column(
        "points",
        NUMBER,
        "What a segment carries of Δ, in BLEU points.",
        ONE,
        lambda table: table.comparison.ledger.segments,
        "" if comparison.ledger.defined else "A BLEU of 0 has no ledger.",
    )
    yield Column(
        "delta",
        NUMBER,
        "Sentence BLEU of B minus that of A, in points.",
        ONE,
        lambda table: rounded(table.comparison.sentence_deltas),
    )
