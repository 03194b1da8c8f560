"""The data of the board of a suite run, which `browser/board.js` draws."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from typing import Any

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import NO_VALUE, format_count, format_p_cell, format_score
from bleu_core.present.document import text
from bleu_core.suite.rendering.document import SuiteCell, change
from bleu_core.suite.results import (
    History,
    HistoryPoint,
    MetricResult,
    SetResult,
    SuiteResult,
    SystemResult,
)

# Runs in the sparkline of a cell.
RUNS = 30


def board_data(
    result: SuiteResult,
    metric: str,
    address: Callable[[SuiteCell], str],
    history: History | None = None,
    chosen: SuiteCell | None = None,
) -> dict[str, Any]:
    """All that the board shows: a row per test set, a column per system.

    Cells have the numbers of a `metric`, the `address` of their comparison ("" if it cannot be
    opened), and a sparkline if the `history` is given; the details of `chosen` are shown.
    """
    names = system_names(result)
    return {
        "systems": list(map(one_line, names)),
        "sets": [_row(one, names, metric, address, history, result.made) for one in result.sets],
        "chosen": place_of(result, chosen),
        "label": one_line(f"Test sets and systems of {result.title}"),
    }


def system_names(result: SuiteResult) -> list[str]:
    """The names of all systems, in order of appearance."""
    return list(dict.fromkeys(one.name for of in result.sets for one in of.systems))


def cell_at(result: SuiteResult, of: int, system: int) -> SuiteCell:
    """The cell at a position; see `place_of`."""
    found = result.sets[of]
    name = system_names(result)[system] if system >= 0 else ""
    return SuiteCell(found, next((one for one in found.systems if one.name == name), None))


def place_of(result: SuiteResult, cell: SuiteCell | None) -> list[int]:
    """The position of a cell: its set, and its system, which is -1 for the set itself."""
    if cell is None:
        return [-1, -1]
    system = system_names(result).index(cell.system.name) if cell.system else -1
    return [result.sets.index(cell.of), system]


def _row(
    of: SetResult,
    names: list[str],
    metric: str,
    address: Callable[[SuiteCell], str],
    history: History | None,
    made: float,
) -> dict[str, Any]:
    by_name = {one.name: one for one in of.systems}
    cells: list[dict[str, Any] | None] = []
    for name in names:
        if one := by_name.get(name):
            href = address(SuiteCell(of, one))
            cells.append(
                _cell(of, one, metric) | {"href": href} | _runs(of, one, history, metric, made)
            )
        else:
            cells.append(None)
    return {
        "name": one_line(of.name),
        "about": format_count(of.segments, "segment") if of.segments else "",
        "trouble": SuiteCell(of, None).state if of.problems else "",
        "problems": list(map(one_line, of.problems)),
        "cells": cells,
    }


def _cell(of: SetResult, one: SystemResult, metric: str) -> dict[str, Any]:
    said = next((said for said in one.said if said.key == metric), None)
    state = SuiteCell(of, one).state
    return {
        "state": state,
        **_numbers(said),
        "told": f"{_where(of, one)}: {_told(one, said)}; {state}",
    }


def _where(of: SetResult, one: SystemResult) -> str:
    return f"{one_line(one.name)} on {one_line(of.name)}"


def _runs(
    of: SetResult, one: SystemResult, history: History | None, metric: str, made: float
) -> dict[str, Any]:
    """The sparkline, of runs until this one, and its description."""
    if history is None:
        return {"line": [], "more": ""}
    points = history.get((of.name, one.name, metric), [])
    until = [point for point in points if point.made <= made][-RUNS:]
    failed = sum(not point.passed for point in until)
    return {
        "line": _line(until),
        "more": f"Details of {_where(of, one)}: {format_count(len(until), 'run')}, "
        f"{format_count(failed, 'failure')}",
    }


def _line(until: list[HistoryPoint]) -> list[list[Any]]:
    """Score, whether it passed, and a number for its background, per run."""
    grounds = list(dict.fromkeys(point.ground for point in until))
    return [[round(point.score, 3), point.passed, grounds.index(point.ground)] for point in until]


def _numbers(said: MetricResult | None) -> dict[str, str]:
    if said is None:
        return {"score": NO_VALUE, "delta": "", "tone": "muted", "p": ""}
    span = change(said)
    p = _p(said)
    return {
        "score": format_score(said.score),
        "delta": "" if isnan(said.delta) else span.text,
        "tone": span.tone,
        "p": "" if p is None else f"p {format_p_cell(p)}",
    }


def _told(one: SystemResult, said: MetricResult | None) -> str:
    if said is None:
        return "not computed for this metric"
    told = f"{one_line(said.label)} {format_score(said.score)}"
    if isnan(said.delta):
        return f"{told}, no baseline"
    told += f", Δ {text([change(said)])} to {one_line(one.baseline)}"
    p = _p(said)
    return told if p is None else f"{told}, p {format_p_cell(p)}"


def _p(said: MetricResult) -> float | None:
    """p, Holm's if it was corrected."""
    return said.p if said.p_holm is None else said.p_holm
