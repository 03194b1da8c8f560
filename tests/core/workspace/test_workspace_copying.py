"""Copy a comparison to another workspace: with its annotations, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bleu_core import workspace
from bleu_core.workspace import Gone, Workspace, WorkspaceError, checksums, row_copy
from bleu_core.workspace.row_copy import copy_comparison, problems
from tests.core.filled_workspace import (
    asked,
    contents,
    filled,
    first,
    imported,
    judged,
    second,
    spoil,
    spoil_text,
)
from tests.core.refusing import refused


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return filled(tmp_path / "own")


@pytest.fixture
def other(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "other")


def test_all_that_is_said_of_a_comparison_is_copied(space: Workspace, other: Workspace) -> None:
    digest = first().digest
    copy_comparison(space, other, digest)
    for read in (
        contents,
        imported,
        workspace.load_annotations,
        workspace.load_others_annotations,
        workspace.list_imports,
        workspace.load_ratings,
        workspace.find_comparison,
    ):
        assert read(other, digest) == read(space, digest)
    for read in (judged, workspace.load_label_types):
        assert read(other) == read(space)
    assert problems(other) == []


def test_nothing_else_is_copied_and_what_is_said_in_the_copy_stays_there(space, other) -> None:
    digest = first().digest
    workspace.save_view(space, digest, "where=%22a+secret+search%22")
    copy_comparison(space, other, digest)
    assert [kept.digest for kept in workspace.recent_comparisons(other)] == [digest]
    assert workspace.saved_slices(other) == []
    assert workspace.find_comparison(other, digest).view == ""
    used = asked(other.path, "SELECT hash FROM parts UNION SELECT hash FROM scores")
    assert {*asked(other.path, "SELECT hash FROM texts")} == {*used}
    workspace.save_annotation(other, digest, 2, workspace.NOTE, "in the copy", "", "bob")
    workspace.delete_import(other, digest, workspace.list_imports(other, digest)[0])
    assert workspace.list_annotators(space, digest) == [""]
    assert workspace.list_imports(space, digest)
    assert "bob" in workspace.list_annotators(other, digest)


def test_every_table_is_copied_or_is_of_no_one_comparison(space: Workspace) -> None:
    with space.reading() as connection:
        links = {
            table: {row[2] for row in connection.execute(f"PRAGMA foreign_key_list({table})")}
            for table in checksums.checked_tables(connection)
        }
    of_one = {"comparisons"} | {t for t, to in links.items() if to & {"comparisons", "sessions"}}
    assert of_one == row_copy.TABLES.keys()
    assert {"slices", row_copy.LABEL_TYPES} & of_one == set()


def test_what_is_not_kept_or_damaged_is_not_copied(tmp_path: Path, other: Workspace) -> None:
    digest = first().digest
    for table in row_copy.TABLES:
        space = filled(tmp_path / table)
        spoil(space, f"UPDATE {table} SET seal = 'spoiled'")
        with refused("workspace.not_copied", error=WorkspaceError):
            copy_comparison(space, other, digest)
    space = filled(tmp_path / "texts")
    spoil_text(space, first().source)
    with refused("workspace.text_not_copied", error=WorkspaceError):
        copy_comparison(space, other, digest)
    with pytest.raises(Gone):
        copy_comparison(space, other, "0" * 64)
    assert workspace.recent_comparisons(other) == []
    # Damage of another comparison does not matter.
    space = filled(tmp_path / "own")
    spoil(space, "UPDATE parts SET seal = 'spoiled' WHERE comparison = ?", second().digest)
    copy_comparison(space, other, digest)
    assert contents(other, digest) == contents(space, digest)


def test_a_workspace_that_is_to_be_read_is_never_written(space: Workspace) -> None:
    reader = Workspace(space.folder, "This is to be read.")
    digest = first().digest
    assert contents(reader, digest) == contents(space, digest)
    before = space.state()
    with pytest.raises(WorkspaceError, match=r"^This is to be read\.$"):
        workspace.rename_comparison(reader, digest, "Saturday")
    with pytest.raises(WorkspaceError), reader.reading() as connection:
        connection.execute("DELETE FROM comparisons")
    assert reader.closed() == "This is to be read."
    assert space.closed() == ""
    assert space.state() == before
