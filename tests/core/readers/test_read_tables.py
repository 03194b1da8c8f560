"""TSV, CSV, JSON, JSON Lines, Parquet, XLSX: round trips, long tables, rows that do not fit."""

import csv
import io
import json

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.messages import codes
from bleu_core.readers import File, Parts, ReadError, assemble, read, read_system
from bleu_core.readers.columns import with_roles
from bleu_core.readers.role_names import guess_roles
from tests.core.readers.test_read_files import parquet
from tests.core.refusing import refused

HEAD = ["source", "reference", "sysA", "domain"]
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
rows = st.lists(st.lists(text, min_size=4, max_size=4), min_size=1, max_size=6)


def table(parts: Parts) -> dict[str, list[str | None]]:
    return {name: values.to_pylist() for name, values in parts.columns.items()}


def by_column(values: list[list[str]]) -> dict[str, list[str]]:
    return {name: [row[i] for row in values] for i, name in enumerate(HEAD)}


@given(values=rows, delimiter=st.sampled_from(",;"))
def test_csv_round_trip(values: list[list[str]], delimiter: str) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerow(HEAD)
    writer.writerows(values)
    parts = read(out.getvalue().encode(), "t.csv", "csv")
    assert table(parts) == by_column(values)
    assert parts.repairs == ()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("line", ["sep={}\r\n", '"sep={}"\n'])
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.txt"])
def test_excels_first_line_names_the_delimiter(delimiter: str, line: str, name: str) -> None:
    rows = [HEAD, ['"a,b;c\td"', "e", "f", ""], ["h", "i", "j", "k"]]
    written = line.format(delimiter) + "".join(delimiter.join(row) + "\r\n" for row in rows)
    parts = read(written.encode(), name)
    assert table(parts) == by_column([["a,b;c\td", "e", "f", ""], ["h", "i", "j", "k"]])
    assert parts.repairs == ()
    with refused("table.bad_quotes", "file.guessed_format") as told:
        read((written + '"').encode(), name)
    assert told[0].values["line"] == 5


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
        assert codes(parts.repairs) == ["table.quoted_cells"]


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


@given(values=rows)
def test_parquet_round_trip(values: list[list[str]]) -> None:
    assert table(read(parquet(by_column(values)), "t")) == by_column(values)


def test_parquet_values_that_are_no_text_and_columns_of_one_name() -> None:
    columns = {"mt": ["a", "b"], "n": [1, None], "references": [["x", "y"], ["z"]],
               "more": [{"k": None, "yes": True}, {"k": "x"}],
               "kind": pa.array(["p", "q"]).dictionary_encode()}  # fmt: skip
    parts = read(parquet(columns), "t.parquet")
    assert table(parts) == {
        "mt": ["a", "b"], "n": ["1", None], "references 1": ["x", "z"],
        "references 2": ["y", None], "kind": ["p", "q"],
        "more.k": [None, "x"], "more.yes": ["true", None],
    }  # fmt: skip
    assert list(parts.references) == ["references 1", "references 2"]
    twice = pa.Table.from_arrays([pa.array(["x"])] * 2, ["mt", "mt"])
    with refused("table.repeated_key"):
        read(parquet(twice), "t")
    for columns in (
        {"mt": ["a"], "references": [["x"]], "references 1": ["y"]},
        {"mt": ["a"], "references 1": ["y"], "references": [["x"]]},
        {"mt": ["a"], "x": [{"a": "b"}], "x.a": ["c"]},
    ):
        with refused("table.repeated_key"):
            read(parquet(columns), "t")


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
    assert codes(parts.repairs) == ["table.other_sheets"]
    assert parts.repairs[0].values["others"] == ["more"]


def test_a_refusal_names_the_sheets_of_a_workbook_that_were_not_read() -> None:
    book = pytest.importorskip("openpyxl").Workbook()
    for sheet, rows in ((book.active, ["note", "x"]), (book.create_sheet("Data"), ["mt", "a"])):
        for cell in rows:
            sheet.append([cell])
    out = io.BytesIO()
    book.save(out)
    file, reference = File("t.xlsx", out.getvalue()), File("r", b"a\n")
    for code, system, column in (
        ("systems.not_in_file", "mt", ""),
        ("file.no_such_column", "", "mt"),
        ("file.holds_no_output", "", ""),
    ):
        with refused(code, "table.other_sheets"):
            read_system(file._replace(column=column), [reference], system=system)


def test_roles_by_name_and_by_other_columns() -> None:
    roles = {
        "source": ["source", "Src", "SOURCE_TEXT", "src text"],
        "reference": ["ref", "ref1", "Reference_2", "refA", "references 1", "gold"],
        "system": ["hyp", "hypothesis", "mt", "sysA", "sys1", "mt_google", "output"],
        "document": ["doc", "docid", "doc_id", "Document", "document name"],
        "segment id": ["seg", "seg_id", "segid", "id", "line no", "sentence id"],
        "metadata": ["domain", "annotator", "lang", "", "score", "reference_length"],
    }
    wanted = {name: role for role, names in roles.items() for name in names}
    assert {name: guess_roles([name])[name] for name in wanted} == wanted
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
    for role in ("source", "document", "segment id"):
        with refused("table.conflicting_roles") as told:
            with_roles(parts, {"source": role, "foo": role})
        assert (told[0].values["columns"], told[0].values["role"]) == (["source", "foo"], role)


def test_an_empty_cell_is_no_reference_where_there_is_another() -> None:
    made = assemble([read(b"ref1,ref2,mt\na,,x\n", "t.csv")], least=1)
    assert made.evalset.references[1].to_pylist() == [None]
    [told] = made.repairs
    assert (told.code, told.values["column"], told.values["count"]) == (
        "table.empty_references", "ref2", 1,
    )  # fmt: skip
    made = assemble([read(b"ref,mt\n,x\n", "t.csv")], least=1)
    assert made.evalset.references[0].to_pylist() == [""]


def test_what_does_not_fit_is_told_with_its_place() -> None:
    for data, name, code, values in (
        (b"src,mt\na,b\nc\nd,e,f\n", "t.csv", "ragged", {"rows": [2, 3], "cells": [1, 3]}),
        (b"src,mt\na,b\n\nd,e\n", "t.csv", "ragged", {"rows": [2], "cells": [0]}),
        (b'src,mt\na,"b\n', "t.csv", "bad_quotes", {"line": 2, "reason": ""}),
        (b"src\tmt\na\tb\tc\n", "t.tsv", "ragged", {"rows": [1], "cells": [3], "width": 2}),
        (b"src,mt\n", "t.csv", "file.nothing", {}),
        (b"\nsrc,mt\n", "t.csv", "blank_first_row", {}),
        (b"," * 1_000 + b"\n", "t.csv", "file.too_many", {"most": 1_000}),
        (b'{"src": "a"}\n{"src": \n', "t.jsonl", "json_syntax", {"line": 2, "character": 10}),
        (b'[{"src": "a"},\n 3]', "t.json", "json_shape", {"row": 2}),
        (b'[{"src": "a"}\n {"src": "b"}]', "t.json", "json_syntax", {"line": 2}),
        (b'[{"src": "a"}] x', "t.json", "json_syntax", {"line": 1}),
        (b'[{"src": "a", "src": "b"}]', "t.json", "repeated_key", {"key": "src"}),
        (b'[{"a 1": "x", "a": ["y"]}]', "t.json", "repeated_key", {"key": "a 1", "row": 1}),
        (b'{"src": ["a"], "mt": ["a", "b"]}', "t.json", "unequal_columns",
         {"columns": ["src", "mt"], "lengths": [1, 2]}),
        (b'{"src": ["a", "b"], "mt": null}', "t.json", "null_column", {"columns": ["mt"]}),
        (b"{}", "t.json", "json_shape", {}),
        (b'[{"src": "\\ud800"}]', "t.json", "lines.half_surrogate", {"name": "t.json: 'src'"}),
        (b"PAR1 no parquet", "t.parquet", "file.unreadable", {"kind": "Parquet file"}),
    ):  # fmt: skip
        form = name.partition(".")[2]
        with refused(code if "." in code else f"table.{code}") as told:
            read(data, name, form)
        assert told[0].startswith(name)
        assert {key: told[0].values[key] for key in values} == values
    with pytest.raises(ReadError) as caught:  # of what was guessed that is told too
        read(b"src,mt\na,b\nc\n", "t.csv")
    assert codes(caught.value.problems) == ["table.ragged", "file.guessed_format"]


@pytest.mark.parametrize("kind", [pa.string(), pa.binary(), pa.list_(pa.string())])
def test_bytes_in_parquet_that_are_no_text_are_named(kind: pa.DataType) -> None:
    texts = ["a", "b", b"caf\xe9".decode("latin-1")]
    column = pa.array([[t] for t in texts] if pa.types.is_list(kind) else texts, kind)
    data = parquet({"mt": column}, "none").replace("café".encode(), b"caf\xe9e")
    with refused("table.not_utf8") as told:
        read(data, "t")
    assert (told[0].values["column"], told[0].values["row"]) == ("mt", 3)


def test_of_many_rows_that_do_not_fit_the_first_are_named() -> None:
    head, blank = b"src,mt\na,b\n", b"\n" * 3_000
    for rows, cells, count in ((b"x\n" * 3_000, 1, 3_000), (blank + b"c,d\n", 0, 3_000)):
        with refused("table.ragged") as told:
            read(head + rows, "t.csv", "csv")
        found = told[0].values
        assert (found["rows"], found["cells"]) == ([2, 3, 4, 5, 6], [cells] * 5)
        assert found["count"] == count
    parts = read(head + blank, "t.csv")
    assert (len(parts), codes(parts.repairs)) == (1, ["table.blank_end"])


MAROT = ["system", "doc", "docSegId", "globalSegId", "rater", "source", "target", "category",
         "severity", "metadata"]  # fmt: skip
ROWS = [
    ["one", "d1", "1", "1", "r1", "the <v>a</v>", "das a", "Accuracy", "Major", "{}"],
    ["one", "d1", "1", "1", "r2", "the a", "das <v>a</v>", "Fluency", "Minor", '{"note": "x"}'],
    ["refA", "d1", "1", "1", "r1", "the a", "ein a", "No-error", "No-error", "{}"],
    ["two", "d1", "1", "1", "r1", "the a", "<v>dies</v> a", "Accuracy", "Major", "{}"],
    ["one", "d2", "1", "2", "r1", "b", "b1", "No-error", "No-error", "{}"],
    ["two", "d2", "1", "2", "r1", "b", "b2", "No-error", "No-error", "{}"],
    ["refA", "d2", "1", "2", "r1", "b", "b3", "No-error", "No-error", "{}"],
]


def tsv(head: list[str], *rows: list[str]) -> bytes:
    return "".join("\t".join(row) + "\n" for row in (head, *rows)).encode()


def texts(parts: Parts, role: str = "systems") -> dict[str, list[str | None]]:
    return {name: column.to_pylist() for name, column in getattr(parts, role).items()}


def test_rows_of_errors_become_one_output_a_system_and_segment() -> None:
    parts = read(tsv(MAROT, *ROWS), "m.tsv")
    assert texts(parts) == {"one": ["das a", "b1"], "two": ["dies a", "b2"]}
    assert texts(parts, "references") == {"refA": ["ein a", "b3"]}
    assert parts.source.to_pylist() == ["the a", "b"]
    assert parts.documents.to_pylist() == ["d1", "d2"]
    assert parts.ids.segments.to_pylist() == ["1", "1"]
    assert texts(parts, "metadata") == {"globalSegId": ["1", "2"]}
    assert parts.marks["severity"].to_pylist() == [row[8] for row in ROWS]
    assert codes(parts.repairs) == ["table.row_per_output"]
    assert parts.repairs[0].values == {
        "file": "m.tsv", "rows": 7, "segments": 2, "keys": ["doc", "docSegId"], "output": "target",
        "system": "system", "left_out": [], "annotated": True,
    }  # fmt: skip


@given(st.data())
def test_the_order_of_rows_and_how_often_they_stand_change_no_text(data: st.DataObject) -> None:
    systems = data.draw(st.lists(st.sampled_from("uvwxyz"), min_size=1, max_size=6, unique=True))
    size = data.draw(st.integers(1, 6))
    cells = [(s, i) for s in systems for i in range(size)]
    again = data.draw(st.lists(st.sampled_from(cells), max_size=9))
    rows = [
        [s, "d", str(i), str(i), "r", f"src {i}", f"<v>{s}</v> {i}", "x", "y", "{}"]
        for s, i in data.draw(st.permutations([*cells, *again]))
    ]
    parts = read(tsv(MAROT, *rows), "m.tsv")
    order = parts.ids.segments.to_pylist()
    assert sorted(order) == [str(i) for i in range(size)]
    assert texts(parts) == {
        s: [f"{s} {i}" for i in order] for s in dict.fromkeys(r[0] for r in rows)
    }
    assert parts.source.to_pylist() == [f"src {i}" for i in order]


def test_any_table_of_systems_and_segments_is_long_whatever_its_format() -> None:
    rows = [
        {"model": s, "segment id": str(i), "hypothesis": f"{s}{i} <v>", "src": f"q{i}", "ref": "r",
         "domain": "news", "seconds": f"{s}"}
        for i in (1, 2) for s in "xy"
    ]  # fmt: skip
    parts = read("\n".join(map(json.dumps, rows)).encode(), "t.jsonl")
    assert texts(parts) == {"x": ["x1 <v>", "x2 <v>"], "y": ["y1 <v>", "y2 <v>"]}
    assert texts(parts, "references") == {"ref": ["r", "r"]}
    assert texts(parts, "metadata") == {"domain": ["news", "news"]}
    assert codes(parts.repairs) == ["table.row_per_output"]
    assert parts.repairs[0].values["left_out"] == ["seconds"]


def test_outputs_that_look_like_ids_are_still_outputs() -> None:
    rows = [[s, str(i), f"{s}{i}"] for i in range(5) for s in "xy"]
    parts = read(tsv(["system", "id", "target"], *rows), "t.tsv")
    assert texts(parts)["x"] == ["x0", "x1", "x2", "x3", "x4"]
    assert codes(parts.repairs) == ["table.row_per_output"]


@pytest.mark.parametrize(
    "data",
    [
        tsv(["id", "system", "ref"], ["1", "an output", "r"], ["2", "another", "s"]),
        tsv(["system", "id", "mt", "ref"], ["x", "1", "an output", "r"], ["x", "2", "b", "s"]),
        tsv(["system", "id", "target"], ["a", "1", "r"], ["b", "1", "s"], ["c", "2", "t"],
            ["d", "3", "t"]),
    ],
)  # fmt: skip
def test_a_table_with_a_row_a_segment_is_read_as_before(data: bytes) -> None:
    assert read(data, "t.tsv").columns


def test_what_contradicts_itself_is_told_by_row_all_at_once() -> None:
    other = [*ROWS[0][:6], "das b", *ROWS[0][7:]]
    nobody, nowhere = ["", *ROWS[5][1:]], [*ROWS[6][:2], "", *ROWS[6][3:]]
    unnamed, conflicts = "table.unnamed_rows", "table.conflicting_outputs"
    with refused(unnamed, unnamed, conflicts, "file.guessed_format") as told:
        read(tsv(MAROT, *ROWS, other, other, nobody, nowhere), "m.tsv")
    assert [(one.values["column"], one.values["rows"]) for one in told[:3]] == [
        ("system", ["row 10"]), ("docSegId", ["row 11"]), ("target", [8, 9]),
    ]  # fmt: skip
    differ = told[2].values
    assert (differ["earlier"], differ["systems"]) == ([1, 1], ["one", "one"])
    assert (differ["segments"], differ["count"]) == (["d1:1", "d1:1"], 2)
    assert told[3].advice == ["format"]
    with refused(unnamed, "file.guessed_format") as told:
        read(tsv(MAROT, *ROWS, *[nobody] * 7), "m.tsv")
    assert (told[0].values["rows"], told[0].values["count"]) == (
        [f"row {n}" for n in range(8, 13)],
        7,
    )
