"""Imported annotations, ratings and scores. An import can be deleted.

What an annotator has entered here stays, and so do imported annotations that were changed later;
others of the same annotator, segment and systems are replaced: the judgment of a pair, the labels
of a system, and the note, each alone.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy
from bleu_core.common.escaping import visible
from bleu_core.messages import annotation as messages
from bleu_core.messages import scoring
from bleu_core.metrics.imported import ImportedScores
from bleu_core.segments.marks import Rating
from bleu_core.workspace import texts
from bleu_core.workspace.annotations import (
    NOTE,
    VERDICT,
    AnnotationItem,
    AnnotationRow,
    Pair,
    annotation_rows,
    as_stored,
    check_annotator_name,
    delete_item,
    insert_annotation,
)
from bleu_core.workspace.comparisons import check_pair, check_segments, size_of
from bleu_core.workspace.connection import Connection, Gone, damage
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.marks import (
    OF_OUTPUT,
    Output,
    OutputRating,
    check_ratings,
    rating_rows,
    ratings_by_output,
    system_names,
)

# The scores of a comparison under a name.
_SCORES = "WHERE comparison = ? AND name = ?"
_LINE_END = re.compile("\r\n?")


@dataclass(frozen=True)
class Import:
    """A file of annotations or ratings that was imported for a comparison."""

    id: int
    file: str  # its name
    made: float  # when it was imported, in seconds since 1970
    items: dict[str, int]  # number of verdicts, labels and notes by annotator
    ratings: dict[str, int]  # number of rated outputs by annotator


# What was added (verdicts, labels and notes, or rated outputs), and the segments where the same
# annotator has entered something else here, or changed it later: they stay.
ImportResult = tuple[int, list[int]]


def import_annotations(
    workspace: Workspace, comparison: str, file: str, rows: Sequence[AnnotationRow]
) -> ImportResult:
    """Import the annotations of a file; errors are those of `save_annotation`."""
    # The input field for notes uses line feeds alone.
    clean = [row._replace(text=_LINE_END.sub("\n", row.text)) for row in rows]
    for row in clean:
        row.item.check(row.text)
        check_annotator_name(row.annotator)
    by_pair: dict[tuple[int, str, Pair], list[AnnotationRow]] = {}
    for row in sorted(clean, key=lambda row: row.changed):
        pair = min(row.pair), max(row.pair)
        by_pair.setdefault((row.segment, row.annotator, pair), []).append(row)
    with workspace.writing() as db:
        check_segments(db, comparison, [row.segment for row in clean])
        for pair in {row.pair for row in clean}:
            check_pair(db, comparison, pair)
        there: dict[tuple[int, str], dict[AnnotationItem, AnnotationRow]] = {}
        for row in annotation_rows(db, comparison):
            there.setdefault((row.segment, row.annotator), {})[row.item] = row
        entered = {
            (row.segment, row.annotator, row.item)
            for row in annotation_rows(db, comparison, "AND import IS NULL")
        }
        is_only_pair = len(system_names(db, comparison)) == 2
        source, added, stays = None, 0, set()
        for (segment, annotator, pair), given in by_pair.items():
            saved = there.setdefault((segment, annotator), {})
            stored = (as_stored(row.item, row.text, row.pair) for row in given)
            new = {item: text for item, text in stored if text}
            verdict = as_stored(VERDICT, "", pair)[0]
            units = {verdict, NOTE, *(AnnotationItem("label", str(place)) for place in pair)}
            changed = max(row.changed for row in given)
            is_entered = any(
                _unit(item) in units and (segment, annotator, item) in entered for item in saved
            )
            for unit in units:
                here = {item: row.text for item, row in saved.items() if _unit(item) == unit}
                items = {item: text for item, text in new.items() if _unit(item) == unit}
                if _as_written(here) == _as_written(items):
                    continue
                is_older = any(
                    row.changed > changed and (is_only_pair or _covers(row.item, unit))
                    for row in saved.values()
                )
                if is_entered or is_older:
                    stays.add(segment)
                    continue
                for item in here:
                    delete_item(db, (comparison, segment, annotator), item)
                    del saved[item]
                for item, text in items.items():
                    if source is None:
                        source = _new_source(db, comparison, file)
                    saved[item] = AnnotationRow(segment, annotator, item, text, changed)
                    insert_annotation(db, comparison, saved[item], source)
                added += len(items)
    return added, sorted(stays)


def _unit(item: AnnotationItem) -> AnnotationItem:
    """What an item is replaced with: the labels of a system, or the item alone."""
    return AnnotationItem("label", item.system) if item.kind == "label" else item


def _as_written(items: Mapping[AnnotationItem, str]) -> list[tuple[str, str]]:
    """Items as files have them: without the numbers of labels, and with visible signs."""
    return sorted(
        (visible(item.label), visible(_LINE_END.sub("\n", items[item]))) for item in items
    )


def _covers(item: AnnotationItem, unit: AnnotationItem) -> bool:
    """Whether the row of a file with this item is about all that belongs to a unit, too."""
    if unit.kind == "label" and item.kind == "verdict":
        return unit.system in (item.system, item.label)
    return unit == NOTE or unit == _unit(item)


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
            raise ValueError(scoring.unknown(unknown, list(places)))
        outputs = [Output(comparison, r.segment, places[r.system], r.annotator) for r in ratings]
        there = dict(ratings_by_output(db, "comparison = ?", comparison))
        now = time.time()
        added, stays = [], set()
        for output, rating in zip(outputs, ratings, strict=True):
            # A file without times, or with impossible ones, is as new as its import.
            changed = rating.changed if 0 < rating.changed <= now else now
            former = there.get(output)
            if former and (former.marks, former.score) == (rating.marks, rating.score):
                continue
            if former and (not former.is_imported or former.changed > changed):
                stays.add(output.segment)
                continue
            marks = tuple(replace(mark, number=i) for i, mark in enumerate(rating.marks))
            added.append((output, OutputRating(marks, rating.score, changed)))
        if added:
            source = _new_source(db, comparison, file)
            for output, new in added:
                db.execute(f"DELETE FROM marks WHERE {OF_OUTPUT}", output)
                db.insert_all("marks", rating_rows(output, new, source))
    return len(added), sorted(stays)


def list_imports(workspace: Workspace, comparison: str) -> list[Import]:
    """Return the imports of a comparison that have annotations or ratings, the last one first."""
    queries = {
        "items": "COUNT(*) FROM annotations WHERE TRUE",
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
    """Import scores of some systems; those of others under the same name and signature stay."""
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
            try:
                values = {system: _as_numbers(column)}
            except pa.ArrowInvalid:
                raise damage(f"the scores “{name}” of “{system}” are not numbers") from None
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


def _new_source(db: Connection, comparison: str, file: str) -> int:
    """Register an import, and return its id."""
    return db.insert("imports", {"comparison": comparison, "file": file, "made": time.time()})


def _as_text(values: NDArray[np.float64]) -> pa.Array:
    """Convert numbers to the shortest text that reads back as the same; NaN to null."""
    numbers = (None if np.isnan(value) else repr(value) for value in values.tolist())
    return pa.array(numbers, pa.large_string())


def _as_numbers(column: pa.Array) -> NDArray[np.float64]:
    numbers: NDArray[np.float64] = as_numpy(column.cast(pa.float64()).fill_null(float("nan")))
    return numbers
