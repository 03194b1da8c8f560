"""Messages on tables (CSV, TSV, JSON, Parquet, XLSX) that cannot be read; how others were read."""

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


def _ragged_rows(rows: Sequence[int], cells: Sequence[int], count: int, unit: str) -> str:
    shown = [
        f"{unit} {format_int(row)} has {format_count(number, 'cell')}"
        if number
        else f"{unit} {format_int(row)} is blank"
        for row, number in zip(rows, cells, strict=False)
    ]
    return join_words(shown, more=count - len(shown))


table = Area(
    "table",
    listed=_ragged_rows,
    named=lambda rows, count: join_words(rows, more=count - len(rows)),
)


@table.error(
    "{file} has at least {rows:int} rows of {columns:int} columns, nearly all empty or repeated: "
    "too many for a file of its size. Remove what is not needed, or split the file."
)
def too_sparse(file: str, rows: int, columns: int) -> str: ...


@table.error(
    "{file}, column {column:repr}, row {row:int}: not UTF-8 text. Write the file again with the "
    "right encoding."
)
def not_utf8(file: str, column: str, row: int) -> str: ...


# Rows of cells.
@table.error("{file} begins with an empty row. Remove it.")
def blank_first_row(file: str) -> str: ...
@table.note("{file}: skipped {count:# blank row} at the end.")
def blank_end(file: str, count: int) -> str: ...


@table.warning("{file}: skipped {count:# row}. The first row has {width:# cell}, but {listed}.")
def skipped_rows(
    file: str, width: int, rows: Sequence[int], cells: Sequence[int], count: int, unit: str
) -> str: ...


# The first of `count` rows with another number of `cells`.
@table.error(
    "{file}: the first row has {width:# cell}, but {listed}. Check these rows for a "
    "missing or unquoted separator."
)
def ragged(
    file: str,
    width: int,
    rows: Sequence[int],
    cells: Sequence[int],
    count: int,
    unit: str = "row",  # without the header; or "line" of the file
) -> str: ...


@table.error()
def bad_quotes(file: str, line: int, reason: str) -> str:
    """`reason` is "" if a quoted cell has no end."""
    return (
        f"{file}, line {format_int(line)}: {reason or 'a quoted cell has no end'}. Double each "
        "quotation mark inside a quoted cell. In TSV, quotation marks are plain text."
    )


@table.note("{file}: quotation marks around cells were read as in CSV.")
def quoted_cells(file: str) -> str: ...
@table.note("{file}: the first row has no known column name, so it was read as a segment.")
def no_header(file: str) -> str: ...


# Columns and their roles.
@table.error("{file}: {columns:names} cannot all be the {role}. Choose one.")
def conflicting_roles(file: str, columns: Sequence[str], role: str) -> str: ...
# `what` is "JSON", "ids", "language codes", or another phrase of `columns`.
@table.note(
    "{file}: column {column!r} is not used as a text, because it has {what}. If that is wrong, "
    "choose the column by name.",
    advice=["column"],
)
def no_text(file: str, column: str, what: str) -> str: ...
@table.warning("{file}: column {column!r}, chosen as the {role}, has {what} instead of text.")
def chosen_without_text(file: str, column: str, role: str, what: str) -> str: ...
@table.error(
    "{file}: {count:# row has|# rows have} no output in column {column!r}, the first in row "
    "{first:int}. Add it, or remove the segment."
)
def missing_output(file: str, column: str, count: int, first: int) -> str: ...
@table.note("{file}: {count:# empty cell} in {column!r} {count:was|were} read as no reference.")
def empty_references(file: str, column: str, count: int) -> str: ...
@table.warning(
    "{file}: {count:# id occurs|# ids occur} more than once, so rows are aligned in order instead "
    "of by id."
)
def repeated_ids(file: str, count: int) -> str: ...


# Tables with one row per system and segment.
@table.note()
def row_per_output(
    file: str,
    rows: int,
    segments: int,
    keys: Sequence[str],
    output: str,
    system: str,
    left_out: Sequence[str],
    annotated: bool,
) -> str:
    """All others are names of columns; `keys` identify a segment."""
    text = (
        f"{file}: {format_count(rows, 'row')}, {format_count(segments, 'segment')} "
        f"({plural(len(keys), 'key')}: {join_names([repr(key) for key in keys])}). "
        f"Outputs: column {output!r}, one system per {system!r}."
    )
    if left_out:
        text += f" Skipped: {join_names(left_out)}."
    if annotated:
        text += " Error annotations were found and can be imported."
    return text


@table.error(
    "{file}: {named} {count:has|have} an empty cell in column {column:repr}. Fill it in, or remove "
    "{count:the row|these rows}."
)
def unnamed_rows(file: str, column: str, rows: Sequence[str], count: int) -> str: ...
@table.error()
def conflicting_outputs(
    file: str,
    column: str,
    rows: Sequence[int],
    earlier: Sequence[int],
    systems: Sequence[str],
    segments: Sequence[str],
    count: int,
) -> str:
    """The first of `count` rows that contradict an `earlier` one, and their keys."""
    shown = [
        f"row {format_int(row)} and row {format_int(other)} ({truncate(system)}, "
        f"{truncate(segment)})"
        for row, other, system, segment in zip(rows, earlier, systems, segments, strict=False)
    ]
    return (
        f"{file}: a system must have one output per segment, but {column!r} differs in "
        f"{join_words(shown, more=count - len(shown))}."
    )


@table.warning(
    "{file}: {column!r} differs between rows of the same segment ({segments:# segment}); the "
    "first value is used."
)
def varying_column(file: str, column: str, segments: int) -> str: ...


# JSON.
@table.error()
def json_syntax(file: str, line: int, reason: str, character: int = 0) -> str:
    """`character` is 0 if the file is one JSON value rather than one per line."""
    if character:
        return (
            f"{file}, line {format_int(line)}, character {format_int(character)}: {reason}. In "
            "JSON Lines, every line must be one object."
        )
    return f"{file}, line {format_int(line)}: {reason}. The file must be one list of objects."


@table.error(
    "{file}{row:?, row #}: expected a list of objects, one per segment, such as "
    '{{"source": "…", "reference": "…"}}, or an object of lists.'
)
def json_shape(file: str, row: int = 0) -> str: ...


@table.error("{file}{row:?, row #}: the key {key:repr} occurs twice. Remove one.")
def repeated_key(file: str, key: str, row: int = 0) -> str: ...


@table.error(
    "{file}: {columns:names} {columns:is|are} null, but the other columns are lists. Use a list, "
    "with null for each missing text, or remove it."
)
def null_column(file: str, columns: Sequence[str]) -> str: ...


@table.error()
def unequal_columns(file: str, columns: Sequence[str], lengths: Sequence[int]) -> str:
    listed = [
        f"{truncate(name)!r} has {format_int(size)}"
        for name, size in zip(columns, lengths, strict=False)
    ]
    return f"{file}: the lists have different lengths: {join_words(listed, 10)}."


@table.note(
    "{file}: read only sheet {sheet!r}, not {others:names}. To use another sheet, make it "
    "the first."
)
def other_sheets(file: str, sheet: str, others: Sequence[str]) -> str: ...
