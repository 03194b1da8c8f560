"""Sentences and tables of the slice finder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bleu_core.common.numerals import bare, bounds, counted, delta, fine_delta, share, whole
from bleu_core.present.account.spans import Span, signed
from bleu_core.present.document import Column, Table
from bleu_core.segments.finder import FoundSlice, SliceFindings

SLICES = "What segments that carry the difference have in common"
CONFIRMED = (
    "Confirmed is what has p < 0.05 there and carries more than its share of the points, the same "
    "way, with an interval that leaves out 0."
)


def slices_told(found: SliceFindings) -> Iterator[str]:
    """How slices were searched and tested, in sentences."""
    if found.why_not:
        yield found.why_not
        return
    yield (
        f"{counted(found.conjunctions, 'combination')} of {counted(found.conditions, 'condition')} "
        f"looked at on {counted(found.searched, 'segment')}, and those shown tested on the other "
        f"{whole(found.held_out)}, by {found.unit}; p is corrected for the number shown (Holm)."
    )
    yield CONFIRMED if found.slices else "Nothing stood out that can be tested."
    for why in dict.fromkeys(one.skip_reason for one in found.described if one.skip_reason):
        number = sum(one.skip_reason == why for one in found.described)
        yield f"{counted(number, 'slice is', 'slices are')} described and not tested: {why}"


def slice_tables(found: SliceFindings) -> list[Table]:
    """The tables of tested slices and of those only described, without empty ones."""
    tables = [
        _table("Slices, tested on the half that was not searched", found.slices, True),
        _table("Slices that are described, not tested", found.described, False),
    ]
    return [table for table in tables if table.rows]


def _table(label: str, slices: Sequence[FoundSlice], is_tested: bool) -> Table:
    columns = [
        Column("segments with", is_text=True),
        Column("segments", "", "found-slice"),
        Column("of all", "", "slice"),
        Column("points", "", "points"),
        Column("of the change", "", "points"),
        Column("Δ", "", "delta"),
    ]
    tested = [
        Column("interval", "", "confidence-interval"),
        Column("p", "", "p-value"),
        Column("confirmed", "", "confirmed"),
    ]
    rows = [_row(one)[: len(columns) + (len(tested) if is_tested else 0)] for one in slices]
    return Table(label, columns + tested if is_tested else columns, rows, kind="slices")


def _row(one: FoundSlice) -> list[Span]:
    return [
        Span(one.expression, "quoted"),
        Span(whole(len(one.rows))),
        Span(share(one.share)),
        signed(fine_delta(one.points)),
        Span(share(one.share_of_change)),
        signed(delta(one.delta)),
        Span(bounds(one.ci_low, one.ci_high)),
        Span(bare(one.p_value)),
        Span("yes" if one.confirmed else "no", "strong" if one.confirmed else "muted"),
    ]
