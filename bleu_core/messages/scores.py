"""Messages on score files that cannot be imported, and notes on those that can."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, join_words, truncate
from bleu_core.messages import Area


def _place(file: str, column: str) -> str:
    """`column` is "" if the file has only one."""
    return f"{file}, column {truncate(column)!r}" if column else file


def _cells(cells: Sequence[str], places: Sequence[str], count: int) -> str:
    """The first of `count` cells, and their places: "line 8"."""
    shown = [f"“{cell}” in {place}" for cell, place in zip(cells, places, strict=False)]
    return join_words(shown, more=count - len(shown))


scores = Area("scores", place=_place, shown=_cells)


# Files.
@scores.error(
    "{file} is an archive of {files:int} files ({files:names}); unpack it, and give those with "
    "scores."
)
def several_files(file: str, files: Sequence[str]) -> str: ...
@scores.error(
    "{file} is {format}; scores are read from TSV, CSV, JSON, JSON Lines, Parquet and plain text "
    "with one number a line."
)
def wrong_format(file: str, format: str) -> str: ...
@scores.error("{file} is empty: there is no score to read.")
def empty(file: str) -> str: ...
@scores.error(
    "{file} has no column of numbers among {columns:names}. Give a file with one number a line."
)
def no_column(file: str, columns: Sequence[str]) -> str: ...
@scores.error(
    "{file} has several columns of numbers ({columns:names}); give a file with one of them."
)
def several_columns(file: str, columns: Sequence[str]) -> str: ...


@scores.error()
def same_column(column: str, systems: Sequence[str]) -> str:
    given = join_words([f"for {system}" for system in systems])
    return f"{column} is given {given}. Give each system's own scores."


# Cells.
@scores.error(
    "{place}: line 1 is “{text}”, which seems a heading; plain text has one number a line and "
    "nothing else. Take it out."
)
def heading(file: str, column: str, text: str) -> str: ...


@scores.error()
def unequal(file: str, column: str, rows: int, are_lines: bool, segments: int) -> str:
    have = format_count(rows, "line" if are_lines else "row")
    return (
        f"{_place(file, column)} has {have} of scores, and the test set "
        f"{format_count(segments, 'segment')}: give one for each segment in the order of the test "
        "set, an empty one where there is no score."
    )


@scores.error(
    "{place}: {shown} {count:has a decimal comma|have decimal commas}; write "
    "{count:it with a point|them with points}."
)
def decimal_comma(
    file: str, column: str, cells: Sequence[str], places: Sequence[str], count: int
) -> str: ...
@scores.error(
    "{place}: {shown} {count:is no finite number|are no finite numbers}; where a segment has no "
    "score, leave it empty."
)
def not_finite(
    file: str, column: str, cells: Sequence[str], places: Sequence[str], count: int
) -> str: ...
@scores.error(
    "{place}: {shown} {count:is no number|are no numbers}; where a segment has no score, leave it "
    "empty."
)
def not_number(
    file: str, column: str, cells: Sequence[str], places: Sequence[str], count: int
) -> str: ...
@scores.error("{place}: {shown} {count:is|are} too large for a number.")
def too_large(
    file: str, column: str, cells: Sequence[str], places: Sequence[str], count: int
) -> str: ...
@scores.error("{place}: there is no number in it.")
def no_number(file: str, column: str) -> str: ...


# The name.
@scores.error("The name of the scores is missing.")
def name_missing() -> str: ...
@scores.error("The name of the scores begins or ends with a space.")
def name_spaced() -> str: ...
@scores.error("The name of the scores is longer than {most:int} characters.")
def name_long(most: int) -> str: ...
@scores.error("The name of the scores has a character that cannot be seen.")
def name_unprintable() -> str: ...
@scores.error("The name of the scores is that of a metric that is counted here.")
def name_taken() -> str: ...


# Notes on scores that can be imported.
@scores.note(
    "{count:# segment has|# segments have} no number in A or in B, and {count:counts|count} in "
    "neither mean."
)
def missing(count: int) -> str: ...
@scores.warning("A and B have the same numbers in every segment. Is it one file twice?")
def identical() -> str: ...
