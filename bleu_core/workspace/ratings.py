"""Ratings of the outputs of a comparison: all that people marked in them, here and in files."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import astuple, replace

from bleu_core.messages import annotation as messages
from bleu_core.segments.marks import Rating
from bleu_core.workspace import checksums
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.importing import Added
from bleu_core.workspace.mark_checks import check_ratings
from bleu_core.workspace.mark_rows import INSERT, NO_ERROR, Output, Said, as_kept, counting, rows_of
from bleu_core.workspace.saying import size_of


def ratings(
    workspace: Workspace, comparison: str, segment: int | None = None, annotator: str | None = None
) -> list[Rating]:
    """All that people marked in the outputs of a comparison, or of one segment, or one person.

    By segment, by the system's place, and by annotator; marks by their numbers. Those of a system
    whose name is damaged are left out, as is a mark that is, which `Workspace.damage` tells.
    """
    which, values = "comparison = ?", [comparison, segment, annotator]
    which += " AND segment = ?" if segment is not None else ""
    which += " AND annotator = ?" if annotator is not None else ""
    given = tuple(value for value in values if value is not None)
    with workspace.reading() as connection:
        names = _names(connection, comparison)
        rows = rows_of(connection, which, given)
    return [
        Rating(output.segment, names[output.system], output.annotator, *said[::2], said.score)
        for output, said in counting(rows)
        if output.system in names
    ]


def add_ratings(
    workspace: Workspace, comparison: str, file: str, ratings: Sequence[Rating]
) -> Added:
    """Keep what a file marks beside what is there: nothing that is there is changed.

    What its annotator has marked here just so is left out; a file that is there already is not
    kept again. `importing.imports` lists it and `importing.take_back` takes it back.

    Returns
    -------
    Added
        Its `items` are outputs that were rated, with errors or found right.

    Raises
    ------
    Gone
        If the comparison is not kept.
    ValueError
        For what cannot be a mark or a name, a segment or a system that there is not, or two
        ratings of one output by one annotator; nothing was written.
    """
    check_ratings(ratings)
    name = _name_of(ratings)
    with workspace.writing() as connection:
        size = size_of(connection, comparison)
        places = {name: place for place, name in _names(connection, comparison).items()}
        for rating in ratings:
            if not 0 <= rating.segment < size:
                raise ValueError(messages.no_segment(rating.segment + 1, size))
            if rating.system not in places:
                raise ValueError(messages.system_unknown(rating.system))
        here = {
            (output.segment, output.system, output.annotator): said[:2]
            for output, said in counting(
                rows_of(connection, "comparison = ? AND import IS NULL", (comparison,))
            )
        }
        own = [here.get((r.segment, places[r.system], r.annotator)) for r in ratings]
        both = list(zip(ratings, own, strict=True))
        new = [r for r, said in both if said != (r.marks, r.score)]
        stays = sorted({r.segment for r, said in both if said not in (None, (r.marks, r.score))})
        known = (
            "SELECT 1 FROM imports JOIN marks ON import = id "
            "WHERE imports.comparison = ? AND hash = ? LIMIT 1"
        )
        if not new or connection.execute(known, (comparison, name)).fetchone():
            return Added(0, stays)
        source = connection.execute(
            "INSERT INTO imports (comparison, file, hash, made) VALUES (?, ?, ?, ?)",
            (comparison, file, name, time.time()),
        ).lastrowid
        rows = (
            row
            for r in new
            for row in as_kept(
                Output(comparison, r.segment, places[r.system], r.annotator),
                Said(
                    tuple(replace(m, number=n) for n, m in enumerate(r.marks)), r.score, r.changed
                ),
                source,
            )
        )
        connection.executemany(INSERT, rows)
    return Added(len(new), stays)


def _names(connection: Connection, comparison: str) -> dict[str, str]:
    """The systems of a comparison by their places, as these are kept."""
    which = "WHERE comparison = ? AND role = 'system'"
    parts = checksums.valid_rows(connection, "parts", which, (comparison,))
    return {str(part["place"]): part["name"] for part in parts}


def _name_of(ratings: Sequence[Rating]) -> str:
    """The same for files that mark the same."""
    said = sorted(
        (r.annotator, r.segment, r.system, repr(r.score), *astuple(one)[:-1])
        for r in ratings
        for one in r.marks or (NO_ERROR,)
    )
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()
