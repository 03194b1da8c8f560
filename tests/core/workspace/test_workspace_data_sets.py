"""A data set in a workspace: its segments can be annotated, its texts stay where they are."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.datasets import Columns, DataSet, count, open_data_set, planned
from bleu_core.workspace import Workspace
from tests.core.refusing import refused


@pytest.fixture
def data(tmp_path: Path) -> DataSet:
    lines = [f"line {i} of a data set" for i in range(50)]
    texts = {"old": lines, "new": lines[::-1], "ref": lines}
    pq.write_table(pa.table(texts), tmp_path / "all.parquet")
    plan = planned([str(tmp_path / "all.parquet")], Columns("old", "new", ("ref",)))
    assert count(plan, BleuConfig(), tmp_path / "datasets") == []
    return open_data_set(plan, BleuConfig(), tmp_path / "datasets")


@pytest.fixture
def space(tmp_path: Path, data: DataSet) -> Workspace:
    made = Workspace.open(tmp_path)
    workspace.save_comparison(made, data)
    return made


def test_it_is_listed_without_texts(space: Workspace, data: DataSet) -> None:
    (listed,) = workspace.recent_comparisons(space)
    assert (listed.digest, listed.systems, listed.segments) == (data.digest, ("old", "new"), 50)
    assert listed.is_data_set
    assert workspace.load_comparison(space, data.digest) is None
    with space.reading() as db:
        assert max(size for (size,) in db.execute("SELECT length(contents) FROM texts")) < 1_000
    workspace.save_comparison(space, data, BleuConfig(lowercase=True))  # opened again
    (listed,) = workspace.recent_comparisons(space)
    assert listed.config.lowercase


def test_its_systems_are_no_runs(space: Workspace, data: DataSet) -> None:
    assert workspace.runs(space, workspace.test_set_digest(data)) == []
    # The same texts from files are.
    columns = data.systems["old"].to_pylist(), data.references[0].to_pylist()
    files = EvalSet({"old": columns[0]}, [columns[1]])
    workspace.save_comparison(space, files)
    (run,) = workspace.runs(space, workspace.test_set_digest(files))
    assert run.name == "old"


def test_it_is_annotated_and_deleted(space: Workspace, data: DataSet) -> None:
    digest = data.digest
    workspace.save_annotation(space, digest, 49, workspace.NOTE, "a note")
    with refused("annotation.out_of_range"):
        workspace.save_annotation(space, digest, 50, workspace.NOTE, "a note")
    assert workspace.load_annotations(space, digest)[49].note == "a note"
    workspace.delete_comparison(space, digest)
    assert workspace.recent_comparisons(space) == []
    with space.reading() as db:
        assert db.execute("SELECT COUNT(*) FROM texts").fetchone() == (0,)
