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

table = Area("table")


@table.error("{file} is empty: it is no table to read.")
def empty(file: str) -> str: ...
@table.error("{file} has no rows: there is no segment to read.")
def no_rows(file: str) -> str: ...
@table.error("{file} is no {kind} that can be read: {reason}.")
def unreadable(file: str, kind: str, reason: str) -> str: ...
@table.error(
    "{file} has {rows:int} rows of {columns:int} columns, which nearly all are empty or repeated: "
    "too many for a file of its size. Leave out what is not needed, or make several files of it."
)
def too_sparse(file: str, rows: int, columns: int) -> str: ...


@table.error()
def half_surrogate(file: str, column: str) -> str:
    return (
        f"{file}: {truncate(column)!a} has half a surrogate pair (\\ud800 … \\udfff), which is "
        "no text."
    )


@table.error(
    "{file}, column {column:repr}, row {row:int}: its bytes are not UTF-8 text. Write the file "
    "anew from text in the right encoding."
)
def not_utf8(file: str, column: str, row: int) -> str: ...


# Rows of cells.
@table.error("{file} begins with an empty row: it is no table to read.")
def blank_first_row(file: str) -> str: ...
@table.error(
    "{file}: {count:int} rows from row {first:int} on are blank, and it may not be all. Take them "
    "out."
)
def blank_rows(file: str, count: int, first: int) -> str: ...
@table.note("{file}: {count:# blank row} at the end left out.")
def blank_end(file: str, count: int) -> str: ...


@table.error()
def ragged(
    file: str, width: int, rows: Sequence[int], cells: Sequence[int], count: int, complete: bool
) -> str:
    """The first of the `rows` that do not fit, and the number of `cells` in each.

    There are `count`, or more if the search was not `complete`.
    """
    shown = [
        f"row {format_int(row)} has {format_count(number, 'cell')}"
        if number
        else f"row {format_int(row)} is blank"
        for row, number in zip(rows, cells, strict=False)
    ]
    listed = join_words(shown, more=count - len(shown)) + " or beyond" * (not complete)
    return (
        f"{file}: the first row has {format_count(width, 'cell')}, but {listed}. Look there for a "
        "missing or an unquoted separator."
    )


@table.error()
def bad_quotes(file: str, line: int, reason: str) -> str:
    """`reason` is "" if a quoted cell has no end."""
    return (
        f"{file}, line {format_int(line)}: {reason or 'a quoted cell has no end'}. A quotation "
        "mark inside a quoted cell is written twice; in TSV quotation marks are plain text."
    )


@table.note("{file}: quotation marks around cells are read as in CSV.")
def quoted_cells(file: str) -> str: ...
@table.note("{file}: the first row holds no known name of a column, so it is read as a segment.")
def no_header(file: str) -> str: ...


# Columns and their roles.
@table.error("{file} has more than {most:int} columns: it is no table to read.")
def too_many_columns(file: str, most: int) -> str: ...
@table.note("{file}: a second column {column:repr} is called {called:repr}.")
def renamed_column(file: str, column: str, called: str) -> str: ...
@table.error("{file} has two columns of one name.")
def repeated_column(file: str) -> str: ...
@table.error("{file}: {columns:names} cannot all be the {role}; choose one.")
def conflicting_roles(file: str, columns: Sequence[str], role: str) -> str: ...
@table.error(
    "{file}: {count:# row has|# rows have} no output in column {column!r}, the first is row "
    "{first:int}. Give it, or leave the segment out."
)
def missing_output(file: str, column: str, count: int, first: int) -> str: ...
@table.note("{file}: {count:# empty cell} of {column!r} taken as no reference.")
def empty_references(file: str, column: str, count: int) -> str: ...
@table.warning(
    "{file}: the ids do not tell all rows apart ({count:# id occurs|# ids occur} more than once); "
    "rows are aligned in their order."
)
def repeated_ids(file: str, count: int) -> str: ...


# Tables of a row for each system and segment.


@table.note()
def row_per_output(
    file: str,
    rows: int,
    segments: int,
    keys: Sequence[str],
    output: str,
    system: str,
    left_out: Sequence[str],
) -> str:
    """All arguments except numbers are names of columns; `keys` identify a segment."""
    text = (
        f"{file}: {format_count(rows, 'row')} of {format_count(segments, 'segment')}, told apart "
        "by "
        f"{join_names([repr(key) for key in keys])}; {output!r} is the output of each {system!r}."
    )
    if left_out:
        text += f" {join_names(left_out)} {plural(len(left_out), 'is', 'are')} left out."
    return text


@table.note("{file}: What people marked in its texts stands beside them.")
def annotated(file: str) -> str: ...


@table.error()
def unnamed_rows(file: str, rows: Sequence[int], count: int, column: str, what: str) -> str:
    """The first of `count` rows; `what` is "system" or "segment"."""
    shown = join_words([f"row {format_int(row)}" for row in rows], more=count - len(rows))
    return f"{file}: {shown} {plural(count, 'has', 'have')} no {what} in column {column!r}."


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
    """The first of `count` rows that differ from an `earlier` one, and their keys."""
    shown = [
        f"row {format_int(row)} and row {format_int(other)} ({truncate(system)}, "
        f"{truncate(segment)})"
        for row, other, system, segment in zip(rows, earlier, systems, segments, strict=False)
    ]
    return (
        f"{file}: a system has one output a segment, but {column!r} differs in "
        f"{join_words(shown, more=count - len(shown))}."
    )


@table.warning(
    "{file}: {column!r} is not the same in all rows of {segments:# segment}; what comes first is "
    "used."
)
def varying_column(file: str, column: str, segments: int) -> str: ...


# JSON.


@table.error()
def json_syntax(file: str, line: int, reason: str, character: int = 0) -> str:
    """`character` is 0 if the file is one JSON value rather than one per line."""
    if character:
        return (
            f"{file}, line {format_int(line)}, character {format_int(character)}: {reason}. In "
            "JSON Lines every line is one object."
        )
    return f"{file}, line {format_int(line)}: {reason}. The file is to be one list of objects."


@table.error("{file} is nested too deeply to be a table.")
def json_depth(file: str) -> str: ...
@table.error("{file} is neither a list of objects nor an object of lists.")
def json_shape(file: str) -> str: ...
@table.error(
    "{file}, row {row:int} is no object; each row is to be an object with names and values, such "
    'as {{"source": "…", "reference": "…"}}.'
)
def no_object(file: str, row: int) -> str: ...


@table.error()
def repeated_key(file: str, key: str, row: int = 0) -> str:
    """`row` is 0 if it is unknown."""
    if row:
        return f"{file}, row {format_int(row)}: the key {truncate(key)!r} occurs twice."
    return f"{file}: an object has the key {truncate(key)!r} twice; keep one."


@table.error(
    "{file}, row {row:int}: the key {key:repr} has {length:int} characters; a column has a "
    "shorter name."
)
def long_key(file: str, row: int, key: str, length: int) -> str: ...
@table.error(
    "{file}: {columns:names} is null where the others are lists. Give a list for it, with null "
    "where a row has none, or leave it out."
)
def null_column(file: str, columns: Sequence[str]) -> str: ...


@table.error()
def unequal_columns(file: str, columns: Sequence[str], lengths: Sequence[int]) -> str:
    listed = [
        f"{truncate(name)!r} has {format_int(size)}"
        for name, size in zip(columns, lengths, strict=False)
    ]
    return f"{file}: the lists are of unequal length: {join_words(listed, 10)}."


# Workbooks.
@table.error(
    '{file} is an XLSX workbook, which needs the package openpyxl: pip install "bleuscope[xlsx]". '
    "Or save the sheet as CSV (UTF-8)."
)
def needs_openpyxl(file: str) -> str: ...
@table.note("{file}: only sheet {sheet!r} is read, not {others:names}.")
def other_sheets(file: str, sheet: str, others: Sequence[str]) -> str: ...
@table.error("{file}: {part!r} has XML declarations, which no workbook has.")
def xml_declarations(file: str, part: str) -> str: ...
@table.error(
    "{file}: a row of {part!r} has more than {most:int} cells, which is more than a sheet can have."
)
def too_many_cells(file: str, part: str, most: int) -> str: ...
@table.error(
    "{file} has more than {most:int} styles, merged cells and the like. Save the sheet with the "
    "segments as CSV (UTF-8)."
)
def too_many_styles(file: str, most: int) -> str: ...
