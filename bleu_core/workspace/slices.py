"""Saved slices: named expressions, for all test sets."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

from bleu_core.messages import Message, toml
from bleu_core.messages import workspace as messages
from bleu_core.segments.detectors import changed_thresholds, thresholds_from
from bleu_core.segments.saved_slices import MAX_SLICES, SavedSlice, slice_problem
from bleu_core.workspace.connection import Connection, Gone, Row
from bleu_core.workspace.database import Workspace


def saved_slices(workspace: Workspace) -> list[SavedSlice]:
    """Return all slices in the order of saving."""
    with workspace.reading() as db:
        rows = db.rows("slices", "ORDER BY made, rowid")
    return [_slice_of(row) for row in rows]


def save_slice(workspace: Workspace, new: SavedSlice) -> None:
    """Save a slice under a new name; ValueError for an invalid one, or one too many."""
    _refuse(slice_problem(new))
    with workspace.writing() as db:
        _check_free(db, new.name)
        _check_number(db, 1)
        _put(db, new)


def save_slices(workspace: Workspace, slices: Sequence[SavedSlice]) -> None:
    """Save the slices of a file, all or none; they replace those of the same names."""
    for new in slices:
        _refuse(slice_problem(new))
    with workspace.writing() as db:
        there = _names(db)
        _check_number(db, len({new.name for new in slices} - there))
        for new in slices:
            _put(db, new)


def rename_slice(workspace: Workspace, name: str, new: str) -> None:
    """Rename a slice; ValueError for an invalid name, and one that is taken."""
    if name == new:
        return
    with workspace.writing() as db:
        rows = db.rows("slices", "WHERE name = ?", name)
        if not rows:
            raise Gone
        former = _slice_of(rows[0])
        _refuse(slice_problem(SavedSlice(new, former.expression, former.thresholds)))
        _check_free(db, new)
        db.execute("UPDATE slices SET name = ? WHERE name = ?", (new, name))


def delete_slice(workspace: Workspace, name: str) -> None:
    """Delete a slice; Gone if it was deleted or renamed."""
    with workspace.writing() as db:
        if not db.execute("DELETE FROM slices WHERE name = ?", (name,)).rowcount:
            raise Gone
    workspace.compact()


def _slice_of(row: Row) -> SavedSlice:
    thresholds = thresholds_from(json.loads(row["thresholds"]))
    return SavedSlice(row["name"], row["expression"], thresholds)


def _put(db: Connection, new: SavedSlice) -> None:
    thresholds = json.dumps(changed_thresholds(new.thresholds))
    row = {"name": new.name, "expression": new.expression, "thresholds": thresholds}
    db.execute("DELETE FROM slices WHERE name = ?", (new.name,))
    db.insert("slices", {**row, "made": time.time()})


def _names(db: Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM slices")}


def _refuse(wrong: Message | None) -> None:
    if wrong:
        raise ValueError(wrong)


def _check_free(db: Connection, name: str) -> None:
    if name in _names(db):
        raise ValueError(toml.named_twice("slice", name))


def _check_number(db: Connection, more: int) -> None:
    there = len(_names(db))
    if there + more > MAX_SLICES:
        raise ValueError(messages.too_many_slices(MAX_SLICES, more, there + more))
