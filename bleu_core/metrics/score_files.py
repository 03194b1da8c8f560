"""Imported scores from files: a column for A and one for B, checked together."""

from __future__ import annotations

import numpy as np

from bleu_core.metrics.imported import Scores, fault, missing
from bleu_core.numerals import whole
from bleu_core.readers.parts import File, ReadError
from bleu_core.readers.score_columns import Column, only_column
from bleu_core.readers.scores import read_tables


def scores_of(
    name: str, higher_is_better: bool, columns: tuple[Column, Column], a: str, b: str, segments: int
) -> Scores:
    """What two columns say of systems A and B.

    Parameters
    ----------
    name : str
        What the scores are called.
    higher_is_better : bool
    columns : the column of A, and that of B
    a, b : str
        Names of the systems.
    segments : int
        Of the test set.

    Raises
    ------
    ReadError
        A sentence for each problem of the name and of the columns.
    """
    problems = [f"The name of the scores {wrong}." for wrong in [fault(name)] if wrong]
    values = []
    for column in columns:
        try:
            values.append(column.numbers(segments))
        except ReadError as error:
            problems += error.problems
    problems += _given_twice(*columns)
    if problems:
        raise ReadError(list(dict.fromkeys(problems)))
    origins = {a: columns[0].called, b: columns[1].called}
    return Scores(name, higher_is_better, {a: values[0], b: values[1]}, origins)


def read_scores(
    name: str, higher_is_better: bool, files: tuple[File, File], a: str, b: str, segments: int
) -> Scores:
    """The scores of two files, one a system, each with one column of numbers. See `scores_of`."""
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


def remarks(scores: Scores, a: str, b: str) -> list[str]:
    """What is to be known of scores that can be imported, in sentences."""
    told = []
    number = missing(scores, a, b)
    if number:
        have, count = ("segment has", "counts") if number == 1 else ("segments have", "count")
        told.append(f"{whole(number)} {have} no number in A or in B, and {count} in neither mean.")
    if a != b and np.array_equal(scores.values[a], scores.values[b], equal_nan=True):
        told.append("A and B have the same numbers in every segment. Is it one file twice?")
    return told


def _given_twice(a: Column, b: Column) -> list[str]:
    if a.table.file == b.table.file and a.name == b.name and a.cells.equals(b.cells):
        return [f"{a.called} is given for A and for B. Give each system's own scores."]
    return []
