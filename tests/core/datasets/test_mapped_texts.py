"""Columns that are mapped from disk are the texts that were written; no file can do harm."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.datasets import DataSet, load
from bleu_core.datasets.mapped_texts import write_columns
from tests.core.datasets.parquet_sets import opened, write

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
