"""The board: a row per test set, a column per system; a cell opens its comparison."""

from __future__ import annotations

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
from pages.ui.suites import run_view
from pages.ui.widgets.components import component

_mount = component("suites/board/board.js", '<div class="board"></div>')
# Runs in the sparkline of a cell.
RUNS = 30


def draw_board(
    result: SuiteResult, history: History, metric: str, chosen: SuiteCell | None
) -> tuple[str, SuiteCell] | None:
    """Draw the board; return what was pressed, "open" or "choose", and the cell.

    `chosen` is the cell whose details are shown.
    """
    names = system_names(result)
    mounted = _mount(
        data={
            "systems": list(map(one_line, names)),
            "sets": [_row(one, names, history, metric, result.made) for one in result.sets],
            "chosen": _place(result, names, chosen),
            "label": one_line(f"Test sets and systems of {result.title}"),
        },
        key="suite-board",
        on_open_change=lambda: None,
        on_choose_change=lambda: None,
    )
    for message in ("open", "choose"):
        if pressed := mounted.get(message):
            return message, _cell_at(result, names, *pressed)
    return None


def _cell_at(result: SuiteResult, names: list[str], of: int, system: int) -> SuiteCell:
    """Return the cell at a position; see `_place`."""
    found = result.sets[of]
    name = names[system] if system >= 0 else ""
    return SuiteCell(found, next((one for one in found.systems if one.name == name), None))


def _place(result: SuiteResult, names: list[str], cell: SuiteCell | None) -> list[int]:
    """Return the position of a cell; the system is -1 if the set itself failed."""
    if cell is None:
        return [-1, -1]
    return [result.sets.index(cell.of), names.index(cell.system.name) if cell.system else -1]


def system_names(result: SuiteResult) -> list[str]:
    """Return the names of all systems, in order of appearance."""
    return list(dict.fromkeys(one.name for of in result.sets for one in of.systems))


def _row(
    of: SetResult, names: list[str], history: History, metric: str, made: float
) -> dict[str, Any]:
    by_name = {one.name: one for one in of.systems}
    cells = []
    for name in names:
        one = by_name.get(name)
        points = history.get((of.name, name, metric), [])
        until = [point for point in points if point.made <= made][-RUNS:]
        cells.append(None if one is None else _cell(of, one, until, metric))
    return {
        "name": one_line(of.name),
        "about": format_count(of.segments, "segment") if of.segments else "",
        "trouble": SuiteCell(of, None).state if of.problems else "",
        "problems": list(map(one_line, of.problems)),
        "cells": cells,
    }


def _cell(
    of: SetResult, one: SystemResult, until: list[HistoryPoint], metric: str
) -> dict[str, Any]:
    said = next((said for said in one.said if said.key == metric), None)
    state = SuiteCell(of, one).state
    where = f"{one_line(one.name)} on {one_line(of.name)}"
    failed = sum(not point.passed for point in until)
    return {
        "state": state,
        **_numbers(said),
        "told": f"{where}: {_told(one, said)}; {state}",
        "href": run_view.comparison_link(one),
        "line": _line(until),
        "more": f"Details of {where}: {format_count(len(until), 'run')}, "
        f"{format_count(failed, 'failure')}",
    }


def _line(until: list[HistoryPoint]) -> list[list[Any]]:
    """Return score, whether it passed, and a number for its background, per run."""
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
    """Return p, Holm's if it was corrected."""
    return said.p if said.p_holm is None else said.p_holm
