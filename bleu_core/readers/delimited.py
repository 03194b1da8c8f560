"""Rows of cells: CSV and TSV files, and the first sheet with rows of XLSX workbooks."""

from __future__ import annotations

import csv
import io
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

import pyarrow as pa

from bleu_core.common.arrays import string_array
from bleu_core.common.progress import Progress
from bleu_core.messages import file
from bleu_core.messages import table as messages
from bleu_core.readers.archives import entries_of_zip
from bleu_core.readers.columns import parts_of_table
from bleu_core.readers.parts import (
    CHUNK,
    CHUNK_CELLS,
    MAX_COLUMNS,
    Parts,
    ReadError,
    check_columns,
    report_damage,
    unique_name,
)
from bleu_core.readers.role_names import guess_roles, is_header

SHOWN_RAGGED = 5  # ragged rows that a message names

# By default the csv module refuses cells above 128 KiB, in the whole process. Here a cell may be as
# long as the file, whose size is limited.
csv.field_size_limit(2**31 - 1)

# A first line that tells Excel the delimiter; it shows no row of it.
_SEPARATOR = re.compile(rb'"?sep=([,;\t|])"?(?:\r?\n|\Z)', re.IGNORECASE)


def excel_separator(utf8: bytes) -> tuple[str, int]:
    """The delimiter that Excel's first line names, and the bytes of the line; "" and 0 for none.

    >>> excel_separator(b"sep=;\\r\\nsrc;mt"), excel_separator(b"src;mt")
    ((';', 7), ('', 0))
    """
    found = _SEPARATOR.match(utf8)
    return (found[1].decode(), found.end()) if found else ("", 0)


def read_delimited(
    utf8: bytes,
    name: str,
    *,
    form: str,
    header: bool | None = None,
    progress: Progress | None = None,
) -> Parts:
    """Read a CSV or TSV file, by `form`; a first row with a known name is the `header`."""
    columns, repairs = read_delimited_columns(
        utf8, name, form=form, header=header, progress=progress
    )
    return parts_of_table(columns, name, form, repairs)


def read_delimited_columns(
    utf8: bytes,
    name: str,
    *,
    form: str,
    delimiter: str = "",
    header: bool | None = None,
    skip_bad: bool = False,
    by_line: bool = False,
    progress: Progress | None = None,
) -> tuple[dict[str, pa.Array], list[str]]:
    """Columns of a CSV or TSV file, unchanged, and repairs; CSV as in RFC 4180.

    In TSV, quotation marks are text, unless rows have equal lengths only if they are quotes. " "
    stands for any whitespace. With `skip_bad`, a ragged row becomes a row of empty cells. With
    `by_line`, messages name lines, not rows, if no cell can span several.
    """
    repairs: list[str] = []
    rows: Iterator[list[str]]
    quoted = False
    separator, _ = excel_separator(utf8)
    if separator:
        rows, quoted = _quoted_rows(utf8, separator, name), True
        next(rows)
    elif delimiter == " ":
        rows = (line.decode().split() for line in io.BytesIO(utf8))
    elif form == "tsv":
        rows = _plain_tsv_rows(utf8)
        if (b'"' in utf8) and _is_quoted(utf8):
            rows, quoted = _quoted_rows(utf8, "\t", name), True
            repairs.append(messages.quoted_cells(name))
    else:
        rows, quoted = _quoted_rows(utf8, delimiter or _guess_delimiter(utf8), name), True
    # A line with an odd number of quotation marks may begin a cell of several lines.
    spans = quoted and any(line.count(b'"') % 2 for line in io.BytesIO(utf8))
    by_line = by_line and not spans
    columns, found = rows_to_columns(
        rows,
        name,
        header,
        repairs,
        len(utf8),
        progress,
        skip_bad=skip_bad,
        first_line=1 + bool(separator) if by_line else 0,
    )
    if header is None and not found:
        repairs.append(messages.no_header(name))
    return columns, repairs


def _plain_tsv_rows(utf8: bytes) -> Iterator[list[str]]:
    for line in io.BytesIO(utf8):
        yield line.decode().removesuffix("\n").removesuffix("\r").split("\t")


def _quoted_rows(utf8: bytes, delimiter: str, name: str) -> Iterator[list[str]]:
    lines = io.TextIOWrapper(io.BytesIO(utf8), "utf-8", newline="")
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        yield from rows
    except csv.Error as error:
        # The module has one class for all errors.
        reason = "" if "unexpected end" in str(error) else str(error)
        raise ReadError([messages.bad_quotes(name, rows.line_num, reason)]) from None


def _is_quoted(utf8: bytes) -> bool:
    """Whether a TSV is quoted as CSV: only so are rows equal, or all marks are quotes."""
    plain = Counter(len(row) for row in _plain_tsv_rows(utf8))
    try:
        quoted = Counter(len(row) for row in _quoted_rows(utf8, "\t", ""))
    except ReadError:
        return False
    if len(quoted) > 1:
        return False
    if len(plain) > 1:
        return True
    doubled = False
    for row in _plain_tsv_rows(utf8):
        for cell in row:
            if '"' in cell:
                inner = cell[1:-1].replace('""', "")
                if len(cell) < 2 or cell[0] != '"' or cell[-1] != '"' or '"' in inner:
                    return False
                doubled = doubled or len(inner) < len(cell) - 2
    return doubled


def _guess_delimiter(utf8: bytes) -> str:
    first = utf8[: utf8.find(b"\n") if b"\n" in utf8 else None][:100_000].decode("utf-8", "ignore")

    def known(delimiter: str) -> tuple[int, int]:
        names = [name.strip('" \r') for name in first.split(delimiter)]
        roles = [role for role in guess_roles(names).values() if role != "metadata"]
        return len(roles), len(names)

    return max((",", ";", "\t", "|"), key=known)


def rows_to_columns(
    rows: Iterator[list[str]],
    name: str,
    header: bool | None,
    repairs: list[str],
    size: int,
    progress: Progress | None,
    *,
    skip_bad: bool = False,
    first_line: int = 0,  # of the first row, if rows are lines; messages then name lines
) -> tuple[dict[str, pa.Array], bool]:
    """Turn rows into columns; report ragged rows together, or make them rows of empty cells."""
    first = next(rows, [])
    if not first or len(first) > MAX_COLUMNS:
        if not size:
            raise ReadError([file.nothing(name, "rows")])
        too_many = file.too_many(name, MAX_COLUMNS, "columns")
        raise ReadError([too_many if first else messages.blank_first_row(name)])
    if header is None:
        header = is_header(first)
    names: dict[str, None] = {}  # unique, and not empty
    for number, cell in enumerate(first, 1):
        wanted = (header and cell.strip()) or f"column {number}"
        unique = unique_name(wanted, names)
        if unique != wanted:
            repairs.append(file.renamed(name, "column", wanted, unique))
        names[unique] = None
    chunks: list[list[pa.Array]] = [[] for _ in names]
    waiting: list[Sequence[str]] = [] if header else [first]
    chunk = max(1, min(CHUNK, CHUNK_CELLS // len(names)))
    ragged: list[tuple[int, int]] = []  # the first ones, for the message
    wrong = 0
    blank = taken = 0  # blank rows since the last row with cells
    for number, row in enumerate(rows, 1 if header else 2):
        if row in ([], [""]) and len(names) > 1:
            blank += 1
            continue
        if blank:
            ragged += [(n, 0) for n in range(number - blank, number)[: SHOWN_RAGGED - len(ragged)]]
            wrong += blank
            if skip_bad:
                check_columns(number, len(names), size, name)
                waiting += [[""] * len(names)] * blank
            blank = 0
        if len(row) != len(names):
            wrong += 1
            if len(ragged) < SHOWN_RAGGED:
                ragged.append((number, len(row)))
            if not skip_bad:
                continue
            check_columns(number, len(names), size, name)
            row = [""] * len(names)
        waiting.append(row)
        if len(waiting) >= chunk:
            taken += _flush_rows(chunks, waiting)
            if progress:
                progress(min(taken / max(size, 1), 1.0))
    if wrong:
        before, unit = (header + first_line - 1, "line") if first_line else (0, "row")
        at, cells = [row + before for row, _ in ragged], [number for _, number in ragged]
        what = name, len(names), at, cells, wrong, unit
        if not skip_bad:
            raise ReadError([messages.ragged(*what)])
        repairs.append(messages.skipped_rows(*what))
    if blank:
        repairs.append(messages.blank_end(name, blank))
    _flush_rows(chunks, waiting)
    empty = string_array([])
    return {key: pa.concat_arrays(chunks.pop(0)) if chunks[0] else empty for key in names}, header


def _flush_rows(chunks: list[list[pa.Array]], waiting: list[Sequence[str]]) -> int:
    """Append the waiting rows as a chunk of each column; return its bytes."""
    size = 0
    if waiting:
        for parts, values in zip(chunks, zip(*waiting, strict=True), strict=True):
            parts.append(string_array(values))
            size += parts[-1].nbytes
        waiting.clear()
    return size


# Tags of cells, as opposed to all else in a workbook: styles, merged cells …
_CELL_TAGS = re.compile(rb"<(?:[\w.-]++:)?(row|c|v|f|is|t|si)[\s/>]")
MAX_IN_A_ROW = 16_384  # Excel's, as far as column XFD
# Styles cost openpyxl about a kilobyte each.
MAX_OTHERS = 100_000


def read_xlsx(data: bytes, name: str, progress: Progress | None = None) -> Parts:
    """Read a workbook; formulas give their last values. ReadError also without openpyxl."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise ReadError([file.not_installed("XLSX", "openpyxl", "xlsx", name)]) from None
    _check_package(data, name)
    repairs: list[str] = []
    # On a damaged workbook openpyxl raises undocumented errors (KeyError, zlib.error, …).
    with report_damage((Exception,), name, "XLSX workbook"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of missing styles, and of what is no cell
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = iter(book.worksheets)
        for sheet in sheets:
            sheet.reset_dimensions()  # some programs write wrong ones
            rows = _text_rows(sheet.iter_rows(values_only=True), len(data), name)
            if head := list(islice(rows, 1)):
                break
        else:
            raise ReadError([file.nothing(name, "rows")])
        if others := [other.title for other in sheets]:
            repairs.append(messages.other_sheets(name, sheet.title, others))
        # A sheet may omit empty cells at the end.
        width = len(head[0])
        padded = (row + [""] * (width - len(row)) if row else [] for row in chain(head, rows))
        columns, header = rows_to_columns(padded, name, None, repairs, len(data), progress)
    if not header:
        repairs.append(messages.no_header(name))
    return parts_of_table(columns, name, "xlsx", repairs)


def _check_package(data: bytes, name: str) -> None:
    """Check limits, and refuse declarations: a workbook has none (ECMA-376 part 2, 8.1.4)."""
    others = 0
    for part, content in entries_of_zip(data, name, []):
        text = content.replace(b"\0", b"")  # also where the part is UTF-16
        if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
            reason = f"{part} contains XML declarations"
            raise ReadError([file.unreadable(name, "XLSX workbook", reason)])
        cells = widest = width = 0
        for found in _CELL_TAGS.finditer(text):
            cells += 1
            width = 0 if found[1] == b"row" else width + (found[1] == b"c")
            widest = max(widest, width)
        others += text.count(b"<") - text.count(b"</") - cells
        if widest > MAX_IN_A_ROW:
            raise ReadError([file.too_many(name, MAX_IN_A_ROW, "cells", part)])
    if others > MAX_OTHERS:
        raise ReadError([file.too_many(name, MAX_OTHERS, "styles")])


def _text_rows(sheet: Iterator[tuple[Any, ...]], size: int, name: str) -> Iterator[list[str]]:
    """Rows as text, without empty cells at the end; as many as the limits allow."""
    widest, text = 1, 0
    for number, cells in enumerate(sheet, 1):
        widest = max(widest, len(cells))
        row = []
        for cell in cells:
            if isinstance(cell, bool):
                cell = "true" if cell else "false"
            elif isinstance(cell, float) and cell.is_integer():
                cell = int(cell)  # Excel has no other numbers: 7 is stored as 7.0
            row.append("" if cell is None else str(cell))
        text += sum(map(len, row))  # any number of cells may refer to one shared string
        check_columns(number, widest, size, name, text)
        while row and not row[-1]:
            row.pop()
        yield row
