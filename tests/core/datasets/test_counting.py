"""A data set has the texts and statistics of the same texts in memory; bad groups are named."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.datasets import Columns, count, counting, data_set, fragments, planned
from bleu_core.messages import Message, codes
from bleu_core.text.config import LENGTH_RULES
from bleu_core.text.tokenizers import CLOSED_FORMS
from tests.core.datasets.parquet_sets import (
    COLUMNS,
    assert_equal,
    comparison,
    faults,
    opened,
    write,
)
from tests.core.nasty_texts import corpora, files, sentences
from tests.effort import examples

CONFIGS = st.builds(
    BleuConfig,
    tokenize=st.sampled_from([*CLOSED_FORMS, "intl"]),
    lowercase=st.booleans(),
    max_ngram_order=st.integers(1, 5),
    reference_length=st.sampled_from(LENGTH_RULES),
    smooth_method=st.sampled_from(["exp", "none", "floor", "add-k"]),
)
WORDS = ["the", "a", "cat", "sat", "on", "."]
ROWS = 2_100


def lines(rows: int) -> dict[str, list[str]]:
    chance = np.random.default_rng(0)
    return {
        name: [" ".join(chance.choice(WORDS, chance.integers(0, 9))) for _ in range(rows)]
        for name in ("old", "new", "ref")
    }


def same(texts: dict[str, list[str]], config: BleuConfig = BleuConfig()) -> Comparison:
    return comparison(texts["old"], texts["new"], [texts["ref"]], config)


@settings(max_examples=examples(60))
@given(corpora(files), st.data(), CONFIGS, CONFIGS, st.integers(1, 3), st.integers(1, 4))
def test_any_texts_and_settings(corpus, data, config, later, number, group) -> None:
    old, references = corpus
    new = [data.draw(st.one_of(st.just(line), sentences, files)) for line in old]
    # In a table a cell without text is no reference, where there are several columns of them.
    if len(references) > 1:
        references = [[line or None for line in stream] for stream in references]
        keep = [any(cells) for cells in zip(*references, strict=True)]
    else:
        keep = [cell is not None for cell in references[0]]
    streams = [[x for x, k in zip(s, keep, strict=True) if k] for s in (old, new, *references)]
    if not streams[0]:
        return
    old, new, *references = streams
    names = [f"ref{i}" for i in range(len(references))]
    table = {"old": old, "new": new, **dict(zip(names, references, strict=True))}
    arrays = {name: pa.array(texts, pa.string()) for name, texts in table.items()}
    with TemporaryDirectory() as folder:
        path = write(Path(folder) / "set", arrays, number, group)
        found = opened(path, Path(folder) / "kept", Columns("old", "new", tuple(names)), config)
        assert_equal(found, comparison(old, new, references, config))
        # Other settings are counted from the texts that were written.
        assert_equal(found, comparison(old, new, references, later))


@pytest.mark.parametrize("group", [1, 7, 1_000, ROWS])
def test_any_size_of_groups_and_batches(tmp_path, monkeypatch, group: int) -> None:
    rows = 60 if group == 1 else ROWS
    texts = lines(rows)
    metadata = {"n": [i % 11 for i in range(rows)], "kind": ["x", None, "y"] * (rows // 3)}
    others = {"doc": [f"d{i // 13}" for i in range(rows)], "src": ["s", None] * (rows // 2)}
    for module in (counting, data_set):
        monkeypatch.setattr(module, "BATCH", 5 * group)
    monkeypatch.setattr(fragments, "READ", group)
    columns = Columns("old", "new", ("ref",), "doc", "src")
    path = write(tmp_path / "set", texts | others | metadata, 2, group)
    found = opened(path, tmp_path / "kept", columns)
    written = {"n": [str(number) for number in metadata["n"]], "kind": metadata["kind"]}
    evalset = EvalSet(
        {"old": texts["old"], "new": texts["new"]}, [texts["ref"]], others["src"], others["doc"],
        written,
    )  # fmt: skip
    assert_equal(found, Comparison.of(evalset))
    assert_equal(found, Comparison.of(evalset, BleuConfig(lowercase=True)))


def test_a_cell_without_text_among_several_references_is_none_wherever_it_is_read(
    tmp_path: Path,
) -> None:
    table = {"old": ["a b"] * 3, "new": ["a"] * 3, "ref": ["", "a", "b"], "more": ["a", "", None]}
    columns = Columns("old", "new", ("ref", "more"))
    found = opened(write(tmp_path / "set", table, 1, 2), tmp_path / "kept", columns)
    references = [[None, "a", "b"], ["a", None, None]]
    assert [stream.to_pylist() for stream in found.references] == references
    assert found.num_refs == 1
    assert_equal(found, comparison(["a b"] * 3, ["a"] * 3, references))


TEXTS = ["a b c d", "b c d e", "c d e f", "d e f g", "e f g h", "f g h i"]


def told(path: str, kept: Path, columns: Columns = COLUMNS) -> list[tuple[str, int, Message]]:
    """What is said of the fragments: file, group of rows, and what is wrong with it."""
    found = [reason.values for _, reason in faults(path, kept, columns)]
    return [(Path(one["file"]).name, one["group"], one["problem"]) for one in found]


def incomplete(problem: Message) -> list[tuple[str, str, list[int], int]]:
    """Code, column, first rows and number of others of what segments lack."""
    assert codes([problem]) == ["dataset.incomplete_segments"]
    return [
        (one.code, one.values.get("column", ""), one.values["rows"], one.values["more"])
        for one in problem.values["problems"]
    ]


def test_segments_without_a_text_are_told_by_their_rows_however_many_are_read_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bleu_core.datasets.counting.BATCH", 2)
    monkeypatch.setattr("bleu_core.datasets.fragments.READ", 2)
    old = ["a", None, "c", None, None, "f"] * 3
    new = ["a", "b", "c", "d", None, "f"] * 3
    path = write(tmp_path / "set", {"old": old, "new": new, "ref": ["a"] * 18}, 1, 9)
    found = told(path, tmp_path / "kept")
    assert [one[:2] for one in found] == [("part-0.parquet", 1), ("part-0.parquet", 2)]
    assert [incomplete(problem) for *_, problem in found] == [
        [("dataset.no_text", "old", [2, 4, 5, 8], 0), ("dataset.no_text", "new", [5], 0)],
        [("dataset.no_text", "old", [10, 11, 14, 16, 17], 0),
         ("dataset.no_text", "new", [11, 17], 0)],
    ]  # fmt: skip
    nothing = pa.array([None] * 40, pa.string())
    path = write(tmp_path / "none", {"old": nothing, "new": ["a"] * 40, "ref": ["a"] * 40}, 1, 40)
    [(*_, problem)] = told(path, tmp_path / "kept")
    assert incomplete(problem) == [("dataset.no_text", "old", [1, 2, 3, 4, 5], 35)]


def test_what_is_damaged_is_named_and_the_rest_is_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "set", {"old": TEXTS, "new": TEXTS[::-1], "ref": TEXTS}, 3, 1)
    file = Path(path) / "part-1.parquet"
    about = pq.read_metadata(file).row_group(1).column(0)
    data = bytearray(file.read_bytes())
    place = about.dictionary_page_offset or about.data_page_offset
    data[place : place + 12] = b"\xff" * 12
    file.write_bytes(data)
    plan, kept = planned([path], COLUMNS), tmp_path / "kept"
    bad = count(plan, BleuConfig(), kept)
    [told] = (reason.values for _, reason in bad)
    assert (told["file"], told["group"]) == (str(file), 2)
    assert codes([told["problem"]]) == ["dataset.unreadable_rows"]
    assert [fragment for fragment, _ in bad] == [plan.fragments[3]]
    assert len([*kept.rglob("*.parquet")]) == len(plan.fragments) - 1


def test_a_page_that_was_spoiled_is_found_where_the_file_has_checksums(tmp_path: Path) -> None:
    table = pa.table({"old": TEXTS, "new": TEXTS, "ref": TEXTS})
    file = tmp_path / "set.parquet"
    pq.write_table(table, file, write_page_checksum=True, compression="none", use_dictionary=False)
    file.write_bytes(file.read_bytes().replace(b"c d e f", b"c d e g", 1))
    [(*_, problem)] = told(str(file), tmp_path / "kept")
    assert codes([problem]) == ["dataset.unreadable_rows"]


def test_a_file_that_changes_after_it_was_found_is_not_counted_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "set", {"old": TEXTS, "new": TEXTS, "ref": TEXTS}, 2, 6)
    plan = planned([path], COLUMNS)
    os.utime(f"{path}/part-0.parquet", ns=(1, 1))
    Path(path, "part-1.parquet").unlink()
    bad = count(plan, BleuConfig(), tmp_path / "kept")
    problems = [reason.values["problem"] for _, reason in bad]
    assert codes(problems) == ["dataset.unreadable_rows", "dataset.unreadable_rows"]
    # Or while it is counted.
    path = write(tmp_path / "other", {"old": TEXTS, "new": TEXTS, "ref": TEXTS}, 1, 6)
    ordinary = counting.statistics_of

    def changing(*given):
        os.utime(f"{path}/part-0.parquet", ns=(1, 1))
        return ordinary(*given)

    monkeypatch.setattr(counting, "statistics_of", changing)
    [(*_, problem)] = told(path, tmp_path / "kept")
    assert codes([problem]) == ["dataset.unreadable_rows"]
    assert not [*(tmp_path / "kept").rglob("*.parquet*")]
