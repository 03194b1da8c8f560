"""A few segments of a data set, read by their lines."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.datasets import reading, texts_of
from bleu_core.messages import Message, codes
from bleu_core.streams import InputError
from tests.core.datasets.made import Made, made


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


def problem(data: Made, lines: list[int]) -> Message:
    with pytest.raises(InputError) as told:
        texts_of(data.plan, lines)
    [problem] = told.value.problems
    return problem


def test_what_is_not_there_is_told(data: Made) -> None:
    for lines, line in (([3, 601], 601), ([0], 0)):
        found = problem(data, lines)
        assert codes([found]) == ["dataset.no_such_line"]
        assert dict(found.values) == {"line": line, "last": 600}
    assert codes([problem(data, [])]) == ["dataset.no_line"]


def test_a_file_that_has_changed_or_is_gone_is_not_taken_for_what_was_counted(
    tmp_path: Path,
) -> None:
    data = made(tmp_path, 40)
    path = tmp_path / "1.parquet"
    os.utime(path, ns=(0, 0))
    assert len(texts_of(data.plan, [20])) == 1  # of the other file
    found = problem(data, [20, 21]).values
    assert (found["file"], codes([found["problem"]])) == (str(path), ["dataset.file_changed"])
    path.unlink()
    assert codes([problem(data, [21]).values["problem"]]) == ["dataset.file_gone"]
