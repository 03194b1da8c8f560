"""Damaged files, and files that are no workspace, are refused with the way back."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bleu_core import workspace
from bleu_core.text.evalset import column_digest
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, backups, database, schema
from bleu_core.workspace.history import output
from tests.core.filled_workspace import asked, contents, filled, first, second
from tests.core.refusing import refused


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return filled(tmp_path / "home")


def told(act: Callable[[], Any]) -> Any:
    """Return the result of an action, or the message of its refusal; raise other exceptions."""
    try:
        return act()
    except WorkspaceError as error:
        return f"told: {error.args[0].code}"
    except workspace.Gone:
        return "gone"


def overwrite(space: Workspace, data: bytes) -> None:
    """Put a file in the place of the workspace's, as if this process had not opened it yet."""
    for log in space.folder.glob(f"{database.NAME}-*"):
        log.unlink()
    part = space.folder / "part"
    part.write_bytes(data)
    part.replace(space.path)


def test_a_damaged_file_is_not_opened_and_its_backup_is_named(space: Workspace) -> None:
    (backup,) = backups.listed(space.folder)
    whole = space.path.read_bytes()
    # In a table that opening does not read.
    ((page,),) = asked(space.path, "SELECT rootpage FROM sqlite_master WHERE name = 'answers'")
    start = (page - 1) * 4096
    overwrite(space, whole[:start] + (b"overwritten" * 400)[:4096] + whole[start + 4096 :])
    before = space.path.read_bytes()
    for act in (
        lambda: Workspace.open(space.folder),
        lambda: workspace.save_annotation(space, first().digest, 2, NOTE, "x"),
    ):
        with refused("workspace.damaged", error=WorkspaceError) as why:
            act()
        assert (why[0].values["path"], why[0].values["backup"]) == (str(space.path), backup.name)
    assert space.path.read_bytes() == before
    backup.unlink()
    with refused("workspace.damaged", error=WorkspaceError) as why:
        Workspace.open(space.folder)
    assert why[0].values["backup"] == ""


def damage_text(space: Workspace, name: str = "old") -> None:
    """Change one letter of a system's text, which SQLite does not notice."""
    digest = column_digest(first().systems[name])
    ((packed,),) = asked(space.path, "SELECT contents FROM texts WHERE hash = ?", digest)
    assert b"cat" in packed  # so few words are not compressed
    flipped = packed.replace(b"cat", b"bat")
    asked(space.path, "UPDATE texts SET contents = ? WHERE hash = ?", flipped, digest)


def test_a_text_that_differs_from_its_hash_is_told(space: Workspace) -> None:
    name = column_digest(first().systems["old"])
    other = "SELECT contents FROM texts WHERE hash <> ? LIMIT 1"
    for contents_of_it in ("zeroblob(200)", f"({other})"):
        statement = f"UPDATE texts SET contents = {contents_of_it} WHERE hash = ?"
        asked(space.path, statement, *[name] * statement.count("?"))
        with refused("workspace.text_damaged", error=WorkspaceError) as why:
            workspace.load_comparison(space, first().digest)
        assert why[0].values["text"] == "system “old”"
        with refused("workspace.text_damaged", error=WorkspaceError):
            output(space, name)
    assert contents(space, second().digest)  # which does not use the text
    assert len(workspace.load_annotations(space, first().digest)) == 2
    # Loading the files again repairs it.
    workspace.save_comparison(space, first())
    assert contents(space, first().digest)["old"] == first().systems["old"].to_pylist()
    space.check()


def test_a_damaged_text_is_found_and_never_copied(space: Workspace, tmp_path: Path) -> None:
    (backup,) = backups.listed(space.folder)
    before = backup.read_bytes()
    damage_text(space)
    late = backup.with_name("workspace-2099-01-01.sqlite")  # made after the damage
    shutil.copy(space.path, late)
    target, other = tmp_path / "all.sqlite", tmp_path / "other" / database.NAME
    for act in (space.check, space.back_up, lambda: space.export(target)):
        with refused("workspace.text_damaged", error=WorkspaceError) as why:
            act()
        assert why[0].values["backup"] == backup.name
    for act in (lambda: backups.check_copy(late), lambda: backups.restore(other, late)):
        with refused("workspace.file_damaged", error=WorkspaceError) as why:
            act()
        assert why[0].values["path"] == str(late)
    assert (backup.read_bytes(), target.exists(), other.exists()) == (before, False, False)
    assert {path.suffix for path in backup.parent.iterdir()} == {".sqlite"}


def test_a_row_that_cannot_be_read_is_damage(space: Workspace) -> None:
    asked(space.path, "UPDATE scores SET hash = (SELECT hash FROM parts WHERE role = 'source')")
    with refused("workspace.damaged", error=WorkspaceError):
        workspace.load_scores(space, first().digest)
    asked(space.path, "UPDATE comparisons SET settings = ?", "[" * 100_000)
    assert all(saved.fault for saved in workspace.recent_comparisons(space))


def test_a_reference_to_a_missing_text_is_damage(space: Workspace) -> None:
    asked(space.path, "DELETE FROM texts WHERE hash = ?", column_digest(first().systems["old"]))
    with refused("workspace.damaged", error=WorkspaceError):
        space.check()


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("PRAGMA application_id = 7", "workspace.other_program"),
        (f"PRAGMA user_version = {schema.VERSION + 1}", "workspace.other_version"),
        ("PRAGMA user_version = 0", "workspace.other_version"),
        ("DROP TABLE slices", "workspace.other_program"),
        ("CREATE VIEW evil AS SELECT * FROM annotations", "workspace.other_program"),
        (
            "CREATE TRIGGER evil AFTER INSERT ON annotations BEGIN DELETE FROM comparisons; END",
            "workspace.other_program",
        ),
    ],
)
def test_a_file_that_is_no_workspace_of_this_version_is_refused_and_left_alone(
    space: Workspace, tmp_path: Path, statement: str, code: str
) -> None:
    asked(space.path, statement)
    overwrite(space, space.path.read_bytes())
    before = space.path.read_bytes()
    # Nor is it imported.
    for act in (
        lambda: Workspace.open(space.folder),
        lambda: backups.restore(tmp_path / "other" / database.NAME, space.path),
    ):
        with refused("workspace.not_a_workspace", error=WorkspaceError) as why:
            act()
        assert (why[0].values["path"], why[0].values["why"].code) == (str(space.path), code)
    assert space.path.read_bytes() == before
    assert list((tmp_path / "other").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_files_are_the_users_alone_whatever_the_folder_and_the_umask(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    before = os.umask(0)
    try:
        space = filled(tmp_path)
        with space.writing():
            files = list(tmp_path.glob("workspace*"))
            assert {path.name for path in files} >= {database.NAME, f"{database.NAME}-wal"}
            assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
        new = Workspace.open(tmp_path / "new").folder
        # As after `cp`.
        shutil.copy(space.path, tmp_path / "copied")
        (tmp_path / "copied").chmod(0o644)
        (tmp_path / "copied").replace(space.path)
        Workspace.open(tmp_path)
    finally:
        os.umask(before)
    assert space.path.stat().st_mode & 0o777 == 0o600
    assert (tmp_path.stat().st_mode & 0o777, new.stat().st_mode & 0o777) == (0o755, 0o700)
