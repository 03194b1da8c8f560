"""Verdicts, labels and notes in the workspace, each saved by itself, each somebody's.

Of what one person says of a segment one source counts: what was said here, or else
the import that came last of those that speak of the same two systems.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from bleu_core.messages import annotation as messages
from bleu_core.messages.workspace import changed_meanwhile
from bleu_core.segments.annotations import Annotation, Annotations, Label, gathered
from bleu_core.workspace import checksums, pairs
from bleu_core.workspace.annotators import NAMELESS, check_name
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Gone, Workspace
from bleu_core.workspace.items import NOTE, Item, Row
from bleu_core.workspace.pairs import FIRST_TWO, Pair
from bleu_core.workspace.row_copy import rewrite


class Conflict(Exception):
    """Another window changed this meanwhile; nothing was written. `there` is what it has now."""

    def __init__(self, there: str) -> None:
        super().__init__(changed_meanwhile())
        self.there = there


def say(
    workspace: Workspace,
    comparison: str,
    segment: int,
    item: Item,
    text: str,
    seen: str,
    annotator: str = NAMELESS,
    pair: Pair = FIRST_TWO,
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
    annotator : str
        Who says it.
    pair : tuple of int
        Places of the systems that are A and B, among those of the test set, from 0.

    Raises
    ------
    Conflict
        If the item has another text by now.
    Gone
        If the comparison was deleted.
    ValueError
        For a verdict or a severity that is none, too long a note, a segment
        or a system that there is not, or what cannot be a name.

    Notes
    -----
    Who goes on with what an import under the same name says of a segment makes
    it their own: that it is taken back no longer concerns this segment.
    """
    item.check(text)
    check_name(annotator)
    (kept, text), (_, seen) = (pairs.kept(item, one, pair) for one in (text, seen))
    with workspace.writing() as connection:
        size = size_of(connection, comparison)
        if not 0 <= segment < size:
            raise ValueError(messages.no_segment(segment + 1, size))
        check_pair(connection, comparison, pair)
        rows = _rows(
            connection, comparison, "AND segment = ? AND annotator = ?", segment, annotator
        )
        there = next((row.text for row in rows if row.item == kept), "")
        if there not in (seen, text):
            shown = pairs.shown(kept, there, pair)
            raise Conflict(shown[1] if shown else there)
        if there != text:
            _make_own(connection, comparison, segment, annotator, rows)
            _remove(connection, comparison, segment, annotator, kept)
            if text:
                put(connection, comparison, Row(segment, annotator, kept, text, time.time()))
        if item == NOTE and not text:
            rewrite(connection, "said")


def said(
    workspace: Workspace, comparison: str, annotator: str = NAMELESS, pair: Pair = FIRST_TWO
) -> dict[int, Annotation]:
    """All that one person says of A and B, or of the segments of a comparison, by index."""
    with workspace.reading() as connection:
        return _gathered(_rows(connection, comparison, "AND annotator = ?", annotator), pair)


def verdicts(workspace: Workspace, comparison: str, annotator: str = NAMELESS) -> dict[Pair, int]:
    """How many verdicts one person has given on each two systems, by their places."""
    with workspace.reading() as connection:
        rows = _rows(connection, comparison, "AND annotator = ?", annotator)
    given = [row.item for row in rows if row.item.kind == "verdict"]
    return Counter((int(item.system), int(item.label)) for item in given)


def said_by_others(
    workspace: Workspace,
    comparison: str,
    annotator: str = NAMELESS,
    segment: int | None = None,
    pair: Pair = FIRST_TWO,
) -> dict[str, Annotations]:
    """What everybody else says of A and B, or of the segments, or of one of them, by name."""
    which = "AND annotator != ?" if segment is None else "AND annotator != ? AND segment = ?"
    values = (annotator,) if segment is None else (annotator, segment)
    with workspace.reading() as connection:
        rows = _rows(connection, comparison, which, *values)
    names = sorted({row.annotator for row in rows})
    said = {name: _gathered([r for r in rows if r.annotator == name], pair) for name in names}
    return {name: annotations for name, annotations in said.items() if annotations}


def who_says(workspace: Workspace, comparison: str) -> list[str]:
    """The names of those who say something of a comparison, of whichever systems."""
    with workspace.reading() as connection:
        return sorted({row.annotator for row in _rows(connection, comparison, "")})


def how_many(workspace: Workspace) -> dict[str, dict[str, int]]:
    """How much is said of each comparison of which anything is, by digest and kind.

    Kinds are "verdict", "label", "note", "mark", "rated output", with marks or found right, and
    "blind session".
    """
    found: dict[str, dict[str, int]] = {}
    with workspace.reading() as connection:
        rows = connection.execute(
            "SELECT comparison, kind, COUNT(*) FROM said WHERE value != '' GROUP BY 1, 2 "
            "UNION ALL SELECT comparison, 'mark', COUNT(*) FROM marks WHERE severity != '' "
            "GROUP BY 1 "
            "UNION ALL SELECT comparison, 'rated output', COUNT(*) FROM (SELECT DISTINCT "
            "comparison, segment, system, annotator, import FROM marks) GROUP BY 1 "
            "UNION ALL SELECT comparison, 'blind session', COUNT(*) FROM sessions "
            "WHERE comparison IS NOT NULL GROUP BY 1"
        )
        for comparison, kind, number in rows:
            found.setdefault(comparison, {})[kind] = number
    return found


def size_of(connection: Connection, comparison: str) -> int:
    """How many segments a comparison has.

    Raises
    ------
    Gone
        If it is not kept.
    """
    found = checksums.checked_rows(connection, "comparisons", "WHERE digest = ?", (comparison,))
    if not found:
        raise Gone
    row, holds = found[0]
    # Nobody is refused for what a damaged entry says.
    size: int = row["segments"] if holds else sys.maxsize
    return size


def check_pair(connection: Connection, comparison: str, pair: Pair) -> None:
    """Raise ValueError for a pair of which there is not each system."""
    which = "WHERE comparison = ? AND role = 'system'"
    (size,) = connection.execute(f"SELECT COUNT(*) FROM parts {which}", (comparison,)).fetchone()
    # What is damaged may be a system. One alone is both of the first two.
    wrong = [place + 1 for place in pair if not 0 <= place < max(size, 2)]
    if wrong:
        raise ValueError(messages.no_system(wrong[0], size))


def put(
    connection: sqlite3.Connection, comparison: str, row: Row, source: int | None = None
) -> None:
    """Write an item that is not there yet, said here or in an import."""
    kind, system, label, number = row.item.kind, row.item.system, row.item.label, row.item.number
    place = comparison, row.segment, row.annotator, kind, system, label, number
    values = (*place, row.text, row.changed, source)
    columns = "comparison, segment, annotator, kind, system, label, number, value, changed, import"
    connection.execute(
        f"INSERT INTO said ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values
    )


def said_here(connection: Connection, comparison: str) -> dict[tuple[str, int], dict[Item, str]]:
    """What was not imported, as it is kept, by annotator and segment."""
    found: dict[tuple[str, int], dict[Item, str]] = {}
    for row in _rows(connection, comparison, "AND import IS NULL"):
        found.setdefault((row.annotator, row.segment), {})[row.item] = row.text
    return found


def _make_own(
    connection: sqlite3.Connection, comparison: str, segment: int, annotator: str, rows: list[Row]
) -> None:
    """Take what counts of a segment out of the import that it came from, if it came from one."""
    imported = connection.execute(
        "DELETE FROM said "
        "WHERE comparison = ? AND segment = ? AND annotator = ? AND import IS NOT NULL",
        (comparison, segment, annotator),
    ).rowcount
    if imported:
        for row in rows:
            _remove(connection, comparison, segment, annotator, row.item)
            put(connection, comparison, row)


def _remove(
    connection: sqlite3.Connection, comparison: str, segment: int, annotator: str, item: Item
) -> None:
    connection.execute(
        "DELETE FROM said WHERE comparison = ? AND segment = ? AND annotator = ? "
        "AND kind = ? AND system = ? AND label = ? AND number = ?",
        (comparison, segment, annotator, item.kind, item.system, item.label, item.number),
    )


def _rows(connection: Connection, comparison: str, which: str, *values: object) -> list[Row]:
    """What counts of the rows, as it is kept, of each person and segment."""
    rows = checksums.valid_rows(
        connection,
        "said",
        f"WHERE comparison = ? {which} "
        "ORDER BY segment, annotator, import IS NULL DESC, import DESC",
        (comparison, *values),
    )
    found = []
    for _, group in groupby(rows, lambda row: (row["segment"], row["annotator"])):
        spoken_of: set[tuple[str, ...]] = set()
        for source, rows_of_it in groupby(group, lambda row: row["import"]):
            said = [_row(row) for row in rows_of_it]
            found += [r for r in said if r.text and pairs.systems(r.item) not in spoken_of]
            if source is None:
                break
            for row in said:
                of = pairs.systems(row.item)
                # Of the segment; of a pair; of the errors of each of its systems.
                spoken_of |= {(), of, *((system,) for system in of)}
    return found


def _row(row: Mapping[str, Any]) -> Row:
    item = Item(row["kind"], row["system"], row["label"], row["number"])
    return Row(row["segment"], row["annotator"], item, row["value"], row["changed"])


def _gathered(rows: Iterable[Row], pair: Pair) -> dict[int, Annotation]:
    """Rows as they are kept, as what is said of A and B."""
    found = ((row, pairs.shown(row.item, row.text, pair)) for row in rows)
    return gathered(_part(row, *shown) for row, shown in found if shown)


def _part(row: Row, item: Item, text: str) -> tuple[int, Label | None, str, str, float]:
    is_label = item.kind == "label"
    label = Label(item.system, item.label, text, item.number) if is_label else None
    return row.segment, label, item.kind, text, row.changed
