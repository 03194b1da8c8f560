"""Cells of a workbook's sheets: the values that openpyxl returns, but faster.

openpyxl reads the package, its table of sheets and its formats. Cells and shared strings are read
here from the XML, because openpyxl creates a dozen objects for each and reads every sheet twice.
Source: ECMA-376 part 1, 18.3.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, iterparse

from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.stylesheet import Stylesheet
from openpyxl.utils import column_index_from_string
from openpyxl.utils.datetime import from_excel, from_ISO8601
from openpyxl.xml.constants import ARC_STYLE, SHARED_STRINGS, SHEET_MAIN_NS
from openpyxl.xml.functions import fromstring

_ROW, _VALUE, _INLINE, _STRING, _TEXT, _RUN = (
    f"{{{SHEET_MAIN_NS}}}{name}" for name in ("row", "v", "is", "si", "t", "r")
)
_DIGITS = "0123456789"


class WorkbookSheets:
    """The sheets of a workbook, in its order; openpyxl's errors on a damaged one pass through."""

    def __init__(self, data: bytes) -> None:
        reader = ExcelReader(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        reader.read_manifest()
        reader.read_workbook()
        self._archive, self._epoch = reader.archive, reader.wb.epoch
        # Numbers of the styles of dates, and of those of durations.
        self._dates: set[int] = set()
        self._spans: set[int] = set()
        if ARC_STYLE in reader.valid_files:
            styles = Stylesheet.from_tree(fromstring(self._archive.read(ARC_STYLE)))
            self._dates, self._spans = styles.date_formats, styles.timedelta_formats
        found = [
            (sheet.name, relation.target)
            for sheet, relation in reader.parser.find_sheets()
            if relation.target in reader.valid_files and "chartsheet" not in relation.Type
        ]
        self.titles = [title for title, _ in found]
        self._paths = [path for _, path in found]
        self._strings: list[str] = []
        strings = reader.package.find(SHARED_STRINGS)
        if strings is not None:
            with self._archive.open(strings.PartName[1:]) as source:
                for _, element in iterparse(source):
                    if element.tag == _STRING:
                        self._strings.append(_string_text(element).replace("x005F_", ""))
                        element.clear()

    def rows(self, number: int) -> Iterator[list[Any]]:
        """Yield the values of each row of a sheet; None for an empty cell, [] for a missing row.

        A row ends with its rightmost cell. A row whose number is not greater is skipped.
        """
        last = yielded = 0
        with self._archive.open(self._paths[number]) as source:
            for _, element in iterparse(source):
                if element.tag != _ROW:
                    continue
                last = _row_number(element.get("r"), last)
                for _ in range(yielded + 1, last):
                    yielded += 1
                    yield []
                if yielded < last:
                    yielded = last
                    yield self._values(element)
                element.clear()

    def _values(self, row: Element) -> list[Any]:
        column = 0
        placed = []
        for cell in row:
            if reference := cell.get("r"):
                column = column_index_from_string(reference.rstrip(_DIGITS))
            else:
                column += 1
            placed.append((column, self._value(cell)))
        values = [None] * max((place for place, _ in placed), default=0)
        for place, value in placed:
            values[place - 1] = value
        return values

    def _value(self, cell: Element) -> Any:
        """A text, number, truth value, date, or None."""
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            inside = cell.find(_INLINE)
            return None if inside is None else _string_text(inside)
        value = cell.findtext(_VALUE)
        if not value:
            return None
        if kind == "s":
            return self._strings[int(value)]
        if kind == "b":
            return bool(int(value))
        if kind == "d":
            return from_ISO8601(value)
        return self._number(value, int(cell.get("s", 0))) if kind == "n" else value

    def _number(self, value: str, style: int) -> Any:
        number = float(value) if any(sign in value for sign in ".eE") else int(value)
        if style not in self._dates:
            return number
        try:
            return from_excel(number, self._epoch, timedelta=style in self._spans)
        except (OverflowError, ValueError):
            return "#VALUE!"  # what a spreadsheet shows there


def _row_number(written: str | None, last: int) -> int:
    """The number of a row; without one it follows the last row."""
    if not written:
        return last + 1
    if written.isdecimal():
        return int(written)
    number = float(written)
    if not number.is_integer():
        raise ValueError(f"{written} is not a valid row number")
    return int(number)


def _string_text(element: Element) -> str:
    """The text of a string and of its runs, without phonetic hints."""
    if len(element) == 1 and element[0].tag == _TEXT:
        return element[0].text or ""
    texts = [element.find(_TEXT), *(run.find(_TEXT) for run in element.findall(_RUN))]
    return "".join(text.text or "" for text in texts if text is not None)
