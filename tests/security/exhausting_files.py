"""Small files that once cost a reader gigabytes or minutes, and others of their kind."""

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable
from typing import NamedTuple

import pyarrow as pa

M = 1_000_000


class Exhausting(NamedTuple):
    """How a file of about so many bytes is made, which it was at first, and which a test reads."""

    make: Callable[[int], bytes]
    full: int
    small: int
    format: str | None = None


def _of(
    make: Callable[[int], bytes], full: int, small: int = 0, format: str | None = None
) -> Exhausting:
    return Exhausting(make, full, small or full, format)


def _segment(attributes: str) -> Callable[[int], bytes]:
    def make(size: int) -> bytes:
        inside = (attributes * (size // len(attributes))).encode()
        return b"<tstset sysid='s'><doc docid='d'><seg id='1' %s>x</seg>" % inside

    return make


def _times(piece: bytes, before: bytes = b"", after: bytes = b"") -> Callable[[int], bytes]:
    return lambda size: before + piece * (size // len(piece)) + after


def _numbered(piece: str, before: str = "", after: str = "") -> Callable[[int], bytes]:
    """A piece again and again, with a number that is never the same."""

    def make(size: int) -> bytes:
        each = len(piece.format(99_999))
        return "".join([before, *(piece.format(i) for i in range(size // each)), after]).encode()

    return make


def _keys(before: str, row: str, after: str, late: bool = False) -> Callable[[int], bytes]:
    """A row of a thousand keys, first or last of many rows without any."""

    def make(size: int) -> bytes:
        first = "{" + ",".join(f'"k{i}":"v"' for i in range(999)) + "}"
        rows = [row] * (size // (len(row) + 1))
        rows[-1 if late else 0] = first
        return (before + (",\n" if after else "\n").join(rows) + after).encode()

    return make


def _zipped(**entries: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return out.getvalue()


def workbook(
    rows: bytes, dimension: bytes = b"A1", styles: bytes = b"", strings: bytes = b""
) -> bytes:
    """A workbook whose only sheet has these rows; `strings` are those that cells may share."""
    main = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = b"http://schemas.openxmlformats.org/package/2006/"
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml."
    entries = {
        "[Content_Types].xml": b"<Types xmlns='%scontent-types'>"
        b"<Override PartName='/xl/workbook.xml' ContentType='%ssheet.main+xml'/>"
        b"<Override PartName='/xl/styles.xml' ContentType='%sstyles+xml'/>"
        b"<Override PartName='/xl/s.xml' ContentType='%sworksheet+xml'/>"
        b"<Override PartName='/xl/t.xml' ContentType='%ssharedStrings+xml'/></Types>"
        % (package, kind, kind, kind, kind),
        "_rels/.rels": b"<Relationships xmlns='%srelationships'><Relationship Id='r' "
        b"Type='%s/officeDocument' Target='xl/workbook.xml'/></Relationships>" % (package, office),
        "xl/workbook.xml": b"<workbook xmlns='%s' xmlns:r='%s'><sheets>"
        b"<sheet name='s' sheetId='1' r:id='a'/></sheets></workbook>" % (main, office),
        "xl/_rels/workbook.xml.rels": b"<Relationships xmlns='%srelationships'><Relationship "
        b"Id='a' Type='%s/worksheet' Target='s.xml'/></Relationships>" % (package, office),
        "xl/s.xml": b"<worksheet xmlns='%s'><dimension ref='%s'/><sheetData>%s</sheetData>"
        b"</worksheet>" % (main, dimension, rows),
        "xl/t.xml": b"<sst xmlns='%s'>%s</sst>" % (main, strings),
    }
    if styles:
        entries["xl/styles.xml"] = b"<styleSheet xmlns='%s'>%s</styleSheet>" % (main, styles)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out.getvalue()


def _cell(text: bytes, place: bytes) -> bytes:
    return b"<c r='%s' t='inlineStr'><is><t>%s</t></is></c>" % (place, text)


HEAD = b"<row r='1'>%s%s</row>" % (_cell(b"src", b"A1"), _cell(b"mt", b"B1"))
ROW = b"<row r='2'>%s%s</row>" % (_cell(b"x", b"A2"), _cell(b"y", b"B2"))


def _far_row(size: int) -> bytes:
    far = b"<row r='50000000'>" + _cell(b"x", b"A50000000") + b"</row>"
    return workbook(HEAD + ROW + far, b"A1:B50000000")


def _parquet(columns: int, length: int) -> Callable[[int], bytes]:
    """Columns of one value that is repeated: a dictionary with one entry, and runs of it."""

    def make(rows: int) -> bytes:
        import pyarrow.parquet as pq

        one = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), ["x" * length])
        out = io.BytesIO()
        names = ["src", "mt", *(f"c{i}" for i in range(columns))][:columns]
        table = pa.table(dict.fromkeys(names, one))
        pq.write_table(table, out, compression="zstd", store_schema=False, row_group_size=rows)
        return out.getvalue()

    return make


def _parquet_runs(rows: int) -> bytes:
    import pyarrow.parquet as pq

    out = io.BytesIO()
    columns = {"src": pa.nulls(rows, pa.string()), "mt": pa.nulls(rows, pa.string())}
    columns |= {f"c{i}": pa.nulls(rows, pa.string()) for i in range(40)}
    pq.write_table(pa.table(columns), out, compression="zstd", row_group_size=rows)
    return out.getvalue()


def _packed(pack: Callable[[bytes], bytes], content: Callable[[int], bytes]) -> Callable:
    return lambda size: pack(content(size))


def _wide_tabs(size: int) -> bytes:
    return b"\t" * (size // 2) + b"\n" * (size // 2)


def _zstd(data: bytes) -> bytes:
    return pa.compress(data, "zstd", asbytes=True)


_TASK = (
    b'{"bleuscope": "task of a blind session", "version": 1, "session": "%b", "name": "", '
    b'"ask": "better", "orders": [{"annotator": "Ana", "items": []}]}\n' % (b"0" * 64)
)
_ANSWERS = b'{"bleuscope": "answers to a blind session", "version": 1, "session": "%b"}\n' % (
    b"0" * 64
)


_MARKS = (
    b"system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    b"a\td\t1\t1\tr\tone two\tone two\tOther\tMinor\n"
)


def _errors(size: int) -> bytes:
    """Outputs in WMT's table with errors without end."""
    errors = ",".join(['{""severity"":""minor"",""start_i"":0,""end_i"":1}'] * 20_000)
    row = f'r,a,0,TGT,,,50,d,False,"[{errors}]",0,0\n'.encode()
    return row * max(1, size // len(row))


def _slices(expression: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """A file of saved slices, each with an expression of nearly as many bytes as it may have."""
    each = b"[[slice]]\nname = 's%d'\nexpression = '%b'\n"
    return lambda size: b"".join(each % (i, expression(1_980)) for i in range(size // 2_000))


_ZEROS = _times(b"\0")
_DOC = b"<doc docid='d'><seg id='1'>x</seg></doc>"
_SYSTEMS = "<tstset sysid='s{0}'><doc docid='d{0}'><seg id='1'>x</seg></doc></tstset>"

INPUTS: dict[str, Exhausting] = {
    # As they were found.
    "xml: attribute without end, 200 kB": _of(_segment("a"), 200_000),
    "json: 1,000 keys, then {} rows": _of(_keys("[", "{}", "]"), M),
    "jsonl.gz: 1,000 keys, then {} rows": _of(_packed(gzip.compress, _keys("", "{}", "")), M),
    "xlsx: row 50,000,000": _of(_far_row, 1),
    "parquet: 20 dictionary columns": _of(_parquet(20, 11_000), 65_536),
    "mteval: sets with one id": _of(_times(b"<tstset sysid='s'>" + _DOC + b"</tstset>"), 800_000),
    "mteval: a new attribute on each doc":
        _of(_numbered("<doc docid='d{0}' a{0}='v'><seg id='1'>x</seg></doc>",
        "<tstset sysid='s'>"), 750_000),
    "mteval: N systems of N docs": _of(_numbered(_SYSTEMS), 900_000),
    "csv: ragged rows": _of(_times(b"x\n", b"src,mt\na,b\n"), 30 * M, 6 * M, "csv"),
    "csv: blank rows": _of(_times(b"\n", b"src,mt\na,b\n", b"c,d\n"), 30 * M, 6 * M, "csv"),
    "text: newlines": _of(_times(b"\n"), 300 * M, 30 * M),
    "text: one line": _of(_times(b"x"), 40 * M, 12 * M),
    "text: one line of UTF-16": _of(_times(b"x\0", b"\xff\xfe"), 40 * M, 12 * M),
    "text: one line of NUL": _of(_ZEROS, 40 * M, 12 * M),
    "csv: one cell": _of(_times(b"x", b'src,mt\na,"', b'"\n'), 40 * M, 12 * M),
    "json: one text": _of(_times(b"x", b'[{"src": "', b'"}]'), 40 * M, 12 * M),
    "mteval: one text": _of(_times(b"x", b"<tstset sysid='s'><seg id='1'>"), 40 * M, 12 * M),
    "gz: 10 MB of zeros": _of(lambda size: gzip.compress(bytes(size // 10)) * 10, 10_000 * M, 200 *
        M),
    # Mutations of them.
    "xml: equals signs": _of(_segment("a ="), 500_000),
    "xml: many attributes": _of(_numbered(" a{0}=1", "<tstset ", ">"), 5 * M, 2 * M),
    "xml: tiny segments": _of(_times(b"<seg>", b"<tstset sysid='s'>"), 5 * M, 3 * M),
    "tmx: attribute without end": _of(_times(b"a", b"<tmx><header ", b"><tu><tuv lang='en'><seg>"),
        200_000, format="tmx"),
    "tmx: tiny units": _of(_times(b"<tu>", b"<tmx>"), 5 * M, 3 * M, "tmx"),
    "tmx: a new language each": _of(_numbered("<tuv lang='l{0}'><seg>a</seg></tuv>", "<tmx><tu>"),
        3 * M, 2 * M, "tmx"),
    "xliff: empty units": _of(_times(b"<segment><source/><target/></segment>", b"<xliff>"), 5 * M,
        3 * M),
    "jsonl: {} rows, then 1,000 keys": _of(_keys("", "{}", "", True), M, format="jsonl"),
    "jsonl: each row a key of its own": _of(lambda size: b"".join(b'{"k%d":""}\n' % (i % 1000) for
        i in range(size // 12)), 5 * M, M),
    "json: lists of a list": _of(_times(b'["","",""],', b'[{"mt":"x","r":[', b'[""]]}]'), 5 * M, 2
        * M),
    "json: object of short lists": _of(lambda size: b'{"a":[' + b"[],[],{}," * (size // 9) +
        b"0]}", 5 * M, 3 * M),
    "json: rows of nothing under a key": _of(lambda size: b'{"a":[' + b'{"":0},' * (size // 7) +
        b'{"":0}]}', 5 * M, 3 * M),
    "csv: cells of nothing": _of(lambda size: b"src,mt" + (b"," * 900 + b"\n") * (size // 901), 10
        * M, 3 * M, "csv"),
    "csv: names that are the same": _of(lambda size: b",".join([b"a"] * 1000) + b"\n" + b"," * 999
        + b"\n", 1, format="csv"),
    "csv: one row of cells": _of(_times(b"ab,", b"src,mt\n"), 20 * M, 5 * M, "csv"),
    "long: a segment each": _of(_numbered("a\t{0}\tx\nb\t{0}\tx\n", "system\tid\tmt\n"), 10 * M, 3
        * M, "tsv"),
    "long: one segment": _of(_numbered("a\t1\t{0}\n", "system\tid\tmt\n"), 10 * M, 3 * M, "tsv"),
    "long: nearly a thousand systems": _of(lambda size: b"system\tid\tmt\n" +
        b"".join(b"%d\t%d\t\n" % (i % 999, i // 999) for i in range(size // 9)), 10 * M, 3 * M,
        "tsv"),
    "long: a long text of a segment of many rows": _of(lambda size:
        b"system\tid\tmt\tsource\tnote\na\t1\tx\t%b\t%b\n" % (b"s" * (size // 3), b"n" * (size //
        3)) + b"a\t1\tx\t\t\nb\t2\ty\t\t\n" * (size // 36), 10 * M, 3 * M, "tsv"),
    "tsv: quotation marks": _of(_times(b'"\t"\n', b"src\tmt\n"), 10 * M, 3 * M, "tsv"),
    "xlsx: dimension of a whole sheet": _of(lambda size: workbook(HEAD + ROW * size,
        b"A1:XFD1048576"), 20_000),
    "xlsx: a last cell in each row": _of(lambda size: workbook(HEAD + ROW +
        b"<row><c r='XFD1'/></row>" * size), 200_000, 100_000),
    "xlsx: cells of nothing": _of(lambda size: workbook(HEAD + ROW + b"<row>" + b"<c/>" * size +
        b"</row>"), 1_500_000),
    "xlsx: a long text that cells share": _of(lambda size: workbook(HEAD + b"<row><c t='s'><v>0</v>"
        b"</c><c t='s'><v>0</v></c></row>" * (size // 20), strings=b"<si><t>" + b"x" * size +
        b"</t></si>"), 1_000_000, 100_000),
    "xlsx: styles": _of(lambda size: workbook(HEAD + ROW, styles=b"<cellXfs>" +
        b"<xf numFmtId='1'/>" * size + b"</cellXfs>"), 300_000),
    "xlsx: merged cells": _of(lambda size: workbook(HEAD + ROW + b"</sheetData><mergeCells>" +
        b"<mergeCell ref='A1'/>" * size + b"</mergeCells><sheetData>"), 300_000),
    "parquet: one long value": _of(_parquet(2, 100_000), 65_536),
    "parquet: many empty columns": _of(_parquet_runs, 2_000_000),
    "mteval: N references of N docs":
        _of(_numbered("<refset refid='s{0}'><doc docid='d{0}'><seg id='1'>x</seg></doc></refset>"),
        900_000),
    "bz2 of zeros": _of(_packed(bz2.compress, _ZEROS), 300 * M, 100 * M),
    "xz of zeros": _of(_packed(lzma.compress, _ZEROS), 300 * M, 100 * M),
    "zst of zeros": _of(_packed(_zstd, _ZEROS), 300 * M, 100 * M),
    "zip of zeros": _of(_packed(lambda data: _zipped(a=data), _ZEROS), 300 * M, 100 * M),
    "scores: newlines": _of(_times(b"\n", b"1\n"), 30 * M, 6 * M, "scores"),
    "scores: digits without end": _of(_times(b"1"), 30 * M, 6 * M, "scores"),
    "scores: one row of cells": _of(_times(b"1,"), 20 * M, 3 * M, "scores"),
    "scores: a first line that is nearly a number": _of(_times(b"1.,1.,", after=b"x\n1\n"), 20 * M,
        3 * M, "scores"),
    "scores: cells of nothing": _of(lambda size: b"a,b" + (b"," * 900 + b"\n") * (size // 901), 10
        * M, 3 * M, "scores"),
    "scores: a system of COMET a line": _of(_numbered("s{0}\tSegment 0\tscore: 1\n"), 10 * M, 3 * M,
        "scores"),
    "scores: objects of COMET": _of(_times(b'{"mt":"","COMET":1},', b'{"a":[',
        b'{"mt":"","COMET":1}]}'), 10 * M, 3 * M, "scores"),
    "task: items of nothing": _of(_times(b"{}\n", _TASK), 2 * M, 500_000, "task"),
    "task: items of empty texts": _of(_times(b'{"left":"","right":""}\n', _TASK), 4 * M,
        format="task"),
    "task: lists and objects of nothing": _of(_times(b'{"left":[' + b"[],{}," * 500_000 + b"0]}\n",
        _TASK), 30 * M, 12 * M, "task"),
    "task: annotators without end": _of(lambda size: _TASK[:-3] +
        b"".join(b',{"annotator":"%d","items":[0]}' % i for i in range(size // 36)) +
        b']}\n{"left":"","right":""}\n', 3 * M, format="task"),
    "task: newlines": _of(_times(b"\n", _TASK), 30 * M, 3 * M, "task"),
    "task: one line": _of(_times(b"[", _TASK), 100 * M, 20 * M, "task"),
    "answers: one item again and again": _of(_times(b'{"item":0,"annotator":"Ana"}\n', _ANSWERS), 5
        * M, format="answers"),
    "marks: rows of nothing": _of(_times(b"\t" * 8 + b"\n", _MARKS), 10 * M, 2 * M, "marks"),
    "marks: an annotator a row":
        _of(_numbered("a\t\t\t1\tr{0}\tone two\tone <v>two</v>\tOther\tMinor\n", _MARKS.decode()),
        10 * M, 2 * M, "marks"),
    "marks: a system a row":
        _of(_numbered("s{0}\t\t\t1\tr\tone two\tone <v>two</v>\tOther\tMinor\n", _MARKS.decode()),
        10 * M, 2 * M, "marks"),
    "marks: tags without end": _of(lambda size: _MARKS + b"a\t\t\t1\tr\t" + b"<v></v>" * (size //
        7) + b"\t" + b"<v>" * (size // 3) + b"\tOther\tMinor\n", 10 * M, 2 * M, "marks"),
    "marks: errors without end": _of(_errors, 20 * M, 3 * M, "marks"),
    "marks: brackets in a cell": _of(lambda size: b'r,a,0,TGT,,,50,d,False,"' + b"[" * size +
        b'",0,0\n', 10 * M, 2 * M, "marks"),
    "slices: brackets": _of(_slices(lambda size: b"(" * (size // 2 - 8) + b"line > 1" + b")" *
        (size // 2 - 8)), 200_000, format="slices"),
    "slices: conditions without end": _of(_slices(_times(b"a.copy or ", after=b"b.copy")), 200_000,
        format="slices"),
    "slices: negations without end": _of(_slices(_times(b"not ", after=b"a.copy")), 200_000,
        format="slices"),
    "slices: patterns that backtrack": _of(_slices(_times(b"(a+)+", b"source ~ /", b"$/")),
        200_000, format="slices"),
    "slices: tables of nothing": _of(_times(b"[[slice]]\n"), 900_000, format="slices"),
    "slices: brackets in brackets": _of(_times(b"[", b"slice = "), 900_000, format="slices"),
    "slices: a key of dots": _of(_times(b".a", b"a", b" = 1"), 900_000, format="slices"),
    "slices: a key a line": _of(_numbered("k{0} = 1\n", "[[slice]]\n"), 900_000, format="slices"),
    "slices: tables in tables": _of(_numbered("[slice.k{0}.a]\n"), 900_000, format="slices"),
    "slices: a text without end": _of(_times(b"x", b'a = "'), 900_000, format="slices"),
    "text: tabs and newlines, references": _of(_wide_tabs, 100_000, 20_000, "references"),
}  # fmt: skip
