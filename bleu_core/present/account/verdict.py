"""The verdict: a difference in sentences made from its numbers. Each clause is a tested claim."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bleu_core.common.formatting import (
    format_delta,
    format_int,
    format_interval,
    format_length_ratio,
    format_p,
    format_plain,
    format_score,
    format_share,
    plural,
)
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import concentration
from bleu_core.explain.ngram_families import Cause, Causes
from bleu_core.present.account.segments import best_slice_sentence
from bleu_core.present.document import Span
from bleu_core.significance import LEVEL, MIN_SEGMENTS, Significance

if TYPE_CHECKING:
    from bleu_core.segments.finder import SliceFindings

# A component is named when it carries at least this part of the largest one.
NAMED = 0.25
# A cause is named when it carries at least this part of Δ.
CAUSE = 0.1
# Scores that read alike with two decimals.
ALIKE = 0.005


@dataclass(frozen=True)
class Verdict:
    """Sentences to show at once, and sentences to show on request.

    `told` has the result, and whether it may be chance; then, unless it may be, the contributions
    to the difference. (Also for too few segments to test: they are read one by one.) `waiting` has
    the contributions to a difference that is not significant or was not tested: arithmetic that
    holds for any difference, and no explanation.
    """

    told: list[Span]
    waiting: list[Span] = field(default_factory=list)


def verdict(
    comparison: Comparison,
    significance: Significance | None = None,
    causes: Causes | None = None,
    slices: SliceFindings | None = None,
) -> Verdict:
    """The result, whether it may be chance, and the largest contributions.

    Without causes no n-grams are named; of slices the best confirmed one is.
    """
    told, size, carrying = headline(comparison, significance), len(comparison), 0
    is_small = size < MIN_SEGMENTS
    if is_small:
        here = f"here {plural(size, 'is', 'are')} {format_int(size)}"
        could = f"On {MIN_SEGMENTS} segments or more it could be said whether it is chance"
        told.append(Span(f" {could}; {here}."))
    else:
        carrying = concentration(comparison.ledger.segments, comparison.delta)
        if significance is None:
            told.append(Span(" Whether it is chance has not been tested."))
    parts = contribution_sentences(comparison, causes, carrying)
    certain = is_small if significance is None else significance.significant
    best = best_slice_sentence(slices, comparison.delta)
    return Verdict(told + parts + best) if certain else Verdict(told + best, parts)


def headline(comparison: Comparison, significance: Significance | None) -> list[Span]:
    """The better system, the difference, and whether it may be chance."""
    a, b, change = comparison.score_a.score, comparison.score_b.score, comparison.delta
    tail = [Span(" ("), Span(f"{format_score(a)} → {format_score(b)}", "", "bleu")]
    if significance is not None:
        tail += [Span("; "), *_chance(significance), Span(")."), *_doubts(significance)]
    else:
        tail.append(Span(")."))
    label_a, label_b = Span(LABEL_A, "a"), Span(LABEL_B, "b")
    together = [label_a, Span(" and "), label_b]
    if abs(change) < ALIKE:
        return [*together, Span(" score alike"), *tail]
    points = Span(format_score(abs(change)), "strong", "delta")
    way = Span(" above " if change > 0 else " below ")
    sentence = [label_b, Span(" scores "), points, way, label_a, *tail]
    if significance is not None and not significance.significant:
        return [*together, Span(" cannot be told apart here: "), *sentence]
    return sentence


def _chance(significance: Significance) -> list[Span]:
    """p, interval, and the number of units."""
    test, bootstrap = significance.randomization, significance.bootstrap
    interval = f"95% CI {format_interval(bootstrap.ci_low, bootstrap.ci_high)}"
    return [
        Span(format_p(test.p_value), "", "p-value"),
        Span(", "),
        Span(interval, "", "confidence-interval"),
        Span(f", by {significance.counted}"),
    ]


def _doubts(significance: Significance) -> list[Span]:
    """A warning if p is too close to the level for its trials, or the interval disagrees."""
    test, interval, doubts = significance.randomization, significance.bootstrap, []
    if test.near_level:
        trials = f"{format_int(test.trials)} random trials"
        near = f" p is as near to {format_plain(LEVEL)} as {trials} can tell: "
        doubts.append(Span(f"{near}other trials could fall on the other side."))
    excludes = interval.ci_low > 0 or interval.ci_high < 0
    if excludes != significance.significant:
        what = "leaves 0 out" if excludes else "holds 0"
        doubts.append(Span(f" The interval {what}, against the test: it is a close call."))
    return doubts


def contribution_sentences(
    comparison: Comparison, causes: Causes | None, carrying: int
) -> list[Span]:
    """The largest contributions to the difference.

    `carrying` is how many segments carry half of the gain or loss; 0 to leave it out.
    """
    if not comparison.ledger.defined:
        zero = " A score of 0 has no logarithm, so the difference cannot be attributed; "
        return [Span(f"{zero}the counts show where matches are missing.")]
    if abs(comparison.delta) < ALIKE:
        return []
    spans = [*_carried(comparison), *_named(comparison, causes)]
    if carrying:
        half = f"half of the {'gains' if comparison.delta > 0 else 'losses'}"
        spans += [
            Span(f" {format_int(carrying)} of {format_int(len(comparison))} segments carry "),
            Span(half, "", "concentration", "segments"),
            Span("."),
        ]
    return spans


def _carried(comparison: Comparison) -> list[Span]:
    """The largest components of its sign, three at most, and the largest of the other."""
    components, change = comparison.ledger.components, comparison.delta
    sign = 1 if change > 0 else -1
    largest = max(abs(v) for v in components.values())
    by_size = sorted(components.items(), key=lambda item: -abs(item[1]))
    named = [(k, v) for k, v in by_size if abs(v) >= NAMED * largest and abs(v) >= ALIKE]
    with_it = [(k, v) for k, v in named if v * sign > 0][:3]
    against = [(k, v) for k, v in by_size if v * sign < 0 and abs(v) >= max(ALIKE, 0.1 * largest)]
    spans: list[Span] = []
    if with_it:
        spans.append(Span(f" With it {_go([name for name, _ in with_it])} "))
        for i, (name, value) in enumerate(with_it):
            spans += [Span(", " if i else ""), *_component(comparison, name, value)]
    if against:
        name, value = against[0]
        spans.append(Span(f"{'; against' if spans else ' Against'} it {_go([name])} "))
        spans += _component(comparison, name, value)
    return [*spans, Span(".")] if spans else []


def _go(components: list[str]) -> str:
    """The verb: brevity alone is one, n-grams are many."""
    return "goes" if components == ["bp"] else "go"


def _component(comparison: Comparison, name: str, value: float) -> list[Span]:
    tone = "gain" if value > 0 else "loss"
    carried = Span(format_delta(value), tone, "component", f"component:{name}")
    if name != "bp":
        what = "single words" if name == "p1" else f"{name[1:]}-grams"
        return [Span(f"{what} "), carried]
    # Of several references the one measured against may change: not the output
    # alone has become longer or shorter.
    scores = comparison.score_a, comparison.score_b
    a, b = (format_length_ratio(score.sys_len, score.ref_len) for score in scores)
    ratio = Span(f"{a} → {b}%", "", "ratio")
    return [Span("brevity "), carried, Span(" (length c / r "), ratio, Span(")")]


def _named(comparison: Comparison, causes: Causes | None) -> list[Span]:
    """The two largest families of n-grams in the direction of the difference."""
    found = [] if causes is None else causes.rows
    change = comparison.delta
    with_it = [c for c in found if c.points * change > 0 and abs(c.points) >= CAUSE * abs(change)]
    spans: list[Span] = []
    for i, cause in enumerate(with_it[:2]):
        tone = "gain" if cause.points > 0 else "loss"
        opens = f"ngrams:{cause.search}"
        spans += [
            Span("; those with " if i else " N-grams with "),
            cause_name(cause),
            Span(" have " if i else " stand out: they have "),
            Span(format_delta(cause.points), tone, "family", opens),
            Span(f", and {format_share(cause.share)} of all matches"),
        ]
    if any(cause is not found[0] for cause in with_it[:2]):
        # A family after the first has only what those before it left.
        spans.append(Span(" (each n-gram counted in one family only)"))
    return [*spans, Span(".")] if spans else []


def cause_name(cause: Cause) -> Span:
    """The token or sign that the n-grams of a family share."""
    return Span(cause.text) if cause.is_sign else Span(f"‹{cause.text}›", "quoted")
