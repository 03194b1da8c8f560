"""Verdicts, labels and notes in the workspace, each saved by itself."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass

from bleu_core.annotations import SEVERITIES, SIDES, VERDICTS, Annotation, Label, gathered
from bleu_core.workspace.database import Gone, Workspace

LONGEST_NOTE = 10_000


class Conflict(Exception):
    """Another window changed this meanwhile; nothing was written. `there` is what it has now."""

    def __init__(self, there: str) -> None:
        super().__init__("Another window changed this meanwhile.")
        self.there = there


@dataclass(frozen=True)
class Item:
    """One thing that is said of a segment: its "verdict", its "note", or a "label".

    A label is that of `system` "A" or "B", with its name in the typology; its
    text is the severity.
    """

    kind: str
    system: str = ""
    label: str = ""

    def check(self, text: str) -> None:
        """Raise ValueError for what cannot be said."""
        allowed = {"verdict": VERDICTS, "label": SEVERITIES}.get(self.kind)
        if allowed and text and text not in allowed:
            raise ValueError(f"A {self.kind} can be {', '.join(allowed)}; not {text[:60]!r}.")
        if self.kind == "label":
            if self.system not in SIDES:
                raise ValueError(f"A label is of system A or B, not {self.system[:60]!r}.")
            check_name(self.label)
        elif self not in (VERDICT, NOTE):
            raise ValueError(f"A verdict, a label or a note can be said, not {self.kind[:60]!r}.")
        if len(text) > LONGEST_NOTE:
            raise ValueError(
                f"A note has at most {LONGEST_NOTE:,} characters; this has {len(text):,}."
            )
        if not _is_text(text):
            raise ValueError("The note has half a surrogate pair, which is no text.")


VERDICT, NOTE = Item("verdict"), Item("note")


def say(
    workspace: Workspace, comparison: str, segment: int, item: Item, text: str, seen: str
) -> None:
    """Write one item, '' to take it back, if it still is what the writer has seen.

    Parameters
    ----------
    comparison : str
        Digest of a comparison that is kept.
    segment : int
        Its index, from 0.
    item : Item
    text : str
    seen : str
        The text of the item before, as the writer's window shows it. This is
        what keeps two windows from overwriting each other.

    Raises
    ------
    Conflict
        If the item has another text by now.
    Gone
        If the comparison was deleted.
    ValueError
        For a verdict or a severity that is none, or too long a note.
    """
    item.check(text)
    with workspace.writing() as connection:
        there = _text(connection, comparison, segment, item)
        if there not in (seen, text):
            raise Conflict(there)
        _write(connection, comparison, segment, item, text)


def said(workspace: Workspace, comparison: str) -> dict[int, Annotation]:
    """All that is said of the segments of a comparison, by index."""
    with workspace.reading() as connection:
        return gathered(_rows(connection, comparison))


def how_many(workspace: Workspace) -> dict[str, dict[str, int]]:
    """How many verdicts, labels and notes each comparison has that has any, by digest and kind."""
    found: dict[str, dict[str, int]] = {}
    with workspace.reading() as connection:
        rows = connection.execute("SELECT comparison, kind, COUNT(*) FROM said GROUP BY 1, 2")
        for comparison, kind, number in rows:
            found.setdefault(comparison, {})[kind] = number
    return found


def add(
    workspace: Workspace, comparison: str, items: list[tuple[int, Item, str]]
) -> list[tuple[int, Item, str, str]]:
    """Write many items at once where nothing is said yet; answer those where something else is.

    Returns
    -------
    list of (segment, item, text there, text given)
        Notes are no conflict: one that is not there yet is put below the other.
    """
    conflicts = []
    with workspace.writing() as connection:
        for segment, item, text in items:
            item.check(text)
            there = _text(connection, comparison, segment, item)
            if there and item == NOTE and text not in there:
                _write(connection, comparison, segment, item, f"{there}\n\n{text}")
            elif not there:
                _write(connection, comparison, segment, item, text)
            elif item != NOTE and there != text:
                conflicts.append((segment, item, there, text))
    return conflicts


def _text(connection: sqlite3.Connection, comparison: str, segment: int, item: Item) -> str:
    found = connection.execute(
        "SELECT value FROM said "
        "WHERE comparison = ? AND segment = ? AND kind = ? AND system = ? AND label = ?",
        (comparison, segment, item.kind, item.system, item.label),
    ).fetchone()
    return found[0] if found else ""


def _write(
    connection: sqlite3.Connection, comparison: str, segment: int, item: Item, text: str
) -> None:
    place = (comparison, segment, item.kind, item.system, item.label)
    if not text:
        connection.execute(
            "DELETE FROM said "
            "WHERE comparison = ? AND segment = ? AND kind = ? AND system = ? AND label = ?",
            place,
        )
        return
    try:
        connection.execute(
            "INSERT OR REPLACE INTO said VALUES (?, ?, ?, ?, ?, ?, ?)", (*place, text, time.time())
        )
    except sqlite3.IntegrityError as error:
        raise Gone from error


def _rows(
    connection: sqlite3.Connection, comparison: str
) -> Iterator[tuple[int, Label | None, str, str]]:
    rows = connection.execute(
        "SELECT segment, kind, system, label, value FROM said WHERE comparison = ?", (comparison,)
    )
    for segment, kind, system, label, value in rows:
        yield segment, Label(system, label, value) if kind == "label" else None, kind, value
