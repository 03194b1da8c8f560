"""The first screen of a suite's page: the `SuiteScreen` of suites/suites.js, and its board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isnan
from typing import Any

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    MAX_LISTED,
    format_apart,
    format_count,
    format_datetime,
    format_delta,
    format_int,
    format_p,
    format_p_cell,
    format_score,
    plural,
)
from bleu_core.messages import Message
from bleu_core.present.document import Span, joined, text
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.columns import finite, interval_data
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.suite.rendering.document import SuiteCell, anchor, cells, change, suite_slices
from bleu_core.suite.results import SliceResult, SuiteResult, SystemResult
from bleu_core.systems.gates import DOUBTFUL, FAILED, PASSED, UNREAD

# Failed comparisons whose reasons are named in the sentence, and that have cards.
MOST_NAMED = 3
# The states of rows, in their order.
ORDER = [FAILED, UNREAD, DOUBTFUL, PASSED]

Address = Callable[[SuiteCell], str]


def suite_screen(result: SuiteResult, address: Address) -> dict[str, Any]:
    """All that is shown at first; `address` leads to a comparison, "" if it cannot be opened."""

    def key(cell: SuiteCell) -> tuple[int, float]:
        loss = cell.delta if cell.state == FAILED and not isnan(cell.delta) else 0.0
        return ORDER.index(cell.state), loss

    # Failed ones first, the largest loss first; then in the suite's order.
    ordered = sorted(cells(result), key=key)
    systems = [cell.system for cell in ordered if cell.system]
    # The metrics beside BLEU.
    metrics = list(dict.fromkeys(metric.label for own in systems for metric in own.metrics[1:]))
    sets = format_count(len(result.sets), "test set")
    return {
        "title": result.title,
        "about": f"{sets} · run on {format_datetime(result.made)}",
        "sentence": _text(_sentence(ordered)),
        "baseline": _only(system.baseline for system in systems),
        "system": _only(system.name for system in systems),
        "metrics": metrics,
        "rows": [row for cell in ordered for row in _rows(cell, metrics, address)],
        "notes": _text(_notes(systems)),
        "cards": [
            {
                "set": cell.of.name,
                "system": cell.system.name,
                "delta": finite(cell.delta),
                "opens": address(cell),
                "gates": [gate_data(failure) for failure in cell.system.failures],
            }
            for cell in ordered
            if cell.state == FAILED and cell.system
        ][:MOST_NAMED],
    }


def _text(spans: Iterator[Span]) -> list[list[str]]:
    return text_data([span for span in spans if span.text])


def _only(names: Iterator[str]) -> str:
    """The name that all share; "" if they differ."""
    every = set(names)
    return every.pop() if len(every) == 1 else ""


# The sentence.


def _sentence(cells: Sequence[SuiteCell]) -> Iterator[Span]:
    """Which comparisons failed and why, which have no verdict, and which passed."""
    if not cells:
        yield Span("There was nothing to compare.")
    several = len({cell.system.name for cell in cells if cell.system}) > 1
    by_state = {state: [cell for cell in cells if cell.state == state] for state in ORDER}
    failed = by_state[FAILED]
    for cell in failed[:MOST_NAMED]:
        yield from (*_cell_name(cell, several), Span(" failed", "loss"), Span(": "))
        yield from _reason(cell)
        yield Span(" ")
    if (left := len(failed) - MOST_NAMED) > 0:
        yield Span(f"{format_count(left, 'more comparison')} failed. ")
    for state, words in ((UNREAD, "could not be compared"), (DOUBTFUL, "has no verdict")):
        for cell in by_state[state][:1]:
            yield from (*_cell_name(cell, several), Span(f" {words}: "))
            yield from (Span(_clause(cell.reasons[0]), "sentence"), Span(". "))
        if (left := len(by_state[state]) - 1) > 0:
            more = format_int(left)
            same = f"The same holds for {more} more. "
            yield Span(
                same
                if state == UNREAD
                else f"{more} more {plural(left, 'has', 'have')} no verdict. "
            )
    if passed := by_state[PASSED]:
        if len(passed) > MAX_LISTED:
            yield Span(format_count(len(passed), "comparison"))
        else:
            yield from joined([_cell_name(cell, several) for cell in passed], last=" and ")
        yield Span(" passed.")


def _cell_name(cell: SuiteCell, several: bool) -> list[Span]:
    """The name of the test set, with the system if there are several."""
    name = Span(cell.of.name, "name")
    if not several or cell.system is None:
        return [name]
    return [Span(cell.system.name, "name"), Span(" on "), name]


def _reason(cell: SuiteCell) -> Iterator[Span]:
    """Its first failure, the slice with the largest failure, and the number of the others."""
    failures = list(cell.reasons[: len(cell.system.failures)] if cell.system else ())
    own = [failure for failure in failures if code_of(failure) != "suite.slice_failed"]
    slices = [failure for failure in failures if code_of(failure) == "suite.slice_failed"]
    named = [*own[:1], *slices[:1]]
    for number, failure in enumerate(named):
        yield from (Span("; " if number else ""), Span(_clause(failure), "sentence"))
    left = len(failures) - len(named)
    yield Span(f" (and {format_count(left, 'more gate')})." if left else ".")


def code_of(text: str) -> str:
    """The code of a message; "" for a sentence of a saved run."""
    return text.code if isinstance(text, Message) else ""


def _clause(text: str) -> str:
    """A reason as a clause; known numbers have two decimals, or as many as tell them apart."""
    if not isinstance(text, Message):
        return text.rstrip(".")
    values = text.values
    match text.code:
        case "gate.under_limit":
            change, limit = format_apart(values["change"], values["limit"])
            return f"Δ BLEU {change} is below {limit}"
        case "gate.significantly_worse":
            return f"BLEU is significantly below {values['baseline']} ({format_p(values['p'])})"
        case "gate.conditions_hold":
            return " and ".join(f"{name} {value}" for name, value, _ in _conditions(text))
        case "suite.slice_failed":
            segments = format_count(values["segments"], "segment")
            return f"on “{values['name']}” ({segments}), {_clause(values['failure'])}"
    return text.rstrip(".")


# The rows.


def _rows(cell: SuiteCell, metrics: Sequence[str], address: Address) -> Iterator[dict[str, Any]]:
    """A row for the comparison, and one for each of its slices."""
    system, segments = cell.system, cell.of.segments
    row: dict[str, Any] = {
        "state": cell.state,
        "set": cell.of.name,
        "system": system.name if system else "",
        "baseline": system.baseline if system else "",
        "slice": "",
        "segments": segments,
        "why": cell.reasons[0] if cell.reasons and cell.state in (UNREAD, DOUBTFUL) else "",
        "interval": None,
        "limit": None,
        "note": "",
        "opens": address(cell),
    }
    if system is None:
        nothing = {"scores": [None, None], "delta": None, "p": None}
        yield row | nothing | {"others": [None] * len(metrics)}
        return
    interval = interval_data(system.ci_low, system.ci_high)
    few = f"not tested: fewer than {MIN_SEGMENTS} segments"
    note = ""
    if not interval and system.bleu.p_holm is None:
        no_test_reason = few if segments < MIN_SEGMENTS else "not tested"
        note = no_test_reason if system.baseline else "no baseline"
    own = {"interval": interval, "limit": finite(system.fail_under), "note": note}
    yield row | _numbers(system, metrics) | own
    for state, part in ((own.state, own.part) for own in suite_slices([cell])):
        is_small = part.bleu.p_holm is None and part.segments < MIN_SEGMENTS
        yield (
            row
            | _numbers(part, metrics)
            | {
                "state": state,
                "slice": part.name,
                "segments": part.segments,
                "why": "",
                "note": part.no_test_reason or (few if is_small else ""),
                "opens": "",
            }
        )


def _numbers(of: SystemResult | SliceResult, metrics: Sequence[str]) -> dict[str, Any]:
    """Those of BLEU, and Δ of the other metrics."""
    bleu = of.bleu
    return {
        "scores": [finite(bleu.baseline), finite(bleu.score)],
        "delta": finite(bleu.delta),
        "p": bleu.p_holm,
        "others": [
            next((finite(own.delta) for own in of.metrics if own.label == label), None)
            for label in metrics
        ],
    }


def _notes(systems: Sequence[SystemResult]) -> Iterator[Span]:
    """The limit that is drawn, if all share it, and the correction of p."""
    limits = {system.fail_under for system in systems if not isnan(system.fail_under)}
    if limits:
        shared = f", {format_delta(limits.pop())}" if len(limits) == 1 else ""
        yield from (Span("┆", "loss"), Span(f" limit of the gate{shared}. "))
    tests = sum(system.bleu.p_holm is not None for system in systems)
    if tests > 1:
        yield Span(f"p is corrected for the {format_int(tests)} tests of the suite.")


# The gates of failed comparisons.


def gate_data(failure: str) -> dict[str, Any]:
    """A failed gate: its quantities, what was found and the limits, as texts.

    A sentence without known numbers, as of a saved run, is its own label.
    """
    values = failure.values if isinstance(failure, Message) else {}
    match code_of(failure):
        case "gate.under_limit":
            numbers = [format_apart(values["change"], values["limit"])]
            return _gate("Δ BLEU", "", numbers)
        case "gate.significantly_worse":
            note = "p after Holm" if values["after_holm"] else "p"
            numbers = [(_p(values["p"]), format_score(values["level"]))]
            return _gate(f"BLEU significantly below {values['baseline']}", note, numbers)
        case "gate.conditions_hold":
            conditions = _conditions(failure)
            together = {1: "", 2: ", both"}.get(len(conditions), ", all")
            label = " and ".join(name for name, _, _ in conditions) + together
            return _gate(label, "", [numbers for _, *numbers in conditions])
        case "suite.slice_failed":
            inner = gate_data(values["failure"])
            segments = format_count(values["segments"], "segment")
            label = f"{inner['label']} in “{values['name']}”"
            note = f"{segments}, {inner['note']}" if inner["note"] else segments
            return inner | {"label": label, "note": note}
    return _gate(failure, "", [])


def _conditions(failure: str) -> list[tuple[str, str, str]]:
    """The quantity, what was found and the limit of each condition of a gate."""
    assert isinstance(failure, Message)
    conditions = []
    for condition in failure.values["conditions"]:
        values = condition.values
        if condition.code == "gate.p_holds":
            conditions.append((f"p of {values['metric']}", _p(values["p"]), _p(values["limit"])))
        else:
            numbers = format_apart(values["change"], values["limit"])
            conditions.append((f"Δ {values['metric']}", *numbers))
    return conditions


def _p(number: float) -> str:
    return format_p(number).removeprefix("p ").removeprefix("= ")


def _gate(label: str, note: str, numbers: Sequence[Sequence[str]]) -> dict[str, Any]:
    return {"label": label, "note": note, "numbers": [list(both) for both in numbers]}


# The board.


def board_data(result: SuiteResult, address: Address) -> dict[str, Any]:
    """The `Board` of browser/board.js: a row per test set, a column per system."""
    names = list(dict.fromkeys(system.name for of in result.sets for system in of.systems))
    rows = []
    for of in result.sets:
        by_name = {system.name: SuiteCell(of, system) for system in of.systems}
        board_cells = [by_name.get(name) for name in names]
        rows.append({
            "name": one_line(of.name),
            "about": format_count(of.segments, "segment") if of.segments else "",
            "trouble": SuiteCell(of, None).state if of.problems else "",
            "problems": list(map(one_line, of.problems)),
            "href": f"#{anchor(of.name)}",
            "cells": [cell and _board_cell(cell, address(cell)) for cell in board_cells],
        })  # fmt: skip
    label = one_line(f"Test sets and systems of {result.title}")
    return {"systems": list(map(one_line, names)), "sets": rows, "label": label}


def _board_cell(cell: SuiteCell, href: str) -> dict[str, Any]:
    assert cell.system is not None
    system, bleu, span = cell.system, cell.system.bleu, change(cell.system.bleu)
    p = bleu.p if bleu.p_holm is None else bleu.p_holm
    p_text = "" if p is None else f"p {format_p_cell(p)}"
    name = f"{one_line(system.name)} on {one_line(cell.of.name)}"
    told = f"{name}: BLEU {format_score(bleu.score)}, "
    if has_delta := not isnan(bleu.delta):
        told += f"Δ {text([span])} to {one_line(system.baseline)}{p_text and f', {p_text}'}"
    else:
        told += "no baseline"
    return {
        "state": cell.state,
        "score": format_score(bleu.score),
        "delta": span.text if has_delta else "",
        "tone": span.tone,
        "p": p_text,
        "told": f"{told}; {cell.state}",
        "href": href,
    }
