"""Scores of another metric from several files: one column per system, checked together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from bleu_core.common.formatting import join_words, truncate
from bleu_core.messages import Message
from bleu_core.messages import scores as messages
from bleu_core.metrics.imported import ImportedScores, count_missing, name_problem
from bleu_core.readers.parts import File, ReadError
from bleu_core.readers.score_tables import ScoreTable, aligned
from bleu_core.readers.scores import ScoreArray, ScoreTables, parse_scores, read_tables

if TYPE_CHECKING:
    from bleu_core.text.evalset import EvalSet

PREVIEW = 5


class ScoreColumn(NamedTuple):
    """A column of a file."""

    table: ScoreTable
    name: str

    @property
    def called(self) -> str:
        """The name of the file, and of the column if there are several."""
        if len(self.table.columns) == 1:
            return self.table.file
        return f"{self.table.file}, column “{self.name}”"

    @property
    def title(self) -> str:
        """The name of the column; that of the file, without its ending, if it is the only one."""
        return self.name if len(self.table.columns) > 1 else PurePath(self.table.file).stem

    @property
    def cells(self) -> pa.Array:
        return self.table.columns[self.name]

    def preview(self) -> list[str]:
        """The first cells."""
        return [truncate(text or "", 60) for text in self.cells.slice(0, PREVIEW).to_pylist()]

    def numbers(self, segments: int) -> ScoreArray:
        """See `parse_scores`."""
        return parse_scores(self.table, self.name, segments)


def score_columns(tables: Sequence[ScoreTable]) -> list[ScoreColumn]:
    """All columns of the files, in order."""
    return [ScoreColumn(table, name) for table in tables for name in table.columns]


def aligned_tables(read: ScoreTables, data: EvalSet, ids: pa.Array | None) -> ScoreTables:
    """The tables in the order of a test set, by `aligned`; `ids` are those of the test set."""
    found = ScoreTables([], [*read.problems])
    for table in read.tables:
        try:
            found.tables.append(aligned(table, len(data), ids, data.documents))
        except ReadError as error:
            found.problems.extend(error.problems)
    return found


def propose_column(columns: Sequence[ScoreColumn], system: str) -> int | None:
    """The number of the one column named as a system, or of words of its name; None for several."""
    word = re.compile(rf"(?<![^\W_]){re.escape(system)}(?![^\W_])", re.IGNORECASE)
    names = [c.table.file if len(c.table.columns) == 1 else c.name for c in columns]
    same = [i for i, c in enumerate(columns) if system in (c.name, c.table.file)]
    found = same or [i for i, name in enumerate(names) if word.search(name)]
    return found[0] if len(found) == 1 else None


def scores_of_systems(
    name: str,
    higher_is_better: bool,
    columns: Mapping[str, ScoreColumn],
    segments: int,
    called: Mapping[str, str] | None = None,  # labels of systems for messages
) -> ImportedScores:
    """Scores of a metric for any number of systems; ReadError has a message for each problem."""
    problems: list[str] = [wrong for wrong in [name_problem(name)] if wrong]
    values = {}
    for system, column in columns.items():
        try:
            values[system] = column.numbers(segments)
        except ReadError as error:
            problems += error.problems
    problems += _repeated_columns(columns, called or {})
    if problems:
        raise ReadError(list(dict.fromkeys(problems)))
    origins = {system: column.called for system, column in columns.items()}
    return ImportedScores(name, higher_is_better, values, origins)


def named_scores(
    name: str,
    higher_is_better: bool,
    files: Sequence[File],
    systems: Sequence[str],
    data: EvalSet,
    skip_bad: bool = False,
) -> tuple[ImportedScores, list[str]]:
    """Scores of systems by the names of columns or of files with one, and notes on reading.

    A column may also be called `name` and the system. ReadError has a message for each problem.
    """
    tables, problems = aligned_tables(read_tables(files, skip_bad), data, data.ids)
    columns = score_columns(tables)
    chosen = {system: _column_named(columns, name, system) for system in systems}
    by_system = {system: column for system, column in chosen.items() if column}
    if not problems and len(by_system) < len(systems):
        missing = [system for system in systems if system not in by_system]
        titles = [column.title for column in columns]
        names = join_words([table.file for table in tables])
        problems.append(messages.no_systems(names, missing, titles))
    if problems:
        raise ReadError(problems)
    scores = scores_of_systems(name, higher_is_better, by_system, len(data))
    return scores, [note for table in tables for note in table.repairs]


def _column_named(columns: Sequence[ScoreColumn], name: str, system: str) -> ScoreColumn | None:
    """The column of a system, or of the only file called so (COMET names columns by paths)."""
    for fold in (str, str.casefold):
        wanted = [fold(system), fold(f"{name} {system}")]
        for column in columns:
            if fold(column.name) in wanted or fold(column.title) in wanted:
                return column
    paths = [PurePath(column.name) for column in columns]
    found = [i for i, path in enumerate(paths) if system in (path.stem, *path.parts)]
    return columns[found[0]] if len(found) == 1 else None


def score_notes(scores: ImportedScores, *systems: str) -> list[Message]:
    """Notes on scores that can be imported, for A and B or for any number of systems."""
    notes, is_pair = [], len(systems) == 2
    if number := count_missing(scores, *systems):
        notes.append(messages.missing(number, is_pair))
    a, b = (scores.values[systems[i]] for i in (0, -1))
    if is_pair and systems[0] != systems[1] and np.array_equal(a, b, equal_nan=True):
        notes.append(messages.identical())
    return notes


def _repeated_columns(
    columns: Mapping[str, ScoreColumn], called: Mapping[str, str]
) -> list[Message]:
    owners: list[tuple[ScoreColumn, list[str]]] = []
    for system, column in columns.items():
        names = next((names for other, names in owners if _is_same_column(column, other)), None)
        if names is None:
            names = []
            owners.append((column, names))
        names.append(called.get(system, system))
    return [messages.same_column(column.called, n) for column, n in owners if len(n) > 1]


def _is_same_column(column: ScoreColumn, other: ScoreColumn) -> bool:
    """Whether two columns are the same; two files may have one name."""
    place = column.table.file, column.name
    return place == (other.table.file, other.name) and column.cells.equals(other.cells)
