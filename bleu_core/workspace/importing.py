"""What files say of segments: it stays whose it is, and each import can be taken back."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

from bleu_core.messages import annotation as messages
from bleu_core.workspace import checksums, pairs
from bleu_core.workspace.annotators import check_name
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.items import VERDICT, Item, Row
from bleu_core.workspace.pairs import FIRST_TWO
from bleu_core.workspace.row_copy import rewrite
from bleu_core.workspace.saying import check_pair, put, said_here, size_of


@dataclass(frozen=True)
class Import:
    """A file whose notes, or whose marks, were laid onto a comparison.

    Attributes
    ----------
    id : int
    file : str
        Its name.
    made : float
        When it was imported, in seconds since 1970.
    items : dict from str to int
        How many verdicts, labels and notes it has, by annotator.
    ratings : dict from str to int
        How many outputs of which it has marks, or that no error was found, by annotator.
    """

    id: int
    file: str
    made: float
    items: dict[str, int]
    ratings: dict[str, int]


@dataclass(frozen=True)
class Added:
    """What came of an import.

    Attributes
    ----------
    items : int
        Verdicts, labels and notes that were kept; 0 where nothing was to be added.
    stays : list of int
        Segments of which a person of the same name has said something else here.
    """

    items: int
    stays: list[int]


def add(workspace: Workspace, comparison: str, file: str, rows: Sequence[Row]) -> Added:
    """Keep what a file says beside what is there: nothing that is there is changed.

    What its annotator has said here in the same words is left out; a file that is
    there already is not kept again.

    Raises
    ------
    Gone, ValueError
        As `say`; nothing was written.
    """
    # The field that notes are written in has line feeds alone.
    clean = [row._replace(text=re.sub("\r\n?", "\n", row.text)) for row in rows]
    for row in clean:
        row.item.check(row.text)
        check_name(row.annotator)
    name = _name(clean)
    said = _as_kept(clean)
    with workspace.writing() as connection:
        size = size_of(connection, comparison)
        beyond = next((row.segment for row in clean if not 0 <= row.segment < size), None)
        if beyond is not None:
            raise ValueError(messages.no_segment(beyond + 1, size))
        known = (
            "SELECT 1 FROM imports JOIN said ON import = id "
            "WHERE imports.comparison = ? AND hash = ? LIMIT 1"
        )
        for pair in {row.pair for row in clean}:
            check_pair(connection, comparison, pair)
        here = said_here(connection, comparison)
        new = {place: rows for place, rows in said.items() if not _is_said(rows, here.get(place))}
        stays = sorted({segment for annotator, segment in new if (annotator, segment) in here})
        if not new or connection.execute(known, (comparison, name)).fetchone():
            return Added(0, stays)
        source = connection.execute(
            "INSERT INTO imports (comparison, file, hash, made) VALUES (?, ?, ?, ?)",
            (comparison, file, name, time.time()),
        ).lastrowid
        for row in (row for rows in new.values() for row in rows.values()):
            put(connection, comparison, row, source)
    return Added(sum(bool(row.text) for rows in new.values() for row in rows.values()), stays)


def imports(workspace: Workspace, comparison: str) -> list[Import]:
    """The imports of a comparison that have something, the last one first."""
    with workspace.reading() as connection:
        which = "WHERE comparison = ? ORDER BY id DESC"
        intact = checksums.valid_rows(connection, "imports", which, (comparison,))
        found = {row["id"]: Import(row["id"], row["file"], row["made"], {}, {}) for row in intact}
        items = connection.execute(
            "SELECT import, annotator, COUNT(*) FROM said "
            "WHERE comparison = ? AND import IS NOT NULL AND value != '' GROUP BY 1, 2 ORDER BY 2",
            (comparison,),
        )
        for number, annotator, size in items.fetchall():
            if number in found:
                found[number].items[annotator] = size
        ratings = connection.execute(
            "SELECT import, annotator, COUNT(DISTINCT segment || ' ' || system) FROM marks "
            "WHERE comparison = ? AND import IS NOT NULL GROUP BY 1, 2 ORDER BY 2",
            (comparison,),
        )
        for number, annotator, size in ratings.fetchall():
            if number in found:
                found[number].ratings[annotator] = size
    return [one for one in found.values() if one.items or one.ratings]


def take_back(workspace: Workspace, comparison: str, number: int) -> None:
    """Delete an import with all that it said; nothing where it is gone already."""
    with workspace.writing() as connection:
        connection.execute(
            "DELETE FROM imports WHERE id = ? AND comparison = ?", (number, comparison)
        )
        for table in ("said", "marks"):
            rewrite(connection, table)


def _as_kept(rows: Sequence[Row]) -> dict[tuple[str, int], dict[Item, Row]]:
    """Rows as they are kept, by annotator and segment; that a pair has no verdict is said too."""
    found: dict[tuple[str, int], dict[Item, Row]] = {}
    for row in rows:
        there = found.setdefault((row.annotator, row.segment), {})
        none, _ = pairs.kept(VERDICT, "", row.pair)
        there.setdefault(none, row._replace(item=none, text=""))
        item, text = pairs.kept(row.item, row.text, row.pair)
        there[item] = row._replace(item=item, text=text)
    return found


def _is_said(rows: Mapping[Item, Row], here: Mapping[Item, str] | None) -> bool:
    """Whether a person has said the same here, as far as it is of the same systems."""
    subjects = {of for item in rows if (of := pairs.systems(item))}
    systems = {system for of in subjects for system in of}
    subjects |= {(), *((system,) for system in systems)}
    same = {item: t for item, t in (here or {}).items() if pairs.systems(item) in subjects}
    return same == {item: row.text for item, row in rows.items() if row.text}


def _name(rows: Sequence[Row]) -> str:
    """The same for files that say the same."""
    said = []
    for row in rows:
        pair = min(row.pair, row.pair[::-1])
        kept = pairs.kept(row.item, row.text, row.pair)
        item, text = pairs.shown(*kept, pair) or kept
        # As it was before there were other pairs, by which names that are kept were made.
        which = () if pair == FIRST_TWO else pair
        said.append((row.annotator, row.segment, *astuple(item), text, *which))
    said.sort()
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()
