"""The data of the board of a suite run, which `browser/board.js` draws."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from typing import Any

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_p_cell, format_score
from bleu_core.present.document import text
from bleu_core.suite.rendering.document import SuiteCell, anchor, change
from bleu_core.suite.results import MetricResult, SetResult, SuiteResult, SystemResult


def board_data(result: SuiteResult, address: Callable[[SuiteCell], str]) -> dict[str, Any]:
    """All that the board shows: a row per test set, a column per system.

    Cells have the numbers of BLEU, and the `address` of their comparison ("" if it cannot be
    opened).
    """
    names = list(dict.fromkeys(one.name for of in result.sets for one in of.systems))
    return {
        "systems": list(map(one_line, names)),
        "sets": [_row(one, names, address) for one in result.sets],
        "label": one_line(f"Test sets and systems of {result.title}"),
    }


def _row(of: SetResult, names: list[str], address: Callable[[SuiteCell], str]) -> dict[str, Any]:
    by_name = {one.name: SuiteCell(of, one) for one in of.systems}
    return {
        "name": one_line(of.name),
        "about": format_count(of.segments, "segment") if of.segments else "",
        "trouble": SuiteCell(of, None).state if of.problems else "",
        "problems": list(map(one_line, of.problems)),
        "href": f"#{anchor(of.name)}",
        "cells": [
            _cell(cell, cell.system, address(cell))
            if (cell := by_name.get(name)) and cell.system
            else None
            for name in names
        ],
    }


def _cell(cell: SuiteCell, one: SystemResult, href: str) -> dict[str, Any]:
    bleu, p = one.bleu, _p(one.bleu)
    has_delta, span = not isnan(bleu.delta), change(bleu)
    told = f"{one_line(one.name)} on {one_line(cell.of.name)}: BLEU {format_score(bleu.score)}"
    if has_delta:
        told += f", Δ {text([span])} to {one_line(one.baseline)}"
        told += "" if p is None else f", p {format_p_cell(p)}"
    else:
        told += ", no baseline"
    return {
        "state": cell.state,
        "score": format_score(bleu.score),
        "delta": span.text if has_delta else "",
        "tone": span.tone,
        "p": "" if p is None else f"p {format_p_cell(p)}",
        "told": f"{told}; {cell.state}",
        "href": href,
    }


def _p(bleu: MetricResult) -> float | None:
    """p, Holm's if it was corrected."""
    return bleu.p if bleu.p_holm is None else bleu.p_holm
