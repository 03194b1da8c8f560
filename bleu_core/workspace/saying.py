"""Verdicts, labels and notes in the workspace, each saved by itself."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass

from bleu_core.annotations import SEVERITIES, SIDES, VERDICTS, Annotation, Label, gathered
from bleu_core.words import whole
from bleu_core.workspace.database import Gone, Workspace
from bleu_core.workspace.kinds import fault

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
            wrong = fault(self.label)
            if wrong:
                raise ValueError(f"The name of a label {wrong}.")
        elif self not in (VERDICT, NOTE):
            raise ValueError(f"A verdict, a label or a note can be said, not {self.kind[:60]!r}.")
        if len(text) > LONGEST_NOTE:
            raise ValueError(
                f"A note has at most {whole(LONGEST_NOTE)} characters; this has {whole(len(text))}."
            )
        if any("\ud800" <= character <= "\udfff" for character in text):
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
        For a verdict or a severity that is none, too long a note, or a segment
        that there is not.
    """
    item.check(text)
    with workspace.writing() as connection:
        size = _size(connection, comparison)
        if not 0 <= segment < size:
            raise ValueError(f"There is no segment {segment + 1}, only {whole(size)}.")
        there = _text(connection, comparison, segment, item)
        if there not in (seen, text):
            raise Conflict(there)
        _write(connection, comparison, segment, item, text)
        if item == NOTE and not text:
            _rewrite(connection)


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
        Notes are no conflict, one that is not there yet is put below the other;
        unless that makes it too long.

    Raises
    ------
    Gone, ValueError
        As `say`; nothing was written.
    """
    conflicts = []
    with workspace.writing() as connection:
        size = _size(connection, comparison)
        for segment, item, text in items:
            item.check(text)
            # The field that notes are written in has line feeds alone.
            text = re.sub("\r\n?", "\n", text)
            if not 0 <= segment < size:
                raise ValueError(f"There is no segment {segment + 1}, only {whole(size)}.")
            there = _text(connection, comparison, segment, item)
            both = _joined(there, text) if item == NOTE else there or text
            if len(both) > LONGEST_NOTE or (item != NOTE and both != text):
                conflicts.append((segment, item, there, text))
            elif both != there:
                _write(connection, comparison, segment, item, both)
    return conflicts


def _joined(there: str, text: str) -> str:
    """Both notes, one below the other; but one that is there already is not put there again."""
    if f"\n\n{text}\n\n" in f"\n\n{there}\n\n":
        return there
    if text.startswith(f"{there}\n"):
        return text  # a colleague went on with it
    return "\n\n".join(filter(None, (there, text)))


def _size(connection: sqlite3.Connection, comparison: str) -> int:
    """How many segments a comparison has."""
    query = "SELECT segments FROM comparisons WHERE digest = ?"
    found = connection.execute(query, (comparison,)).fetchone()
    if found is None:
        raise Gone
    size: int = found[0]
    return size


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
    connection.execute(
        "INSERT OR REPLACE INTO said VALUES (?, ?, ?, ?, ?, ?, ?)", (*place, text, time.time())
    )


def _rewrite(connection: sqlite3.Connection) -> None:
    """Write all rows anew, so that none of what was taken back is left in the file.

    SQLite overwrites a row that is deleted, but not the copies of it that stay
    behind, unused, where rows have moved to another page.
    """
    rows = connection.execute("SELECT * FROM said").fetchall()
    connection.execute("DELETE FROM said")
    connection.executemany("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def _rows(
    connection: sqlite3.Connection, comparison: str
) -> Iterator[tuple[int, Label | None, str, str]]:
    rows = connection.execute(
        "SELECT segment, kind, system, label, value FROM said WHERE comparison = ?", (comparison,)
    )
    for segment, kind, system, label, value in rows:
        yield segment, Label(system, label, value) if kind == "label" else None, kind, value
