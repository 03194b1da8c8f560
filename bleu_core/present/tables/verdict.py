"""What happened: the difference in words, its significance, the largest contributions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_int,
    format_interval,
    format_length_ratio,
    format_p,
    format_percent,
    format_plain,
    format_score,
    plural,
)
from bleu_core.common.pair import A, B
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import concentration, point_sources
from bleu_core.explain.ngram_families import Families, Family, Phrase
from bleu_core.explain.substitutes import Substitute
from bleu_core.metrics.precision import why_zero
from bleu_core.present.document import A_AND_B, SPAN_A, SPAN_B, Span
from bleu_core.present.tables.segments import best_slice_clause
from bleu_core.significance import LEVEL, MIN_SEGMENTS, Significance
from bleu_core.significance.grade import Grade, GradeName
from bleu_core.significance.other_settings import OtherSetting
from bleu_core.significance.power import TARGET, format_detectable
from bleu_core.significance.resampling import smallest_p
from bleu_core.text.evalset import EvalSet

if TYPE_CHECKING:
    from bleu_core.segments.detectors import DetectorCounts
    from bleu_core.segments.finder import SliceFindings

# A family of n-grams is named if it has at least this share of Δ.
NAMED_SHARE = 0.1
# Differences below this are not visible with two decimals.
ALIKE = 0.005


def main_family(families: Families | None, delta: float) -> Family | None:
    """The first family that accounts for a good part of a difference, in its direction."""
    for family in families.rows if families else []:
        if _is_large(family.points, delta):
            return family
    return None


def difference_sentences(
    comparison: Comparison,
    families: Families | None = None,
    others: Sequence[OtherSetting] = (),
    detectors: Sequence[DetectorCounts] = (),
) -> list[Span]:
    """Sentences on a difference, each after a space; none where BLEU hardly differs or is 0."""
    if not comparison.ledger.defined or abs(comparison.delta) < ALIKE:
        return []
    family = main_family(families, comparison.delta)
    spans = degenerate_sentence(detectors, comparison.delta)
    spans += family_sentences(families, comparison.delta)
    return [*spans, *_spread_sentence(comparison), *_setting_sentences(family, others)]


def degenerate_sentence(detectors: Sequence[DetectorCounts], delta: float) -> list[Span]:
    """The first detector that flags more outputs of the worse system, with at least half of Δ.

    By its own test that is not chance, even where Δ may be.
    """
    if abs(delta) < ALIKE:
        return []
    for one in detectors:
        is_worse = (one.only_b - one.only_a) * delta < 0 and one.p < LEVEL
        if is_worse and one.points * np.sign(delta) >= abs(delta) / 2:
            spans = [Span(f' Flagged as "{one.label}"', "", "degenerate"), Span(": ")]
            counts = [(SPAN_B, one.b, "b"), (SPAN_A, one.a, "a")]
            (worse, number, side), (better, other, _) = counts if delta < 0 else counts[::-1]
            outputs = format_count(number, "output")
            spans.append(Span(outputs, opens=f"flags:{side}.{one.name}=yes"))
            spans += [Span(" of "), worse, Span(f" and {format_int(other)} of "), better]
            points = Span(format_delta(one.points), "gain" if delta > 0 else "loss", "points")
            return [*spans, Span(", with "), points, Span(f"{_of_delta(one.points, delta)}.")]
    return []


def _of_delta(points: float, delta: float) -> str:
    """Of which difference points are a part; others may go the other way."""
    is_part = round(abs(points), 2) <= round(abs(delta), 2)  # as both are shown
    return f" of {format_delta(delta)} points" if is_part else " points, more than Δ"


def family_sentences(families: Families | None, delta: float) -> list[Span]:
    """The family or the phrase that accounts for a good part of a difference; none if none does."""
    family = main_family(families, delta)
    if families and family:
        # A family after the first has only the n-grams that earlier families left.
        note = (
            "" if family is families.rows[0] else " (excluding n-grams counted in another family)"
        )
        opens = f"ngrams:{family.search}"
        name = [Span("n-grams with "), family_name(family)._replace(opens=opens)]
        points = Span(format_delta(family.points), "", "family", opens)
        return [*_key_sentence(family, name, points, delta, note)]
    if families and families.phrase and _is_large(families.phrase.points, delta):
        phrase = families.phrase
        opens = f'ngrams:"{phrase.text}"'
        name = [_quoted(phrase.text, opens)]
        points = Span(format_delta(phrase.points), "", "points", opens)
        return [*_key_sentence(phrase, name, points, delta)]
    return []


def _is_large(points: float, delta: float) -> bool:
    """Whether points in the direction of a difference are a good part of it."""
    return points * delta > 0 and abs(points) >= NAMED_SHARE * abs(delta)


def _key_sentence(
    key: Family | Phrase, name: Sequence[Span], points: Span, delta: float, note: str = ""
) -> Iterator[Span]:
    """What B gains or loses most, its part of Δ, and what stands there instead."""
    verb, tone = ("gains", "gain") if key.points > 0 else ("loses", "loss")
    between = Span(": ", opens=points.opens)  # one link
    yield from (Span(" "), SPAN_B, Span(f" {verb} "), *name, between)
    yield from (points._replace(tone=tone), Span(f"{_of_delta(key.points, delta)}{note}."))
    if key.substitute is not None:
        yield from substitute_sentence(key.substitute, key.points)


def family_name(family: Family) -> Span:
    """The token or kind of character that the n-grams of a family share."""
    return Span(family.text) if family.is_sign else _quoted(family.text)


def _quoted(text: str, opens: str = "") -> Span:
    """An n-gram in quotation marks; such a mark alone in words."""
    if text == '"':
        return Span("a quotation mark", opens=opens)
    return Span(f'"{text}"', "quoted", opens=opens)


def substitute_sentence(found: Substitute, points: float) -> Iterator[Span]:
    """What the other output has where an n-gram is lost, or gained, in how many places."""
    label, tone = (A, "a") if points > 0 else (B, "b")
    sample = " looked up" if found.is_sample else ""
    places = f"{format_int(found.count)} of {format_count(found.of, 'place')}{sample}"
    opens = f'ngrams:"{found.text}"' if found.text else ""
    example = _quoted(found.text or found.example, opens)
    yield from (Span(" In "), Span(places, "", "substitute"), Span(" "), Span(label, tone))
    match found.kind:
        case "words":
            yield from (Span(" has "), example, Span(" instead."))
        case "nothing":
            yield Span(" has nothing instead.")
        case "joined" | "split":
            yield from (Span(f" has it {found.kind}, as in "), example, Span("."))
        case "other case":
            yield from (Span(" differs only in case ("), example, Span(")."))
        case "other form":
            yield from (Span(" has another form of the same character ("), example, Span(")."))


def _spread_sentence(comparison: Comparison) -> list[Span]:
    """How many segments hold half of the gains or losses, and how many documents gain or lose."""
    from bleu_core.segments.slices import deltas_by_document

    ledger, is_gain = comparison.ledger, comparison.delta > 0
    segments = concentration(ledger.segments, comparison.delta)
    # Half of what segments contribute says little of Δ if they contribute only a part of it.
    is_part = abs(ledger.unattributed) > abs(comparison.delta) / 10
    is_untested = comparison.evalset.no_test_reason or len(comparison) < MIN_SEGMENTS
    if not segments or is_part or is_untested:
        return []
    spans = [
        Span(" "),
        Span(f"Half of the {'gains' if is_gain else 'losses'}", "", "concentration", "segments"),
        Span(f" are in {format_int(segments)} of {format_count(len(comparison), 'segment')}"),
    ]
    deltas = deltas_by_document(comparison)
    if deltas is not None and len(deltas) > 1:
        number = int(np.count_nonzero(deltas > 0 if is_gain else deltas < 0))
        documents = f"{format_int(number)} of {format_count(len(deltas), 'document')}"
        verb = "gain" if is_gain else "lose"
        spans += [Span("; "), Span(documents, "", "", "slices:document")]
        spans.append(Span(f" {verb if number != 1 else f'{verb}s'}"))
    return [*spans, Span(".")]


def _setting_sentences(family: Family | None, others: Sequence[OtherSetting]) -> Iterator[Span]:
    for other in others:
        if other.is_less:
            yield from (Span(f" With {other.setting}, Δ is "), Span(format_delta(other.delta)))
            yield Span(".")
        elif other.family_is_less and family is not None:
            yield from (Span(f" With {other.setting}, n-grams with "), family_name(family))
            yield Span(" contribute less than half as many points.")


GRADES: dict[GradeName, str] = {
    "worse": "Worse",
    "worse_barely": "Worse, barely",
    "no_difference": "No significant difference",
    "better_barely": "Better, barely",
    "better": "Better",
    "not_tested": "Not tested",
}
# A component is named if it is at least this share of the largest one.
NAMED = 0.25


def verdict(
    comparison: Comparison,
    significance: Significance | None = None,
    families: Families | None = None,
    slices: SliceFindings | None = None,
    others: Sequence[OtherSetting] = (),
    grade: Grade | None = None,
    detectors: Sequence[DetectorCounts] = (),
) -> list[Span]:
    """The difference and its significance; the largest contributions, unless it may be chance."""
    told = headline(comparison, significance)
    if grade and grade.grade not in ("no_difference", "not_tested"):
        reasons = f" ({'; '.join(grade.reasons)})" if grade.reasons else ""
        told = [Span(GRADES[grade.grade], "strong", "grade"), Span(f"{reasons}: "), *told]
    if not comparison.ledger.defined:
        told += zero_sentences(comparison)
    told += _untested(comparison, significance)
    if significance is None or significance.significant:
        components = component_sentence(comparison)
        has_ratio = any(span.term == "ratio" for span in components)
        told += [*components, *_excess_sentence(comparison, has_ratio)]
        told += difference_sentences(comparison, families, others, detectors)
    else:
        told += degenerate_sentence(detectors, comparison.delta)
    return [*told, *_sentence(best_slice_clause(slices, comparison.delta))]


def verdict_beside_numbers(
    comparison: Comparison,
    significance: Significance | None = None,
    families: Families | None = None,
    slices: SliceFindings | None = None,
    others: Sequence[OtherSetting] = (),
    detectors: Sequence[DetectorCounts] = (),
) -> list[Span]:
    """As `verdict`, but without what a scorecard beside it shows."""
    parts = difference_sentences(comparison, families, others, detectors)
    if not parts:
        return verdict(comparison, significance, families, slices, others)
    best = _sentence(best_slice_clause(slices, comparison.delta))
    if significance is not None and not significance.significant:
        start = [*A_AND_B, Span(" do not differ significantly.")]
        flagged = degenerate_sentence(detectors, comparison.delta)
        return [*start, *_cautions(significance), *flagged, *best]
    doubts = _doubts(significance) if significance else _untested(comparison, significance)
    return [*_length_sentence(comparison), *parts, *best, *doubts]


def not_tested(segments: int) -> str:
    """That so many segments are too few to be tested, or that nothing has been tested."""
    if segments >= MIN_SEGMENTS:
        return "Significance has not been tested."
    few = f"fewer than {MIN_SEGMENTS} segments (here: {format_int(segments)})"
    return f"Significance is not tested on {few}."


def no_test_reason_of(evalset: EvalSet) -> str:
    """Why the significance of a difference on these segments is not tested; '' if it is."""
    is_tested = len(evalset) >= MIN_SEGMENTS
    return evalset.no_test_reason or ("" if is_tested else not_tested(len(evalset)))


def _untested(comparison: Comparison, significance: Significance | None) -> list[Span]:
    """That significance is not tested, and why; no spans if it is."""
    reason = no_test_reason_of(comparison.evalset)
    if not reason and significance is not None:
        return []
    return [Span(f" {reason or not_tested(len(comparison))}")]


def _sentence(*clauses: list[Span]) -> list[Span]:
    """Clauses as a sentence; no spans if all clauses are empty."""
    first, *others = [clause for clause in clauses if clause] or [[]]
    if not first:
        return []
    start = first[0]._replace(text=f"{first[0].text[:1].upper()}{first[0].text[1:]}")
    rest = [span for clause in others for span in (Span("; "), *clause)]
    return [Span(" "), start, *first[1:], *rest, Span(".")]


def headline(comparison: Comparison, significance: Significance | None) -> list[Span]:
    """The better system, the difference, and its significance."""
    a, b, change = comparison.score_a.score, comparison.score_b.score, comparison.delta
    tail = [Span(" ("), Span(f"{format_score(a)} → {format_score(b)}", "", "bleu")]
    if significance is not None:
        tail += [Span(", "), *_numbers(significance), Span(").")]
        tail += _cautions(significance)
    else:
        tail.append(Span(")."))
    if abs(change) < ALIKE:
        return [*A_AND_B, Span(f" score {'almost ' if change else ''}the same"), *tail]
    points = Span(format_score(abs(change)), "strong", "delta")
    way = Span(f" BLEU {'above' if change > 0 else 'below'} ")
    sentence = [SPAN_B, Span(" scores "), points, way, SPAN_A, *tail]
    if significance is not None and not significance.significant:
        return [*A_AND_B, Span(" do not differ significantly: "), *sentence]
    return sentence


def _numbers(significance: Significance) -> list[Span]:
    """Interval, p, and the number of units."""
    test, bootstrap = significance.randomization, significance.bootstrap
    interval = f"95% CI {format_interval(bootstrap.ci_low, bootstrap.ci_high)}"
    return [
        Span(interval, "", "confidence-interval"),
        Span(", "),
        Span(format_p(test.p_value), "", "p-value"),
        Span(f", resampling {significance.counted}"),
    ]


def smallest_p_clause(trials: int, units: int, unit: str) -> str:
    """The smallest p that a test could give, and whether trials or units limit it."""
    smallest = smallest_p(trials, units)
    few = format_count(units, unit)
    if smallest * (trials + 1) <= 1:
        few = f"{format_int(trials)} random trials"
    return f"with {few} the smallest possible p is about {format_plain(smallest, 2)}"


def few_differ(trials: int, differing: int | None, units: int, unit: str) -> str:
    """That too few units differ for any p below the level; '' if enough do, or none does."""
    if not differing or smallest_p(trials, differing) < LEVEL:
        return ""
    verb = plural(differing, "scores", "score")
    return (
        f"Only {format_int(differing)} of {format_count(units, unit)} {verb} differently, so no "
        "difference could be significant here, however large."
    )


def _cautions(significance: Significance) -> list[Span]:
    """What limits the result of a test."""
    test = significance.randomization
    if test.smallest_p >= LEVEL:
        clause = smallest_p_clause(test.trials, test.units, significance.unit)
        return [Span(f" No difference could be significant here, however large: {clause}.")]
    if few := few_differ(test.trials, test.differing, test.units, significance.unit):
        return [Span(f" {few}")]
    doubts = _doubts(significance)
    if significance.significant or significance.power is None:
        return doubts
    # What a test without a significant result could have found.
    found = Span(f"{format_detectable(significance.power)} BLEU", "", "power")
    power = f" between these two outputs would be detected with {format_percent(TARGET)} power."
    return [*doubts, Span(" A difference of "), found, Span(power)]


def _doubts(significance: Significance) -> list[Span]:
    """A warning if p is too close to the level for its trials, or the interval disagrees."""
    test, interval, doubts = significance.randomization, significance.bootstrap, []
    if test.near_level:
        near = f" p is too close to {format_plain(LEVEL)} for {format_int(test.trials)} trials: "
        doubts.append(Span(f"{near}another random seed could give the opposite result."))
    excludes = interval.ci_low > 0 or interval.ci_high < 0
    if excludes != significance.significant:
        p = "significant" if significance.significant else "not significant"
        contains = "excludes 0" if excludes else "contains 0"
        if excludes and min(abs(interval.ci_low), abs(interval.ci_high)) < ALIKE:
            contains += " before rounding"
        doubts.append(Span(f" Close call: the test is {p}, but the interval {contains}."))
    return doubts


def zero_sentences(comparison: Comparison) -> list[Span]:
    """Why there are no contributions: a score is 0."""
    scores = {A: comparison.score_a, B: comparison.score_b}
    reasons = {label: why_zero(score) for label, score in scores.items()}
    zeros = [f"BLEU of {label} is 0 because {why}" for label, why in reasons.items() if why]
    none = "Contributions cannot be computed, because 0 has no logarithm."
    return [Span(f" {'; '.join(zeros)}. {none}")]


def component_sentence(comparison: Comparison) -> list[Span]:
    """The three largest components of the sign of Δ at most, and the largest of the other."""
    if not comparison.ledger.defined or abs(comparison.delta) < ALIKE:
        return []
    components, change = comparison.ledger.components, comparison.delta
    sign = 1 if change > 0 else -1
    largest = max(abs(v) for v in components.values())
    by_size = sorted(components.items(), key=lambda item: -abs(item[1]))
    named = [(k, v) for k, v in by_size if abs(v) >= NAMED * largest and abs(v) >= ALIKE]
    same = [(k, v) for k, v in named if v * sign > 0][:3]
    opposite = [(k, v) for k, v in by_size if v * sign < 0 and abs(v) >= max(ALIKE, 0.1 * largest)]
    clauses = []
    if same:
        # Not "largest" where the one that offsets them is larger.
        is_largest = same[0] == by_size[0]
        spans = [Span(f"{'Largest c' if is_largest else 'C'}{plural(len(same), 'ontribution')}: ")]
        for i, (name, value) in enumerate(same):
            spans += [Span(", " if i else ""), *_component(comparison, name, value)]
        clauses.append(spans)
    if opposite:
        start = "partly offset by " if same else "Largest opposite contribution: "
        clauses.append([Span(start), *_component(comparison, *opposite[0])])
    return _sentence(*clauses)


def _length_sentence(comparison: Comparison) -> list[Span]:
    """The brevity penalty, if it accounts for a good part of a difference; or excess length."""
    points = comparison.ledger.components["bp"]
    if not _is_large(points, comparison.delta):
        return _excess_sentence(comparison)
    change = comparison.score_b.sys_len - comparison.score_a.sys_len
    # With several references, their length may have changed instead.
    how = "longer" if change > 0 else "shorter"
    why = f"{B} is {how} in tokens: " if change * points > 0 else ""
    return _sentence([Span(why), *_component(comparison, "bp", points)])


def _excess_sentence(comparison: Comparison, has_ratio: bool = False) -> list[Span]:
    """That the worse output is too long, if the number of its n-grams accounts for half of Δ.

    Not if its matches win more than half of that back: its length may be worth it. The ratio of
    lengths is left out if the reader has it.
    """
    a, b, delta = comparison.score_a, comparison.score_b, comparison.delta
    if not comparison.ledger.defined or abs(delta) < ALIKE:
        return []
    points = point_sources(comparison.ledger, comparison.stats_a, comparison.stats_b)
    cost, matches = (own * np.sign(delta) for own in (points.totals, points.matches))
    worse, better = (a, b) if delta > 0 else (b, a)
    is_longer = worse.sys_len > max(worse.ref_len, better.sys_len)
    if not is_longer or cost < abs(delta) / 2 or -matches > cost / 2:
        return []
    how, tone, other = ("shorter", "gain", "loss") if delta > 0 else ("longer", "loss", "gain")
    spans = [Span(f" {B} is {how} in tokens: number of n-grams produced ")]
    spans += [Span(format_delta(points.totals), tone, "points")]
    spans += [Span(_of_delta(points.totals, delta))]
    if -matches >= ALIKE:
        spans += [Span("; matches "), Span(format_delta(points.matches), other, "points")]
    ratio = [] if has_ratio else [Span(" ("), *_length_ratio(comparison), Span(")")]
    return [*spans, *ratio, Span(".")]


def _component(comparison: Comparison, name: str, value: float) -> list[Span]:
    tone = "gain" if value > 0 else "loss"
    points = Span(format_delta(value), tone, "component", f"component:{name}")
    if name != "bp":
        return [Span(f"{name[1:]}-grams "), points]
    return [Span("brevity penalty "), points, Span(" ("), *_length_ratio(comparison), Span(")")]


def _length_ratio(comparison: Comparison) -> list[Span]:
    # With several references the reference length may change too, so give the ratio, not the
    # length of the output.
    scores = comparison.score_a, comparison.score_b
    a, b = (format_length_ratio(score.sys_len, score.ref_len) for score in scores)
    return [Span("length ratio "), Span(f"{a}% → {b}%", "", "ratio")]
