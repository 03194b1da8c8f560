"""Save and load annotations, each item by itself."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from itertools import groupby
from typing import Any

from bleu_core.messages import annotation as messages
from bleu_core.messages.workspace import changed_meanwhile
from bleu_core.segments.annotations import Annotation, Annotations, Label, gathered
from bleu_core.workspace.annotators import NAMELESS, check_name
from bleu_core.workspace.checksums import valid_rows
from bleu_core.workspace.comparisons import check_pair, size_of
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.items import NOTE, Item, Row
from bleu_core.workspace.pairs import FIRST_TWO, Pair, as_stored, for_pair, places_of
from bleu_core.workspace.row_copy import rewrite


class Conflict(Exception):
    """Another window changed this; nothing was written. `there` is the present text."""

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
    """Save the text of one item, '' to delete it, unless another window has changed it.

    Parameters
    ----------
    comparison : str
        Digest of a saved comparison.
    segment : int
        Its index, from 0.
    item : Item
    text : str
    seen : str
        The former text, as the writer's window shows it; keeps two windows from overwriting each
        other.
    annotator : str
    pair : tuple of int
        Places of A and B among the systems of the test set, from 0.

    Raises
    ------
    Conflict
        If the item has another text by now.
    Gone
        If the comparison was deleted.
    ValueError
        For an invalid verdict, severity, note or name, or an unknown segment or system.

    Notes
    -----
    Editing an imported annotation of a segment makes all those of the same annotator and segment
    their own: deleting the import no longer deletes them.
    """
    item.check(text)
    check_name(annotator)
    (stored, text), (_, seen) = (as_stored(item, value, pair) for value in (text, seen))
    with workspace.writing() as connection:
        size = size_of(connection, comparison)
        if not 0 <= segment < size:
            raise ValueError(messages.no_segment(segment + 1, size))
        check_pair(connection, comparison, pair)
        rows = _effective_rows(
            connection, comparison, "AND segment = ? AND annotator = ?", segment, annotator
        )
        there = next((row.text for row in rows if row.item == stored), "")
        if there not in (seen, text):
            shown = for_pair(stored, there, pair)
            raise Conflict(shown[1] if shown else there)
        if there != text:
            _detach_from_import(connection, comparison, segment, annotator, rows)
            _remove(connection, comparison, segment, annotator, stored)
            if text:
                put(connection, comparison, Row(segment, annotator, stored, text, time.time()))
        if item == NOTE and not text:
            rewrite(connection, "said")


def said(
    workspace: Workspace, comparison: str, annotator: str = NAMELESS, pair: Pair = FIRST_TWO
) -> dict[int, Annotation]:
    """Load one annotator's annotations of a comparison, by segment index."""
    with workspace.reading() as connection:
        rows = _effective_rows(connection, comparison, "AND annotator = ?", annotator)
    return _gathered(rows, pair)


def verdicts(workspace: Workspace, comparison: str, annotator: str = NAMELESS) -> dict[Pair, int]:
    """Count one annotator's verdicts by pair of systems, given by their places."""
    with workspace.reading() as connection:
        rows = _effective_rows(connection, comparison, "AND annotator = ?", annotator)
    items = [row.item for row in rows if row.item.kind == "verdict"]
    return Counter((int(item.system), int(item.label)) for item in items)


def said_by_others(
    workspace: Workspace,
    comparison: str,
    annotator: str = NAMELESS,
    segment: int | None = None,
    pair: Pair = FIRST_TWO,
) -> dict[str, Annotations]:
    """Load everybody else's annotations of a comparison, or of one segment, by annotator."""
    which = "AND annotator != ?" if segment is None else "AND annotator != ? AND segment = ?"
    values = (annotator,) if segment is None else (annotator, segment)
    with workspace.reading() as connection:
        rows = _effective_rows(connection, comparison, which, *values)
    names = sorted({row.annotator for row in rows})
    found = {name: _gathered([r for r in rows if r.annotator == name], pair) for name in names}
    return {name: annotations for name, annotations in found.items() if annotations}


def who_says(workspace: Workspace, comparison: str) -> list[str]:
    """Return the annotators of a comparison, of any two systems, in order of their names."""
    with workspace.reading() as connection:
        return sorted({row.annotator for row in _effective_rows(connection, comparison)})


def how_many(workspace: Workspace) -> dict[str, dict[str, int]]:
    """Count annotations by comparison and kind.

    Kinds are "verdict", "label", "note", "mark", "rated output" (with marks or found right) and
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


def put(connection: Connection, comparison: str, row: Row, source: int | None = None) -> None:
    """Insert an item, in its stored form, that was entered here or belongs to an import."""
    values = {
        "comparison": comparison,
        "segment": row.segment,
        "annotator": row.annotator,
        **asdict(row.item),
        "value": row.text,
        "changed": row.changed,
        "import": source,
    }
    connection.insert("said", values)


def entered_here(connection: Connection, comparison: str) -> dict[tuple[str, int], dict[Item, str]]:
    """Return the annotations that were not imported, in stored form, by annotator and segment."""
    found: dict[tuple[str, int], dict[Item, str]] = {}
    for row in _effective_rows(connection, comparison, "AND import IS NULL"):
        found.setdefault((row.annotator, row.segment), {})[row.item] = row.text
    return found


def _detach_from_import(
    connection: Connection, comparison: str, segment: int, annotator: str, rows: list[Row]
) -> None:
    """Turn the imported annotations of a segment, if any, into ones entered here."""
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


def _effective_rows(
    connection: Connection, comparison: str, which: str = "", *values: object
) -> list[Row]:
    """Return the rows that count, in stored form, by segment and annotator."""
    rows = valid_rows(
        connection,
        "said",
        f"WHERE comparison = ? {which} "
        "ORDER BY segment, annotator, import IS NULL DESC, import DESC",
        (comparison, *values),
    )
    found = []
    for _, group in groupby(rows, lambda row: (row["segment"], row["annotator"])):
        covered: set[tuple[str, ...]] = set()
        for source, rows_of_source in groupby(group, lambda row: row["import"]):
            items = [_as_row(row) for row in rows_of_source]
            found += [row for row in items if row.text and places_of(row.item) not in covered]
            if source is None:
                break
            for row in items:
                places = places_of(row.item)
                # Covers the segment, the pair, and the errors of each of its systems.
                covered |= {(), places, *((place,) for place in places)}
    return found


def _as_row(row: Mapping[str, Any]) -> Row:
    item = Item(row["kind"], row["system"], row["label"], row["number"])
    return Row(row["segment"], row["annotator"], item, row["value"], row["changed"])


def _gathered(rows: Iterable[Row], pair: Pair) -> dict[int, Annotation]:
    """Combine stored rows to annotations of A and B, by segment."""
    found = ((row, for_pair(row.item, row.text, pair)) for row in rows)
    return gathered(_part(row, *shown) for row, shown in found if shown)


def _part(row: Row, item: Item, text: str) -> tuple[int, Label | None, str, str, float]:
    is_label = item.kind == "label"
    label = Label(item.system, item.label, text, item.number) if is_label else None
    return row.segment, label, item.kind, text, row.changed
