"""Which system people prefer in a session: headline and tables."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import (
    bare,
    bounds,
    counted,
    delta,
    p_below,
    p_value,
    percent,
    plural,
    points,
    whole,
)
from bleu_core.people.results.gathered import Results
from bleu_core.people.results.preferences import Difference, Preference
from bleu_core.present.account.spans import Span, signed
from bleu_core.present.document import Column, Table
from bleu_core.significance import LEVEL

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


def headline(results: Results) -> list[Span]:
    """The preference by the first question, and whether it may be chance."""
    if results.preferences:
        found = results.preferences
        return _one(found[0]) if len(found) == 1 else _several(found)
    numbers = results.marks or results.penalties
    if not numbers:
        return [Span("Nothing was answered: there is nothing to tell.")]
    what = "marks" if results.marks else "penalties"
    if len(numbers) == 1:
        return _difference(numbers[0], what)
    apart = [one for one in numbers if one.p_holm < LEVEL]
    return [
        Span(f"By {what} {whole(len(apart))} of {counted(len(numbers), 'pair')}", "strong"),
        Span(f" of systems can be told apart ({p_below(LEVEL)} "),
        Span(f"after Holm's correction for {counted(len(numbers), 'pair')}", "", "holm"),
        Span(")."),
    ]


def _one(found: Preference) -> list[Span]:
    if not found.won:
        told = f"No segment was won: all of {counted(found.segments, 'segment')} are ties."
        return [Span(told)]
    b_leads = found.wins_b >= found.wins_a
    leads, other = (found.b, found.a) if b_leads else (found.a, found.b)
    wins = max(found.wins_a, found.wins_b)
    low, high = (found.low, found.high) if b_leads else (1 - found.high, 1 - found.low)
    numbers = [
        Span(f"{whole(wins)} of {counted(found.won, 'segment')}", "strong", "segment-vote"),
        Span(f" that {plural(found.won, 'was', 'were')} won ({percent(wins / found.won)}, "),
        Span(f"95 % interval {bounds(low, high, percent)}", "", "wilson-interval"),
        Span("; "),
        Span(p_value(found.p_value), "", "preference-p"),
        Span("); "),
        Span(f"{whole(found.ties)} of {whole(found.segments)} are ties."),
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


def _several(found: Sequence[Preference]) -> list[Span]:
    apart = sorted((one for one in found if one.p_holm < LEVEL), key=lambda one: one.p_holm)
    spans = [
        Span(f"{whole(len(apart))} of {counted(len(found), 'pair')}", "strong"),
        Span(f" of systems can be told apart by what people prefer ({p_below(LEVEL)} "),
        Span(f"after Holm's correction for {counted(len(found), 'pair')}", "", "holm"),
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
        Span(f", where it won {whole(most)} of {counted(first.won, 'segment')}."),
    ]  # fmt: skip


def _difference(found: Difference, what: str) -> list[Span]:
    names = [_name(found.a), Span(" and "), _name(found.b)]
    middle = " differ by "
    if found.p_value >= LEVEL:
        names = [Span(f"It cannot be told by {what} which of "), *names]
        middle = " is better: the second has "
    return [
        *names,
        Span(middle),
        signed(delta(found.delta)),
        Span(f" {what} ("),
        Span(f"{points(found.mean_a)} → {points(found.mean_b)}; "),
        Span(f"95 % interval {bounds(found.low, found.high)}", "", "confidence-interval"),
        Span("; "),
        Span(p_value(found.p_value), "", "approximate-randomization"),
        Span(f", by {counted(found.segments, 'segment')})."),
    ]


def settled_sentence(results: Results) -> list[Span]:
    """The headline after adjudication; no spans if nothing was adjudicated."""
    if not results.settled:
        return []
    number = counted(len(results.decided), "item")
    if len(results.settled) > 1:
        apart = sum(one.p_holm < LEVEL for one in results.settled)
        return [
            Span(f"With what was settled on {number}: {whole(apart)} of "),
            Span(f"{counted(len(results.settled), 'pair')} can be told apart."),
        ]
    (one,) = results.settled
    return [
        Span(f"With what was settled on {number}: "), _name(one.a), Span(f" {whole(one.wins_a)}, "),
        _name(one.b), Span(f" {whole(one.wins_b)}, {counted(one.ties, 'tie')}; "),
        Span(p_value(one.p_value), "", "preference-p"), Span("."),
    ]  # fmt: skip


def preferences_table(found: Sequence[Preference], label: str = "Preferences") -> Table:
    """A pair of systems a row."""
    columns = [
        Column("first", is_text=True),
        Column("second", is_text=True),
        *_columns(corrected=len(found) > 1),
    ]
    rows = [[_name(one.a), _name(one.b), *_cells(one, len(found) > 1)] for one in found]
    return Table(label, columns, rows)


def parts_table(found: Sequence[tuple[str, Preference]]) -> Table:
    """A part of the test set a row."""
    columns = [Column("part", is_text=True), *_columns(corrected=len(found) > 1)]
    rows = [[Span(visible(label, 60)), *_cells(one, len(found) > 1)] for label, one in found]
    return Table("Preferences by part of the test set", columns, rows)


def about_parts(found: Sequence[tuple[str, Preference]]) -> str:
    """How many parts there are, and the correction of p for them."""
    if len(found) < 2:
        return "All segments that were judged are in one part."
    return (
        f"{counted(len(found), 'part')} are looked at: p is corrected for that many by Holm. "
        "Whoever looks at other criteria too looks at more. Where few segments were won, an "
        "interval is wide: what differs between two parts may be chance."
    )


def differences_table(found: Sequence[Difference], what: str) -> Table:
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
                Span(whole(one.segments)),
                Span(points(one.mean_a)),
                Span(points(one.mean_b)),
                signed(delta(one.delta)),
                Span(bounds(one.low, one.high)),
                *(Span(bare(p), "strong" if p is ps[-1] and p < LEVEL else "") for p in ps),
            ]
        )
    return Table(what, columns, rows)


def _columns(*, corrected: bool) -> list[Column]:
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


def _cells(one: Preference, corrected: bool) -> list[Span]:
    share = percent(one.wins_b / one.won) if one.won else ""
    ps = [one.p_value, one.p_holm][: 1 + corrected]
    counts = (one.wins_a, one.wins_b, one.ties, one.alike, one.bad, one.divided)
    return [
        *(Span(whole(number), "" if place < 3 else "muted") for place, number in enumerate(counts)),
        Span(share),
        Span(bounds(one.low, one.high, percent) if one.won else ""),
        *(Span(bare(p), "strong" if p is ps[-1] and p < LEVEL else "") for p in ps),
    ]


def _name(name: str) -> Span:
    return Span(visible(name, 60), "quoted")
