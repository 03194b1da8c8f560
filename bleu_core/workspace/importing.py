"""What files say of segments: it stays whose it is, and each import can be taken back."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from bleu_core.numerals import whole
from bleu_core.workspace import seals
from bleu_core.workspace.annotators import check_name
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.items import Item, Row
from bleu_core.workspace.saying import put, rewrite, said_here, size_of


@dataclass(frozen=True)
class Import:
    """A file whose notes were laid onto a comparison.

    Attributes
    ----------
    id : int
    file : str
        Its name.
    made : float
        When it was imported, in seconds since 1970.
    items : dict from str to int
        How many verdicts, labels and notes it has, by annotator.
    """

    id: int
    file: str
    made: float
    items: dict[str, int]


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
    given: dict[tuple[str, int], dict[Item, str]] = {}
    for row in clean:
        row.item.check(row.text)
        check_name(row.annotator)
        given.setdefault(_place(row), {})[row.item] = row.text
    name = _name(clean)
    with workspace.writing() as connection:
        size = size_of(connection, comparison)
        beyond = next((row.segment for row in clean if not 0 <= row.segment < size), None)
        if beyond is not None:
            raise ValueError(f"There is no segment {whole(beyond + 1)}, only {whole(size)}.")
        known = (
            "SELECT 1 FROM imports JOIN said ON import = id "
            "WHERE imports.comparison = ? AND hash = ? LIMIT 1"
        )
        here = said_here(connection, comparison)
        new = [row for row in clean if given[_place(row)] != here.get(_place(row))]
        stays = sorted({row.segment for row in new if _place(row) in here})
        if not new or connection.execute(known, (comparison, name)).fetchone():
            return Added(0, stays)
        source = connection.execute(
            "INSERT INTO imports (comparison, file, hash, made) VALUES (?, ?, ?, ?)",
            (comparison, file, name, time.time()),
        ).lastrowid
        for row in new:
            put(connection, comparison, row, source)
    return Added(len(new), stays)


def imports(workspace: Workspace, comparison: str) -> list[Import]:
    """The imports of a comparison that have something, the last one first."""
    found: dict[int, Import] = {}
    with workspace.reading() as connection:
        intact = seals.intact(connection, "imports", "WHERE comparison = ?", (comparison,))
        numbers = {row["id"] for row in intact}
        rows = connection.execute(
            "SELECT id, file, made, annotator, COUNT(*) FROM imports JOIN said ON import = id "
            "WHERE imports.comparison = ? GROUP BY id, annotator ORDER BY id DESC, annotator",
            (comparison,),
        )
        for number, file, made, annotator, items in rows:
            if number not in numbers:
                continue
            found.setdefault(number, Import(number, file, made, {})).items[annotator] = items
    return list(found.values())


def take_back(workspace: Workspace, comparison: str, number: int) -> None:
    """Delete an import with all that it said; nothing where it is gone already."""
    with workspace.writing() as connection:
        connection.execute(
            "DELETE FROM imports WHERE id = ? AND comparison = ?", (number, comparison)
        )
        rewrite(connection)


def _place(row: Row) -> tuple[str, int]:
    return row.annotator, row.segment


def _name(rows: Sequence[Row]) -> str:
    """The same for files that say the same."""
    said = sorted((r.annotator, r.segment, *astuple(r.item), r.text) for r in rows)
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()
