"""XLSX, by openpyxl if it is installed: the first sheet that has rows."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from bleu_core.readers import packed
from bleu_core.readers.columns import table
from bleu_core.readers.delimited import by_columns
from bleu_core.readers.parts import Parts, ReadError, first_line, named

Progress = Callable[[float], None]


def read_xlsx(
    data: bytes, name: str, *, header: bool | None = None, progress: Progress | None = None
) -> Parts:
    """A workbook; formulas give the values that were last computed.

    Raises
    ------
    ReadError
        Also where openpyxl is not installed: `pip install "bleuscope[xlsx]"`.
    """
    try:
        import openpyxl
    except ImportError:
        raise ReadError([
            f"{name} is an XLSX workbook, which needs the package openpyxl: "
            'pip install "bleuscope[xlsx]". Or save the sheet as CSV (UTF-8).'
        ]) from None  # fmt: skip
    _check(data, name)
    repairs: list[str] = []
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        for index, sheet in enumerate(book.worksheets):
            rows = _rows(sheet)
            head = list(islice(rows, 1))
            if head:
                others = [other.title for other in book.worksheets[index + 1 :]]
                break
        else:
            raise ReadError([f"{name} has no rows in any sheet."])
        if others:
            repairs.append(f"{name}: only sheet {sheet.title!r} is read, not {named(others)}.")
        columns, header = by_columns(
            _padded(head[0], rows), name, header, repairs, len(data), progress
        )
    except ReadError:
        raise
    # openpyxl raises whatever its parts do (KeyError, TypeError, zlib.error, …) on a
    # damaged workbook, and documents none of it.
    except Exception as error:
        raise ReadError(
            [f"{name} is no XLSX workbook that can be read: {first_line(error)}."]
        ) from None
    if not header:
        repairs.append(
            f"{name}: the first row holds no known name of a column, so it is read as a segment."
        )
    return table(columns, name, "xlsx", repairs)


def _check(data: bytes, name: str) -> None:
    """Limits of size, and no declarations: a workbook has none (ECMA-376 part 2, 8.1.4)."""
    for part, content in packed.entries_of_zip(data, name):
        text = content.replace(b"\0", b"")  # also where the part is UTF-16
        if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
            raise ReadError([f"{name}: {part!r} has XML declarations, which no workbook has."])


def _rows(sheet: Any) -> Iterator[list[str]]:
    """Rows as text, without empty cells at their end."""
    for cells in sheet.iter_rows(values_only=True):
        row = ["" if cell is None else _text(cell) for cell in cells]
        while row and not row[-1]:
            row.pop()
        yield row


def _text(cell: object) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))  # Excel has no other numbers: 7 is stored as 7.0
    return str(cell)


def _padded(head: list[str], rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Rows of equal length: a sheet does not say whether empty cells at the end are there."""
    yield head
    width = len(head)
    for row in rows:
        yield row + [""] * (width - len(row)) if row else []
