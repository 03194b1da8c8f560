"""TSV, CSV, JSON, JSON Lines, Parquet, XLSX: round trips, roles by name, rows that do not fit."""

from __future__ import annotations

import csv
import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core.readers import Parts, ReadError, guess_roles, read, with_roles

HEAD = ["source", "reference", "sysA", "domain"]
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
rows = st.lists(st.lists(text, min_size=4, max_size=4), min_size=1, max_size=6)


def table(parts: Parts) -> dict[str, list[str | None]]:
    return {name: values.to_pylist() for name, values in parts.columns.items()}


def by_column(values: list[list[str]]) -> dict[str, list[str]]:
    return {name: [row[i] for row in values] for i, name in enumerate(HEAD)}


@settings(max_examples=100, deadline=None)
@given(values=rows, delimiter=st.sampled_from(",;"))
def test_csv_round_trip(values: list[list[str]], delimiter: str) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerow(HEAD)
    writer.writerows(values)
    parts = read(out.getvalue().encode(), "t.csv", "csv")
    assert table(parts) == by_column(values)
    assert parts.repairs == ()


@settings(max_examples=100, deadline=None)
@given(values=rows)
def test_tsv_round_trip(values: list[list[str]]) -> None:
    clean = [
        [cell.translate(dict.fromkeys(map(ord, '\t\n\r"'), " ")) for cell in row] for row in values
    ]
    lines = ["\t".join(row) for row in [HEAD, *clean]]
    assert table(read("\n".join([*lines, ""]).encode(), "t.txt")) == by_column(clean)


def test_quotation_marks_in_tsv_are_text_unless_they_can_only_be_quotes() -> None:
    raw = b'source\tmt\n"A" b\tx\n"c\td"\n'
    assert table(read(raw, "t.tsv")) == {"source": ['"A" b', '"c'], "mt": ["x", 'd"']}
    for quoted in (b'source\tmt\n"a\tb"\tx\n', b'source\tmt\n"say ""a"""\tx\n'):
        parts = read(quoted, "t.tsv")
        assert len(parts) == 1
        assert "read as in CSV" in parts.repairs[0]


@settings(max_examples=100, deadline=None)
@given(values=rows, ascii_only=st.booleans())
def test_json_round_trips(values: list[list[str]], ascii_only: bool) -> None:
    objects = [dict(zip(HEAD, row, strict=True)) for row in values]
    wanted = by_column(values)

    def dump(value: object) -> str:
        return json.dumps(value, ensure_ascii=ascii_only)

    lines = "".join(dump(item) + "\n" for item in objects)
    for written, form in (
        (dump(objects), "json"),
        (dump({"data": objects}), "json"),
        (dump(wanted), "json"),
        (lines, "jsonl" if len(values) > 1 else "json"),
    ):
        parts = read(written.encode(), "unnamed")
        assert parts.format == form
        assert table(parts) == wanted


@settings(max_examples=30, deadline=None)
@given(values=rows)
def test_parquet_round_trip(values: list[list[str]]) -> None:
    out = io.BytesIO()
    pq.write_table(pa.table(by_column(values)), out)
    assert table(read(out.getvalue(), "t")) == by_column(values)


def test_parquet_values_that_are_no_text() -> None:
    out = io.BytesIO()
    columns = {"mt": ["a", "b"], "n": [1, None], "references": [["x", "y"], ["z"]],
               "kind": pa.array(["p", "q"]).dictionary_encode()}  # fmt: skip
    pq.write_table(pa.table(columns), out)
    parts = read(out.getvalue(), "t.parquet")
    assert table(parts) == {
        "mt": ["a", "b"], "n": ["1", None], "references 1": ["x", "z"],
        "references 2": ["y", None], "kind": ["p", "q"],
    }  # fmt: skip
    assert list(parts.references) == ["references 1", "references 2"]


def test_xlsx() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["src", "ref", "mt", "score"], ["a", "b\nc", 7, 0.5], ["d", None, "=1+1", True]):
        book.active.append(row)
    book.create_sheet("more").append(["x"])
    out = io.BytesIO()
    book.save(out)
    parts = read(out.getvalue(), "t.bin")
    assert parts.format == "xlsx"
    assert table(parts)["src"] == ["a", "d"]
    assert table(parts)["ref"] == ["b\nc", ""]
    assert table(parts)["score"] == ["0.5", "true"]
    assert "only sheet 'Sheet' is read" in parts.repairs[0]


def test_xlsx_without_openpyxl_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    from bleu_core.readers.xlsx import read_xlsx

    with pytest.raises(ReadError, match=r"bleuscope\[xlsx\]"):
        read_xlsx(b"PK", "t.xlsx")


@pytest.mark.parametrize(
    ("name", "role"),
    [
        *((n, "source") for n in ("source", "Src", "SOURCE_TEXT", "src text")),
        *((n, "reference") for n in ("ref", "ref1", "Reference_2", "refA", "references 1", "gold")),
        *(
            (n, "system")
            for n in ("hyp", "hypothesis", "mt", "sysA", "sys1", "mt_google", "output")
        ),
        *((n, "document") for n in ("doc", "docid", "doc_id", "Document", "document name")),
        *((n, "segment id") for n in ("seg", "seg_id", "segid", "id", "line no", "sentence id")),
        *(
            (n, "metadata")
            for n in ("domain", "annotator", "lang", "", "score", "reference_length")
        ),
    ],
)
def test_roles_by_name(name: str, role: str) -> None:
    assert guess_roles([name]) == {name: role}


def test_roles_that_depend_on_other_columns() -> None:
    assert guess_roles(["target", "mt"]) == {"target": "reference", "mt": "system"}
    assert guess_roles(["target", "ref"]) == {"target": "system", "ref": "reference"}
    assert guess_roles(["system", "hyp"]) == {"system": "metadata", "hyp": "system"}
    assert guess_roles(["doc", "docid"]) == {"doc": "document", "docid": "metadata"}


def test_roles_can_be_chosen() -> None:
    parts = read(b"source,foo,bar\na,b,c\n", "t.csv", "csv")
    assert not parts.systems
    chosen = with_roles(parts, {"source": "source", "foo": "system", "bar": "leave out"})
    assert chosen.systems["foo"].to_pylist() == ["b"]
    assert not chosen.metadata
    with pytest.raises(ReadError, match="cannot all be the source"):
        with_roles(parts, {"source": "source", "foo": "source"})


def test_ids_that_repeat_do_not_identify() -> None:
    parts = read(b"doc,seg,mt\na,1,x\na,1,y\n", "t.csv")
    assert parts.ids is None
    assert "more than once" in parts.repairs[0]
    assert read(b"doc,seg,mt\na,1,x\nb,1,y\n", "t.csv").ids is not None


def test_an_empty_cell_is_no_reference_where_there_is_another() -> None:
    parts = read(b"ref1,ref2,mt\na,,x\n", "t.csv")
    assert parts.references["ref2"].to_pylist() == [None]
    assert "1 empty cell of 'ref2'" in parts.repairs[0]
    assert read(b"ref,mt\n,x\n", "t.csv").references["ref"].to_pylist() == [""]


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"src,mt\na,b\nc\nd,e,f\n", "t.csv", "row 2 has 1 cell and row 3 has 3 cells"),
        (b"src,mt\na,b\n\nd,e\n", "t.csv", "row 2 is blank"),
        (b'src,mt\na,"b\n', "t.csv", "a quoted cell has no end"),
        (b"src\tmt\na\tb\tc\n", "t.tsv", "row 1 has 3 cells"),
        (b"src,mt\n", "t.csv", "has no rows"),
        (b"src,mt\na,\xff\n", "t.csv", "line 2: byte 0xff"),
        (b'{"src": "a"}\n{"src": \n', "t.jsonl", "line 2, character"),
        (b'[{"src": "a"},\n 3]', "t.json", "row 2 is no object"),
        (b'[{"src": "a"}\n {"src": "b"}]', "t.json", "line 2: one of , ] belongs there"),
        (b'[{"src": "a", "src": "b"}]', "t.json", "has the key 'src' twice"),
        (b'{"src": ["a"], "mt": ["a", "b"]}', "t.json", "length: 'src' has 1 and 'mt' has 2"),
        (b'[{"src": "\\ud800"}]', "t.json", "half a surrogate pair"),
        (b"PAR1 no parquet", "t", "no Parquet file that can be read"),
    ],
)
def test_rows_that_do_not_fit_are_named(data: bytes, name: str, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(data, name)
    assert message in caught.value.problems[0]
    assert name in caught.value.problems[0]


def test_numbers_in_json_stay_as_they_are_written() -> None:
    parts = read(b'[{"mt": "a", "x": 1.10, "y": 12345678901234567890, "z": null, "b": true}]', "j")
    assert table(parts) == {"mt": ["a"], "x": ["1.10"], "y": ["12345678901234567890"],
                            "z": [None], "b": ["true"]}  # fmt: skip


def test_keys_that_come_late_or_are_missing() -> None:
    parts = read(b'{"mt": "a"}\n{"mt": "b", "x": "c"}\n{"mt": "d"}\n', "j")
    assert table(parts) == {"mt": ["a", "b", "d"], "x": [None, "c", None]}


def test_an_output_that_is_missing_is_told() -> None:
    parts = read(b'{"mt": "a", "ref": "r"}\n{"ref": "b"}\n', "j")
    assert not parts.systems
    assert "no output in column 'mt', the first is row 2" in parts.repairs[0]


@pytest.mark.parametrize("kind", [pa.string(), pa.binary(), pa.list_(pa.string())])
def test_bytes_in_parquet_that_are_no_text_are_named(kind: pa.DataType) -> None:
    texts = ["a", "b", b"caf\xe9".decode("latin-1")]
    column = pa.array([[t] for t in texts] if pa.types.is_list(kind) else texts, kind)
    out = io.BytesIO()
    pq.write_table(pa.table({"mt": column}), out, compression="none")
    data = out.getvalue().replace("café".encode(), b"caf\xe9e")
    with pytest.raises(ReadError, match=r"^t, column 'mt', row 3: its bytes are not UTF-8 text"):
        read(data, "t")


def test_a_null_where_the_others_are_lists_is_named() -> None:
    with pytest.raises(ReadError, match="mt is null where the others are lists"):
        read(b'{"src": ["a", "b"], "mt": null}', "t.json")


def test_of_many_rows_that_do_not_fit_the_first_are_named() -> None:
    with pytest.raises(ReadError, match=r"row 6 has 1 cell and 995 more or beyond\."):
        read(b"src,mt\na,b\n" + b"x\n" * 100_000, "t.csv")
    with pytest.raises(ReadError, match=r"row 2 is blank, row 3 is blank"):
        read(b"src,mt\na,b\n" + b"\n" * 100_000 + b"c,d\n", "t.csv")
