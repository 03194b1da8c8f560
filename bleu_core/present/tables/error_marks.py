"""BLEU against error annotations, by n-gram."""

from __future__ import annotations

from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_int,
    format_share,
    plural,
)
from bleu_core.people.ngram_vs_marks import NgramVsMarks
from bleu_core.present.document import Column, Span, Table, build_table


def orders_table(counts: NgramVsMarks) -> Table:
    """By order: n-grams that BLEU penalizes, not marked; n-grams that it credits, marked."""

    def total(part: int, rest: int) -> str:
        return format_int(part + rest)

    def share(part: int, rest: int) -> Span:
        return Span(format_share(part / (part + rest)) if part + rest else NO_VALUE, "strong")

    return build_table(
        "N-grams vs. error annotations",
        counts.orders,
        (Column("order"), lambda row: format_int(row.order)),
        (
            Column("penalized by BLEU", "", "credited"),
            lambda row: total(row.penalized_unmarked, row.penalized_marked),
        ),
        (
            Column("of these, not marked", "", "ngrams-vs-marks"),
            lambda row: share(row.penalized_unmarked, row.penalized_marked),
        ),
        (
            Column("credited by BLEU", "", "credited"),
            lambda row: total(row.credited_marked, row.credited_unmarked),
        ),
        (
            Column("of these, marked", "", "ngrams-vs-marks"),
            lambda row: share(row.credited_marked, row.credited_unmarked),
        ),
    )


def about(counts: NgramVsMarks) -> list[str]:
    """The limits of these numbers, and what was counted."""
    outputs = format_count(counts.systems, "system")
    segments = format_count(counts.segments, "segment")
    unplaced = ""
    if counts.unplaced:
        errors = format_count(counts.unplaced, "error has", "errors have")
        is_not = plural(counts.unplaced, "is not", "are not")
        unplaced = f" {errors} no span in the output and {is_not} counted."
    return [
        "A word without an annotation is not proven right: annotators report the errors that they "
        f"notice. And BLEU does not call a penalized word wrong.{unplaced}",
        f"Annotated outputs of {outputs} on {segments}. An n-gram is marked if one of its words "
        "shares a character with an error span; words are tokens, including punctuation.",
    ]
