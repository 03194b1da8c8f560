"""The bench as JSON: texts and settings, and, unless it is covered, scores and steps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from bleu_core.common.numerals import plain
from bleu_core.teaching import Workings
from bleu_core.teaching.lessons import LONGEST, TOKENIZERS, Lesson, Prepared
from bleu_core.text import glossary
from bleu_core.text.config import LENGTH_RULES, MAX_ORDER, SMOOTHING
from pages.ui.learn.bench.worked import worked_data

# Symbols and settings with a glossary entry.
TERMS = (
    "bleu", "bp", "c", "r", "n-gram", "token", "modified-precision", "clipping", "count", "weights",
    "geometric-mean", "smoothing", "floor", "add-k", "effective-order",
)  # fmt: skip
MISSING_LINES = (
    "The texts differ in their number of lines. A line that a candidate lacks counts as empty; a "
    "reference that lacks one is no reference there, but the first counts as empty if all lack it."
)


def bench_data(
    lesson: Lesson,
    contents: Prepared,
    sides: Mapping[str, Workings],
    *,
    serial: str | None,
    problem: str,
    changes: list[str] | None,
) -> dict[str, Any]:
    """All data of the component; without `sides` it is covered and reveals no score."""
    config = contents.config
    desk = {
        "lesson": lesson.name,
        "opens": list(lesson.opens),
        "serial": serial,
        "problem": problem,
        "changes": changes,
        "covered": not sides,
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
    }
    return desk | worked_data(contents, sides) if sides else desk


def _notes(contents: Prepared) -> list[str]:
    counts = {
        text.rstrip("\n").count("\n") + 1 for text in (*contents.candidates, *contents.references)
    }
    if len(counts) > 1:
        return [MISSING_LINES]
    return []


@cache
def _terms() -> dict[str, list[str]]:
    return {name: [glossary.find(name).term, glossary.short(name)] for name in TERMS}


@cache
def _options(tokenizer: str) -> dict[str, Any]:
    return {
        "tokenizers": list(dict.fromkeys((*TOKENIZERS, tokenizer))),
        "smoothing": list(SMOOTHING),
        "values": {name: plain(value) for name, value in SMOOTHING.items() if value is not None},
        "lengths": list(LENGTH_RULES),
        "orders": MAX_ORDER,
    }
