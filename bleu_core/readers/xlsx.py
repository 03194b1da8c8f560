"""XLSX files, by openpyxl if installed: the first sheet with rows."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from itertools import islice
from typing import Any

from bleu_core.common.progress import Progress
from bleu_core.messages import file
from bleu_core.messages import table as messages
from bleu_core.readers.archives import entries_of_zip
from bleu_core.readers.columns import parts_of_table
from bleu_core.readers.delimited import rows_to_columns
from bleu_core.readers.parts import Parts, ReadError, check_columns, report_damage

# Tags of cells, as opposed to all else in a workbook: styles, merged cells …
_CELL_TAGS = re.compile(rb"<(?:[\w.-]++:)?(row|c|v|f|is|t|si)[\s/>]")
MAX_IN_A_ROW = 16_384  # Excel's, as far as column XFD
# Styles cost openpyxl about a kilobyte each.
MAX_OTHERS = 100_000


def read_xlsx(
    data: bytes, name: str, *, header: bool | None = None, progress: Progress | None = None
) -> Parts:
    """Read a workbook; formulas give their last values. ReadError also without openpyxl."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise ReadError([messages.needs_openpyxl(name)]) from None
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
        columns, header = rows_to_columns(
            _pad_rows(head[0], rows), name, header, repairs, len(data), progress
        )
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
        row = ["" if cell is None else _cell_text(cell) for cell in cells]
        text += sum(map(len, row))  # any number of cells may refer to one shared string
        check_columns(number, widest, size, name, text)
        while row and not row[-1]:
            row.pop()
        yield row


def _cell_text(cell: object) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))  # Excel has no other numbers: 7 is stored as 7.0
    return str(cell)


def _pad_rows(head: list[str], rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Pad rows to equal length: a sheet may omit empty cells at the end."""
    yield head
    width = len(head)
    for row in rows:
        yield row + [""] * (width - len(row)) if row else []
