"""Error marks in the texts of the open segment, read from and written to the workspace."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from typing import Any

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import visible
from bleu_core.messages import press
from bleu_core.segments.marks import Mark, Marked, Rating, span_fault
from bleu_core.workspace import MarkedMeanwhile, Workspace
from pages.ui import store, user_workspace
from pages.ui.cache import result
from pages.ui.judgements import annotator


def marks_of(comparison: Comparison, segment: int, names: Iterable[str]) -> list[dict[str, Any]]:
    """Everybody's marks in the outputs of these systems, in the form of marking.js.

    Systems are identified by their place in the test set, as text.
    """
    digest, me = comparison.evalset.digest, annotator.me()
    nothing: list[Rating] = []
    result = user_workspace.ask(
        partial(workspace.ratings, comparison=digest, segment=segment), nothing
    )
    shown, places = set(names), places_of(comparison)
    return [
        {
            "system": places[rating.system],
            "number": mark.number,
            "annotator": visible(rating.annotator),
            "mine": rating.annotator == me,
            "side": mark.side,
            "start": mark.start,
            "end": mark.end,
            "category": mark.category,
            "severity": mark.severity,
            "comment": mark.comment,
        }
        for rating in result
        if rating.system in shown
        for mark in rating.marks
    ]


def kinds(comparison: Comparison, mine: bool) -> list[Marked]:
    """Kinds of marks in A and B by segment, everybody's or this visitor's."""
    digest, places = comparison.evalset.digest, comparison.places
    who = annotator.me() if mine else None

    nothing: list[Marked] = []
    return user_workspace.ask(lambda space: _kinds(space, digest, places, who), nothing)


# Read again when anything was written.
@result(size=lambda made: 200 * len(made))
def _kinds(space: Workspace, digest: str, places: tuple[int, int], who: str | None) -> list[Marked]:
    return workspace.marked(space, digest, places, who)


def places_of(comparison: Comparison) -> dict[str, str]:
    """The browser's ids of all systems of the test set."""
    return {name: str(place) for place, name in enumerate(comparison.evalset.systems)}


def save_mark(space: Workspace, digest: str, sent: dict[str, Any]) -> dict[str, Any]:
    """Save or delete a mark; returns what `saved.save` returns.

    Raises
    ------
    Gone, WorkspaceError, ValueError
        As `workspace.mark`; also for an invalid mark.
    """
    segment, system, number = int(sent["segment"]), int(sent["system"]), int(sent["number"])
    mark, seen = _mark(str(sent["text"])), _mark(str(sent["seen"]))
    if mark and (fault := _fault(digest, segment, system, mark)):
        raise ValueError(press.mark_misplaced(fault))
    try:
        workspace.mark(space, digest, segment, system, number, mark, seen, annotator.me())
    except MarkedMeanwhile as conflict:
        return {"there": _text(conflict.there)}
    return {}


def _fault(digest: str, segment: int, system: int, mark: Mark) -> str | None:
    """Why a mark does not fit its text, if that is here."""
    data = store.evalset(digest)
    if data is None or not (0 <= segment < len(data) and 0 <= system < len(data.systems)):
        return None
    column = data.source if mark.side == "source" else list(data.systems.values())[system]
    return span_fault(mark, "" if column is None else column[segment].as_py() or "")


def _text(mark: Mark | None) -> str:
    """A mark in the form of an op: see items.js of the segment's component."""
    if mark is None:
        return ""
    values = mark.category, mark.severity, mark.side, mark.start, mark.end, mark.comment
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _mark(text: str) -> Mark | None:
    """The mark of an op; ValueError if it is invalid."""
    if not text:
        return None
    try:
        category, severity, side, start, end, comment = json.loads(text)
        if side not in ("target", "source"):
            raise ValueError
        return Mark(str(category), str(severity), int(start), int(end), side, str(comment))
    except (ValueError, TypeError) as error:
        raise ValueError(press.no_mark()) from error
