"""Agreement between the annotators of a session, and the conduct of each."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bleu_core.common.binomial import wilson_interval
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import (
    NONE,
    bounds,
    counted,
    duration,
    fraction,
    percent,
    points,
    whole,
)
from bleu_core.common.wording import listed
from bleu_core.people.results.agreement import Coefficient
from bleu_core.people.results.conduct import Conduct
from bleu_core.people.results.gathered import Agreement, Results
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Column, Table
from bleu_core.significance import MIN_SEGMENTS

WHY = {
    "nothing shared": "no item was answered by two",
    "all the same": "all answers are the same: chance could not differ either",
}
ABOUT = (
    "α and κ are 1 less the disagreement that was seen, as a part of what the same answers would "
    "have if they were dealt out at random. There is no value from which on agreement is good "
    "enough: that depends on what the answers are for. Intervals: bootstrap over segments."
)
TIME = "Pauses of over two minutes are not counted."
LEFT = (
    "Sides were drawn at random, so that about half of those chosen stood left, whichever system "
    "is better; an interval that leaves 50 % out says that a side was favoured, or that it was "
    "chance, as in one of twenty."
)


def sentence(results: Results) -> list[Span]:
    """Agreement on the first question, and the meaning of its α."""
    names = results.annotators
    if len(names) < 2:
        who = "One annotator" if names else "Nobody"
        return [Span(f"{who} answered: how far people agree cannot be told.")]
    (first, *_) = results.between
    alpha, raw = first.alpha, first.raw
    if alpha.undefined:
        return [Span(f"Krippendorff's α is undefined: {WHY[alpha.undefined]}.")]
    if first.question.level == "interval":
        said = f"Two annotators of an item differ by {points(raw.value)} in the mean"
    else:
        said = f"Two annotators of an item give the same answer in {percent(raw.value)} of cases"
    return [
        Span(f"{said}; "),
        Span(f"α = {points(alpha.value)}", "strong", "krippendorff-alpha"),
        Span(_with_interval(alpha)),
        Span(": " + meaning(first)),
    ]


def meaning(agreement: Agreement) -> str:
    """The meaning of α, in terms of the disagreement expected by chance."""
    alpha = agreement.alpha
    times = points(alpha.observed / alpha.expected)
    of = f"{counted(alpha.answers, 'answer')} to {counted(alpha.items, 'item')}"
    if agreement.question.level == "nominal":
        differ = f"{percent(alpha.observed)} of pairs of answers differ"
        told = f"{differ}, {times} times as many as by chance ({percent(alpha.expected)}), of {of}."
    else:
        told = f"squared differences are {times} times those that chance would give, of {of}."
    if alpha.low is None or alpha.high is None:
        return f"{told} Resampling shows no interval: there is nothing in it that varies."
    if alpha.low <= 0 <= alpha.high:
        told += " The interval holds 0: no more agreement than by chance is possible."
    if alpha.segments < MIN_SEGMENTS:
        told += f" {counted(alpha.segments, 'segment')} are few: another draw may tell otherwise."
    return told


def agreement_table(results: Results) -> Table:
    """Each question, between annotators and of each with themselves."""
    rows = [_row(one, one.question.label) for one in results.between if one.alpha.items]
    rules = frozenset([len(rows) - 1])
    within = [_row(one, f"with themselves: {one.question.label}") for one in results.within]
    if not any(one.alpha.items for one in results.within):
        within, rules = [], frozenset()
    return Table("How far annotators agree", _columns("compared"), rows + within, rules)


def couples_table(results: Results) -> Table:
    """Each two annotators, on the first question."""
    rows = [
        _row(found, f"{visible(a, 40)} and {visible(b, 40)}") for a, b, found in results.couples
    ]
    return Table("How far each two annotators agree", _columns("annotators"), rows)


def undefined(results: Results) -> list[str]:
    """A sentence for each undefined coefficient, with the reason."""
    found = []
    for where, several in (("", results.between), (", with themselves", results.within)):
        for why, told in WHY.items():
            names = [f"“{one.question.label}”" for one in several if one.alpha.undefined == why]
            if names and not (where and why == "nothing shared"):
                found.append(f"No α{where} of {listed(names)}: {told}.")
    return found


def conduct_table(conducts: Sequence[Conduct]) -> Table:
    """Answers, time, repeats and checks of each annotator."""
    columns = [
        Column("annotator", is_text=True),
        Column("answered"),
        Column("skipped"),
        Column("time in all", "", "judging-time"),
        Column("median an item", "", "judging-time"),
        Column("repeats alike", "", "self-agreement"),
        Column("95 % interval", "", "wilson-interval"),
        Column("checks passed", "", "attention-check"),
        Column("left, of those chosen", "", "side-chosen"),
        Column("95 % interval", "", "wilson-interval"),
    ]
    rows = [
        [
            Span(visible(one.annotator, 60), "quoted"),
            Span(fraction(one.answered, one.planned)),
            Span(whole(one.skipped)),
            Span(duration(one.seconds)),
            Span(NONE if math.isnan(one.median) else f"{points(one.median, 1)} s"),
            *_share(one.same, one.repeats),
            Span(fraction(one.passed, one.checks) if one.checks else NONE),
            *_share(one.left, one.left + one.right),
        ]
        for one in conducts
    ]
    return Table("What each annotator did", columns, rows)


def _columns(compared: str) -> list[Column]:
    return [
        Column(compared, is_text=True),
        Column("level", is_text=True),
        Column("items"),
        Column("answers"),
        Column("agree, or differ by", "", "raw-agreement"),
        Column("95 % interval"),
        Column("κ", "", "cohen-kappa"),
        Column("95 % interval"),
        Column("α", "", "krippendorff-alpha"),
        Column("95 % interval"),
    ]


def _row(one: Agreement, label: str) -> list[Span]:
    raw, level = one.raw, one.question.level
    by_number = level == "interval"
    value = NONE if raw.undefined else points(raw.value) if by_number else percent(raw.value)
    return [
        Span(label),
        Span(level, "muted"),
        Span(whole(raw.items)),
        Span(whole(raw.answers)),
        Span(value),
        Span(bounds(raw.low, raw.high, points if by_number else percent), "muted"),
        *_cells(one.kappa),
        *_cells(one.alpha),
    ]


def _cells(found: Coefficient | None) -> list[Span]:
    if found is None:
        return [Span("", "muted"), Span("", "muted")]
    if found.undefined:
        return [Span("undefined", "muted"), Span("", "muted")]
    return [Span(points(found.value), "strong"), Span(bounds(found.low, found.high, points))]


def _share(part: int, whole_of: int) -> list[Span]:
    if not whole_of:
        return [Span(NONE), Span("", "muted")]
    return [
        Span(fraction(part, whole_of)),
        Span(bounds(*wilson_interval(part, whole_of), percent), "muted"),
    ]


def _with_interval(found: Coefficient) -> str:
    if found.low is None:
        return ""
    return f" (95 % interval {bounds(found.low, found.high, points)})"
