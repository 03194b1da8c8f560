"""BLEU against error annotations, and published comparisons of BLEU with people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_int,
    format_interval,
    format_plain,
    format_score,
    format_share,
    join_words,
    plural,
)
from bleu_core.people.meta_evaluation.published_results import MarkedSystems
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


QUOTED = (
    "Quoted from secondary sources on Papineni et al. (2002, section 5), not checked against the "
    "paper. They do not quote the judges' means, so nothing is recomputed from these five systems."
)


def marked_systems_sentence(found: MarkedSystems) -> list[Span]:
    """How many pairs are in the human order, and how often BLEU and annotations disagree."""
    held = found.versus
    refused, marked, credited, unseen = found.ngrams[0].tolist()
    systems = format_count(len(held), "system")
    segments = format_count(found.segments, "segment")
    pairs = f"{format_int(held.agreed)} of {format_int(held.compared)} system pairs"
    return [
        Span(f"{systems}, {segments} of TED talks, English to German: BLEU ranks "),
        Span(pairs, "strong", "pairwise-accuracy"),
        Span(" as annotators do ("),
        Span(f"r {format_score(held.r)}", "", "pearson"),
        Span("). "),
        Span(format_share(refused / (refused + marked)), "strong"),
        Span(" of the words that BLEU does not credit are not annotated as errors; "),
        Span(format_share(unseen / (credited + unseen)), "strong"),
        Span(" of those that it credits are in an annotated error."),
    ]


def paper_table(paper: Mapping[str, Any]) -> Table:
    """The paper's five systems, of `read_paper`."""
    return build_table(
        "The five systems of the paper",
        paper["systems"],
        (Column("system", is_text=True), lambda row: row["name"]),
        (Column("type", is_text=True), lambda row: row["is"]),
        (Column("BLEU", "", "bleu"), lambda row: format_score(100 * row["bleu"])),
        (
            Column("t vs. the one above", "", "paired-t"),
            lambda row: format_plain(row["t"]) if "t" in row else NO_VALUE,
        ),
    )


def paper_sentence(paper: Mapping[str, Any]) -> str:
    """The paper's results for judges, as quoted."""
    preferred = join_words(
        f"{one['better']} over {one['worse']} by {format_plain(one['points'])} points of 5"
        for one in paper["differences"]
    )
    groups = join_words(
        f"{format_plain(r)} with the {name} group" for name, r in paper["correlation"].items()
    )
    (judges,) = {one["judges"] for one in paper["differences"]}
    people = "five points, two of them human translators"
    return f"The {judges} judges preferred {preferred}. BLEU's r is {groups} ({people})."
