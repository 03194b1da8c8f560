"""The table of degenerate output."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import bare, fine_delta, whole
from bleu_core.present.account.spans import Span, signed
from bleu_core.present.document import Column, Table
from bleu_core.segments.detectors import Counts

DEGENERATE = "Degenerate output"


def degenerate_table(found: Sequence[Counts]) -> Table:
    """The detectors that found something; no rows where none did."""
    columns = [
        Column("found", is_text=True),
        Column("in A", "a", "degenerate"),
        Column("in B", "b", "degenerate"),
        Column("only A", "a", "degenerate"),
        Column("only B", "b", "degenerate"),
        Column("p", "", "degenerate-test"),
        Column("points", "", "points"),
    ]
    rows = [
        [
            Span(one.label, "", "degenerate"),
            *(Span(whole(number)) for number in (one.a, one.b, one.only_a, one.only_b)),
            Span(bare(one.p)),
            signed(fine_delta(one.points)),
        ]
        for one in found
        if one.a or one.b
    ]
    return Table(DEGENERATE, columns, rows, kind="degenerate")
