"""The verdict: size of the difference, largest contributions, where to look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
from bleu_core.explain.ngram_families import Families
from bleu_core.metrics.precision import why_zero
from bleu_core.present.document import A_AND_B, SPAN_A, SPAN_B, Span
from bleu_core.present.tables.difference import ALIKE, difference_sentences
from bleu_core.present.tables.segments import best_slice_clause
from bleu_core.significance import LEVEL, MIN_SEGMENTS, Significance
from bleu_core.significance.grade import Grade, GradeName
from bleu_core.significance.other_settings import OtherSetting
from bleu_core.significance.power import TARGET, format_detectable
from bleu_core.significance.resampling import smallest_p
from bleu_core.text.evalset import EvalSet

if TYPE_CHECKING:
    from bleu_core.segments.finder import SliceFindings

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


@dataclass(frozen=True)
class Verdict:
    """Sentences to show at once; `more`, on request, has parts of an uncertain difference."""

    sentences: list[Span]
    more: list[Span] = field(default_factory=list)


def verdict(
    comparison: Comparison,
    significance: Significance | None = None,
    families: Families | None = None,
    slices: SliceFindings | None = None,
    others: Sequence[OtherSetting] = (),
    grade: Grade | None = None,
) -> Verdict:
    """The difference and its significance, the largest contributions, and where to look."""
    told, size = headline(comparison, significance), len(comparison)
    if grade and grade.grade not in ("no_difference", "not_tested"):
        reasons = f" ({'; '.join(grade.reasons)})" if grade.reasons else ""
        told = [Span(GRADES[grade.grade], "strong", "grade"), Span(f"{reasons}: "), *told]
    if not comparison.ledger.defined:
        told += zero_sentences(comparison)
    told += _untested(comparison, significance)
    parts = [*component_sentence(comparison), *difference_sentences(comparison, families, others)]
    best = _sentence(best_slice_clause(slices, comparison.delta))
    if size < MIN_SEGMENTS if significance is None else significance.significant:
        return Verdict([*told, *parts, *best])
    return Verdict([*told, *best], parts)


def verdict_beside_numbers(
    comparison: Comparison,
    significance: Significance | None = None,
    families: Families | None = None,
    slices: SliceFindings | None = None,
    others: Sequence[OtherSetting] = (),
) -> Verdict:
    """As `verdict`, but without what a scorecard beside it shows."""
    parts = difference_sentences(comparison, families, others)
    if not parts:
        return verdict(comparison, significance, families, slices, others)
    best = _sentence(best_slice_clause(slices, comparison.delta))
    if significance is None or significance.significant:
        doubts = _doubts(significance) if significance else _untested(comparison, significance)
        return Verdict([*parts, *best, *doubts])
    start = [*A_AND_B, Span(" do not differ significantly.")]
    waiting = [Span("This may be due to chance:"), *parts]
    return Verdict([*start, *_cautions(significance), *best], waiting)


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


def _cautions(significance: Significance) -> list[Span]:
    """What limits the result of a test."""
    test = significance.randomization
    if test.smallest_p >= LEVEL:
        clause = smallest_p_clause(test.trials, test.units, significance.unit)
        return [Span(f" No difference could be significant here, however large: {clause}.")]
    doubts = _doubts(significance)
    if significance.significant or significance.power is None:
        return doubts
    # What a test without a significant result could have found.
    found = Span(f"{format_detectable(significance.power)} BLEU", "", "power")
    power = Span(f" with {format_percent(TARGET)} power.")
    return [*doubts, Span(" This test set would detect "), found, power]


def _doubts(significance: Significance) -> list[Span]:
    """A warning if p is too close to the level for its trials, or the interval disagrees."""
    test, interval, doubts = significance.randomization, significance.bootstrap, []
    if test.near_level:
        near = f" p is too close to {format_plain(LEVEL)} for {format_int(test.trials)} trials: "
        doubts.append(Span(f"{near}another random seed could give the opposite result."))
    excludes = interval.ci_low > 0 or interval.ci_high < 0
    if excludes != significance.significant:
        p = "significant" if significance.significant else "not significant"
        contains = "excludes" if excludes else "contains"
        doubts.append(Span(f" Close call: the test is {p}, but the interval {contains} 0."))
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


def _component(comparison: Comparison, name: str, value: float) -> list[Span]:
    tone = "gain" if value > 0 else "loss"
    points = Span(format_delta(value), tone, "component", f"component:{name}")
    if name != "bp":
        return [Span(f"{name[1:]}-grams "), points]
    # With several references the reference length may change too, so give the ratio, not the
    # length of the output.
    scores = comparison.score_a, comparison.score_b
    a, b = (format_length_ratio(score.sys_len, score.ref_len) for score in scores)
    ratio = Span(f"{a}% → {b}%", "", "ratio")
    return [Span("brevity penalty "), points, Span(" (length ratio "), ratio, Span(")")]
