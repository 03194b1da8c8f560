"""A few segments of a data set, read by their lines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.datasets import reading, texts_of
from bleu_core.streams import InputError
from tests.core.datasets.made import Made, made


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return made(tmp_path_factory.mktemp("texts") / "set")


@given(lines=st.lists(st.integers(1, 600), min_size=1, max_size=20))
def test_lines_in_any_order_are_those_of_the_files(data: Made, lines: list[int]) -> None:
    found = texts_of(data.plan, lines)
    expected = data.table.take([line - 1 for line in lines]).to_pydict()
    assert found.lines.tolist() == lines
    assert found.systems["x"].to_pylist() == expected["x"]
    assert found.systems["y"].to_pylist() == expected["y"]
    assert [column.to_pylist() for column in found.references] == [expected["r"]]
    assert found.source is not None
    assert found.source.to_pylist() == expected["s"]
    assert found.documents is not None
    assert found.documents.to_pylist() == expected["doc"]
    assert found.metadata["kind"].to_pylist() == expected["kind"]
    assert found.metadata["year"].to_pylist() == [str(year) for year in expected["year"]]


def test_a_group_of_rows_is_read_some_segments_at_a_time(
    data: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [1, 33, 34, 69, 70, 71, 300, 301, 600]
    expected = texts_of(data.plan, lines).systems["x"]
    monkeypatch.setattr(reading, "READ", 11)
    assert texts_of(data.plan, lines).systems["x"] == expected


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([3, 601], "There is no line 601: the data set has lines 1 to 600."),
        ([0], "There is no line 0: the data set has lines 1 to 600."),
        ([], "No line is asked for: the data set has lines 1 to 600."),
    ],
)
def test_what_is_not_there_is_told(data: Made, lines: list[int], said: str) -> None:
    with pytest.raises(InputError) as told:
        texts_of(data.plan, lines)
    assert told.value.problems == [said]


def test_a_file_that_has_changed_is_not_taken_for_what_was_counted(tmp_path: Path) -> None:
    data = made(tmp_path, 40)
    path = tmp_path / "1.parquet"
    os.utime(path, ns=(0, 0))
    assert len(texts_of(data.plan, [20])) == 1  # of the other file
    with pytest.raises(InputError, match="the file has changed since"):
        texts_of(data.plan, [20, 21])


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    data = made(tmp_path, 40)
    (tmp_path / "1.parquet").unlink()
    with pytest.raises(InputError, match=r"1\.parquet, group of rows 1: the file cannot be opened"):
        texts_of(data.plan, [21])
