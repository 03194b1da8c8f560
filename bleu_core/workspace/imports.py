"""Imported annotations, ratings and scores. An import changes no existing data and can be deleted.

Annotations that an annotator has also entered here, in the same words, are skipped. A file is
imported only once.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy
from bleu_core.messages import annotation as messages
from bleu_core.metrics.imported import ImportedScores
from bleu_core.segments.marks import Rating
from bleu_core.workspace import texts
from bleu_core.workspace.annotations import (
    VERDICT,
    AnnotationItem,
    AnnotationRow,
    ItemTexts,
    as_stored,
    check_annotator_name,
    insert_annotation,
    load_unimported,
    places_of,
)
from bleu_core.workspace.comparisons import check_pair, check_segments, size_of
from bleu_core.workspace.connection import Connection, Gone
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.marks import (
    NO_ERROR,
    Output,
    OutputRating,
    check_ratings,
    effective_ratings,
    mark_rows,
    rating_rows,
    system_names,
)

# The scores of a comparison under a name.
_SCORES = "WHERE comparison = ? AND name = ?"


@dataclass(frozen=True)
class Import:
    """A file of annotations or ratings that was imported for a comparison."""

    id: int
    file: str  # its name
    made: float  # when it was imported, in seconds since 1970
    items: dict[str, int]  # number of verdicts, labels and notes by annotator
    ratings: dict[str, int]  # number of rated outputs by annotator


@dataclass(frozen=True)
class ImportResult:
    """The result of an import."""

    items: int  # verdicts, labels and notes, or rated outputs, that were added
    # Segments where the same annotator has entered something else here, which stays.
    stays: list[int]


def import_annotations(
    workspace: Workspace, comparison: str, file: str, rows: Sequence[AnnotationRow]
) -> ImportResult:
    """Import the annotations of a file; errors are those of `save_annotation`."""
    # The input field for notes uses line feeds alone.
    clean = [row._replace(text=re.sub("\r\n?", "\n", row.text)) for row in rows]
    for row in clean:
        row.item.check(row.text)
        check_annotator_name(row.annotator)
    by_segment = _stored_rows(clean)
    with workspace.writing() as db:
        check_segments(db, comparison, [row.segment for row in clean])
        for pair in {row.pair for row in clean}:
            check_pair(db, comparison, pair)
        here = load_unimported(db, comparison)
        new = {
            key: items for key, items in by_segment.items() if not _is_entered(items, here.get(key))
        }
        stays = sorted({segment for annotator, segment in new if (annotator, segment) in here})
        source = _new_source(db, "said", comparison, file, _digest(clean)) if new else None
        if source is None:
            return ImportResult(0, stays)
        added = [row for items in new.values() for row in items.values()]
        for row in added:
            insert_annotation(db, comparison, row, source)
    return ImportResult(sum(bool(row.text) for row in added), stays)


def import_ratings(
    workspace: Workspace, comparison: str, file: str, ratings: Sequence[Rating]
) -> ImportResult:
    """Import the ratings of a file; ValueError for an invalid one, or two of one output."""
    check_ratings(ratings)
    with workspace.writing() as db:
        places = {name: place for place, name in system_names(db, comparison).items()}
        check_segments(db, comparison, [rating.segment for rating in ratings])
        unknown = next((r.system for r in ratings if r.system not in places), None)
        if unknown is not None:
            raise ValueError(messages.system_unknown(unknown))
        outputs = [Output(comparison, r.segment, places[r.system], r.annotator) for r in ratings]
        rows = mark_rows(db, "comparison = ? AND import IS NULL", comparison)
        here = {output: rating[:2] for output, rating in effective_ratings(rows)}
        pairs = zip(outputs, ratings, strict=True)
        new = [(o, r) for o, r in pairs if here.get(o) != (r.marks, r.score)]
        stays = sorted({output.segment for output, _ in new if output in here})
        digest = _ratings_digest(ratings)
        source = _new_source(db, "marks", comparison, file, digest) if new else None
        if source is None:
            return ImportResult(0, stays)
        now = time.time()
        for output, rating in new:
            # A file without times, or with impossible ones, is as new as its import.
            changed = rating.changed if 0 < rating.changed <= now else now
            marks = tuple(replace(mark, number=i) for i, mark in enumerate(rating.marks))
            numbered = OutputRating(marks, rating.score, changed)
            db.insert_all("marks", rating_rows(output, numbered, source))
    return ImportResult(len(new), stays)


def list_imports(workspace: Workspace, comparison: str) -> list[Import]:
    """Return the imports of a comparison that have annotations or ratings, the last one first."""
    queries = {
        "items": "COUNT(*) FROM said WHERE value != ''",
        "ratings": "COUNT(DISTINCT segment || ' ' || system) FROM marks WHERE TRUE",
    }
    by_annotator = "AND comparison = ? AND import IS NOT NULL GROUP BY 1, 2 ORDER BY 2"
    with workspace.reading() as db:
        which = "WHERE comparison = ? ORDER BY id DESC"
        rows = db.rows("imports", which, comparison)
        found = {row["id"]: Import(row["id"], row["file"], row["made"], {}, {}) for row in rows}
        for field, counts in queries.items():
            query = f"SELECT import, annotator, {counts} {by_annotator}"
            for number, annotator, size in db.execute(query, (comparison,)).fetchall():
                if number in found:
                    getattr(found[number], field)[annotator] = size
    return [file for file in found.values() if file.items or file.ratings]


def delete_import(workspace: Workspace, comparison: str, found: Import) -> None:
    """Delete an import with its annotations and ratings; Gone if it is not there."""
    with workspace.writing() as db:
        # In a workspace that was restored, another one may have its id.
        which = "WHERE comparison = ? AND id = ? AND file = ? AND made = ?"
        values = comparison, found.id, found.file, found.made
        if not db.execute(f"DELETE FROM imports {which}", values).rowcount:
            raise Gone
    workspace.compact()


def import_scores(workspace: Workspace, comparison: str, scores: ImportedScores) -> None:
    """Import scores of some systems; those of others under the same name and signature stay.

    The direction of the new scores then holds for all scores under the name. ValueError if there is
    not one number for each segment.
    """
    columns = {system: _as_text(values) for system, values in scores.values.items()}
    with workspace.writing() as db:
        size = size_of(db, comparison)
        for system, column in columns.items():
            if len(column) != size:
                raise ValueError(messages.scores_number(system, len(column), size))
        key = comparison, scores.name
        before = db.rows("scores", _SCORES, *key)
        db.execute(f"DELETE FROM scores {_SCORES}", key)
        same = [row for row in before if row["signature"] == scores.signature]
        rows = {row["system"]: (row["origin"], row["hash"]) for row in same}
        for system in rows.keys() & columns.keys():
            del rows[system]
        for system, column in columns.items():
            rows[system] = scores.origins.get(system, ""), texts.put(db, column)
        names = "comparison", "name", "higher_is_better", "signature", "system", "origin", "hash"
        common = *key, scores.higher_is_better, scores.signature
        values = ((*common, system, *row) for system, row in rows.items())
        db.insert_all("scores", (dict(zip(names, row, strict=True)) for row in values))
        texts.drop_unused(db, [row["hash"] for row in before])


def load_scores(workspace: Workspace, comparison: str) -> dict[str, ImportedScores]:
    """Load the imported scores of a comparison, by name."""
    found: dict[str, ImportedScores] = {}
    with workspace.reading() as db:
        which = "WHERE comparison = ? ORDER BY rowid"
        for row in db.rows("scores", which, comparison):
            column = texts.get(db, row["hash"])
            name, system, higher = row["name"], row["system"], bool(row["higher_is_better"])
            values = {system: _as_numbers(column)}
            origins, signature = {system: row["origin"]}, row["signature"]
            scores = ImportedScores(name, higher, values, origins, signature)
            found[name] = scores.with_others(found.get(name))
    return found


def saved_scores(workspace: Workspace, comparison: str) -> dict[str, list[tuple[object, ...]]]:
    """What is saved of the imported scores of a comparison, by name: without texts, to compare."""
    found: dict[str, list[tuple[object, ...]]] = {}
    with workspace.reading() as db:
        query = "SELECT name, * FROM scores WHERE comparison = ? ORDER BY rowid"
        for name, *row in db.execute(query, (comparison,)):
            found.setdefault(str(name), []).append(tuple(row))
    return found


def delete_scores(workspace: Workspace, comparison: str, name: str) -> None:
    """Delete imported scores by name; backups have them until newer ones replace these."""
    with workspace.writing() as db:
        before = db.rows("scores", _SCORES, comparison, name)
        db.execute(f"DELETE FROM scores {_SCORES}", (comparison, name))
        texts.drop_unused(db, [row["hash"] for row in before])
    workspace.compact()


def _new_source(db: Connection, table: str, comparison: str, file: str, digest: str) -> int | None:
    """Register an import, and return its id; None if a table has rows of the same import."""
    known = (
        f"SELECT 1 FROM imports JOIN {table} ON import = id "
        "WHERE imports.comparison = ? AND hash = ? LIMIT 1"
    )
    if db.execute(known, (comparison, digest)).fetchone():
        return None
    row = {"comparison": comparison, "file": file, "hash": digest, "made": time.time()}
    return db.insert("imports", row)


def _stored_rows(
    rows: Sequence[AnnotationRow],
) -> dict[tuple[str, int], dict[AnnotationItem, AnnotationRow]]:
    """Convert rows to their stored form, by annotator and segment.

    A pair without a verdict gets an empty one: the import covers this pair.
    """
    found: dict[tuple[str, int], dict[AnnotationItem, AnnotationRow]] = {}
    for row in rows:
        there = found.setdefault((row.annotator, row.segment), {})
        none, _ = as_stored(VERDICT, "", row.pair)
        there.setdefault(none, row._replace(item=none, text=""))
        item, text = as_stored(row.item, row.text, row.pair)
        there[item] = row._replace(item=item, text=text)
    return found


def _is_entered(rows: Mapping[AnnotationItem, AnnotationRow], here: ItemTexts | None) -> bool:
    """Whether an annotator has entered the same here, as far as it is of the same systems."""
    subjects = {places for item in rows if (places := places_of(item))}
    systems = {system for places in subjects for system in places}
    subjects |= {(), *((system,) for system in systems)}
    same = {item: t for item, t in (here or {}).items() if places_of(item) in subjects}
    return same == {item: row.text for item, row in rows.items() if row.text}


def _digest(rows: Sequence[AnnotationRow]) -> str:
    """Hash annotations, so that files with the same annotations have the same hash."""
    contents = []
    for row in rows:
        item, text = as_stored(row.item, row.text, row.pair)
        contents.append((row.annotator, row.segment, *astuple(item), text, *sorted(row.pair)))
    return hashlib.sha256(json.dumps(sorted(contents)).encode()).hexdigest()


def _ratings_digest(ratings: Sequence[Rating]) -> str:
    """Hash ratings, so that files with the same ratings have the same hash."""
    contents = []
    for r in ratings:
        output = r.annotator, r.segment, r.system, repr(r.score)
        contents += [(*output, *astuple(mark)[:-1]) for mark in r.marks or (NO_ERROR,)]
    return hashlib.sha256(json.dumps(sorted(contents)).encode()).hexdigest()


def _as_text(values: NDArray[np.float64]) -> pa.Array:
    """Convert numbers to the shortest text that reads back as the same; NaN to null."""
    numbers = (None if np.isnan(value) else repr(value) for value in values.tolist())
    return pa.array(numbers, pa.large_string())


def _as_numbers(column: pa.Array) -> NDArray[np.float64]:
    numbers: NDArray[np.float64] = as_numpy(column.cast(pa.float64()).fill_null(float("nan")))
    return numbers
