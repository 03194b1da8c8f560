"""Segments of several files are aligned by a key that all have, or not at all."""

import json

import pytest

from bleu_core.messages import codes
from bleu_core.readers import File, read_system
from bleu_core.readers.assemble import Assembled
from bleu_core.text.evalset import InputError, MisalignedColumns
from tests.core.refusing import refused

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
def test_unique_values_of_one_column_align_files_in_the_order_of_the_reference(
    column: str,
) -> None:
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
            assert error.value.columns["systems"]["output"].to_pylist() == WORDS[:4]
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
