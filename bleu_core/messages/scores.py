"""Scores in files that cannot be imported, and notes on imported ones."""

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
from bleu_core.messages import Area


def _place(file: str, column: str) -> str:
    """`column` is "" if the file has only one."""
    return f"{file}, column {truncate(column)!r}" if column else file


def _cells(cells: Sequence[str], places: Sequence[str], count: int) -> str:
    """The first of `count` cells, and their places: "line 8"."""
    shown = [f"“{cell}” in {place}" for cell, place in zip(cells, places, strict=False)]
    return join_words(shown, more=count - len(shown))


scores = Area("scores", place=_place, shown=_cells, last=lambda segments: format_int(segments - 1))


# Files.
@scores.error(
    "{file} is {format}. Scores can be imported from TSV, CSV, JSON, JSON Lines, Parquet, or "
    "plain text with one number per line."
)
def wrong_format(file: str, format: str) -> str: ...


@scores.error("{column} is used for {systems:words}. Use each system's own scores.")
def same_column(column: str, systems: Sequence[str]) -> str: ...


# Tables.
@scores.note(
    "{file}: a long table of {rows:# row}, read as {systems:# system} × {segments:# segment}; the "
    "scores are from {columns:names}."
)
def long_table(
    file: str, rows: int, columns: Sequence[str], systems: Sequence[str], segments: int
) -> str: ...


@scores.error(
    "{file} has no segment ids, so a row that is skipped or empty would shift the scores after it. "
    "Correct the row, or add a column of ids."
)
def unplaced_rows(file: str) -> str: ...


@scores.error()
def repeated_rows(file: str, system: str, segment: str, places: Sequence[str], count: int) -> str:
    """`count` rows repeat a system and segment; `places` are those of the first such pair."""
    return (
        f"{file}: {join_words(places)} both have a score of {truncate(system)!r} for segment "
        f"{truncate(segment)} ({format_count(count, 'repeated row')} in all). Use one row per "
        "system and segment, such as the average."
    )


@scores.error(
    "{file} has no segment ids, but {few:# row} of {system!r} and {many:# row} of {other!r}. Add a "
    "column of ids, or a row for each missing score."
)
def uneven(file: str, system: str, other: str, few: int, many: int) -> str: ...
@scores.error(
    "{file}: the rows are not in the order of their segment ids (or of a first column without a "
    "name), or systems have different segments, and the test set has no segment ids in common with "
    "the table. Give the test set these ids, or give every system a row per segment in the order "
    "of the test set."
)
def no_order(file: str) -> str: ...
@scores.error(
    "{file}: {same:# segment id is|# segment ids are} in the table and in the test set, but "
    "{here!r} is only in the table and {there!r} only in the test set. Use the ids of the test set."
)
def other_ids(file: str, same: int, here: str, there: str) -> str: ...
@scores.error(
    "{file}: the segment id {id!r} occurs in several rows ({count:# such id|# such ids}), so "
    "scores cannot be aligned by id. Correct it; add a column of documents if ids begin anew in "
    "each; or, if a column names the systems, call it “system”."
)
def repeated_ids(file: str, id: str, count: int) -> str: ...
@scores.error(
    "{file}: {row} is of document {here!r}, but this segment of the test set is of {there!r}. Sort "
    "the rows in the order of the test set, or give the test set segment ids."
)
def other_documents(file: str, row: str, here: str, there: str) -> str: ...
@scores.error(
    "The segment ids of this test set are not known in this window: they are no longer in memory, "
    "or the same texts were opened with several. Open its files again here."
)
def ids_gone() -> str: ...


@scores.error(
    "{file}: {count:# line number is|# line numbers are} not in the test set, such as "
    "{line:short}; its lines are 0 to {segments:last}."
)
def other_lines(file: str, line: str, count: int, segments: int) -> str: ...
@scores.note("{file}: skipped {count:# row} of quality control and tutorials.")
def quality_control(file: str, count: int) -> str: ...
@scores.note("{file}: scores of several annotators were averaged: {rows:# row}, {means:# score}.")
def averaged(file: str, rows: int, means: int) -> str: ...
@scores.note(
    "{file}: human scores of {systems:# system} in {scored:int} of {segments:# segment}; several "
    "scores of one output are averaged."
)
def annotated_segments(file: str, systems: Sequence[str], scored: int, segments: int) -> str: ...


# COMET's own layouts.
@scores.error(
    "{file} has only COMET's means, not a score per segment. Run comet-score without --only_system."
)
def only_means(file: str) -> str: ...
@scores.error()
def comet_segments(file: str, size: int, systems: Sequence[str], counts: Sequence[int]) -> str:
    """`counts` are the scores of each system; the last segment has the number size − 1."""
    listed = [
        f"{truncate(system)} has {format_count(count, 'score')}"
        for system, count in zip(systems, counts, strict=False)
    ]
    return (
        f"{file}: every system needs one score of each segment from 0 to {format_int(size - 1)}, "
        f"but segments are missing or repeated: {join_words(listed, 5)}. Score the whole file "
        "again."
    )


@scores.note()
def comet_lines(
    file: str, systems: Sequence[str], segments: int, skipped: int, first: Sequence[str]
) -> str:
    """The number of other lines that were skipped, and the first of them, if any."""
    text = (
        f"{file}: read as the output of COMET for {join_names(systems)}, "
        f"{format_count(segments, 'segment')} each."
    )
    for line in first:
        what = format_count(skipped, "other line")
        text += f" Skipped {what}{', the first' if skipped > 1 else ''}: “{truncate(line)}”."
    return text


@scores.note()
def aligned(file: str, by: str, missing: int, unused: int) -> str:
    """`missing` segments are not in the table; `unused` segments of it not in the test set."""
    text = f"{file}: scores are aligned by {by}."
    if missing:
        are = plural(missing, "is", "are")
        text += f" {format_count(missing, 'segment')} of the test set {are} not in the table."
    if unused:
        text += f" Skipped {format_count(unused, 'other segment')} of the table."
    return text


@scores.note()
def in_order(file: str, has_ids: bool, skipped: int) -> str:
    why = "has other segment ids" if has_ids else "has no segment ids"
    text = f"{file}: scores are read in the order of the rows, because the test set {why}."
    if skipped:
        text += f" Skipped {format_count(skipped, 'segment')} without any score."
    return text


@scores.error(
    "{file} has no scores for {systems:names}; it has {columns:names}. Use the same names for the "
    "systems."
)
def no_systems(file: str, systems: Sequence[str], columns: Sequence[str]) -> str: ...


# Cells.
@scores.error(
    "{place}: line 1 is “{text}”, which looks like a heading. Plain text must have one number per "
    "line and nothing else; remove the heading."
)
def heading(file: str, column: str, text: str) -> str: ...


@scores.error()
def unequal(file: str, column: str, rows: int, are_lines: bool, segments: int) -> str:
    have = format_count(rows, "line" if are_lines else "row")
    return (
        f"{_place(file, column)} has {have} of scores, but the test set has "
        f"{format_count(segments, 'segment')}. Use one score per segment, in the order of the "
        "test set; leave a score empty if it is missing."
    )


@scores.error(
    "{place}: {shown} {count:is not a number|are not numbers}. Write each as digits with a decimal "
    "point, such as 0.53, and leave a score empty if it is missing."
)
def not_number(
    file: str, column: str, cells: Sequence[str], places: Sequence[str], count: int
) -> str: ...
@scores.error("{place}: there is no number.")
def no_number(file: str, column: str) -> str: ...


# The name.


# Notes on scores that can be imported.
@scores.note(
    "{count:# segment has|# segments have} no number for {is_pair:{A} or {B}|some system}, and "
    "{count:is|are} excluded from {is_pair:both|all} means."
)
def missing(count: int, is_pair: bool) -> str: ...
@scores.warning(
    "{A} and {B} have the same numbers in every segment. Check that you did not use the same file "
    "twice."
)
def identical() -> str: ...
