"""Tokens of the lines of many segments, and the status of every n-gram occurrence in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.matching import compare_segment
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet

Rows = NDArray[np.int64]
SIGNS = {"credited": "+", "clipped": "^", "unmatched": "-", "covered": "+", "missed": "-"}


class SystemLines(NamedTuple):
    """The output of a system: its `Lines` of document.js, and signs of n-gram occurrences.

    `occurrences` are by place and order, `covered` by reference, place and order.
    """

    lines: dict[str, Any]
    occurrences: list[list[str]]
    covered: list[list[list[str] | None]]


class SetLines(NamedTuple):
    """The lines of a test set: of each reference, and of each system in the requested order."""

    references: list[dict[str, Any]]
    systems: list[SystemLines]


def set_lines(
    evalset: EvalSet, names: Sequence[str], config: BleuConfig, rows: Rows | None = None
) -> SetLines:
    """The lines of some systems and all references; `rows` are the segments, None for all."""
    places = range(len(evalset)) if rows is None else rows.tolist()
    references: list[dict[str, Any]] = [_lines() for _ in evalset.references]
    systems = [SystemLines(_lines(), [], [[] for _ in references]) for _ in names]
    for place, row in enumerate(places):
        texts = [column[row].as_py() for column in evalset.references]
        for name, system in zip(names, systems, strict=True):
            text = evalset.systems[name][row].as_py()
            found = compare_segment(text, text, texts, config)
            _add(system.lines, place, text, found.match_a.tokens)
            system.occurrences.append(_signs(found.match_a.occurrences))
            for r, reference in enumerate(found.match_a.references):
                signs = None if reference is None else _signs(reference.occurrences)
                system.covered[r].append(signs)
        for r, tokens in enumerate(found.references):
            _add(references[r], place, texts[r], tokens)
    return SetLines(references, systems)


def _lines() -> dict[str, Any]:
    return {"texts": [], "tokens": [], "scored": {}}


def _add(lines: dict[str, Any], place: int, text: str | None, tokens: Any) -> None:
    lines["texts"].append(text)
    if tokens is None:
        lines["tokens"].append(None)
        return
    ends = [0, *(token.end for token in tokens)]
    lines["tokens"].append(
        [
            n
            for t, token in enumerate(tokens)
            for n in (token.start - ends[t], token.end - token.start)
        ]
    )
    scored = {
        str(t): token.text
        for t, token in enumerate(tokens)
        if text[token.start : token.end] != token.text
    }
    if scored:
        lines["scored"][str(place)] = scored


def _signs(occurrences: Any) -> list[str]:
    return ["".join(SIGNS[status] for status in order) for order in occurrences]
