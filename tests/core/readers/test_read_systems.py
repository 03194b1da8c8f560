"""Any number of outputs becomes one test set: in their order, or aligned by a key that all have."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.messages import codes
from bleu_core.readers import File, read_system, read_systems
from bleu_core.readers.assemble import Assembled
from bleu_core.text.evalset import InputError, MisalignedColumns
from tests.core.refusing import refused

REFERENCE = File("ref.txt", b"one two\nthree four\n")


def text(name: str, *lines: str) -> File:
    return File(name, "".join(f"{line}\n" for line in lines).encode())


TABLE = File("both.tsv", b"reference\tmt_red\tmt_blue\tmt_green\nr1\ta\tb\tc\nr2\td\te\tf\n")


def test_systems_stand_in_the_order_of_their_files_of_one_or_many() -> None:
    data, _ = read_systems([text("own.en", "x", "y"), TABLE], [])
    assert list(data.systems) == ["own", "mt_red", "mt_blue", "mt_green"]
    assert data.systems["mt_green"].to_pylist() == ["c", "f"]
    assert [column.to_pylist() for column in data.references] == [["r1", "r2"]]
    data, _ = read_systems([text("own.en", "x", "y"), TABLE], [], systems=["mt_green", "mt_red"])
    assert list(data.systems) == ["mt_red", "mt_green"]
    assert data.systems["mt_green"].to_pylist() == ["c", "f"]
    files = [text(f"{name}.en", name, name) for name in ("zeta", "alpha", "mid")]
    data, told = read_systems(files, [REFERENCE])
    assert list(data.systems) == ["zeta", "alpha", "mid"]
    assert data.systems["mid"].to_pylist() == ["mid", "mid"]
    assert told == []
    chosen = {"systems": ["mid", "zeta"], "names": ["", "last"]}
    assert list(read_systems(files, [REFERENCE], **chosen).evalset.systems) == ["zeta", "last"]
    # A table with its only system left out still has the references.
    table = File("one.tsv", b"reference\tmt_red\nr1\ta\nr2\td\n")
    data, told = read_systems([table, *files], [], systems=["mid", "alpha"])
    assert list(data.systems) == ["alpha", "mid"]
    assert data.references[0].to_pylist() == ["r1", "r2"]
    assert told == []


def test_names_are_given_in_order_and_others_stay_distinct() -> None:
    files = [text("mon/out.en", "a", "b"), text("tue/out.en", "c", "d")]
    assert list(read_systems(files, [REFERENCE]).evalset.systems) == ["mon", "tue"]
    files = [text("out.en", "a", "b"), text("out.en", "c", "d"), text("./out.en", "e", "f")]
    data, told = read_systems(files, [REFERENCE])
    assert list(data.systems) == ["out", "out (2)", "out (3)"]
    assert codes(told) == ["file.renamed"] * 2
    assert told[0].values | {"file": "out.en", "name": "out", "called": "out (2)"} == told[0].values
    data, told = read_systems(files, [REFERENCE], names=["monday", "out"])
    assert list(data.systems) == ["monday", "out", "out (2)"]
    assert [column.to_pylist()[0] for column in data.systems.values()] == ["a", "c", "e"]
    assert len(told) == 1


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"names": ["x", "x"]}, ["systems.name_twice"]),
        ({"names": list("abcd")}, ["systems.number_of_names"]),
        ({"names": ["x" * 81, "a\u202eb"]}, ["systems.bad_name"] * 2),
        ({"systems": ["mt_red", "pink"]}, ["systems.too_few", "systems.unknown"]),
        ({"systems": ["pink"]}, ["systems.not_in_file"]),
        ({"systems": ["mt_red"]}, ["systems.too_few"]),
        ({"systems": ["mt_red", "both"]}, ["systems.too_few", "systems.unknown"]),
    ],
)
def test_names_and_systems_that_do_not_fit_are_refused(options, expected) -> None:
    with refused(*expected):
        read_systems([TABLE], [], **options)


@given(names=st.lists(st.sampled_from(["a", "b", "a (2)", "c"]), min_size=2, max_size=8))
def test_no_output_is_lost_whatever_the_names(names: list[str]) -> None:
    files = [text(f"{name}.txt", str(i), name) for i, name in enumerate(names)]
    made = read_systems(files, [REFERENCE])
    assert [column[0].as_py() for column in made.evalset.systems.values()] == list(
        map(str, range(len(names)))
    )
    renamed = sum(new != old for new, old in zip(made.evalset.systems, names, strict=True))
    assert len(made.repairs) == renamed


WORDS = ["ant", "bee", "cat", "dog", "elk", "fox"]


def file(name: str, role: str, *rows: dict[str, object]) -> File:
    """Rows of other columns, and "n": the number of the word that is the text."""
    data = [
        {role: WORDS[int(str(row["n"]))]} | {k: row[k] for k in row if k != "n"} for row in rows
    ]
    return File(name, "".join(json.dumps(row) + "\n" for row in data).encode())


def read_both(
    outputs: list[dict[str, object]], references: list[dict[str, object]], *more: File
) -> Assembled:
    reference = file("ref.jsonl", "reference", *references)
    return read_system(file("out.jsonl", "mt", *outputs), [reference, *more])


def aligned(made: Assembled) -> bool:
    (system,) = made.evalset.systems.values()
    return bool(system.equals(made.evalset.references[0]))


@pytest.mark.parametrize("column", ["doc_id", "id", "sampleid"])
def test_unique_values_of_one_column_align_files_in_the_order_of_the_reference(column: str) -> None:
    # As texts, news-10 would be before news-8.
    rows: list[dict[str, object]] = [{column: f"news-{n + 7}", "n": n} for n in range(6)]
    made = read_both([rows[n] for n in (3, 0, 5, 1, 4, 2)], rows)
    assert aligned(made)
    assert made.evalset.references[0].to_pylist() == WORDS
    assert codes(made.repairs) == ["lines.aligned_by_key"]
    assert codes(read_both(rows, rows).repairs) == []
    # Numbered anew after they were shuffled: the numbers are no key of these files.
    numbered = [row | {"index": i} for i, row in enumerate(rows[::-1])]
    assert aligned(read_both(numbered, rows))


def test_a_file_that_lacks_segments_is_refused_with_their_names() -> None:
    rows: list[dict[str, object]] = [{"doc_id": f"news-{n}", "n": n} for n in range(6)]
    with refused("lines.missing") as told:
        read_both(rows[:4], rows)
    assert told[0].values["segments"] == ["news-4", "news-5"]
    for kept, ends_early in ((rows[:4], True), (rows[3::-1], True), (rows[1:5], False)):
        with pytest.raises(InputError) as error:
            read_both(kept, rows)
        assert isinstance(error.value, MisalignedColumns) == ends_early
        if isinstance(error.value, MisalignedColumns):
            assert error.value.columns["systems"]["out"].to_pylist() == WORDS[:4]
    with refused("lines.without_reference"):
        read_both(rows, rows[1:])


@pytest.mark.parametrize("wanted", ["{:03}", "{}.0", "n{} ", "ref-{}"])
def test_ids_that_are_written_otherwise_in_each_file_are_named(wanted: str) -> None:
    rows: list[dict[str, object]] = [{"id": n, "n": n} for n in range(6)]
    with refused("lines.no_common_ids") as told:
        read_both([row | {"id": wanted.format(row["id"])} for row in rows], rows)
    assert (told[0].values["id"], told[0].values["other_id"]) == (wanted.format(0), "0")


def test_keys_that_disagree_are_refused() -> None:
    rows: list[dict[str, object]] = [{"doc_id": f"d{n}", "id": n, "n": n} for n in range(6)]
    moved = [rows[n] | {"id": i} for i, n in enumerate((1, 0, 2, 3, 4, 5))]
    with refused("lines.keys_disagree") as told:
        read_both(moved, [row | {"id": i} for i, row in enumerate(rows)])
    assert {told[0].values["key"], told[0].values["other_key"]} == {"id", "doc_id"}


def test_documents_of_equal_sizes_are_aligned_and_others_refused() -> None:
    def of(document: str, *numbers: int) -> list[dict[str, object]]:
        return [{"doc_id": document, "n": n} for n in numbers]

    made = read_both(of("b", 3, 4, 5) + of("a", 0, 1, 2), of("a", 0, 1, 2) + of("b", 3, 4, 5))
    assert aligned(made)
    assert made.evalset.documents.to_pylist() == ["a"] * 3 + ["b"] * 3
    assert codes(made.repairs) == ["lines.aligned_by_key"]
    with refused("lines.documents_differ") as told:
        read_both(of("b", 3, 4, 5, 2) + of("a", 0, 1), of("a", 0, 1, 2) + of("b", 3, 4, 5))
    assert (told[0].values["document"], told[0].values["count"]) == ("a", 2)
    # Other names for the documents say nothing about the order.
    other = read_both(of("x", *range(6)), of("a", 0, 1, 2) + of("b", 3, 4, 5))
    assert aligned(other)
