"""BLEU against error annotations, and published comparisons of BLEU with people."""

from __future__ import annotations

from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_int,
    format_interval,
    format_percent,
    format_plain,
    format_score,
    format_share,
    join_words,
    plural,
)
from bleu_core.people.meta_evaluation.published_results import MarkedSystems, PublishedJudgements
from bleu_core.people.ngram_vs_marks import (
    BOTH_ACCEPT,
    BOTH_REJECT,
    MISSED,
    DiscordantNgrams,
    Ints,
    NgramVsMarks,
    ShareInterval,
)
from bleu_core.present.document import Column, Span, Table, build_table
from bleu_core.significance import MIN_SEGMENTS


def headline(inside: NgramVsMarks) -> list[Span]:
    """The shares of uncredited words outside annotated errors, and of credited words in them.

    Then the number of errors that these shares leave out, if any.
    """
    words = inside.orders[0]
    spans = []
    if words.false_alarms is not None:
        spans += [
            Span(_percent(words.false_alarms), "strong", "false-alarms"),
            Span(" of the words that BLEU does not credit are not annotated as errors", "strong"),
        ]
    if words.not_seen is not None:
        it = "it" if spans else "BLEU"
        spans += [
            Span("; " if spans else ""),
            Span(format_share(words.not_seen), "", "not-seen"),
            Span(f" of the words that {it} credits are in an annotated error"),
        ]
    return [*spans, Span("." + _unplaced(inside))] if spans else []


def _unplaced(inside: NgramVsMarks) -> str:
    """A sentence on the errors that are not counted, after a space; '' for none."""
    if not inside.unplaced:
        return ""
    errors = format_count(inside.unplaced, "error has", "errors have")
    is_not = plural(inside.unplaced, "is not", "are not")
    return f" {errors} no span in the output and {is_not} counted."


def _percent(part: float) -> str:
    """A share without decimals, unless that would read 0% or 100%."""
    rounded = format_percent(part)
    return format_share(part) if rounded in ("0%", "100%") else rounded


def order_name(order: int) -> str:
    """The name of n-grams of an order.

    >>> order_name(1), order_name(2)
    ('words', '2-grams')
    """
    return "words" if order == 1 else f"{order}-grams"


def orders_tables(inside: NgramVsMarks) -> tuple[Table, Table]:
    """By order: uncredited n-grams and false alarms; credited n-grams and missed errors.

    The fourth column of both is the share, which `OrderCounts` has as a number.
    """
    refused = build_table(
        "N-grams that BLEU does not credit",
        inside.orders,
        (Column("", is_text=True), lambda row: order_name(row.order)),
        (Column("not credited", "", "credited"), lambda row: format_int(row.not_credited)),
        (
            Column("not annotated as errors", "", "false-alarms"),
            lambda row: format_int(row.not_credited_unmarked),
        ),
        (Column("false alarms", "", "false-alarms"), lambda row: _share(row.false_alarms)),
        (_INTERVAL, lambda row: _interval(row.false_alarms_interval)),
    )
    credited = build_table(
        "N-grams that BLEU credits",
        inside.orders,
        (Column("", is_text=True), lambda row: order_name(row.order)),
        (Column("credited", "", "credited"), lambda row: format_int(row.credited)),
        (
            Column("in an annotated error", "", "not-seen"),
            lambda row: format_int(row.credited_marked),
        ),
        (Column("missed errors", "", "not-seen"), lambda row: _share(row.not_seen)),
        (_INTERVAL, lambda row: _interval(row.not_seen_interval)),
    )
    return refused, credited


_INTERVAL = Column("95% CI", "", "confidence-interval")


def _share(part: float | None) -> Span:
    return Span(NO_VALUE if part is None else format_share(part), "strong")


def _interval(bounds: ShareInterval | None) -> str:
    low, high = bounds or (None, None)
    return format_interval(low, high, format_share)


def about(inside: NgramVsMarks) -> list[str]:
    """What was counted, and the limits of these numbers."""
    outputs = format_count(len(inside.systems), "system")
    segments = format_count(inside.segments, "segment")
    notes = [
        f"Annotated outputs of {outputs} on {segments}. An n-gram is in an error if one of its "
        "words shares a character with an error span; words are tokens, including punctuation.",
        "A word without an annotation is not proven right: annotators report the errors that they "
        f"notice. And BLEU does not call an uncredited word wrong.{_unplaced(inside)}",
    ]
    if any(one.false_alarms_interval or one.not_seen_interval for one in inside.orders):
        notes.append("Intervals: bootstrap over segments.")
    elif inside.segments < MIN_SEGMENTS:
        notes.append(f"No intervals: they need at least {MIN_SEGMENTS} segments.")
    return notes


def ngrams_table(found: DiscordantNgrams, rows: Ints) -> Table:
    """Some rows of a list of n-grams; each opens its n-gram."""
    if found.became == MISSED:
        other, term, titles = BOTH_ACCEPT, "not-seen", ("in an annotated error", "all credited")
    else:
        other, term = BOTH_REJECT, "false-alarms"
        titles = ("not annotated as errors", "all not credited")
    columns = [
        Column("n-gram", "code", is_text=True),
        *(
            Column(titles[0], "", term),
            Column(titles[1], "", "credited"),
            Column("share", "", term),
        ),
        *(Column(title, "", "false-alarms") for title in ("systems", "segments")),
    ]
    cells = []
    for row, ngram in zip(rows.tolist(), found.texts.take(rows).to_pylist(), strict=True):
        listed = int(found.counts[row, found.became])
        every = listed + int(found.counts[row, other])
        numbers = [format_int(listed), format_int(every), format_share(listed / every)]
        spread = [format_int(int(found.systems[row])), format_int(int(found.segments[row]))]
        cells.append([Span(ngram, opens=ngram), *map(Span, numbers + spread)])
    return Table("N-grams where BLEU and annotators disagree", columns, cells)


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


def paper_table(paper: PublishedJudgements) -> Table:
    """The paper's five systems."""
    return build_table(
        "The five systems of the paper",
        paper.systems,
        (Column("system", is_text=True), lambda row: row.name),
        (Column("type", is_text=True), lambda row: row.kind),
        (Column("BLEU", "", "bleu"), lambda row: format_score(row.bleu)),
        (
            Column("t vs. the one above", "", "paired-t"),
            lambda row: NO_VALUE if row.t is None else format_plain(row.t),
        ),
    )


def paper_sentence(paper: PublishedJudgements) -> str:
    """The paper's results for judges, as quoted."""
    preferred = join_words(
        f"{one.better} over {one.worse} by {format_plain(one.points)} points of 5"
        for one in paper.differences
    )
    groups = join_words(f"{format_plain(r)} with the {name} group" for name, r in paper.correlation)
    (judges,) = {one.judges for one in paper.differences}
    people = "five points, two of them human translators"
    return f"The {judges} judges preferred {preferred}. BLEU's r is {groups} ({people})."
