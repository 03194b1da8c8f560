"""Scores and steps of the bench as JSON: numbers as formatted text, from `bleu_core` alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from bleu_core import teaching
from bleu_core.common.numerals import NONE, plain, points, whole
from bleu_core.explain.matching import SegmentMatch
from bleu_core.teaching import Order, Workings
from bleu_core.teaching.lessons import Prepared
from bleu_core.teaching.printed import (
    print_factors,
    print_logarithms,
    print_number,
    print_reference_length,
    print_weight,
)
from bleu_core.teaching.zeros import smoothing_note


def worked_data(contents: Prepared, sides: Mapping[str, Workings]) -> dict[str, Any]:
    """All data under the texts, which would answer a lesson's question."""
    first = next(iter(sides.values()))
    lines, references = teaching.as_lines(contents.candidates, contents.references)
    return {
        "signature": first.score.signature,
        "curve": _curve(),
        "references": _references(references, first),
        "sides": [
            _side(letter, texts, workings)
            for texts, (letter, workings) in zip(lines, sides.items(), strict=True)
        ],
    }


def _side(letter: str, texts: list[str], workings: Workings) -> dict[str, Any]:
    score = workings.score
    return {
        "letter": letter,
        "lines": [_line(text, line) for text, line in zip(texts, workings.lines, strict=True)],
        "orders": [_order(order, workings) for order in workings.orders],
        "smoothed": smoothing_note(workings),
        **_equations(workings),
        "lengths": [
            {"c": int(row[0]), "refs": list(line.ref_lens), "r": _length(float(row[1]))}
            for row, line in zip(workings.stats.matrix, workings.lines, strict=True)
        ],
        "c": whole(score.sys_len),
        "r": _length(score.ref_len),
        "short": score.sys_len < score.ref_len,
        "bp": points(score.bp, 3),
        "bp_value": score.bp,
        "ratio": score.sys_len / score.ref_len if score.ref_len else None,
        "rules": [
            {"name": rule, "r": _length(r), "bp": points(bp, 3)}
            for rule, (r, bp) in workings.length_rules.items()
        ],
        "geometric": points(workings.geometric_mean),
        "arithmetic": points(workings.arithmetic_mean),
        "score": points(score.score),
        "sentences": [points(s) for s in workings.stats.sentence_scores()],
        "sentence_mean": points(workings.sentence_mean),
        "smoothings": [
            {
                "method": other.method,
                "value": plain(other.value) if other.value else "",
                "score": points(other.score.score),
                "current": other.method == workings.stats.config.smooth_method,
            }
            for other in workings.smoothings
        ],
    }


def _equations(workings: Workings) -> dict[str, Any]:
    """Numbers of the equations, with enough digits for a calculator."""
    score, orders, mean = workings.score, workings.orders, workings.geometric_mean
    logs, terms, log_sum = print_logarithms(
        [order.log for order in orders], [order.weight for order in orders], mean
    )
    bp, geometric, bleu = print_factors(score.bp, mean, score.score)
    return {
        "r_exact": print_reference_length(score.sys_len, score.ref_len, score.bp),
        "logs": logs,
        "terms": [term or NONE for term in terms],
        "log_sum": list(log_sum),
        "product": [list(bp), list(geometric), list(bleu)],
    }


def _line(text: str, line: SegmentMatch) -> dict[str, Any]:
    return {
        "text": text,
        "tokens": _tokens(line.match.tokens),
        "occurrences": [list(row) for row in line.match.occurrences],
        "references": [
            [] if reference is None else [list(row) for row in reference.occurrences]
            for reference in line.match.references
        ],
    }


def _references(texts: list[list[str | None]], workings: Workings) -> list[list[dict[str, Any]]]:
    return [
        [
            {
                "text": text or "",
                "tokens": None if (tokens := line.references[r]) is None else _tokens(tokens),
            }
            for text, line in zip(column, workings.lines, strict=True)
        ]
        for r, column in enumerate(texts)
    ]


def _tokens(tokens: Any) -> list[dict[str, Any]]:
    return [{"text": t.text, "start": t.start, "end": t.end} for t in tokens]


def _order(order: Order, workings: Workings) -> dict[str, Any]:
    rows = [
        {
            "line": i,
            "text": g.text,
            "count": g.in_hyp,
            "in_refs": list(g.in_refs),
            "limit": g.limit,
            "credited": g.credited,
            "taken": g.in_hyp - g.credited if g.limit else 0,
        }
        for i, line in enumerate(workings.lines)
        for g in line.ngrams
        if g.order == order.n and g.in_hyp
    ]
    return {
        "n": order.n,
        "rows": rows,
        "standard": order.standard,
        "credited": order.credited,
        "taken": order.taken,
        "total": order.total,
        "raw": _share(order.credited, order.total),
        "standard_share": _share(order.standard, order.total),
        "scored": f"{plain(order.matches)}/{plain(order.n_grams)}",
        "precision": list(print_number(order.precision)),
        "smoothed": order.is_smoothed,
        "weight": print_weight(order.weight),
    }


def _share(part: int, total: int) -> list[str] | None:
    """A fraction in per cent; None of nothing."""
    return list(print_number(100 * part / total)) if total else None


def _length(r: float) -> str:
    return whole(r) if float(r).is_integer() else points(r)


@cache
def _curve() -> list[list[float]]:
    return [[round(x, 3), round(y, 4)] for x, y in teaching.brevity_curve().tolist()]
