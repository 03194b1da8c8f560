"""Tables of scores: long ones become columns of systems, and ids put rows in order."""

import csv
import io
import json
import math
from dataclasses import replace

import pyarrow as pa
import pytest

from bleu_core import EvalSet
from bleu_core.messages import codes
from bleu_core.readers import File
from bleu_core.readers.score_files import named_scores, read_table
from tests.core.refusing import refused

OLD, NEW = [1.5, None, 3.5], [4.5, 5.5, None]
# Of several systems in turn, so that the order of rows is not that of a system.
ROWS = [
    (system, f"s{i}", "None" if score is None else score)
    for i, pair in enumerate(zip(OLD, NEW, strict=True))
    for system, score in zip(("old", "new"), pair, strict=True)
]


def lines(*rows: tuple[object, ...], by: str = "\t") -> bytes:
    return "".join(by.join(map(str, row)) + "\n" for row in rows).encode()


def a_test_set(*ids: str) -> EvalSet:
    texts = ["a b"] * (len(ids) or 3)
    keys = pa.array([f"\0{one}" for one in ids], pa.large_string()) if ids else None
    return EvalSet({"old": texts, "new": texts}, [texts], ids=keys)


def values_of(data: bytes, name: str = "s.tsv", ids: str = "", **settings: bool) -> list[list]:
    """The scores of the old system and of the new one, None where there is none."""
    files = [File(name, data)]
    found, _ = named_scores("X", True, files, ["old", "new"], a_test_set(*ids.split()), **settings)
    return [
        [None if math.isnan(x) else x for x in found.values[name].tolist()]
        for name in ("old", "new")
    ]


HEADING = ("system", "seg_id", "score")
FORMS = {
    "s.tsv": lines(HEADING, *ROWS),
    "s.csv": lines(HEADING, *ROWS, by=","),
    "commas.txt": lines(HEADING, *ROWS, by=","),
    "s.txt": lines(HEADING, *ROWS, by="  "),
    # As Google publishes them: a heading with blanks, rows with a tab and a blank.
    "mixed.tsv": lines(("system mqm seg_id",), *((a, f"{c} {b}") for a, b, c in ROWS)),
    "numbered.tsv": lines(*((a, b[1:], c) for a, b, c in ROWS)),
    "without-ids.tsv": lines(*((a, c) for a, _, c in ROWS)),
    "s.jsonl": lines(
        *(
            (json.dumps({"model": a, "id": b, "COMET": None if c == "None" else c}),)
            for a, b, c in ROWS
        )
    ),
    "several.tsv": lines(("system", "id", "X", "Y"), *((a, b, c, 7) for a, b, c in ROWS)),
    "with-texts.tsv": lines(
        ("system", "id", "mt", "X"), *((a, b, f"t {a}", c) for a, b, c in ROWS)
    ),
    "wide.tsv": lines(("id", "old", "new"), *((i, OLD[i], NEW[i]) for i in range(3))),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_column_of_systems_becomes_a_column_per_system(name: str) -> None:
    assert values_of(FORMS[name], name) == [OLD, NEW]


def test_rows_are_put_in_the_order_of_the_ids_of_the_a_test_set() -> None:
    old, new = values_of(FORMS["s.tsv"], ids="s2 s0 other s1")
    assert (old, new) == ([3.5, 1.5, None, None], [None, 4.5, None, 5.5])
    assert values_of(FORMS["wide.tsv"], ids="2 0 1") == [[3.5, 1.5, None], [None, 4.5, 5.5]]
    assert values_of(FORMS["s.tsv"], ids="s1 s0") == [[None, 1.5], [5.5, 4.5]]
    with refused("scores.other_ids") as told:  # numbered from 1, and the table from 0
        values_of(FORMS["wide.tsv"], ids="1 2 3")
    assert (told[0].values["here"], told[0].values["there"]) == ("0", "3")


def wide(*rows: tuple[str, int], head: str = "id") -> bytes:
    """A table of scores that are the same for both systems, by id."""
    return lines((head, "old", "new"), *((one, score, score) for one, score in rows))


def test_rows_that_ids_cannot_align_are_refused_if_the_test_set_has_ids() -> None:
    for code, data in {
        "table.unnamed_rows": wide(("b", 2), ("", 1), ("c", 3)),
        "scores.repeated_ids": wide(("b", 2), ("b", 1), ("c", 3)),
        "scores.other_ids": wide(("B", 2), ("A", 1), ("C", 3)),
        "scores.no_order": wide(("2", 2), ("1", 1), ("3", 3)),
    }.items():
        with refused(code):
            values_of(data, ids="a b c")
    # Without any id, there is only the order of the rows.
    assert values_of(wide(("", 2), ("", 1), ("", 3)), ids="a b c") == [[2, 1, 3]] * 2


@pytest.mark.parametrize(
    "ids", ["1 2 3", "0 1 2", "7 20 100", "x z y", "1.0 2.0 3.0", "1 2 1", "b b c"]
)
def test_rows_stay_in_order_if_nothing_says_that_it_is_another(ids: str) -> None:
    data = wide(*zip(ids.split(), (5, 6, 7), strict=True))
    assert values_of(data) == [[5, 6, 7]] * 2


@pytest.mark.parametrize("ids", ["2 1 3", "2 0 1", "3.0 2.0 1.0", "1 3 2", "2 x 1", "2 1 1"])
def test_numbers_in_another_order_are_refused(ids: str) -> None:
    with refused("scores.no_order"):
        values_of(wide(*zip(ids.split(), (5, 6, 7), strict=True)))
    if len({*ids.split()}) == 3:
        rows = [("old", one, 1) for one in ids.split()]
        with refused("scores.no_order"):
            values_of(lines(HEADING, *rows, *(("new", one, 2) for _, one, _ in rows)))


@pytest.mark.parametrize("other", ["score", "esa_score", "words"])
@pytest.mark.parametrize("column", ["X", "x"])
def test_the_column_named_as_the_metric_has_the_scores(column: str, other: str) -> None:
    rows = [(a, b, 7, c) for a, b, c in ROWS]
    assert values_of(lines(("system", "seg_id", other, column), *rows)) == [OLD, NEW]
    for cell in ("0,8000", "tensor(0.53)", "53%"):
        bad = [(*row[:3], cell) for row in rows]
        with refused("scores.not_number") as told:
            values_of(lines(("system", "seg_id", other, column), *bad, by=";"), "s.csv")
        assert (told[0].values["column"], told[0].values["cells"][0]) == (column, cell)
    both = lines(
        ("old", "new", "X old", "X new"), *((7, 7, *pair) for pair in zip(OLD, NEW, strict=True))
    )
    assert values_of(both) == [OLD, NEW]


@pytest.mark.parametrize("head", ["", "Unnamed: 0", "__index_level_0__"])
def test_an_index_without_a_name_in_another_order_is_refused(head: str) -> None:
    for ids, moved in (("0 1 2", "2 0 1"), ("1 2 3", "3 2 1")):
        data = wide(*zip(ids.split(), (5, 6, 7), strict=True), head=head)
        assert values_of(data) == [[5, 6, 7]] * 2
        data = wide(*zip(moved.split(), (5, 6, 7), strict=True), head=head)
        with refused("scores.no_order"):
            values_of(data)
    assert values_of(wide(("2", 5), ("0", 6), ("1", 7), head=head), ids="0 1 2") == [[6, 7, 5]] * 2
    rows = [("3", "old", 5), ("1", "old", 6), ("2", "new", 7), ("0", "new", 8)]
    with refused("scores.no_order"):
        values_of(lines((head, "system", "X"), *rows))


def test_documents_in_another_order_than_in_the_test_set_are_refused() -> None:
    data = replace(a_test_set(), documents=pa.array(["d", "d", "e"], pa.large_string()))

    def read(*rows: tuple[object, ...]) -> list[float]:
        ids = ["seg_id"] if len(rows[0]) == 4 else []
        head = ("doc", *ids, "old", "new")
        table = File("s.tsv", lines(head, *rows))
        found, _ = named_scores("X", True, [table], ["old", "new"], data)
        return found.values["old"].tolist()

    assert read(("d", 1, 5, 5), ("d", 2, 6, 6), ("e", 1, 7, 7)) == [5, 6, 7]
    # Under other names, nothing can be said of them.
    assert read(("x", 1, 5, 5), ("y", 1, 6, 6), ("y", 2, 7, 7)) == [5, 6, 7]
    for rows in (
        [("e", 1, 5, 5), ("d", 1, 6, 6), ("d", 2, 7, 7)],
        [("d", 1, 5, 5), ("e", 1, 6, 6), ("d", 2, 7, 7)],
        [("e", 5, 5), ("d", 6, 6), ("d", 7, 7)],
    ):
        with refused("scores.other_documents"):
            read(*rows)


def test_segments_that_nobody_scored_are_skipped_if_the_others_are_those_of_the_a_test_set() -> (
    None
):
    more = [("old", "s9", "None"), ("new", "s9", "None")]
    data = lines(HEADING, *more, *ROWS)
    assert values_of(data) == [OLD, NEW]
    _, notes = named_scores("X", True, [File("s.tsv", data)], ["old", "new"], a_test_set())
    assert codes(notes) == ["scores.long_table", "scores.in_order"]
    assert notes[1].values["skipped"] == 1
    with refused("scores.unequal", "scores.unequal"):
        values_of(data.replace(b"s9\tNone", b"s9\t1"))


def test_the_systems_of_a_table_are_named_if_one_is_missing() -> None:
    with refused("scores.no_systems") as told:
        values_of(lines(HEADING, *((a.upper() + a, b, c) for a, b, c in ROWS)))
    assert told[0].values["systems"] == ["old", "new"]
    assert told[0].values["columns"] == ["OLDold", "NEWnew"]
    assert values_of(lines(HEADING, *((a.upper(), b, c) for a, b, c in ROWS))) == [OLD, NEW]


@pytest.mark.parametrize(
    ("rows", "code", "values"),
    [
        (
            [*ROWS, ("old", "s1", 1)],
            "scores.repeated_rows",
            {"places": ["line 4", "line 8"], "count": 1},
        ),
        ([*ROWS, ("", "s1", 1)], "table.unnamed_rows", {"column": "system", "rows": ["line 8"]}),
        ([*ROWS, ("old", "", 1)], "table.unnamed_rows", {"column": "seg_id", "rows": ["line 8"]}),
        ([*ROWS, ("old", "s3", "x")], "scores.not_number", {"places": ["line 8"]}),
        ([*ROWS[:1], *ROWS[2:3], ("new", "s2", 1), ROWS[3]], "scores.no_order", {}),
    ],
)
def test_rows_that_do_not_fit_are_told_by_their_lines(rows, code, values) -> None:
    with refused(code) as told:
        values_of(lines(HEADING, *rows))
    assert told[0].values | values == told[0].values


def test_excels_first_line_is_no_row_and_counts_as_a_line() -> None:
    data = b"sep=;\r\n" + lines(("old", "new"), (1, 2), (3, "x"), by=";")
    assert read_table(File("s.csv", data.replace(b"x", b"4"))).columns["new"].to_pylist() == list(
        "24"
    )
    with refused("scores.not_number") as told:
        values_of(data + lines((5, 6), by=";"), "s.csv")
    assert told[0].values["places"] == ["line 4"]
    with refused("table.ragged") as told:
        values_of(data + b"5\n", "s.csv")
    assert told[0].values["rows"] == [5]


def test_ragged_rows_are_told_at_once_and_skipped_on_request() -> None:
    data = lines(HEADING, *ROWS[:2], ("old", "s1"), ROWS[3], ("a", "b", "c", "d"), *ROWS[4:])
    with refused("table.ragged") as told:
        values_of(data)
    assert (told[0].values["rows"], told[0].values["cells"]) == ([4, 6], [2, 4])
    assert told[0].values["unit"] == "line"
    assert values_of(data, skip_bad=True) == [OLD, NEW]
    _, notes = named_scores(
        "X", True, [File("s.tsv", data)], ["old", "new"], a_test_set(), skip_bad=True
    )
    assert codes(notes)[0] == "table.skipped_rows"
    # Where only the order tells segments, a skipped row has no score, and a long table is refused.
    wide = lines(("old", "new"), (1, 2), (3,), (5, 6))
    assert values_of(wide, skip_bad=True) == [[1, None, 5], [2, None, 6]]
    with refused("scores.unplaced_rows"):
        values_of(lines(("system", "score"), ("old", 1), ("new",), ("old", 2)), skip_bad=True)
    # Problems after a skipped row keep their lines.
    with refused("scores.not_number") as told:
        values_of(lines(HEADING, ("old",), *ROWS[:-1], ("new", "s2", "x")), skip_bad=True)
    assert told[0].values["places"] == ["line 8"]


# Human scores in the layouts of WMT.

SPANS = '[{"start_i": 8, "end_i": 11, "severity": "minor", "error_type": null}]'
ESA = ("system", "doc_id", "segment_id", "source", "target", "esa_score", "esa_spans", "annotator")


def esa_rows(*scores: tuple[str, int, object, str]) -> list[tuple[object, ...]]:
    return [(s, "d", i, 'a "b"', "c, d", x, SPANS, who) for s, i, x, who in scores]


def in_csv(*rows: tuple[object, ...], by: str = ",") -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=by, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def appraise(system: str, line: int, score: int, **other: str) -> tuple[object, ...]:
    """A row of Appraise's CSV."""
    kind, document = other.get("kind", "TGT"), other.get("document", "d")
    return ("ann1", system, line, kind, "eng", other.get("target", "deu"), score, document,
            "False", SPANS, 1.5, 2.5)  # fmt: skip


def in_json(*objects: dict[str, object]) -> bytes:
    return "".join(json.dumps(one) + "\n" for one in objects).encode()


def annotated(number: int, **scores: object) -> dict[str, object]:
    """An object of WMT's JSON Lines with a segment."""
    texts = dict.fromkeys(scores, "out")
    return {"scores": scores, "src_text": "in", "tgt_text": texts,
            "doc_id": f"en-de_DE_#_news_#_d_#_{number}"}  # fmt: skip


TWO_ROUNDS = {"human1": 90, "annotator1": "x", "errors1": [], "human2": 95, "annotator2": "y"}
PUBLISHED = {
    "named.tsv": lines(ESA, *esa_rows(("old", 0, 92.5, "p"), ("new", 0, 3, "p"),
                                      ("old", 2, 4, "q"), ("new", 2, 5, "q"))),
    "quoted.csv": in_csv(ESA, *esa_rows(("old", 0, 92.5, "p"), ("new", 0, 3, "p"),
                                        ("old", 2, 4, "q"), ("new", 2, 5, "q"))),
    "annotators.csv": in_csv(ESA, *esa_rows(("old", 0, 90, "p"), ("old", 0, 95, "q"),
                                            ("new", 0, 3, "q"), ("new", 0, "None", "p"),
                                            ("old", 2, 4, "p"), ("new", 2, 5, "p"))),
    "appraise.csv": in_csv(
        appraise("old", 0, 90), appraise("old", 0, 95), appraise("new", 2, 5),
        appraise("new", 0, 3), appraise("old", 2, 4),
        appraise("new", 1, 9, kind="BAD", document="d#bad"),
        appraise("new", 1, 9, document="d#incomplete"),
        appraise("new", 10**6, 0, document="ende-tutorial1", target="ces"),
    ),
    "flat.jsonl": in_json(*(
        {"langs": "en-de", "line_id": line, "tgt": "x", "doc_id": f"d{line}", "system": system,
         "esa_spans": [], "esa_score": score, "times": ["1", "2"], "annotator": who}
        for system, line, score, who in (
            ("old", 0, "90", "p"), ("old", 0, "95", "q"), ("new", 0, "3", "p"),
            ("new", 2, "5", "p"), ("old", 2, "4", "p"),
        )
    )),
    "objects.jsonl": in_json(
        annotated(0, old=TWO_ROUNDS, new={"human1": 3}), annotated(1),
        annotated(2, new={"human1": 5, "errors1": []}, old={"human1": 4}),
    ),
    "lists.jsonl": in_json(
        annotated(0, old=[{"score": "90"}, {"score": "95"}], new=[{"human": 3, "times": [1, 2]}]),
        annotated(1), annotated(2, new=[{"human": 5}], old=[{"human": 4}]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PUBLISHED)
def test_human_scores_are_read_in_the_layouts_of_wmt(name: str) -> None:
    table = read_table(File(name, PUBLISHED[name]))
    segments = [key.rpartition("\0")[2] for key in table.ids.to_pylist()]
    found = {
        system: {
            segment: float(cell)
            for segment, cell in zip(segments, table.columns[system].to_pylist(), strict=True)
            if cell
        }
        for system in ("old", "new")
    }
    assert found == {"old": {"0": 92.5, "2": 4}, "new": {"0": 3, "2": 5}}


@pytest.mark.parametrize("name", ["appraise.csv", "flat.jsonl"])
def test_lines_of_error_span_annotation_are_those_of_the_test_set(name: str) -> None:
    assert values_of(PUBLISHED[name], name) == [[92.5, None, 4], [3, None, 5]]
    assert values_of(PUBLISHED[name], name, ids="x y 0")[0] == [92.5, None, 4]
    with refused("scores.other_lines") as told:
        values_of(PUBLISHED[name], name, ids="x y")
    assert (told[0].values["line"], told[0].values["count"]) == ("2", 1)


def test_rows_that_were_averaged_or_are_no_scores_are_told() -> None:
    table = read_table(File("appraise.csv", PUBLISHED["appraise.csv"]))
    assert codes(table.repairs) == [
        "scores.quality_control",
        "scores.averaged",
        "scores.long_table",
    ]
    assert [one.values.get("count") for one in table.repairs] == [3, None, None]
    assert (table.repairs[1].values["rows"], table.repairs[1].values["means"]) == (5, 4)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", in_csv(appraise("old", 0, 1), appraise("new", 0, 1, target="ces"))),
        ("a.jsonl", in_json(annotated(0, old={"human1": 3}),
                            annotated(1) | {"doc_id": "en-cs_CZ_#_news_#_d_#_1"})),
        ("f.jsonl", in_json({"lp": "en-de", "id": 1, "system": "old", "esa_score": 2},
                            {"lp": "en-cs", "id": 1, "system": "old", "esa_score": 2})),
    ],
)  # fmt: skip
def test_scores_of_several_language_pairs_are_refused(name: str, data: bytes) -> None:
    with refused("campaign.several_pairs") as told:
        read_table(File(name, data))
    assert len(told[0].values["pairs"]) == 2
