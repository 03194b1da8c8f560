"""What is found in the files of a data set, and columns that are mapped from disk."""

import json
import os
import sys
import zlib
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.datasets import Columns, DataSet, find_fragments, load, planned
from bleu_core.datasets.mapped_texts import write_columns
from bleu_core.messages import Message, codes
from bleu_core.text.evalset import InputError
from tests.core.datasets.parquet_sets import COLUMNS, WORDS, opened, write


def problems(*paths: object, columns: Columns = COLUMNS) -> list[Message]:
    with pytest.raises(InputError) as caught:
        find_fragments(list(map(str, paths)), columns)
    return caught.value.problems


def in_files(problem: Message) -> tuple[list[str], str]:
    """The names of files, and the code of what is wrong with them."""
    files, why = problem.values["files"], problem.values["problem"]
    return [Path(file).name for file in files], why.code


def metadata(path: str) -> tuple[str, ...]:
    return planned([path], COLUMNS).metadata


def test_groups_of_rows_are_found_in_the_order_of_their_files(tmp_path: Path) -> None:
    texts = [str(number) for number in range(11)]
    path = write(tmp_path, {"old": texts, "new": texts, "ref": texts}, files=2, group=4)
    found = find_fragments([path], COLUMNS)
    assert [Path(one.path).name for one in found] == ["part-0.parquet"] * 2 + ["part-1.parquet"] * 2
    assert [(one.rows, one.first, one.start) for one in found] == [
        (4, 0, 0), (2, 4, 4), (4, 6, 0), (1, 10, 4),
    ]  # fmt: skip


def test_a_file_is_taken_once_however_often_it_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "set" / "within", WORDS)
    (tmp_path / "link.parquet").symlink_to(Path(path) / "part-0.parquet")
    once = find_fragments([path], COLUMNS)
    for paths in (
        [str(tmp_path / "set")],
        [path, f"{path}/part-0.parquet", f"{path}/*.parquet", str(tmp_path / "link.parquet")],
        [f"{tmp_path}/s*"],
        [f"{tmp_path}/**/part-*.parquet"],
    ):
        assert find_fragments(paths, COLUMNS) == once


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = pa.array(["a"])
    tables = {
        "1 lacks": {"old": text, "new": text},
        "2 lacks": {"old": text, "new": text},
        "3 list": {"old": text, "new": pa.array([["a"]]), "ref": text},
        "4 number": {"old": pa.array([1.5]), "new": text, "ref": text},
        "5 fine": dict.fromkeys(WORDS, text),
    }
    for name, table in tables.items():
        pq.write_table(pa.table(table), tmp_path / f"{name}.parquet")
    twice = pa.table([text] * 4, names=["old", "new", "ref", "ref"])
    pq.write_table(twice, tmp_path / "6 twice.parquet")
    (tmp_path / "7 empty.parquet").write_bytes(b"")
    (tmp_path / "8 text.parquet").write_text("a,b\n")
    half = (tmp_path / "5 fine.parquet").read_bytes()[:-60]
    (tmp_path / "9 half.parquet").write_bytes(half)
    pq.write_table(pa.table({"old": text, "nnn": text}), tmp_path / "c name.parquet")
    damaged = (tmp_path / "c name.parquet").read_bytes().replace(b"nnn", b"n\xffn")
    (tmp_path / "c name.parquet").write_bytes(damaged)
    rows = tmp_path / "d rows.parquet"
    pq.write_table(pa.table(dict.fromkeys(WORDS, ["a"] * 20)), rows)
    number = b"\x28"  # 20 rows, as Thrift writes it; last, those of the group
    rows.write_bytes(b"\2".join(rows.read_bytes().rsplit(number, 1)))
    assert pq.read_metadata(rows).row_group(0).num_rows == 1
    (tmp_path / "folder").mkdir()
    (tmp_path / "a gone.parquet").symlink_to(tmp_path / "nothing.parquet")
    os.mkfifo(tmp_path / "b pipe.parquet")
    nothing, empty, *told = problems(tmp_path, tmp_path / "none-*.parquet", tmp_path / "folder")
    assert codes([nothing, empty]) == ["dataset.no_file"] * 2
    assert [in_files(one) for one in told] == [
        (["1 lacks.parquet", "2 lacks.parquet"], "dataset.missing_column"),
        (["3 list.parquet"], "dataset.column_not_text"),
        (["4 number.parquet"], "dataset.column_not_text"),
        (["6 twice.parquet"], "dataset.repeated_column"),
        # Each says what Parquet's reader says of it.
        (["7 empty.parquet"], "dataset.not_parquet"),
        (["8 text.parquet"], "dataset.not_parquet"),
        (["9 half.parquet"], "dataset.not_parquet"),
        (["nothing.parquet"], "dataset.not_parquet"),
        (["b pipe.parquet"], "dataset.not_parquet"),
        (["c name.parquet"], "dataset.not_parquet"),
        (["d rows.parquet"], "dataset.not_parquet"),
    ]
    values = [one.values["problem"].values for one in told]
    assert values[0] == {"lacks": ["ref"], "has": ["old", "new"]}
    assert (values[1]["column"], values[3]["times"]) == ("new", 2)


def test_columns_that_are_named_must_be_there_and_a_and_b_be_two(tmp_path: Path) -> None:
    path = write(tmp_path, WORDS)
    [told] = problems(path, columns=Columns("old", "base", ("ref", "ref2"), "doc", "src"))
    assert told.values["problem"].values["lacks"] == ["base", "ref2", "doc", "src"]
    same = problems(path, columns=Columns("new", "new", ("ref",)))
    assert codes(same) == ["systems.same_twice"]


def test_metadata_are_numbers_dates_and_texts_that_repeat_themselves(tmp_path: Path) -> None:
    rows = 50
    kept = {
        "whole": list(range(rows)),
        "part": [0.5] * rows,
        "money": [Decimal("1.50")] * rows,
        "true": [True, False] * (rows // 2),
        "day": [date(2026, 1, 1)] * rows,
        "time": [datetime(2026, 1, 1)] * rows,
        "kind": ["news", "talk"] * (rows // 2),
        "sparse": [None, "a"] * (rows // 2),
    }
    others = {
        "id": [f"{number}" for number in range(rows)],
        "more": [f"{number % 26}" for number in range(rows)],
        "tags": [["a"]] * rows,
        "nothing": [None] * rows,
    }
    texts = dict.fromkeys(WORDS, ["a b c d"] * rows)
    assert metadata(write(tmp_path, texts | others | kept)) == tuple(kept)


def test_folders_behind_links_are_of_the_data_set_and_what_is_begun_or_hidden_is_not(
    tmp_path: Path,
) -> None:
    elsewhere = write(tmp_path / "elsewhere", WORDS)
    folder = tmp_path / "set"
    write(folder / "_lang=de", WORDS)  # a part by its value, as Spark sees it
    (folder / "there").symlink_to(elsewhere)
    (folder / "again").symlink_to(elsewhere)
    (folder / "_lang=de" / "above").symlink_to(folder)  # a loop
    for hidden in ("_temporary/0/task", ".spark-staging"):
        write(folder / hidden, WORDS)
    for name in ("._part-0.parquet", "_metadata.parquet", ".part-1.parquet"):
        (folder / name).write_bytes(b"begun")
    found = find_fragments([str(folder)], COLUMNS)
    assert {Path(one.path).parent for one in found} == {Path(elsewhere), folder / "_lang=de"}
    assert len(found) == 2 * len(find_fragments([elsewhere], COLUMNS))
    [told] = problems(f"{folder}/_m*")  # by its name it is
    assert in_files(told) == (["_metadata.parquet"], "dataset.not_parquet")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a name is text")
def test_a_file_whose_name_is_no_text_is_named(tmp_path: Path) -> None:
    part = Path(write(tmp_path / "set", WORDS)) / "part-0.parquet"
    os.link(part, os.fsencode(part.parent) + b"/caf\xe9.parquet")
    [told] = problems(part.parent)
    assert in_files(told) == (["caf\\udce9.parquet"], "dataset.not_parquet")
    told.encode()  # it can be printed


CELLS = st.lists(st.one_of(st.none(), st.text(st.characters(codec="utf-8"), max_size=4)))


@given(st.lists(CELLS), st.integers(0, 3))
def test_any_texts_in_any_batches(batches: list[list[str | None]], skipped: int) -> None:
    arrays = [pa.array(texts, pa.large_string()).slice(skipped) for texts in batches]
    if not arrays:
        return
    # A null may have bytes, which are not its text.
    hidden = pa.Array.from_buffers(
        pa.large_string(), 2,
        [pa.py_buffer(b"\x02"), pa.py_buffer(np.array([0, 1, 2])), pa.py_buffer(b"xy")],
    )  # fmt: skip
    arrays.append(hidden)
    with TemporaryDirectory() as folder:
        place = Path(folder) / "columns"
        records = write_columns(iter({"one": texts} for texts in arrays), place)
        found = records["one"].mapped(place, "one")
        found.validate(full=True)
        assert found.to_pylist() == pa.concat_arrays(arrays).to_pylist()
        assert found.buffers()[2].size == sum(
            len((text or "").encode()) for text in found.to_pylist()
        )


@pytest.fixture
def data_set(tmp_path: Path) -> DataSet:
    texts = [f"{number} é" for number in range(20)]
    table = {"old": texts, "new": texts, "ref": texts, "n": [None, 1] * 10}
    return opened(write(tmp_path / "set", table), tmp_path / "kept")


def words(numbers: list[int]) -> bytes:
    return np.array(numbers, "<i8").tobytes()


# What a copied file, or list of files, may hold: file, contents.
HOSTILE: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "beyond the end": ("a.offsets", lambda data: data[:-8] + words([1 << 40])),
    "in the middle": ("a.offsets", lambda data: data[:8] + words([1 << 40]) + data[16:]),
    "backwards": ("a.offsets", lambda data: data[:8] + words([-8]) + data[16:]),
    "from within": ("a.offsets", lambda data: words([1]) + data[8:]),
    "no number": ("a.offsets", lambda data: data[:-1]),
    "too few": ("a.offsets", lambda data: data[:-8]),
    "none": ("a.offsets", lambda data: b""),
    "no text": ("a.bytes", lambda data: b"\xff" + data[1:]),
    "cut within a sign": ("a.bytes", lambda data: data.replace(b" \xc3\xa9", b"\xc3\xa9 ", 1)),
    "no bits": ("metadata-0.valid", lambda data: b""),
    "no output": ("a.offsets", lambda data: words([0] * 21)),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_files_from_elsewhere_do_no_harm(data_set: DataSet, what: str) -> None:
    place = data_set.folder / "sets" / data_set.digest
    name, change = HOSTILE[what]
    path = place / name
    data = change(path.read_bytes())
    path.write_bytes(data)
    role, end = name.split(".")

    def listed(marker: Any) -> None:
        record = marker["texts"][role]["files"][f".{end}"]
        record |= {"size": len(data), "crc": zlib.crc32(data)}

    rewrite(place, listed)
    found = load(data_set.folder, data_set.digest)
    if what == "cut within a sign":  # these are other texts
        assert found is not None
    else:
        assert found is None


def rewrite(place: Path, change: Callable[[Any], object]) -> None:
    marker = json.loads((place / "data.json").read_text("utf-8"))
    change(marker)
    (place / "data.json").write_text(json.dumps(marker), "utf-8")


LISTS: dict[str, Callable[[Any], object]] = {
    "more rows": lambda marker: marker["plan"]["fragments"][0].update(rows=1 << 40),
    "fewer than none": lambda marker: marker["plan"]["fragments"][0].update(rows=-3),
    "another place": lambda marker: marker["plan"]["fragments"][0].update(first=5),
    "another file": lambda marker: marker["plan"]["fragments"][0].update(path="/etc/passwd"),
    "another column": lambda marker: marker["plan"]["columns"].update(a="../../a"),
    "no texts": lambda marker: marker.update(texts={}),
    "a list": lambda marker: marker.update(texts=[]),
    "no files": lambda marker: marker["texts"]["a"].update(files={}),
    "other rows": lambda marker: marker["texts"]["a"].update(rows=3),
}


@pytest.mark.parametrize("what", LISTS)
def test_a_list_from_elsewhere_does_no_harm(data_set: DataSet, what: str) -> None:
    rewrite(data_set.folder / "sets" / data_set.digest, LISTS[what])
    assert load(data_set.folder, data_set.digest) is None
