"""Scores of another metric from files: a column for each system, checked together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bleu_core.messages import Message
from bleu_core.messages import scores as messages
from bleu_core.metrics.imported import Scores, fault, missing
from bleu_core.readers.parts import File, ReadError
from bleu_core.readers.score_columns import Column, only_column
from bleu_core.readers.scores import read_tables


def scores_of(
    name: str, higher_is_better: bool, columns: tuple[Column, Column], a: str, b: str, segments: int
) -> Scores:
    """Scores of systems A and B from two columns.

    Parameters
    ----------
    name : str
        Of the metric.
    higher_is_better : bool
    columns : the column of A, and that of B
    a, b : str
        Names of the systems.
    segments : int
        Of the test set.

    Raises
    ------
    ReadError
        With a message for each problem of the name and the columns.
    """
    by_system = dict(zip((a, b), columns, strict=True))
    called = {a: "A", b: "B"}
    return scores_of_systems(name, higher_is_better, by_system, segments, called)


def scores_of_systems(
    name: str,
    higher_is_better: bool,
    columns: Mapping[str, Column],
    segments: int,
    called: Mapping[str, str] | None = None,
) -> Scores:
    """Scores of any number of systems, as `scores_of`; `columns` has the column of each.

    `called` has labels of systems for messages, if these are not their names.
    """
    problems: list[str] = [wrong for wrong in [fault(name)] if wrong]
    values = {}
    for system, column in columns.items():
        try:
            values[system] = column.numbers(segments)
        except ReadError as error:
            problems += error.problems
    problems += _given_twice(columns, called or {})
    if problems:
        raise ReadError(list(dict.fromkeys(problems)))
    origins = {system: column.called for system, column in columns.items()}
    return Scores(name, higher_is_better, values, origins)


def read_scores(
    name: str, higher_is_better: bool, files: tuple[File, File], a: str, b: str, segments: int
) -> Scores:
    """Scores of two files, each with one column of numbers. See `scores_of`."""
    tables, problems = read_tables(files)
    columns = []
    for table in tables:
        try:
            columns.append(only_column(table))
        except ReadError as error:
            problems += error.problems
    if problems:
        raise ReadError(problems)
    return scores_of(name, higher_is_better, (columns[0], columns[1]), a, b, segments)


def remarks(scores: Scores, a: str, b: str) -> list[Message]:
    """Notes on scores that can be imported."""
    notes = []
    number = missing(scores, a, b)
    if number:
        notes.append(messages.missing(number))
    if a != b and np.array_equal(scores.values[a], scores.values[b], equal_nan=True):
        notes.append(messages.identical())
    return notes


def _given_twice(columns: Mapping[str, Column], called: Mapping[str, str]) -> list[Message]:
    owners: list[tuple[Column, list[str]]] = []
    for system, column in columns.items():
        owner = called.get(system, system)
        others = next((names for other, names in owners if _is_same(column, other)), None)
        if others is None:
            owners.append((column, [owner]))
        else:
            others.append(owner)
    return [
        messages.same_column(column.called, names) for column, names in owners if len(names) > 1
    ]


def _is_same(column: Column, other: Column) -> bool:
    """Whether two columns are the same; two files may have one name."""
    place = column.table.file, column.name
    return place == (other.table.file, other.name) and column.cells.equals(other.cells)
