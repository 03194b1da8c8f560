"""BLEU against error annotations, by n-gram."""

from __future__ import annotations

from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_int,
    format_interval,
    format_share,
    plural,
)
from bleu_core.people.ngram_vs_marks import NgramVsMarks, ShareInterval
from bleu_core.present.document import Column, Span, Table, build_table
from bleu_core.significance import MIN_SEGMENTS


def orders_table(counts: NgramVsMarks) -> Table:
    """By order: n-grams that BLEU penalizes, not marked; n-grams that it credits, marked."""
    interval = Column("95% CI", "", "confidence-interval")
    return build_table(
        "N-grams vs. error annotations",
        counts.orders,
        (Column("order"), lambda row: format_int(row.order)),
        (Column("penalized by BLEU", "", "credited"), lambda row: format_int(row.penalized)),
        (
            Column("of these, not marked", "", "ngrams-vs-marks"),
            lambda row: _share(row.penalized_unmarked, row.penalized),
        ),
        (interval, lambda row: _interval(row.penalized_interval)),
        (Column("credited by BLEU", "", "credited"), lambda row: format_int(row.credited)),
        (
            Column("of these, marked", "", "ngrams-vs-marks"),
            lambda row: _share(row.credited_marked, row.credited),
        ),
        (interval, lambda row: _interval(row.credited_interval)),
    )


def _share(part: int, whole: int) -> Span:
    return Span(format_share(part / whole) if whole else NO_VALUE, "strong")


def _interval(bounds: ShareInterval | None) -> Span:
    low, high = bounds or (None, None)
    return Span(format_interval(low, high, format_share), "muted")


def about(counts: NgramVsMarks) -> list[str]:
    """The limits of these numbers, and what was counted."""
    outputs = format_count(counts.systems, "system")
    segments = format_count(counts.segments, "segment")
    unplaced = ""
    if counts.unplaced:
        errors = format_count(counts.unplaced, "error has", "errors have")
        is_not = plural(counts.unplaced, "is not", "are not")
        unplaced = f" {errors} no span in the output and {is_not} counted."
    notes = [
        "A word without an annotation is not proven right: annotators report the errors that they "
        f"notice. And BLEU does not call a penalized word wrong.{unplaced}",
        f"Annotated outputs of {outputs} on {segments}. An n-gram is marked if one of its words "
        "shares a character with an error span; words are tokens, including punctuation.",
    ]
    if any(one.penalized_interval or one.credited_interval for one in counts.orders):
        notes.append("Intervals: bootstrap over segments.")
    elif counts.segments < MIN_SEGMENTS:
        notes.append(f"No intervals: they need at least {MIN_SEGMENTS} segments.")
    return notes
