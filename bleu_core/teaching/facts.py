"""The facts of a worked example by name, for answers, explanations and edits."""

from __future__ import annotations

from collections.abc import Mapping

from bleu_core.common.numerals import component_name, delta, fraction, points, whole
from bleu_core.explain.ledger import attribute
from bleu_core.teaching.orders import chunks, orderings
from bleu_core.teaching.workings import Workings
from bleu_core.text.config import MAX_ORDER

# The facts in which an edit's changes are reported, after the precisions.
CHANGE_LABELS = {"c": "c", "r": "r", "bp": "BP", "mean": "geometric mean", "bleu": "BLEU"}


def facts(sides: Mapping[str, Workings]) -> dict[str, str]:
    """Facts of the candidates "A" and perhaps "B", as text.

    "A.p2" is the modified precision of order 2 as a fraction ("10/17"), "A.s2" the standard one,
    "A.m2" and "A.t2" are numerator and denominator; "A.c", "A.r", "A.bp", "A.mean" (geometric),
    "A.arithmetic", "A.bleu", "A.sentences" (mean of the lines' scores), "A.halved.p4" and
    "A.arithmetic.halved.p4" (loss of the means if p₄ alone is halved, per cent), "A.halving"
    (whether halving p1 or the last order costs the geometric mean more, or "equal"),
    "A.bleu.exp" … (other smoothing), "A.r.closest" … (other length rules), "A.recall"; for its
    first line "A.joined" (bigrams that a reference has), "A.chunks" and "A.orders".

    For two candidates, "better" and "recalls" name one or are "equal"; "delta" is Δ, and
    "carried.bp" is the contribution of brevity to it, in points.
    """
    known = {
        f"{letter}.{name}": text
        for letter, workings in sides.items()
        for name, text in _facts(workings).items()
    }
    if len(sides) == 2:
        a, b = sides.values()
        known["better"] = _larger(a.score.score, b.score.score)
        known["recalls"] = _larger(a.recall[0], b.recall[0])
        ledger = attribute(a.stats, b.stats)
        known["delta"] = delta(ledger.total)
        if ledger.defined:
            known["carried.bp"] = delta(ledger.components["bp"])
    return known


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The changes of an edit: "A p₂: 10/17 → 11/17"."""
    changed = []
    for letter in ("A", "B"):
        names = {f"p{n}": component_name(f"p{n}") for n in range(1, MAX_ORDER + 1)} | CHANGE_LABELS
        for name, label in names.items():
            old, new = before.get(f"{letter}.{name}"), after.get(f"{letter}.{name}")
            if old is not None and new is not None and old != new:
                changed.append(f"{letter} {label}: {old} → {new}")
    return changed


def _facts(workings: Workings) -> dict[str, str]:
    score, line = workings.score, workings.lines[0]
    known = {
        "c": whole(score.sys_len),
        "r": _length(score.ref_len),
        "bp": points(score.bp, 3),
        "mean": points(workings.geometric_mean),
        "arithmetic": points(workings.arithmetic_mean),
        "bleu": points(score.score),
        "sentences": points(workings.sentence_mean),
        "recall": fraction(*workings.recall),
        "joined": whole(len(line.match.tokens) - len(chunks(line))),
        "chunks": whole(len(chunks(line))),
        "orders": many(orderings(line)),
    }
    for order in workings.orders:
        known[f"p{order.n}"] = fraction(order.credited, order.total)
        known[f"s{order.n}"] = fraction(order.standard, order.total)
        geometric, arithmetic = workings.halved(order.n)
        known[f"halved.p{order.n}"] = points(geometric)
        known[f"arithmetic.halved.p{order.n}"] = points(arithmetic)
        known[f"m{order.n}"], known[f"t{order.n}"] = whole(order.credited), whole(order.total)
    last = workings.orders[-1].n
    first_half, last_half = (workings.halved(n)[0] for n in (1, last))
    known["halving"] = _larger(first_half, last_half, ("p1", f"p{last}"))
    for other in workings.smoothings:
        known[f"bleu.{other.method}"] = points(other.score.score)
    for rule, (r, bp) in workings.length_rules.items():
        known[f"r.{rule}"], known[f"bp.{rule}"] = _length(r), points(bp, 3)
    return known


def many(number: int) -> str:
    """A count, in full up to 10^12, beyond that rounded: "about 10^15"."""
    return whole(number) if number <= 10**12 else f"about 10^{len(str(number)) - 1}"


def _length(r: float) -> str:
    return whole(r) if float(r).is_integer() else points(r)


def _larger(a: float, b: float, names: tuple[str, str] = ("A", "B")) -> str:
    return "equal" if abs(a - b) < 1e-9 else names[a < b]
