"""Sentences and tables: results of a blind session: agreement, and which system is preferred."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_delta,
    format_fraction,
    format_int,
    format_interval,
    format_p,
    format_p_below,
    format_p_cell,
    format_percent,
    format_score,
    plural,
)
from bleu_core.common.stats import wilson_interval
from bleu_core.people.agreement import Coefficient
from bleu_core.people.session_results import (
    Agreement,
    AnnotatorConduct,
    Preference,
    RatingDifference,
    SessionResults,
)
from bleu_core.people.sessions.plan import Ask
from bleu_core.present.document import Column, Span, Table, build_table, signed
from bleu_core.significance import LEVEL, MIN_SEGMENTS

# What an answer is, and what is answered: a rating is of one of an item's two outputs.
COUNTED: dict[Ask, tuple[str, str]] = {"better": ("answer", "item"), "rating": ("rating", "output")}
WHY = {
    "nothing shared": "no item was answered by two annotators",
    "all the same": "all answers are the same, so none could differ by chance either",
}
ABOUT = (
    "α and κ are 1 minus the ratio of observed disagreement to the disagreement expected if the "
    "same answers were assigned at random. No value is good enough for every purpose. Intervals: "
    "bootstrap over segments."
)


def sentence(results: SessionResults) -> list[Span]:
    """The annotators' agreement, and the meaning of its α."""
    if len(results.annotators) < 2:
        who = "Only one annotator" if results.annotators else "Nobody"
        return [Span(f"{who} has answered, so agreement cannot be computed.")]
    raw, alpha, _ = results.between
    if alpha.undefined:
        return [Span(f"Krippendorff's α is undefined: {WHY[alpha.undefined]}.")]
    agreed, (_, item) = format_percent(raw.value), COUNTED[results.plan.ask]
    interval = format_interval(alpha.low, alpha.high, format_score)
    return [
        Span(f"Two annotators of the same {item} agree in {agreed} of cases; "),
        Span(f"α = {format_score(alpha.value)}", "strong", "krippendorff-alpha"),
        Span(f" (95% CI {interval}): " if interval else ": "),
        Span(alpha_meaning(alpha, results.plan.ask)),
    ]


def alpha_meaning(alpha: Coefficient, ask: Ask) -> str:
    """The meaning of α, in terms of the disagreement expected by chance."""
    times = format_score(alpha.observed / alpha.expected)
    answer, item = COUNTED[ask]
    of = f"{format_count(alpha.items, item)} ({format_count(alpha.answers, answer)})"
    meaning = f"disagreement is {times} times that expected by chance, over {of}."
    if ask == "rating":
        meaning = f"squared differences are {times} times those expected by chance, over {of}."
    if alpha.low is None or alpha.high is None:
        return f"{meaning} No interval: nothing varies between resamples."
    if alpha.low <= 0 <= alpha.high:
        meaning += " The interval contains 0: agreement may be no better than by chance."
    if alpha.segments < MIN_SEGMENTS:
        segments = format_count(alpha.segments, "segment")
        meaning += f" {segments} are few: another sample may give a different result."
    return meaning


def agreement_table(results: SessionResults) -> Table:
    """Agreement of all annotators, of each pair of them, and of each with their own repeats."""
    rows = [("all annotators", results.between)]
    rows += [(f"{one_line(a, 40)} and {one_line(b, 40)}", row) for a, b, row in results.couples]
    # Of ratings, unlike the self-agreement of each annotator: that is of the output preferred.
    repeats = "ratings on repeats" if results.plan.ask == "rating" else "self-agreement on repeats"
    rows += [(repeats, results.within)]
    answer, item = COUNTED[results.plan.ask]
    return build_table(
        "Annotator agreement",
        [row for row in rows if row[1].alpha.items],
        (Column("annotators", is_text=True), lambda row: row[0]),
        (Column(f"{item}s"), lambda row: row[1].raw.items),
        (Column(f"{answer}s"), lambda row: row[1].raw.answers),
        *_coefficient_columns("agreement", "raw-agreement", lambda row: row.raw, format_percent),
        *_coefficient_columns("κ", "cohen-kappa", lambda row: row.kappa, format_score),
        *_coefficient_columns("α", "krippendorff-alpha", lambda row: row.alpha, format_score),
    )


def _coefficient_columns(
    title: str,
    term: str,
    read: Callable[[Agreement], Coefficient | None],
    write: Callable[[float], str],
) -> list[tuple[Column, Callable[[tuple[str, Agreement]], Span]]]:
    """A column of a coefficient, and one of its interval."""

    def value(row: tuple[str, Agreement]) -> Span:
        found = read(row[1])
        if found is None or found.undefined:
            return Span("undefined" if found else "", "muted")
        return Span(write(found.value), "strong")

    def interval(row: tuple[str, Agreement]) -> Span:
        found = read(row[1])
        bounds = (None, None) if found is None else (found.low, found.high)
        return Span(format_interval(*bounds, write), "muted")

    return [(Column(title, "", term), value), (Column("95% CI"), interval)]


def conduct_table(conducts: Sequence[AnnotatorConduct]) -> Table:
    """Answers, repeats and checks of each annotator."""
    return build_table(
        "Annotators",
        conducts,
        (Column("annotator", is_text=True), lambda row: _name(row.annotator)),
        (Column("answered"), lambda row: format_fraction(row.answered, row.planned)),
        (Column("skipped"), lambda row: row.skipped),
        (Column("same on repeats", "", "self-agreement"), lambda row: _part(row.same, row.repeats)),
        (
            Column("95% CI", "", "wilson-interval"),
            lambda row: _part_interval(row.same, row.repeats),
        ),
        (Column("checks passed", "", "attention-check"), lambda row: _part(row.passed, row.checks)),
    )


def _part(part: int, whole: int) -> str:
    return format_fraction(part, whole) if whole else NO_VALUE


def _part_interval(part: int, whole: int) -> Span:
    bounds = wilson_interval(part, whole) if whole else ()
    return Span(format_interval(*bounds, format_percent) if bounds else "", "muted")


UNIT = (
    "Each segment has one vote, for the system that more of its annotators prefer, since its "
    "annotators read the same texts. If the preferences are equal, or there are none, the segment "
    "is a tie. Ties are counted but excluded from the test. Repeats do not count."
)
DIFFERENCES = (
    "Each segment counts with the mean over its annotators. p: paired randomization over segments; "
    "interval: bootstrap over segments. A stricter annotator does not bias the result, as each "
    "judges both outputs."
)


def headline(results: SessionResults) -> list[Span]:
    """The preference, or the difference of ratings, and its significance."""
    tested: list[Preference | RatingDifference] = [*results.preferences, *results.ratings]
    if not tested:
        return [Span("No question has been answered yet.")]
    if len(tested) == 1:
        (one,) = tested
        return _one_pair(one) if isinstance(one, Preference) else _one_difference(one)
    apart, pairs = sum(row.p_holm < LEVEL for row in tested), format_count(len(tested), "pair")
    what = "preference" if results.preferences else "mean rating"
    return [
        Span(f"{format_int(apart)} of {pairs}", "strong"),
        Span(f" of systems differ significantly in {what} ({format_p_below(LEVEL)} "),
        Span(f"after Holm's correction for {pairs}", "", "holm"),
        Span(")."),
    ]


def _one_pair(found: Preference) -> list[Span]:
    if not found.won:
        ties = format_count(found.ties, "segment is a tie", "segments are ties")
        return [Span(f"{format_int(found.ties)} of {ties}.")]
    leads, other, wins, low, high = found.b, found.a, found.wins_b, found.low, found.high
    if found.wins_a > found.wins_b:
        leads, other, wins, low, high = other, leads, found.wins_a, 1 - high, 1 - low
    of = f"{format_int(wins)} of {format_count(found.won, 'segment')}"
    ties = plural(found.ties, "is a tie", "are ties")
    numbers = [
        Span(of, "strong", "segment-vote"),
        Span(f" with a preference ({format_percent(wins / found.won)}, "),
        Span(f"95% CI {format_interval(low, high, format_percent)}", "", "wilson-interval"),
        Span(", "),
        Span(format_p(found.p_value), "", "preference-p"),
        Span("); "),
        Span(f"{format_int(found.ties)} of {format_int(found.won + found.ties)} {ties}."),
    ]
    first, second = _name(leads), _name(other)
    if found.p_value < LEVEL:
        start = [Span("Annotators prefer "), first, Span(" to "), second, Span(": it wins ")]
    elif found.wins_a == found.wins_b:
        start = [first, Span(" and "), second, Span(" win equally often: each wins ")]
    else:
        start = [Span("Annotators show no significant preference between "), first]
        start += [Span(" and "), second, Span(": "), first, Span(" wins ")]
    return [*start, *numbers]


def _one_difference(found: RatingDifference) -> list[Span]:
    differ = "differ" if found.p_value < LEVEL else "do not differ"
    return [
        *(_name(found.a), Span(" and "), _name(found.b)),
        Span(f" {differ} significantly in mean rating: "),
        signed(format_delta(found.delta)),
        Span(f" ({format_score(found.mean_a)} → {format_score(found.mean_b)}, "),
        Span(f"95% CI {format_interval(found.low, found.high)}", "", "confidence-interval"),
        Span(", "),
        Span(format_p(found.p_value), "", "approximate-randomization"),
        Span(f", resampling {format_count(found.segments, 'segment')})."),
    ]


def preferences_table(found: Sequence[Preference]) -> Table:
    """One row per pair of systems."""
    return build_table(
        "Preferences",
        found,
        (Column("first", is_text=True), lambda row: _name(row.a)),
        (Column("second", is_text=True), lambda row: _name(row.b)),
        (Column("first wins", "", "segment-vote"), lambda row: row.wins_a),
        (Column("second wins", "", "segment-vote"), lambda row: row.wins_b),
        (Column("ties", "", "segment-vote"), lambda row: row.ties),
        (Column("both bad"), lambda row: Span(format_int(row.bad), "muted")),
        (
            Column("second wins, %"),
            lambda row: format_percent(row.wins_b / row.won) if row.won else "",
        ),
        (
            Column("95% CI", "", "wilson-interval"),
            lambda row: format_interval(row.low, row.high, format_percent) if row.won else "",
        ),
        *_p_columns("preference-p", len(found) > 1),
    )


def differences_table(found: Sequence[RatingDifference]) -> Table:
    """One row per pair of systems, with their mean ratings."""
    return build_table(
        "Ratings (1 to 5)",
        found,
        (Column("first", is_text=True), lambda row: _name(row.a)),
        (Column("second", is_text=True), lambda row: _name(row.b)),
        (Column("segments", "", "segment"), lambda row: row.segments),
        (Column("first mean"), lambda row: format_score(row.mean_a)),
        (Column("second mean"), lambda row: format_score(row.mean_b)),
        (Column("second − first"), lambda row: signed(format_delta(row.delta))),
        (
            Column("95% CI", "", "confidence-interval"),
            lambda row: format_interval(row.low, row.high),
        ),
        *_p_columns("approximate-randomization", len(found) > 1),
    )


def _p_columns(
    term: str, corrected: bool
) -> list[tuple[Column, Callable[[Preference | RatingDifference], Span]]]:
    """p, and p after Holm if it is corrected; the last one is strong if significant."""

    def cell(p: float, is_last: bool) -> Span:
        return Span(format_p_cell(p), "strong" if is_last and p < LEVEL else "")

    plain = Column("p", "", term), lambda row: cell(row.p_value, not corrected)
    holm = Column("p, Holm", "", "holm"), lambda row: cell(row.p_holm, True)
    return [plain, holm] if corrected else [plain]


def _name(name: str) -> Span:
    return Span(one_line(name, 60), "quoted")
