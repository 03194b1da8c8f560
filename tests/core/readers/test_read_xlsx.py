"""A workbook's cells are those that openpyxl reads, whatever is written there, and however."""

import datetime
import io
import zipfile
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

openpyxl = pytest.importorskip("openpyxl")
from openpyxl.cell.rich_text import CellRichText, TextBlock  # noqa: E402
from openpyxl.cell.text import InlineFont  # noqa: E402

from bleu_core.readers.xlsx_sheets import WorkbookSheets  # noqa: E402

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
values = st.one_of(
    st.none(),
    texts.filter(lambda text: not text.startswith("=")),
    st.integers(-(10**12), 10**12),
    st.floats(-1e6, 1e6),
    st.booleans(),
    st.dates(datetime.date(1901, 1, 1), datetime.date(2100, 1, 1)),
    st.datetimes(datetime.datetime(1901, 1, 1), datetime.datetime(2100, 1, 1)),
    st.timedeltas(datetime.timedelta(0), datetime.timedelta(100)),
    st.sampled_from(["#N/A", "=1+1", " outer ", "a\nb", "_x005F_x000D_"]),
    texts.map(lambda text: CellRichText("a ", TextBlock(InlineFont(b=True), text), " c")),
)


WIDEST = 64  # without it, openpyxl ends a row at its last cell, also if another is further right


def theirs(data: bytes) -> list[list[list[Any]]]:
    """The oracle: every sheet of a workbook as openpyxl reads it."""
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    found = []
    for sheet in book.worksheets:
        sheet.reset_dimensions()
        found.append([filled(row) for row in sheet.iter_rows(max_col=WIDEST, values_only=True)])
    return found


def ours(data: bytes) -> list[list[list[Any]]]:
    sheets = WorkbookSheets(data)
    return [list(map(filled, sheets.rows(number))) for number in range(len(sheets.titles))]


def filled(row: Sequence[Any]) -> list[Any]:
    """A row up to its last value."""
    last = max((place for place, value in enumerate(row, 1) if value is not None), default=0)
    return list(row[:last])


def same(data: bytes) -> None:
    found, wanted = ours(data), theirs(data)
    assert found == wanted
    assert str(found) == str(wanted)  # 1 is 1.0 and True for "=="


@given(
    rows=st.lists(st.lists(values, max_size=5), min_size=1, max_size=6),
    write_only=st.booleans(),
    from_1904=st.booleans(),
)
def test_every_kind_of_cell(rows: list[list[Any]], write_only: bool, from_1904: bool) -> None:
    book = openpyxl.Workbook(write_only=write_only)
    if from_1904:
        book.epoch = openpyxl.utils.datetime.MAC_EPOCH
    for title in ("first", "second"):
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    same(out.getvalue())


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHARED = (
    '<Override PartName="/xl/shared.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
)


@cache
def frame() -> dict[str, str]:
    """The parts of a workbook with a date format."""
    book = openpyxl.Workbook()
    book.active.append(["text", datetime.date(2020, 1, 1)])
    out = io.BytesIO()
    book.save(out)
    whole = zipfile.ZipFile(out)
    return {name: whole.read(name).decode() for name in whole.namelist()}


def rewritten(rows: str, formats: bool = True) -> bytes:
    """A workbook with these rows and shared strings (`STRINGS`), written by hand.

    Without `formats` it has no styles, as some programs write it.
    """
    again = io.BytesIO()
    with zipfile.ZipFile(again, "w") as archive:
        for name, text in frame().items():
            if name == "xl/styles.xml" and not formats:
                continue
            if name.endswith("sheet1.xml"):
                start, end = text.index("<sheetData>") + 11, text.index("</sheetData>")
                text = text[:start] + rows + text[end:]
            archive.writestr(name, text.replace("</Types>", SHARED))
        archive.writestr("xl/shared.xml", f"<sst xmlns='{MAIN}'>{''.join(STRINGS)}</sst>")
    return again.getvalue()


STRINGS = (
    "<si><t>plain</t></si>", "<si/>", "<si><t/></si>", "<si><t> outer </t></si>",
    "<si><r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r><r/></si>",
    "<si><t>漢字</t><rPh sb='0' eb='2'><t>かんじ</t></rPh><phoneticPr fontId='1'/></si>",
    "<si><t>x005F_x</t></si>",
)  # fmt: skip
CELLS = (
    "<c t='s'><v>0</v></c>", "<c t='s'><v>4</v></c>", "<c t='s'><v>5</v></c>", "<c/>",
    "<c t='s'><v>6</v></c>", "<c t='s'><v/></c>", "<c><v>1</v></c>", "<c><v>1.50</v></c>",
    "<c><v>2e3</v></c>", "<c t='n' s='1'><v>40000</v></c>", "<c s='1'><v>0.5</v></c>",
    "<c s='1'><v>1e300</v></c>", "<c s='1'><v>-1e9</v></c>", "<c t='d'><v>2020-02-03</v></c>",
    "<c t='e'><v>#N/A</v></c>", "<c t='str'><f>A1</f><v>formula</v></c>", "<c><f>A1</f></c>",
    "<c t='b'><v>0</v></c>", "<c t='inlineStr'/>", "<c t='inlineStr'><is/></c>",
    "<c t='inlineStr'><is><t>in</t></is></c>", "<c t='inlineStr'><v>no</v></c>",
    "<c t='inlineStr'><is><r><t>x</t></r><r><t>y</t></r></is></c>", "<c r='C7'><v>3</v></c>",
    "<c r='A1'><v>4</v></c>", "<c r='AB1'><v>5</v></c>", "<c t='strange'><v>6</v></c>",
)  # fmt: skip


OPENED = st.sampled_from(["<row>", "<row r='2'>", "<row r='4'>", "<row r='5.0' ht='9'>"])


@given(st.lists(st.tuples(OPENED, st.lists(st.sampled_from(CELLS), max_size=4)), max_size=4))
def test_rows_and_cells_as_others_write_them(rows: list[tuple[str, list[str]]]) -> None:
    same(rewritten("".join(f"{row}{''.join(cells)}</row>" for row, cells in rows)))


def test_each_cell_as_others_write_it() -> None:
    same(rewritten("".join(f"<row>{cell}</row>" for cell in CELLS)))
    same(rewritten(f"<row r='2'>{''.join(CELLS)}</row><row r='5.0' ht='9'/>"))


def test_cells_need_not_be_in_the_order_of_their_columns() -> None:
    cells = "<c r='C1'><v>3</v></c><c r='B1'><v>2</v></c><c r='A1'><v>1</v></c>"
    data = rewritten(f"<row>{cells}</row>")
    same(data)
    assert ours(data) == [[[1, 2, 3]]]


def test_formats_of_ones_own_say_what_is_a_date_and_without_styles_there_is_none() -> None:
    book = openpyxl.Workbook()
    for written in (
        "yyyy-mm-dd", "[h]:mm:ss", "0.00", '"day" 0', "[Red]d.m.", "mm:ss.0", "General",
    ):  # fmt: skip
        book.active.append([40000, 0.75])
        for cell in book.active[book.active.max_row]:
            cell.number_format = written
    out = io.BytesIO()
    book.save(out)
    same(out.getvalue())
    same(rewritten("<row><c s='1'><v>40000</v></c><c><v>1</v></c></row>", formats=False))
