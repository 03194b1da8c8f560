"""Slices in sentences: where B loses or gains, where that is clear, and what was resampled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bleu_core.common.formatting import (
    TO,
    format_count,
    format_delta,
    format_int,
    format_interval,
    format_p,
    join_words,
    plural,
)
from bleu_core.common.pair import B
from bleu_core.common.rounding import rounded
from bleu_core.present.document import A_AND_B, SPAN_B, Span, joined
from bleu_core.segments.finder import FoundSlice
from bleu_core.segments.slice_criteria import DOCUMENT
from bleu_core.segments.slices import SliceScores
from bleu_core.significance import LEVEL, MIN_DOCUMENTS, MIN_SEGMENTS

LENGTH = "reference length"
# More slices of one criterion are counted, not named.
MOST_NAMED = 3

Group = tuple[str, Sequence[SliceScores]]  # a criterion, and its slices in order


def slices_sentence(delta: float, groups: Sequence[Group]) -> list[Span]:
    """Where B loses or gains, as Δ does, and in which slices the interval excludes 0."""
    every = [one for _, slices in groups for one in slices]
    if not every:
        return []
    if not any(rounded(one.delta) for one in every):
        return [*A_AND_B, Span(" score the same in every slice.")]
    way = -1 if delta < 0 else 1
    places = [
        _places(name, [one for one in slices if way * rounded(one.delta) > 0], slices)
        for name, slices in groups
    ]
    start = f"Δ is {format_delta(delta)}. " if not rounded(delta) else ""
    verb = " loses " if way < 0 else " gains "
    told = [Span(start), SPAN_B, Span(verb), *joined(places, last=" and "), Span(".")]
    return [*(span for span in told if span.text), *_clear(groups, every, way)]


def _clear(groups: Sequence[Group], every: Sequence[SliceScores], way: int) -> Iterator[Span]:
    """In which slices the interval is on the side of Δ, and in which on the other."""
    tested = [one for one in every if one.ci_low is not None]
    if not tested:
        if not any(one.judged for one in every):
            yield Span(f" No slice has {format_int(MIN_SEGMENTS)} segments, so none is tested.")
        return
    clear, against = (_excluding(groups, side) for side in (way, -way))
    noun, zero = ("loss", "below zero") if way < 0 else ("gain", "above zero")
    number = sum(len(own) for _, own, _ in clear)
    moved = [one for one in every if way * rounded(one.delta) > 0]
    is_any, is_all = (test(one.ci_low is not None for one in moved) for test in (any, all))
    if number == len(tested):
        whole = "all of them" if number == len(every) else "all that are tested"
        yield Span(f" The {noun} is clear in {whole}")
    elif number:
        only = "" if any(len(own) == len(of) for _, own, of in clear) else "only "
        yield Span(f" With each slice tested alone, the {noun} is clear {only}")
        yield from joined([_places(*row, is_named=True) for row in clear], last=" and ")
    elif is_any:
        none = "none of them" if is_all else "none that is tested"
        yield Span(f" The {noun} is clear in {none}: no interval stays {zero}.")
    if number:
        yield Span(_tail(number, zero))
    if few := sum(not one.judged for one in moved):
        others = format_count(few, f"slice with a {noun}", f"slices with a {noun}")
        they = others if few < len(moved) else plural(few, "It", "They")
        least = format_int(MIN_SEGMENTS)
        yield Span(f" {they} cannot be tested: fewer than {least} segments.")
    if against:
        verb, zero = ("gains", "above zero") if way < 0 else ("loses", "below zero")
        yield Span(f" {B} clearly {verb} ")
        yield from joined([_places(*row, is_named=True) for row in against], last=" and ")
        yield Span(_tail(sum(len(own) for _, own, _ in against), zero))


def _tail(number: int, zero: str) -> str:
    return f", where {plural(number, 'the interval stays', 'the intervals stay')} {zero}."


def _excluding(
    groups: Sequence[Group], side: int
) -> list[tuple[str, list[SliceScores], Sequence[SliceScores]]]:
    """By criterion, the slices whose interval is on one side of 0, and all of its slices."""
    found = []
    for name, slices in groups:
        clear = [one for one in slices if (one.ci_low or 0) * (one.ci_high or 0) > 0]
        if own := [one for one in clear if side * one.delta > 0]:
            found.append((name, own, slices))
    return found


def _places(
    name: str, own: Sequence[SliceScores], of: Sequence[SliceScores], is_named: bool = False
) -> list[Span]:
    """Some slices of a criterion in words, by name if they are few: "in news and travel"."""
    if is_named and len(own) < len(of) and name == LENGTH:
        bands = join_words(_length_bands(own, of))
        return [Span("in segments of "), Span(bands, "strong")]
    if is_named and len(own) < len(of) and len(own) <= MOST_NAMED:
        names = [[Span(one.label, "name")] for one in own]
        return [Span("in "), *joined(names, last=" and ")]
    is_all = len(own) == len(of)
    number = format_int(len(of))
    part = "both" if is_all and number == "2" else f"all {number}" if is_all else number
    few = "" if is_all else f"{format_int(len(own))} of "
    if name == LENGTH:
        return [Span("at every length" if is_all else f"at {few}{number} lengths")]
    if name == DOCUMENT:
        return [Span(f"in {few}{part} documents")]
    return [Span(f"in {few}{part} slices by "), Span(name, "name")]


def _length_bands(own: Sequence[SliceScores], of: Sequence[SliceScores]) -> Iterator[str]:
    """Bands of lengths in words, adjacent ones as one: "5 to 14 tokens"."""
    labels = [one.label for one in of]
    chosen = {one.label for one in own}
    run: list[str] = []
    for label in [*labels, ""]:
        if label in chosen:
            run.append(label)
        elif run:
            low, high = run[0].partition(TO)[0], run[-1].partition(TO)[2]
            if len(run) > 1 and not high:  # the last band: "25 tokens and more"
                high = run[-1].partition(" ")[2]
                yield f"{low} {high}"
            else:
                yield f"{low} to {high}" if high else low
            run = []


def resampling_note(name: str, slices: Iterable[SliceScores], has_documents: bool) -> list[Span]:
    """What the intervals of a criterion resample; nothing without an interval."""
    units = {one.unit for one in slices if one.unit}
    if not units:
        return []
    few = f"fewer than {MIN_DOCUMENTS} documents"
    what = " and ".join(f"{unit}s" for unit in sorted(units))
    if len(units) > 1 and "document" in units:
        what = f"documents, or segments in slices with {few}"
    elif has_documents and name != DOCUMENT and "document" not in units:
        what += f", because each slice has {few}"
    return [Span("Intervals by "), Span(name, "name"), Span(f" resample {what}.")]


def finding_sentence(one: FoundSlice) -> list[Span]:
    """Whether a slice of the slice finder is confirmed, and why or why not."""
    if one.p_value is None:
        return [Span(one.skip_reason)]  # it says that the slice was not tested
    p = format_p(one.p_value)
    verb = "loses" if one.delta < 0 else "gains"
    loses = one.excess_points < 0
    if one.confirmed:
        interval = format_interval(one.surplus_low or 0.0, one.surplus_high or 0.0)
        ends = f"simultaneous 95% CI {interval}"
        beyond = f"{format_delta(one.surplus or 0.0)} points beyond that ({ends})"
        share = "more than its share of the reference tokens explains"
        return [
            Span("Confirmed.", "strong"),
            Span(f" {B} {verb} there ({p}), and {share}: {beyond}."),
        ]
    if one.p_value >= LEVEL:
        why = f"The difference there is not significant ({p})."
    elif (one.delta < 0) != loses:
        why = f"{B} {verb} there ({p}), the other way than in the half that was searched."
    else:
        is_across = (one.surplus_low or 0.0) * (one.surplus_high or 0.0) <= 0
        zero = "includes 0" if is_across else "is on the other side of 0"
        beyond = f"the interval of the points beyond its share {zero}"
        why = f"{B} {verb} there ({p}), but {beyond}."
    return [Span("Not confirmed.", "strong"), Span(f" {why}")]
