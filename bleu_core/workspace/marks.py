"""Marks on the text in the workspace: each saved by itself, each somebody's."""

from __future__ import annotations

import time
from dataclasses import replace

from bleu_core.messages import annotation as messages
from bleu_core.messages.workspace import mark_changed_meanwhile
from bleu_core.segments.annotations import SEVERITIES
from bleu_core.segments.marks import Mark
from bleu_core.workspace.annotators import NAMELESS, check_name
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.mark_checks import MOST_MARKS, check_mark
from bleu_core.workspace.mark_rows import (
    INSERT,
    NO_ERROR,
    Output,
    as_kept,
    counting,
    row_of,
    rows_of,
)
from bleu_core.workspace.row_copy import rewrite
from bleu_core.workspace.saying import check_pair, size_of

_OF_OUTPUT = "comparison = ? AND segment = ? AND system = ? AND annotator = ?"


class MarkedMeanwhile(Exception):
    """Another window changed a mark; nothing was written. `there` is what it has now, or None."""

    def __init__(self, there: Mark | None) -> None:
        super().__init__(mark_changed_meanwhile())
        self.there = there


def mark(
    workspace: Workspace,
    comparison: str,
    segment: int,
    system: int,
    number: int,
    mark: Mark | None,
    seen: Mark | None,
    annotator: str = NAMELESS,
) -> None:
    """Write one mark, None to take it back, if it still is what the writer has seen.

    Parameters
    ----------
    comparison : str
        Digest of a comparison that is kept.
    segment, system : int
        Their indexes, from 0: the system's among those of the test set.
    number : int
        Of the mark among those of this annotator in this output, from 0; a new mark has one that
        none of those has that the writer sees.
    mark : Mark or None
        Its `number` says nothing here. Its span is one of the text: see `marks.span_fault`.
    seen : Mark or None
        What the writer's window shows under this number; None for nothing.
    annotator : str
        Who marks.

    Raises
    ------
    MarkedMeanwhile
        If there is another mark by now.
    Gone
        If the comparison was deleted.
    ValueError
        For what cannot be a mark, a segment or a system that there is not, or no name.

    Notes
    -----
    Who goes on with what an import under the same name has of an output makes it their own: that
    it is taken back no longer concerns this output. That it was found right is no longer so when
    an error is marked.
    """
    if not 0 <= number < MOST_MARKS:
        raise ValueError(messages.too_many_marks(MOST_MARKS))
    if mark is not None:
        check_mark(mark)
        if mark.severity not in SEVERITIES:
            raise ValueError(messages.value_unknown("severity", mark.severity, list(SEVERITIES)))
    _change(workspace, comparison, segment, system, annotator, number, mark, seen)


def find_right(
    workspace: Workspace,
    comparison: str,
    segment: int,
    system: int,
    is_right: bool,
    annotator: str = NAMELESS,
) -> None:
    """Say that an output was read and no error found, or take that back.

    Raises
    ------
    MarkedMeanwhile
        If an error is marked in it by now.
    Gone, ValueError
        As `mark`.
    """
    now, before = (NO_ERROR, None) if is_right else (None, NO_ERROR)
    _change(workspace, comparison, segment, system, annotator, NO_ERROR.number, now, before)


def _change(
    workspace: Workspace,
    comparison: str,
    segment: int,
    system: int,
    annotator: str,
    number: int,
    mark: Mark | None,
    seen: Mark | None,
) -> None:
    check_name(annotator)
    output = Output(comparison, segment, str(system), annotator)
    with workspace.writing() as connection:
        size = size_of(connection, comparison)
        if not 0 <= segment < size:
            raise ValueError(messages.no_segment(segment + 1, size))
        check_pair(connection, comparison, (system, system))
        there = _marks_of(connection, output)
        now = there.get(number)
        if mark is NO_ERROR and now is None and there:
            raise MarkedMeanwhile(next(iter(there.values())))
        if now not in (seen, mark):
            raise MarkedMeanwhile(now)
        if now != mark:
            _make_own(connection, output)
            connection.execute(
                f"DELETE FROM marks WHERE {_OF_OUTPUT} AND (number = ? OR ? AND number = ? "
                "AND score IS NULL)",
                (*output, number, mark is not None, NO_ERROR.number),
            )
            if mark is not None:
                row = row_of(output, replace(mark, number=number), None, time.time(), None)
                connection.execute(INSERT, row)
        if now is not None and now.comment and mark is None:
            rewrite(connection, "marks")


def _make_own(connection: Connection, output: Output) -> None:
    """Take what counts of an output out of the import that it came from, if it came from one."""
    said = next(counting(rows_of(connection, _OF_OUTPUT, output)), None)
    imported = connection.execute(
        f"DELETE FROM marks WHERE {_OF_OUTPUT} AND import IS NOT NULL", output
    ).rowcount
    if imported and said:
        connection.execute(f"DELETE FROM marks WHERE {_OF_OUTPUT}", output)
        connection.executemany(INSERT, as_kept(output, said[1], None))


def _marks_of(connection: Connection, output: Output) -> dict[int, Mark]:
    """What counts of an output, by number; where no error was found, that."""
    said = next(counting(rows_of(connection, _OF_OUTPUT, output)), None)
    return {one.number: one for one in said[1].marks or (NO_ERROR,)} if said else {}
