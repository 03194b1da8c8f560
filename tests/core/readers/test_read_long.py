"""Long tables: a row a system and segment, or an error; read as one output a system and segment."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.messages import codes
from bleu_core.readers import Parts, read
from tests.core.refusing import refused

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
        ("system", [10]), ("docSegId", [11]), ("target", [8, 9]),
    ]  # fmt: skip
    differ = told[2].values
    assert (differ["earlier"], differ["systems"]) == ([1, 1], ["one", "one"])
    assert (differ["segments"], differ["count"]) == (["d1:1", "d1:1"], 2)
    assert told[3].advice == ["format"]
    with refused(unnamed, "file.guessed_format") as told:
        read(tsv(MAROT, *ROWS, *[nobody] * 7), "m.tsv")
    assert (told[0].values["rows"], told[0].values["count"]) == ([8, 9, 10, 11, 12], 7)
