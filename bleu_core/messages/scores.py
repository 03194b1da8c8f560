"""Scores from a file that cannot be imported, and notes on those that can."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_count,
    format_int,
    join_names,
    join_words,
    plural,
    truncate,
)
from bleu_core.messages import message

_EMPTY = "where a segment has no score, leave it empty"


def _where(file: str, column: str) -> str:
    """`column` is "" if the file has only one."""
    return f"{file}, column {truncate(column)!r}" if column else file


# Files.


@message()
def several_files(file: str, files: Sequence[str]) -> str:
    return (
        f"{file} is an archive of {format_int(len(files))} files ({join_names(files)}); unpack "
        "it, and give "
        "those with scores."
    )


@message()
def wrong_format(file: str, format: str) -> str:
    return (
        f"{file} is {format}; scores are read from TSV, CSV, JSON, JSON Lines, Parquet and plain "
        "text with one number a line."
    )


@message()
def empty(file: str) -> str:
    return f"{file} is empty: there is no score to read."


@message()
def no_column(file: str, columns: Sequence[str]) -> str:
    return (
        f"{file} has no column of numbers among {join_names(columns)}. Give a file with one "
        "number a "
        "line."
    )


@message()
def several_columns(file: str, columns: Sequence[str]) -> str:
    return (
        f"{file} has several columns of numbers ({join_names(columns)}); give a file with one of "
        "them."
    )


@message()
def same_column(column: str, systems: Sequence[str]) -> str:
    given = join_words([f"for {system}" for system in systems])
    return f"{column} is given {given}. Give each system's own scores."


# Cells.


@message()
def heading(file: str, column: str, text: str) -> str:
    return (
        f"{_where(file, column)}: line 1 is “{text}”, which seems a heading; plain text has one "
        "number a line and nothing else. Take it out."
    )


@message()
def unequal(file: str, column: str, rows: int, are_lines: bool, segments: int) -> str:
    have = format_count(rows, "line" if are_lines else "row")
    return (
        f"{_where(file, column)} has {have} of scores, and the test set "
        f"{format_count(segments, 'segment')}: give one for each segment in the order of the "
        "test set, "
        "an empty one where there is no score."
    )


@message()
def decimal_comma(
    file: str, column: str, cells: Sequence[str], places: Sequence[str], count: int
) -> str:
    """The first of `count` cells, and its place: "line 8"; likewise in the next functions."""
    what = plural(
        count,
        "has a decimal comma; write it with a point",
        "have decimal commas; write them with points",
    )
    return f"{_where(file, column)}: {_cells(cells, places, count)} {what}."


@message()
def not_finite(
    file: str, column: str, cells: Sequence[str], places: Sequence[str], count: int
) -> str:
    what = plural(count, "is no finite number", "are no finite numbers")
    return f"{_where(file, column)}: {_cells(cells, places, count)} {what}; {_EMPTY}."


@message()
def not_number(
    file: str, column: str, cells: Sequence[str], places: Sequence[str], count: int
) -> str:
    what = plural(count, "is no number", "are no numbers")
    return f"{_where(file, column)}: {_cells(cells, places, count)} {what}; {_EMPTY}."


@message()
def too_large(
    file: str, column: str, cells: Sequence[str], places: Sequence[str], count: int
) -> str:
    what = f"{plural(count, 'is', 'are')} too large for a number"
    return f"{_where(file, column)}: {_cells(cells, places, count)} {what}."


@message()
def no_number(file: str, column: str) -> str:
    return f"{_where(file, column)}: there is no number in it."


def _cells(cells: Sequence[str], places: Sequence[str], count: int) -> str:
    shown = [f"“{cell}” in {place}" for cell, place in zip(cells, places, strict=False)]
    return join_words(shown, more=count - len(shown))


# The name.


@message()
def name_missing() -> str:
    return "The name of the scores is missing."


@message()
def name_spaced() -> str:
    return "The name of the scores begins or ends with a space."


@message()
def name_long(most: int) -> str:
    return f"The name of the scores is longer than {format_int(most)} characters."


@message()
def name_unprintable() -> str:
    return "The name of the scores has a character that cannot be seen."


@message()
def name_taken() -> str:
    return "The name of the scores is that of a metric that is counted here."


# Notes on scores that can be imported.


@message("note")
def missing(count: int) -> str:
    have, counts = plural(count, "segment has", "segments have"), plural(count, "counts", "count")
    return f"{format_int(count)} {have} no number in A or in B, and {counts} in neither mean."


@message("warning")
def identical() -> str:
    return "A and B have the same numbers in every segment. Is it one file twice?"
