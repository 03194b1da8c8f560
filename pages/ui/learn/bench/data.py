"""What the bench draws, as JSON: numbers as they read, from `bleu_core` alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from bleu_core import glossary, teaching
from bleu_core.config import LENGTH_RULES, MAX_ORDER, SMOOTHING
from bleu_core.matching import SegmentMatch
from bleu_core.numerals import NONE, plain, points, whole
from bleu_core.teaching import Order, Workings
from bleu_core.teaching.exercise import LONGEST
from bleu_core.teaching.lessons import Lesson, Prepared

# The symbols and settings that explain themselves.
TERMS = (
    "bleu", "bp", "c", "r", "n-gram", "token", "modified-precision", "clipping", "count", "weights",
    "geometric-mean", "smoothing", "floor", "add-k", "effective-order",
)  # fmt: skip
MISSING_LINES = (
    "The texts differ in their number of lines. A line that a candidate lacks counts as empty; a "
    "reference that lacks one is no reference there, but the first counts as empty if all lack it."
)
# Those that need no model: a click must not make a classroom's server fetch one.
TOKENIZERS = ("13a", "intl", "char", "zh", "none", "ja-mecab", "ko-mecab")


def bench_data(
    lesson: Lesson,
    contents: Prepared,
    sides: Mapping[str, Workings],
    *,
    serial: str | None,
    problem: str,
    changes: list[str] | None,
) -> dict[str, Any]:
    """All that the component draws."""
    config = contents.config
    first = next(iter(sides.values()))
    lines, references = teaching.as_lines(contents.candidates, contents.references)
    return {
        "lesson": lesson.name,
        "opens": list(lesson.opens),
        "serial": serial,
        "problem": problem,
        "changes": changes,
        "notes": _notes(contents),
        "candidates": list(contents.candidates),
        "texts": list(contents.references),
        "settings": {
            "tokenize": config.tokenize,
            "lowercase": config.lowercase,
            "smooth_method": config.smooth_method,
            "smooth_value": "" if config.smooth_value is None else plain(config.smooth_value),
            "max_ngram_order": config.max_ngram_order,
            "weights": ", ".join(map(plain, config.weights or ())),
            "effective_order": config.effective_order,
            "reference_length": config.reference_length,
        },
        "options": _options(config.tokenize),
        "terms": _terms(),
        "longest": LONGEST,
        "order": config.max_ngram_order,
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
    logs = [order.weight * order.log for order in workings.orders if order.weight]
    return {
        "letter": letter,
        "lines": [_line(text, line) for text, line in zip(texts, workings.lines, strict=True)],
        "orders": [_order(order, workings) for order in workings.orders],
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
        "log_sum": _log(sum(logs) if logs else -math.inf),
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
        "total": order.total,
        "raw": _percent(order.credited, order.total),
        "standard_percent": _percent(order.standard, order.total),
        "precision": points(order.precision),
        "smoothed": order.is_smoothed,
        "weight": plain(order.weight, 4),
        "log": _log(order.log),
        "term": _log(order.weight * order.log) if order.weight else NONE,
    }


def _notes(contents: Prepared) -> list[str]:
    counts = {
        text.rstrip("\n").count("\n") + 1 for text in (*contents.candidates, *contents.references)
    }
    if len(counts) > 1:
        return [MISSING_LINES]
    return []


def _percent(part: int, total: int) -> str:
    return points(100 * part / total) if total else ""


def _log(value: float) -> str:
    return points(value, 3)


def _length(r: float) -> str:
    return whole(r) if float(r).is_integer() else points(r)


@cache
def _terms() -> dict[str, list[str]]:
    return {name: [glossary.find(name).term, glossary.short(name)] for name in TERMS}


@cache
def _curve() -> list[list[float]]:
    return [[round(x, 3), round(y, 4)] for x, y in teaching.brevity_curve().tolist()]


@cache
def _options(tokenizer: str) -> dict[str, Any]:
    return {
        "tokenizers": list(dict.fromkeys((*TOKENIZERS, tokenizer))),
        "smoothing": list(SMOOTHING),
        "values": {name: plain(value) for name, value in SMOOTHING.items() if value is not None},
        "lengths": list(LENGTH_RULES),
        "orders": MAX_ORDER,
    }
