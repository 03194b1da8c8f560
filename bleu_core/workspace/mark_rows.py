"""How marks are kept: a row each, and one for the rating as a whole where no error was found.

Of what one person marked in a system's output of a segment one source counts: what was marked
here, or else the import that came last of those that have this output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from bleu_core.segments.marks import Mark
from bleu_core.workspace import checksums
from bleu_core.workspace.connection import Connection

# The row of the rating as a whole: that the output was read, and found right if no other is beside
# it. It has a number of its own.
NO_ERROR = Mark("", "", number=-1)
_COLUMNS = (
    "comparison, segment, system, annotator, number, category, severity, side, first, last, "
    "comment, score, changed, import"
)
INSERT = f"INSERT INTO marks ({_COLUMNS}) VALUES ({', '.join('?' * 14)})"


class Output(NamedTuple):
    """Whose output of which segment somebody marks; the system by its place, as it is kept."""

    comparison: str
    segment: int
    system: str
    annotator: str


class Said(NamedTuple):
    """What counts of an output: its marks, none if it was found right; its score; when."""

    marks: tuple[Mark, ...]
    score: float | None
    changed: float


def rows_of(connection: Connection, which: str, values: tuple[object, ...]) -> list[checksums.Row]:
    """Of each output and annotator all rows, those that count first."""
    order = "segment, CAST(system AS INTEGER), annotator, import IS NULL DESC, import DESC, number"
    return checksums.valid_rows(connection, "marks", f"WHERE {which} ORDER BY {order}", values)


def counting(rows: Sequence[checksums.Row]) -> Iterator[tuple[Output, Said]]:
    """What counts of each output and annotator."""
    for output, group in groupby(rows, _output):
        _, source = next(groupby(group, lambda row: row["import"]))
        said = list(source)
        yield (
            output,
            Said(
                tuple(_mark(row) for row in said if row["severity"]),
                next((row["score"] for row in said if row["score"] is not None), None),
                max(row["changed"] for row in said),
            ),
        )


def _output(row: Mapping[str, Any]) -> Output:
    return Output(row["comparison"], row["segment"], row["system"], row["annotator"])


def _mark(row: Mapping[str, Any]) -> Mark:
    has_span = row["first"] is not None
    return Mark(
        row["category"],
        row["severity"],
        row["first"] if has_span else -1,
        row["last"] if has_span else -1,
        row["side"],
        row["comment"],
        row["number"],
    )


def as_kept(output: Output, said: Said, source: int | None) -> list[tuple[object, ...]]:
    """The rows of a rating."""
    rows = [row_of(output, mark, None, said.changed, source) for mark in said.marks]
    if not said.marks or said.score is not None:
        rows.append(row_of(output, NO_ERROR, said.score, said.changed, source))
    return rows


def row_of(
    output: Output, mark: Mark, score: float | None, changed: float, source: int | None
) -> tuple[object, ...]:
    """The row of a mark, in the order of `INSERT`."""
    span = (mark.start, mark.end) if mark.has_span else (None, None)
    said = mark.category, mark.severity, mark.side, *span, mark.comment
    return (*output, mark.number, *said, score, changed, source)
