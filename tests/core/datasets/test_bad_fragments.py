"""What is wrong with a group of rows is a sentence that names it; all others are counted."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bleu_core import BleuConfig
from bleu_core.datasets import Columns, planned, run
from tests.core.datasets.parquet_sets import COLUMNS, comparison, faults, write

TEXTS = ["a b c d", "b c d e", "c d e f", "d e f g", "e f g h", "f g h i"]


def told(path: str, kept: Path, columns: Columns = COLUMNS) -> list[str]:
    """What is said of the fragments, without the name of the folder."""
    found = faults(path, kept, columns)
    assert all(one.why.startswith(one.fragment.name) for one in found)
    return [one.why.removeprefix(f"{path}/") for one in found]


def test_segments_without_a_text_are_told_by_their_rows(tmp_path: Path) -> None:
    old = ["a", None, "c", None, None, "f"] * 3
    new = ["a", "b", "c", "d", None, "f"] * 3
    path = write(tmp_path / "set", {"old": old, "new": new, "ref": ["a"] * 18}, 1, 9)
    assert told(path, tmp_path / "kept") == [
        "part-0.parquet, group of rows 1: no text in column 'old' in rows 2, 4, 5 and 8 of the "
        "file; no text in column 'new' in row 5 of the file. Give what is missing, or leave these "
        "segments out.",
        "part-0.parquet, group of rows 2: no text in column 'old' in rows 10, 11, 14, 16 and 17 of "
        "the file; no text in column 'new' in rows 11 and 17 of the file. Give what is missing, or "
        "leave these segments out.",
    ]


def test_all_faults_of_a_group_are_told_together_however_many_it_is_read_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bleu_core.datasets.counting.BATCH", 2)
    monkeypatch.setattr("bleu_core.datasets.reading.READ", 2)
    old = pa.array([None] * 40, pa.string())
    path = write(tmp_path / "set", {"old": old, "new": ["a"] * 40, "ref": ["a"] * 40}, 1, 40)
    (one,) = told(path, tmp_path / "kept")
    assert "in rows 1, 2, 3, 4, 5 and 35 more of the file" in one


def test_a_segment_needs_a_reference(tmp_path: Path) -> None:
    texts = {"old": TEXTS, "new": TEXTS}
    more = {"ref": ["a", None, "", "a", "", "a"], "other": ["a", None, None, "", "a", ""]}
    path = write(tmp_path / "set", texts | more, 1, 6)
    assert told(path, tmp_path / "kept") == [
        "part-0.parquet, group of rows 1: no reference at all in row 2 of the file. "
        "Give what is missing, or leave these segments out."
    ]
    (one,) = told(path, tmp_path / "kept", Columns("old", "new", ("ref", "other")))
    assert "no reference at all in rows 2 and 3 of the file" in one


@pytest.mark.parametrize("kind", [pa.string(), pa.binary()])
def test_bytes_that_are_no_text_are_told_by_their_rows(tmp_path: Path, kind: pa.DataType) -> None:
    cells = [b"caf\xc3\xa9", b"caf\xe9", b"tea", b"\xff\xfe", b"", b"\xc3"]
    new = pa.array(cells, pa.binary())
    table = {"old": TEXTS, "new": new if kind == pa.binary() else new.view(kind), "ref": TEXTS}
    path = write(tmp_path / "set", table, 1, 6)
    assert told(path, tmp_path / "kept") == [
        "part-0.parquet, group of rows 1: column 'new' has bytes that are no UTF-8 text in rows "
        "2, 4 and 6 of the file; write the file anew from text in the right encoding."
    ]


def test_what_is_damaged_is_named_and_the_rest_is_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "set", {"old": TEXTS, "new": TEXTS[::-1], "ref": TEXTS}, 3, 1)
    file = Path(path) / "part-1.parquet"
    about = pq.read_metadata(file).row_group(1).column(0)
    data = bytearray(file.read_bytes())
    place = about.dictionary_page_offset or about.data_page_offset
    data[place : place + 12] = b"\xff" * 12
    file.write_bytes(data)
    job, bad = run(planned([path], COLUMNS, BleuConfig()), tmp_path / "kept")
    assert [one.why.split(" (")[0] for one in bad] == [
        f"{file}, group of rows 2: it cannot be read"
    ]
    assert job is not None
    left = [text for i, text in enumerate(TEXTS) if i != 3]
    whole = comparison(left, [t for i, t in enumerate(TEXTS[::-1]) if i != 3], [left])
    assert job.delta == whole.delta
    assert len(job) == 5


def test_a_page_that_was_spoiled_is_found_where_the_file_has_checksums(tmp_path: Path) -> None:
    table = pa.table({"old": TEXTS, "new": TEXTS, "ref": TEXTS})
    file = tmp_path / "set.parquet"
    pq.write_table(table, file, write_page_checksum=True, compression="none", use_dictionary=False)
    data = file.read_bytes()
    file.write_bytes(data.replace(b"c d e f", b"c d e g", 1))
    (one,) = faults(str(file), tmp_path / "kept")
    assert "it cannot be read" in one.why


def test_a_file_that_changed_after_it_was_found_is_not_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "set", {"old": TEXTS, "new": TEXTS, "ref": TEXTS}, 2, 6)
    plan = planned([path], COLUMNS, BleuConfig())
    os.utime(f"{path}/part-0.parquet", ns=(1, 1))
    Path(path, "part-1.parquet").unlink()
    job, bad = run(plan, tmp_path / "kept")
    assert job is None
    assert [one.why.removeprefix(f"{path}/") for one in bad] == [
        "part-0.parquet, group of rows 1: the file has changed since the data set was looked "
        "through.",
        "part-1.parquet, group of rows 1: the file cannot be opened (No such file or directory).",
    ]


def test_a_file_that_changes_while_it_is_counted_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bleu_core.datasets import counting

    path = write(tmp_path / "set", {"old": TEXTS, "new": TEXTS, "ref": TEXTS}, 1, 6)
    ordinary = counting.statistics_of

    def changing(*given):
        os.utime(f"{path}/part-0.parquet", ns=(1, 1))
        return ordinary(*given)

    monkeypatch.setattr(counting, "statistics_of", changing)
    (one,) = faults(path, tmp_path / "kept")
    assert "the file has changed" in one.why
    assert not [*(tmp_path / "kept").rglob("*.parquet*")]
