"""Results of a blind session: agreement of the annotators, and which system they prefer."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_delta,
    format_duration,
    format_fraction,
    format_int,
    format_interval,
    format_p,
    format_p_below,
    format_p_cell,
    format_percent,
    format_score,
    join_words,
    plural,
)
from bleu_core.common.stats import wilson_interval
from bleu_core.people.agreement import Coefficient
from bleu_core.people.questions import AnnotatorConduct
from bleu_core.people.session_results import (
    Preference,
    QuestionAgreement,
    ScoreDifference,
    SessionResults,
)
from bleu_core.present.document import Column, Span, Table, signed
from bleu_core.significance import LEVEL, MIN_SEGMENTS

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


def sentence(results: SessionResults) -> list[Span]:
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
        said = f"Two annotators of an item differ by {format_score(raw.value)} in the mean"
    else:
        said = (
            f"Two annotators of an item give the same answer in {format_percent(raw.value)} of "
            "cases"
        )
    return [
        Span(f"{said}; "),
        Span(f"α = {format_score(alpha.value)}", "strong", "krippendorff-alpha"),
        Span(_with_interval(alpha)),
        Span(": " + alpha_meaning(first)),
    ]


def alpha_meaning(agreement: QuestionAgreement) -> str:
    """The meaning of α, in terms of the disagreement expected by chance."""
    alpha = agreement.alpha
    times = format_score(alpha.observed / alpha.expected)
    of = f"{format_count(alpha.answers, 'answer')} to {format_count(alpha.items, 'item')}"
    if agreement.question.level == "nominal":
        differ = f"{format_percent(alpha.observed)} of pairs of answers differ"
        told = (
            f"{differ}, {times} times as many as by chance ({format_percent(alpha.expected)}), "
            f"of {of}."
        )
    else:
        told = f"squared differences are {times} times those that chance would give, of {of}."
    if alpha.low is None or alpha.high is None:
        return f"{told} Resampling shows no interval: there is nothing in it that varies."
    if alpha.low <= 0 <= alpha.high:
        told += " The interval holds 0: no more agreement than by chance is possible."
    if alpha.segments < MIN_SEGMENTS:
        told += (
            f" {format_count(alpha.segments, 'segment')} are few: another draw may tell otherwise."
        )
    return told


def agreement_table(results: SessionResults) -> Table:
    """Each question, between annotators and of each with themselves."""
    rows = [_agreement_row(one, one.question.label) for one in results.between if one.alpha.items]
    rules = frozenset([len(rows) - 1])
    within = [
        _agreement_row(one, f"with themselves: {one.question.label}") for one in results.within
    ]
    if not any(one.alpha.items for one in results.within):
        within, rules = [], frozenset()
    return Table("How far annotators agree", _agreement_columns("compared"), rows + within, rules)


def couples_table(results: SessionResults) -> Table:
    """Each two annotators, on the first question."""
    rows = [
        _agreement_row(found, f"{one_line(a, 40)} and {one_line(b, 40)}")
        for a, b, found in results.couples
    ]
    return Table("How far each two annotators agree", _agreement_columns("annotators"), rows)


def undefined_notes(results: SessionResults) -> list[str]:
    """A sentence for each undefined coefficient, with the reason."""
    found = []
    for where, several in (("", results.between), (", with themselves", results.within)):
        for why, told in WHY.items():
            names = [f"“{one.question.label}”" for one in several if one.alpha.undefined == why]
            if names and not (where and why == "nothing shared"):
                found.append(f"No α{where} of {join_words(names)}: {told}.")
    return found


def conduct_table(conducts: Sequence[AnnotatorConduct]) -> Table:
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
            Span(one_line(one.annotator, 60), "quoted"),
            Span(format_fraction(one.answered, one.planned)),
            Span(format_int(one.skipped)),
            Span(format_duration(one.seconds)),
            Span(NO_VALUE if math.isnan(one.median) else f"{format_score(one.median, 1)} s"),
            *_share(one.same, one.repeats),
            Span(format_fraction(one.passed, one.checks) if one.checks else NO_VALUE),
            *_share(one.left, one.left + one.right),
        ]
        for one in conducts
    ]
    return Table("What each annotator did", columns, rows)


def _agreement_columns(compared: str) -> list[Column]:
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


def _agreement_row(one: QuestionAgreement, label: str) -> list[Span]:
    raw, level = one.raw, one.question.level
    by_number = level == "interval"
    value = (
        NO_VALUE
        if raw.undefined
        else format_score(raw.value)
        if by_number
        else format_percent(raw.value)
    )
    return [
        Span(label),
        Span(level, "muted"),
        Span(format_int(raw.items)),
        Span(format_int(raw.answers)),
        Span(value),
        Span(
            format_interval(raw.low, raw.high, format_score if by_number else format_percent),
            "muted",
        ),
        *_coefficient_cells(one.kappa),
        *_coefficient_cells(one.alpha),
    ]


def _coefficient_cells(found: Coefficient | None) -> list[Span]:
    if found is None:
        return [Span("", "muted"), Span("", "muted")]
    if found.undefined:
        return [Span("undefined", "muted"), Span("", "muted")]
    return [
        Span(format_score(found.value), "strong"),
        Span(format_interval(found.low, found.high, format_score)),
    ]


def _share(part: int, whole_of: int) -> list[Span]:
    if not whole_of:
        return [Span(NO_VALUE), Span("", "muted")]
    return [
        Span(format_fraction(part, whole_of)),
        Span(format_interval(*wilson_interval(part, whole_of), format_percent), "muted"),
    ]


def _with_interval(found: Coefficient) -> str:
    if found.low is None:
        return ""
    return f" (95 % interval {format_interval(found.low, found.high, format_score)})"


UNIT = (
    "The unit is the segment: several annotators of one segment read the same texts, so each "
    "segment has one vote, for the system that more of its annotators prefer. Where as many "
    "prefer either, or nobody does, it is a tie; ties are counted and left out of the test. "
    "Repeats do not count."
)
DIFFERENCES = (
    "Of a segment counts the mean of its annotators. p: paired randomization over segments; "
    "interval: bootstrap over segments. That one annotator is stricter than another changes "
    "nothing, as each judges both outputs."
)


def headline(results: SessionResults) -> list[Span]:
    """The preference by the first question, and whether it may be chance."""
    if results.preferences:
        found = results.preferences
        return _one_pair(found[0]) if len(found) == 1 else _several_pairs(found)
    numbers = results.marks or results.penalties
    if not numbers:
        return [Span("Nothing was answered: there is nothing to tell.")]
    what = "marks" if results.marks else "penalties"
    if len(numbers) == 1:
        return _one_difference(numbers[0], what)
    apart = [one for one in numbers if one.p_holm < LEVEL]
    return [
        Span(
            f"By {what} {format_int(len(apart))} of {format_count(len(numbers), 'pair')}", "strong"
        ),
        Span(f" of systems can be told apart ({format_p_below(LEVEL)} "),
        Span(f"after Holm's correction for {format_count(len(numbers), 'pair')}", "", "holm"),
        Span(")."),
    ]


def _one_pair(found: Preference) -> list[Span]:
    if not found.won:
        told = f"No segment was won: all of {format_count(found.segments, 'segment')} are ties."
        return [Span(told)]
    b_leads = found.wins_b >= found.wins_a
    leads, other = (found.b, found.a) if b_leads else (found.a, found.b)
    wins = max(found.wins_a, found.wins_b)
    low, high = (found.low, found.high) if b_leads else (1 - found.high, 1 - found.low)
    numbers = [
        Span(
            f"{format_int(wins)} of {format_count(found.won, 'segment')}", "strong", "segment-vote"
        ),
        Span(f" that {plural(found.won, 'was', 'were')} won ({format_percent(wins / found.won)}, "),
        Span(f"95 % interval {format_interval(low, high, format_percent)}", "", "wilson-interval"),
        Span("; "),
        Span(format_p(found.p_value), "", "preference-p"),
        Span("); "),
        Span(f"{format_int(found.ties)} of {format_int(found.segments)} are ties."),
    ]
    if found.p_value < LEVEL:
        return [
            Span("People prefer "), _name(leads), Span(" to "), _name(other), Span(": it won "),
            *numbers,
        ]  # fmt: skip
    if found.wins_a == found.wins_b:
        start = [_name(leads), Span(" and "), _name(other), Span(" won as often: each ")]
    else:
        start = [
            Span("It cannot be told whether people prefer "), _name(leads), Span(" or "),
            _name(other), Span(": "), _name(leads), Span(" won "),
        ]  # fmt: skip
    return [*start, *numbers]


def _several_pairs(found: Sequence[Preference]) -> list[Span]:
    apart = sorted((one for one in found if one.p_holm < LEVEL), key=lambda one: one.p_holm)
    spans = [
        Span(f"{format_int(len(apart))} of {format_count(len(found), 'pair')}", "strong"),
        Span(f" of systems can be told apart by what people prefer ({format_p_below(LEVEL)} "),
        Span(f"after Holm's correction for {format_count(len(found), 'pair')}", "", "holm"),
        Span(")"),
    ]
    if not apart:
        return [*spans, Span(".")]
    first = apart[0]
    b_leads = first.wins_b > first.wins_a
    leads, other = (first.b, first.a) if b_leads else (first.a, first.b)
    most = max(first.wins_a, first.wins_b)
    return [
        *spans, Span(", most clearly "), _name(leads), Span(" from "), _name(other),
        Span(f", where it won {format_int(most)} of {format_count(first.won, 'segment')}."),
    ]  # fmt: skip


def _one_difference(found: ScoreDifference, what: str) -> list[Span]:
    names = [_name(found.a), Span(" and "), _name(found.b)]
    middle = " differ by "
    if found.p_value >= LEVEL:
        names = [Span(f"It cannot be told by {what} which of "), *names]
        middle = " is better: the second has "
    return [
        *names,
        Span(middle),
        signed(format_delta(found.delta)),
        Span(f" {what} ("),
        Span(f"{format_score(found.mean_a)} → {format_score(found.mean_b)}; "),
        Span(f"95 % interval {format_interval(found.low, found.high)}", "", "confidence-interval"),
        Span("; "),
        Span(format_p(found.p_value), "", "approximate-randomization"),
        Span(f", by {format_count(found.segments, 'segment')})."),
    ]


def settled_sentence(results: SessionResults) -> list[Span]:
    """The headline after adjudication; no spans if nothing was adjudicated."""
    if not results.settled:
        return []
    number = format_count(len(results.decided), "item")
    if len(results.settled) > 1:
        apart = sum(one.p_holm < LEVEL for one in results.settled)
        return [
            Span(f"With what was settled on {number}: {format_int(apart)} of "),
            Span(f"{format_count(len(results.settled), 'pair')} can be told apart."),
        ]
    (one,) = results.settled
    return [
        Span(f"With what was settled on {number}: "), _name(one.a),
        Span(f" {format_int(one.wins_a)}, "),
        _name(one.b), Span(f" {format_int(one.wins_b)}, {format_count(one.ties, 'tie')}; "),
        Span(format_p(one.p_value), "", "preference-p"), Span("."),
    ]  # fmt: skip


def preferences_table(found: Sequence[Preference], label: str = "Preferences") -> Table:
    """A pair of systems a row."""
    columns = [
        Column("first", is_text=True),
        Column("second", is_text=True),
        *_preference_columns(corrected=len(found) > 1),
    ]
    rows = [[_name(one.a), _name(one.b), *_preference_cells(one, len(found) > 1)] for one in found]
    return Table(label, columns, rows)


def parts_table(found: Sequence[tuple[str, Preference]]) -> Table:
    """A part of the test set a row."""
    columns = [Column("part", is_text=True), *_preference_columns(corrected=len(found) > 1)]
    rows = [
        [Span(one_line(label, 60)), *_preference_cells(one, len(found) > 1)] for label, one in found
    ]
    return Table("Preferences by part of the test set", columns, rows)


def about_parts(found: Sequence[tuple[str, Preference]]) -> str:
    """How many parts there are, and the correction of p for them."""
    if len(found) < 2:
        return "All segments that were judged are in one part."
    return (
        f"{format_count(len(found), 'part')} are looked at: p is corrected for that many by Holm. "
        "Whoever looks at other criteria too looks at more. Where few segments were won, an "
        "interval is wide: what differs between two parts may be chance."
    )


def differences_table(found: Sequence[ScoreDifference], what: str) -> Table:
    """A pair of systems a row, with the means of its marks or penalties."""
    columns = [
        Column("first", is_text=True),
        Column("second", is_text=True),
        Column("segments", "", "segment"),
        Column("mean of first"),
        Column("of second"),
        Column("second − first"),
        Column("95 % interval", "", "confidence-interval"),
        Column("p", "", "approximate-randomization"),
        *[Column("p, Holm", "", "holm")][: len(found) > 1],
    ]
    rows = []
    for one in found:
        ps = [one.p_value, one.p_holm][: 1 + (len(found) > 1)]
        rows.append(
            [
                _name(one.a),
                _name(one.b),
                Span(format_int(one.segments)),
                Span(format_score(one.mean_a)),
                Span(format_score(one.mean_b)),
                signed(format_delta(one.delta)),
                Span(format_interval(one.low, one.high)),
                *(
                    Span(format_p_cell(p), "strong" if p is ps[-1] and p < LEVEL else "")
                    for p in ps
                ),
            ]
        )
    return Table(what, columns, rows)


def _preference_columns(*, corrected: bool) -> list[Column]:
    return [
        Column("first won", "", "segment-vote"),
        Column("second won", "", "segment-vote"),
        Column("ties", "", "segment-vote"),
        Column("no preference"),
        Column("both bad"),
        Column("divided"),
        Column("second, of those won"),
        Column("95 % interval", "", "wilson-interval"),
        Column("p", "", "preference-p"),
        *[Column("p, Holm", "", "holm")][:corrected],
    ]


def _preference_cells(one: Preference, corrected: bool) -> list[Span]:
    share = format_percent(one.wins_b / one.won) if one.won else ""
    ps = [one.p_value, one.p_holm][: 1 + corrected]
    counts = (one.wins_a, one.wins_b, one.ties, one.alike, one.bad, one.divided)
    return [
        *(
            Span(format_int(number), "" if place < 3 else "muted")
            for place, number in enumerate(counts)
        ),
        Span(share),
        Span(format_interval(one.low, one.high, format_percent) if one.won else ""),
        *(Span(format_p_cell(p), "strong" if p is ps[-1] and p < LEVEL else "") for p in ps),
    ]


def _name(name: str) -> Span:
    return Span(one_line(name, 60), "quoted")
