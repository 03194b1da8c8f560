"""Saved slices: expressions with a name, kept for all test sets."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.segments.saved_slices import MOST, SavedSlice, changed_thresholds, fault
from bleu_core.segments.saved_slices.saved_slice import thresholds_of
from bleu_core.workspace import checksums
from bleu_core.workspace.checksums import Row
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Gone, Workspace


def saved_slices(workspace: Workspace) -> list[SavedSlice]:
    """All of them, as they were saved; damaged ones are left out."""
    with workspace.reading() as connection:
        rows = checksums.valid_rows(connection, "slices", "ORDER BY made, rowid")
    return [_slice_of(row) for row in rows]


def save_slice(workspace: Workspace, one: SavedSlice) -> None:
    """Save a slice under a name that no other has.

    Raises
    ------
    ValueError
        For what is no slice, a name that is taken, and one more than there may be.
    """
    _refuse(fault(one))
    with workspace.writing() as connection:
        _refuse_taken(connection, one.name)
        _refuse_more(connection, 1)
        _put(connection, one)


def save_slices(workspace: Workspace, slices: Sequence[SavedSlice]) -> None:
    """Save the slices of a file, all or none; those of the same names are replaced.

    Raises
    ------
    ValueError
        As `save_slice`, but for a name that is taken.
    """
    for one in slices:
        _refuse(fault(one))
    with workspace.writing() as connection:
        there = _names(connection)
        _refuse_more(connection, len({one.name for one in slices} - there))
        for one in slices:
            _put(connection, one)


def rename_slice(workspace: Workspace, name: str, new: str) -> None:
    """Give a slice another name; its segments stay the same.

    Raises
    ------
    Gone
        If it was deleted meanwhile.
    ValueError
        For what is no name, and one that is taken.
    """
    if name == new:
        return
    with workspace.writing() as connection:
        rows = checksums.valid_rows(connection, "slices", "WHERE name = ?", (name,))
        if not rows:
            raise Gone
        one = _slice_of(rows[0])
        _refuse(fault(SavedSlice(new, one.expression, one.thresholds)))
        _refuse_taken(connection, new)
        connection.execute("UPDATE slices SET name = ? WHERE name = ?", (new, name))


def delete_slice(workspace: Workspace, name: str) -> None:
    """Delete a slice; nothing where it is gone already.

    In the backups it stays until others have taken their places.
    """
    with workspace.writing() as connection:
        connection.execute("DELETE FROM slices WHERE name = ?", (name,))
    workspace.compact()


def _slice_of(row: Row) -> SavedSlice:
    return SavedSlice(row["name"], row["expression"], thresholds_of(json.loads(row["thresholds"])))


def _put(connection: Connection, one: SavedSlice) -> None:
    connection.execute("DELETE FROM slices WHERE name = ?", (one.name,))
    connection.execute(
        "INSERT INTO slices (name, expression, thresholds, made) VALUES (?, ?, ?, ?)",
        (one.name, one.expression, json.dumps(changed_thresholds(one.thresholds)), time.time()),
    )


def _names(connection: Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM slices")}


def _refuse(wrong: Message | None) -> None:
    if wrong:
        raise ValueError(wrong)


def _refuse_taken(connection: Connection, name: str) -> None:
    if name in _names(connection):
        raise ValueError(messages.slice_exists(name))


def _refuse_more(connection: Connection, more: int) -> None:
    there = len(_names(connection))
    if there + more > MOST:
        raise ValueError(messages.too_many_slices(MOST, more, there + more))
