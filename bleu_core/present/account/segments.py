"""The segments that carry most, with their numbers and texts."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from bleu_core.common.numerals import delta, fine_delta, points
from bleu_core.explain.comparison import Comparison
from bleu_core.present.account.spans import Segment, Span, signed


def movers(comparison: Comparison, direction: int, most: int) -> list[Segment]:
    """The segments that carry most points, up (direction 1) or down (−1), the largest first.

    Where the ledger is undefined, those whose sentence BLEU moved most.
    """
    ledger = comparison.ledger
    carried = ledger.segments if ledger.defined else comparison.sentence_deltas
    order = np.argsort(-carried * direction, kind="stable")[:most].tolist()
    return [segment_of(comparison, i) for i in order if carried[i] * direction > 0]


def segment_of(comparison: Comparison, i: int) -> Segment:
    """The segment of a row."""
    evalset = comparison.evalset

    def text(column: pa.Array | None) -> str | None:
        found: str | None = None if column is None else column[i].as_py()
        return found

    return Segment(
        row=i,
        line=int(evalset.lines[i]),
        document=text(evalset.documents),
        points=float(comparison.ledger.segments[i]),
        delta=float(comparison.sentence_deltas[i]),
        score_a=float(comparison.sentences_a[i]),
        score_b=float(comparison.sentences_b[i]),
        a=evalset.systems[comparison.a][i].as_py(),
        b=evalset.systems[comparison.b][i].as_py(),
        references=[text(column) for column in evalset.references],
        source=text(evalset.source),
    )


def told(segment: Segment) -> list[Span]:
    """Its points and its sentence BLEU: "+0.123 points, sentence BLEU 10.00 → 14.52 (+4.52)"."""
    return [
        signed(fine_delta(segment.points), "points"),
        Span(" points, sentence BLEU "),
        Span(f"{points(segment.score_a)} → {points(segment.score_b)}", "", "sentence-bleu"),
        Span(" ("),
        signed(delta(segment.delta), "sentence-delta"),
        Span(")"),
    ]
