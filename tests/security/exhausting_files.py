"""Small files that once cost a reader gigabytes or minutes, and others of their kind."""

import gzip
import io
import zipfile
from collections.abc import Callable

import pyarrow as pa

M = 1_000_000


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


def workbook(rows: bytes, strings: bytes = b"") -> bytes:
    """A workbook whose only sheet has these rows; `strings` are those that cells may share."""
    main = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = b"http://schemas.openxmlformats.org/package/2006/"
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml."
    entries = {
        "[Content_Types].xml": b"<Types xmlns='%scontent-types'>"
        b"<Override PartName='/xl/workbook.xml' ContentType='%ssheet.main+xml'/>"
        b"<Override PartName='/xl/s.xml' ContentType='%sworksheet+xml'/>"
        b"<Override PartName='/xl/t.xml' ContentType='%ssharedStrings+xml'/></Types>"
        % (package, kind, kind, kind),
        "_rels/.rels": b"<Relationships xmlns='%srelationships'><Relationship Id='r' "
        b"Type='%s/officeDocument' Target='xl/workbook.xml'/></Relationships>" % (package, office),
        "xl/workbook.xml": b"<workbook xmlns='%s' xmlns:r='%s'><sheets>"
        b"<sheet name='s' sheetId='1' r:id='a'/></sheets></workbook>" % (main, office),
        "xl/_rels/workbook.xml.rels": b"<Relationships xmlns='%srelationships'><Relationship "
        b"Id='a' Type='%s/worksheet' Target='s.xml'/></Relationships>" % (package, office),
        "xl/s.xml": b"<worksheet xmlns='%s'><dimension ref='A1'/><sheetData>%s</sheetData>"
        b"</worksheet>" % (main, rows),
        "xl/t.xml": b"<sst xmlns='%s'>%s</sst>" % (main, strings),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out.getvalue()


def _cell(text: bytes, place: bytes) -> bytes:
    return b"<c r='%s' t='inlineStr'><is><t>%s</t></is></c>" % (place, text)


HEAD = b"<row r='1'>%s%s</row>" % (_cell(b"src", b"A1"), _cell(b"mt", b"B1"))
ROW = b"<row r='2'>%s%s</row>" % (_cell(b"x", b"A2"), _cell(b"y", b"B2"))


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


def _wide_tabs(size: int) -> bytes:
    return b"\t" * (size // 2) + b"\n" * (size // 2)


_TASK = (
    b'{"bleuscope": "task of a blind session", "version": 1, "session": "%b", "name": "", '
    b'"ask": "better", "orders": [{"annotator": "Ana", "items": []}]}\n' % (b"0" * 64)
)


_MARKS = (
    b"system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    b"a\td\t1\t1\tr\tone two\tone two\tOther\tMinor\n"
)


def _slices(expression: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """A file of saved slices, each with an expression of nearly as many bytes as it may have."""
    each = b"[[slice]]\nname = 's%d'\nexpression = '%b'\n"
    return lambda size: b"".join(each % (i, expression(1_980)) for i in range(size // 2_000))


_DOC = b"<doc docid='d'><seg id='1'>x</seg></doc>"
_SYSTEMS = "<tstset sysid='s{0}'><doc docid='d{0}'><seg id='1'>x</seg></doc></tstset>"

Make = Callable[[int], bytes]
# How a file of about so many bytes is made, the bytes, and the format that it is read as.
INPUTS: dict[str, tuple[Make, int, str]] = {
    "xml: attribute without end": (_segment("a"), 200_000, ""),
    "mteval: sets with one id": (_times(b"<tstset sysid='s'>" + _DOC + b"</tstset>"), 800_000, ""),
    "mteval: N systems of N docs": (_numbered(_SYSTEMS), 900_000, ""),
    "csv: ragged rows": (_times(b"x\n", b"src,mt\na,b\n"), 6 * M, "csv"),
    "text: one line": (_times(b"x"), 12 * M, ""),
    "csv: one cell": (_times(b"x", b'src,mt\na,"', b'"\n'), 12 * M, ""),
    "gz: 10 MB of zeros": (lambda size: gzip.compress(bytes(size // 10)) * 10, 200 * M, ""),
    "json: lists of a list": (_times(b'["","",""],', b'[{"mt":"x","r":[', b'[""]]}]'), 2 * M, ""),
    "xlsx: a last cell in each row":
        (lambda size: workbook(HEAD + ROW + b"<row><c r='XFD1'/></row>" * size), 100_000, ""),
    "xlsx: a long text that cells share":
        (lambda size: workbook(HEAD + b"<row><c t='s'><v>0</v></c><c t='s'><v>0</v></c></row>"
        * (size // 20), strings=b"<si><t>" + b"x" * size + b"</t></si>"), 100_000, ""),
    "parquet: one long value": (_parquet(2, 100_000), 65_536, ""),
    "zst of zeros": (lambda size: pa.compress(bytes(size), "zstd", asbytes=True), 100 * M, ""),
    "scores: digits without end": (_times(b"1"), 6 * M, "scores"),
    "task: newlines": (_times(b"\n", _TASK), 3 * M, "task"),
    "marks: tags without end":
        (lambda size: _MARKS + b"a\t\t\t1\tr\t" + b"<v></v>" * (size // 7) + b"\t"
        + b"<v>" * (size // 3) + b"\tOther\tMinor\n", 2 * M, "marks"),
    "slices: conditions without end":
        (_slices(_times(b"a.copy or ", after=b"b.copy")), 200_000, "slices"),
    "slices: patterns that backtrack":
        (_slices(_times(b"(a+)+", b"source ~ /", b"$/")), 200_000, "slices"),
    "text: tabs and newlines, references": (_wide_tabs, 20_000, "references"),
}  # fmt: skip
