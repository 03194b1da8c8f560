"""The difference in plain sentences, made from the numbers."""

from __future__ import annotations

from typing import NamedTuple

from bleu_core.comparison import Comparison
from bleu_core.ledger import concentration
from bleu_core.significance import MIN_SEGMENTS, Significance
from bleu_core.words import delta, p_value, points, whole

# A component is named when it carries at least this part of the largest one.
NAMED = 0.25


class Span(NamedTuple):
    """A piece of a sentence.

    `tone` is "", "a", "b", "strong", "gain" or "loss"; `term` the glossary's name of the number;
    `opens` names the evidence that it opens on a screen, in words that the screen chooses.
    """

    text: str
    tone: str = ""
    term: str = ""
    opens: str = ""


def verdict(comparison: Comparison, significance: Significance | None = None) -> list[Span]:
    """What happened, what carries it, whether it may be chance. Numbers only, no text of users."""
    spans = _headline(comparison, significance)
    if not comparison.ledger.defined:
        spans.append(
            Span(
                " A score of 0 has no logarithm, so the difference cannot be attributed; "
                "the counts below show where matches are missing."
            )
        )
    elif abs(comparison.delta) >= 0.005:
        spans += _carried(comparison)
        spans += _concentration(comparison)
    if len(comparison) < MIN_SEGMENTS:
        spans.append(
            Span(
                f" On {MIN_SEGMENTS} segments or more it could be said whether it is chance; "
                f"here {'is 1' if len(comparison) == 1 else f'are {len(comparison)}'}."
            )
        )
    return spans


def text(spans: list[Span]) -> str:
    """The sentences without their tones."""
    return "".join(span.text for span in spans)


def _headline(comparison: Comparison, significance: Significance | None) -> list[Span]:
    a, b, change = comparison.score_a.score, comparison.score_b.score, comparison.delta
    tail = [Span(" ("), Span(f"{points(a)} → {points(b)}", "", "bleu")]
    if significance is not None and len(comparison) >= MIN_SEGMENTS:
        interval = significance.bootstrap
        told = f"95 % interval {delta(interval.ci_low)} … {delta(interval.ci_high)}"
        tail += [
            Span("; "),
            Span(p_value(significance.randomization.p_value), "", "p-value"),
            Span(", "),
            Span(told, "", "confidence-interval"),
        ]
    tail.append(Span(")."))
    if abs(change) < 0.005:
        return [Span("A", "a"), Span(" and "), Span("B", "b"), Span(" score alike"), *tail]
    way = " above " if change > 0 else " below "
    return [
        Span("B", "b"),
        Span(" scores "),
        Span(points(abs(change)), "strong", "delta"),
        Span(way),
        Span("A", "a"),
        *tail,
    ]


def _carried(comparison: Comparison) -> list[Span]:
    """Which components carry the difference, and which pull against it."""
    components, change = comparison.ledger.components, comparison.delta
    sign = 1 if change > 0 else -1
    largest = max(abs(v) for v in components.values())
    by_size = sorted(components.items(), key=lambda item: -abs(item[1]))
    named = [(k, v) for k, v in by_size if abs(v) >= NAMED * largest and abs(v) >= 0.005]
    with_it = [(k, v) for k, v in named if v * sign > 0][:3]
    against = [(k, v) for k, v in by_size if v * sign < 0 and abs(v) >= max(0.005, 0.1 * largest)]
    spans: list[Span] = []
    if with_it:
        spans.append(Span(" It is carried by "))
        for i, (name, value) in enumerate(with_it):
            spans += [Span(", " if i else ""), *_component(comparison, name, value)]
        spans.append(Span("."))
    if against:
        name, value = against[0]
        spans += [Span(" Against it pulls "), *_component(comparison, name, value), Span(".")]
    return spans


def _component(comparison: Comparison, name: str, value: float) -> list[Span]:
    tone = "gain" if value > 0 else "loss"
    if name != "bp":
        what = "single words" if name == "p1" else f"{name[1:]}-grams"
        return [Span(f"{what} "), Span(delta(value), tone, "component")]
    ratio = comparison.score_b.sys_len / max(comparison.score_a.sys_len, 1) - 1
    way = "shorter" if ratio < 0 else "longer"
    return [
        Span("brevity "),
        Span(delta(value), tone, "component"),
        Span(f" (B is {abs(ratio):.1%} {way})".replace("%", " %")),
    ]


def _concentration(comparison: Comparison) -> list[Span]:
    carrying = concentration(comparison.ledger.segments)
    if not carrying or len(comparison) < MIN_SEGMENTS:
        return []
    what = "gains" if comparison.delta > 0 else "losses"
    size = whole(len(comparison))
    half = Span(f"half of the {what}", "", "concentration")
    return [Span(f" {whole(carrying)} of {size} segments carry "), half, Span(".")]
