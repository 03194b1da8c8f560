"""Facts of a worked example by name, for answers, explanations and edits.

One fact is the number of orders of a sentence's chunks (Callison-Burch, Osborne and Koehn 2006,
"Re-evaluating the Role of BLEU in Machine Translation Research", section 3.1). A hypothesis can be
cut wherever a bigram does not match, and the chunks can be reordered without losing a matching
n-gram: k words with b matching bigrams have (k − b)! orders with at least this BLEU. A bigram
matches if any reference has it, credited or clipped, as a longer n-gram over a clipped bigram may
be credited.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from bleu_core.common.formatting import (
    format_component,
    format_delta,
    format_fraction,
    format_int,
    format_score,
    join_words,
)
from bleu_core.explain.ledger import attribute
from bleu_core.explain.matching import SegmentMatch
from bleu_core.metrics.precision import why_zero
from bleu_core.teaching.workings import Order, Workings
from bleu_core.text.config import MAX_ORDER


class Figure(str):
    """A number as it is shown, with its exact value."""

    exact: float

    def __new__(cls, shown: str, exact: float) -> Figure:
        figure = super().__new__(cls, shown)
        figure.exact = exact
        return figure


def chunks(line: SegmentMatch) -> tuple[str, ...]:
    """The runs of tokens that are separated by bigrams without a match."""
    words = [token.text for token in line.match.tokens]
    occurrences = line.match.occurrences
    joined = occurrences[1] if len(occurrences) > 1 else ()
    cut = [status == "unmatched" for status in joined] or [True] * (len(words) - 1)
    runs: list[list[str]] = [words[:1]] if words else []
    for word, apart in zip(words[1:], cut, strict=True):
        if apart:
            runs.append([])
        runs[-1].append(word)
    return tuple(" ".join(run) for run in runs)


# The facts in which an edit's changes are reported, after the precisions.
CHANGE_LABELS = {"c": "c", "r": "r", "bp": "BP", "mean": "geometric mean", "bleu": "BLEU"}


def facts(sides: Mapping[str, Workings]) -> dict[str, str]:
    """Facts of the candidates "A" and perhaps "B", as text.

    "A.p2" is the modified precision of order 2 as a fraction, smoothed as in the score ("10/17",
    "0.5/17"), "A.s2" the standard one, "A.m2" and "A.t2" are matches and n-grams, unsmoothed;
    "A.c", "A.r", "A.bp", "A.mean" (geometric), "A.arithmetic", "A.bleu", "A.sentences" (mean of the
    lines' scores), "A.halved.p4" and "A.arithmetic.halved.p4" (loss of the means if p₄ alone is
    halved, per cent), "A.halving" (whether halving p1 or the last order costs the geometric mean
    more, or "equal"), "A.bleu.exp" … (other smoothing), "A.r.closest" … (other length rules),
    "A.recall"; for its first line "A.joined" (bigrams that a reference has), "A.chunks" and
    "A.orders" (equal chunks count as different). For two, "better" and "recalls" name one or are
    "equal"; "delta" is Δ, and "carried.bp" is the contribution of brevity to it, in points.
    """
    known: dict[str, str] = {}
    for letter, workings in sides.items():
        known |= {f"{letter}.{name}": text for name, text in _facts_of(workings).items()}
    if len(sides) == 2:
        a, b = sides.values()
        known["better"] = larger(a.score.score, b.score.score)
        known["recalls"] = larger(a.recall[0], b.recall[0])
        ledger = attribute(a.stats, b.stats)
        known["delta"] = Figure(format_delta(ledger.total), ledger.total)
        if ledger.defined:
            carried = ledger.components["bp"]
            known["carried.bp"] = Figure(format_delta(carried), carried)
    return known


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The changes of an edit: "A p₂: 10/17 → 11/17"."""
    precisions = {f"p{n}": format_component(f"p{n}") for n in range(1, MAX_ORDER + 1)}
    changed = []
    for letter in ("A", "B"):
        for name, label in (precisions | CHANGE_LABELS).items():
            old, new = before.get(f"{letter}.{name}"), after.get(f"{letter}.{name}")
            if old is not None and new is not None and old != new:
                changed.append(f"{letter} {label}: {old} → {new}")
    return changed


def _facts_of(workings: Workings) -> dict[str, str]:
    score, line = workings.score, workings.lines[0]
    pieces = len(chunks(line))
    known = {
        "c": format_int(score.sys_len),
        "r": _length(score.ref_len),
        "bp": score_figure(score.bp, 3),
        "mean": score_figure(workings.geometric_mean),
        "arithmetic": score_figure(workings.arithmetic_mean),
        "bleu": score_figure(score.score),
        "sentences": score_figure(workings.sentence_mean),
        "recall": format_fraction(*workings.recall),
        "joined": format_int(len(line.match.tokens) - pieces),
        "chunks": format_int(pieces),
        "orders": many(math.factorial(pieces)),
    }
    for order in workings.orders:
        known[f"p{order.n}"] = Figure(order.scored, order.precision / 100)
        known[f"s{order.n}"] = format_fraction(order.standard, order.total)
        geometric, arithmetic = workings.halved(order.n)
        known[f"halved.p{order.n}"] = score_figure(geometric)
        known[f"arithmetic.halved.p{order.n}"] = score_figure(arithmetic)
        known[f"m{order.n}"] = format_int(order.credited)
        known[f"t{order.n}"] = format_int(order.total)
    last = workings.orders[-1].n
    first_half, last_half = (workings.halved(n)[0] for n in (1, last))
    known["halving"] = larger(first_half, last_half, ("p1", f"p{last}"))
    for method, (_, other) in workings.smoothings.items():
        known[f"bleu.{method}"] = score_figure(other.score)
    for rule, (r, bp) in workings.length_rules.items():
        known[f"r.{rule}"], known[f"bp.{rule}"] = _length(r), score_figure(bp, 3)
    return known


def score_figure(score: float, digits: int = 2) -> Figure:
    """A score with this many decimals."""
    return Figure(format_score(score, digits), score)


def many(number: int) -> str:
    """A count, in full up to 10^12, beyond that rounded: "about 10^15"."""
    return format_int(number) if number <= 10**12 else f"about 10^{len(str(number)) - 1}"


def _length(r: float) -> str:
    return format_int(r) if float(r).is_integer() else score_figure(r)


def larger(a: float, b: float, names: tuple[str, str] = ("A", "B")) -> str:
    """The name of the larger of two numbers, or "equal"."""
    return "equal" if abs(a - b) < 1e-9 else names[a < b]


def smoothing_note(workings: Workings) -> str:
    """Which orders are smoothed, and BLEU without that, or why BLEU is 0; '' for neither."""
    method = workings.stats.config.smooth_method
    smoothed = [order for order in workings.orders if order.weight and order.is_smoothed]
    notes = [f"{_order_names(smoothed)} smoothed by {method}"] if smoothed else []
    if why := why_zero(workings.score):
        unsmoothed = method != "none" and not workings.orders[0].credited
        notes.append(f"BLEU is 0 because {why}{', so nothing is smoothed' if unsmoothed else ''}")
    elif smoothed:
        without = workings.smoothings["none"][1].score
        notes.append(f"BLEU without smoothing: {format_score(without)}")
    return "; ".join(notes)


def _order_names(orders: list[Order]) -> str:
    return join_words([format_component(f"p{order.n}") for order in orders])
