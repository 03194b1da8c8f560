"""Error annotations in outputs, each saved separately.

Each annotated error is a row; so is the rating as a whole, if no error was found or a score was
given.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from bleu_core.messages import annotation as messages
from bleu_core.segments.annotations import SEVERITIES, SIDES, Annotation, Label
from bleu_core.segments.marks import Mark, MarkedSegment, Rating, mark_problem
from bleu_core.workspace.annotations import FIRST_TWO, NAMELESS, Pair, check_annotator_name
from bleu_core.workspace.comparisons import check_segments
from bleu_core.workspace.connection import Connection, Row
from bleu_core.workspace.database import Workspace

# Marks of one annotator in one output.
MOST_MARKS = 1_000
# The row of the rating as a whole: the output was read, and is right unless there are other rows.
# It has a number of its own.
NO_ERROR = Mark("", "", number=-1)
# Fields of a mark that are columns of its row.
_MARK = ("number", "category", "severity", "side", "comment")
OF_OUTPUT = "comparison = ? AND segment = ? AND system = ? AND annotator = ?"


class Output(NamedTuple):
    """An output and its annotator; the system by its place, as a string."""

    comparison: str
    segment: int
    system: str
    annotator: str


class OutputRating(NamedTuple):
    """The rating of an output: marks, none if it is right; score; time."""

    marks: tuple[Mark, ...]
    score: float | None
    changed: float
    is_imported: bool = False


def mark(
    workspace: Workspace,
    comparison: str,
    segment: int,
    system: int,
    number: int,
    mark: Mark | None,
    annotator: str = NAMELESS,
) -> None:
    """Save one mark, None to delete it; the last write wins.

    `system` is its place in the test set. `number` is that of the mark in this output, from 0; a
    new mark has one that no mark visible to the writer has, and its own is ignored. Its span must
    fit the text: see `span_problem`. Editing an imported rating makes it the annotator's own:
    deleting the import no longer deletes it. Marking an error deletes the statement that the output
    is right. Raises Gone if the comparison was deleted; ValueError for an invalid mark or name, or
    an unknown segment or system.
    """
    if not 0 <= number < MOST_MARKS:
        raise ValueError(messages.too_many("errors", MOST_MARKS))
    if mark is not None:
        check_mark(mark)
        if mark.severity not in SEVERITIES:
            raise ValueError(messages.value_unknown("severity", mark.severity, list(SEVERITIES)))
        mark = replace(mark, number=number)
    check_annotator_name(annotator)
    output = Output(comparison, segment, str(system), annotator)
    with workspace.writing() as db:
        check_segments(db, comparison, [segment])
        names = system_names(db, comparison)
        if output.system not in names:
            raise ValueError(messages.out_of_range("System", system + 1, len(names)))
        rating = dict(ratings_by_output(db, OF_OUTPUT, *output)).get(output)
        there = next((m for m in rating.marks if m.number == number), None) if rating else None
        if there == mark:
            return
        db.execute(f"UPDATE marks SET import = NULL WHERE {OF_OUTPUT}", output)
        db.execute(
            f"DELETE FROM marks WHERE {OF_OUTPUT} AND (number = ? OR ? AND number = ? "
            "AND score IS NULL)",
            (*output, number, mark is not None, NO_ERROR.number),
        )
        if mark is not None:
            db.insert("marks", _mark_row(output, mark, None, time.time()))


def load_ratings(
    workspace: Workspace, comparison: str, segment: int | None = None, annotator: str | None = None
) -> list[Rating]:
    """Load the ratings of a comparison, or of one segment or annotator, sorted by segment, place of
    the system and annotator.
    """
    given = {"comparison": comparison, "segment": segment, "annotator": annotator}
    chosen = {name: value for name, value in given.items() if value is not None}
    with workspace.reading() as db:
        names = system_names(db, comparison)
        which = " AND ".join(f"{name} = ?" for name in chosen)
        found = list(ratings_by_output(db, which, *chosen.values()))
    return [
        Rating(output.segment, names[output.system], output.annotator, marks, changed, score)
        for output, (marks, score, changed, _) in found
    ]


def load_marked_segments(
    workspace: Workspace, comparison: str, systems: Collection[int], annotator: str | None = None
) -> list[MarkedSegment]:
    """Return the types of marks, each once by segment, in systems given by their places."""
    places = [str(place) for place in systems]
    which = f"comparison = ? AND system IN ({', '.join('?' * len(places))})"
    which += " AND annotator = COALESCE(?, annotator)"
    with workspace.reading() as db:
        found = list(ratings_by_output(db, which, comparison, *places, annotator))
    marked = set()
    for output, rating in found:
        marked |= {(output.segment, m.category, m.severity) for m in rating.marks}
    return sorted(marked)


def load_marked_errors(
    workspace: Workspace, comparison: str, annotator: str = NAMELESS, pair: Pair = FIRST_TWO
) -> dict[int, Annotation]:
    """Load one annotator's marked errors in A and B as labels, by segment index."""
    sides = dict(zip(map(str, reversed(pair)), reversed(SIDES), strict=True))
    found: dict[int, list[Label]] = {}
    with workspace.reading() as db:
        which = "comparison = ? AND annotator = ?"
        for output, rating in ratings_by_output(db, which, comparison, annotator):
            marks = [mark for mark in rating.marks if mark.severity in SEVERITIES]
            if marks and (side := sides.get(output.system)):
                labels = (Label(side, mark.category, mark.severity) for mark in marks)
                found.setdefault(output.segment, []).extend(labels)
    return {segment: Annotation(labels=tuple(labels)) for segment, labels in found.items()}


def check_mark(mark: Mark) -> None:
    """Raise ValueError for a mark that is invalid in any text."""
    if problem := mark_problem(mark):
        raise ValueError(problem)


def check_ratings(new: Sequence[Rating]) -> None:
    """Raise ValueError for ratings that cannot be saved together, for any test set."""
    outputs = set()
    for rating in new:
        check_annotator_name(rating.annotator)
        if len(rating.marks) > MOST_MARKS:
            raise ValueError(messages.too_many("errors", MOST_MARKS))
        for one in rating.marks:
            check_mark(one)
        if rating.score is not None and not 0 <= rating.score <= 100:
            raise ValueError(
                messages.value_unknown("score", str(rating.score), ["a number from 0 to 100"])
            )
        outputs.add((rating.segment, rating.system, rating.annotator))
    if len(outputs) < len(new):
        raise ValueError(messages.rated_twice())


def system_names(db: Connection, comparison: str) -> dict[str, str]:
    """Return the systems of a comparison by their places, as strings."""
    which = "WHERE comparison = ? AND role = 'system'"
    parts = db.rows("parts", which, comparison)
    return {str(part["place"]): part["name"] for part in parts}


def ratings_by_output(
    db: Connection, which: str, *values: object
) -> Iterator[tuple[Output, OutputRating]]:
    """Iterate over ratings, by output and annotator."""
    order = "segment, CAST(system AS INTEGER), annotator, number"
    rows = db.rows("marks", f"WHERE {which} ORDER BY {order}", *values)
    by_output = groupby(rows, lambda row: Output(*(row[name] for name in Output._fields)))
    for output, group in by_output:
        own = list(group)
        marks = tuple(_mark_of(row) for row in own if row["severity"])
        score = next((row["score"] for row in own if row["score"] is not None), None)
        is_imported = own[0]["import"] is not None
        yield output, OutputRating(marks, score, max(row["changed"] for row in own), is_imported)


def rating_rows(
    output: Output, rating: OutputRating, source: int | None = None
) -> list[dict[str, object]]:
    """Return the rows of a rating that was entered here or belongs to an import."""
    rows = [_mark_row(output, mark, None, rating.changed, source) for mark in rating.marks]
    if not rating.marks or rating.score is not None:
        rows.append(_mark_row(output, NO_ERROR, rating.score, rating.changed, source))
    return rows


def _mark_row(
    output: Output, mark: Mark, score: float | None, changed: float, source: int | None = None
) -> dict[str, object]:
    fields = {name: getattr(mark, name) for name in _MARK}
    first, last = (mark.start, mark.end) if mark.has_span else (None, None)
    rest = {"first": first, "last": last, "score": score, "changed": changed, "import": source}
    return {**output._asdict(), **fields, **rest}


def _mark_of(row: Row) -> Mark:
    span = {} if row["first"] is None else {"start": row["first"], "end": row["last"]}
    return Mark(**{name: row[name] for name in _MARK}, **span)
