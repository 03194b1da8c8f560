"""Backups, restoring, export and import: copies of the file."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from bleu_core import workspace
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, backups, database
from tests.core.filled_workspace import (
    WorkspaceCommand,
    asked,
    contents,
    filled,
    first,
    imported,
    judged,
    second,
    settled,
)
from tests.core.refusing import refused


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    made = filled(tmp_path / "home")
    for backup in backups.listed(made.folder):
        backup.unlink()
    return made


@pytest.fixture
def run(
    space: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> WorkspaceCommand:
    return WorkspaceCommand(monkeypatch, capsys)


def notes(space: Workspace) -> dict[int, str]:
    return {
        i: one.note
        for i, one in workspace.load_annotations(space, first().digest).items()
        if one.note
    }


def everything(space: Workspace) -> Any:
    """Return the contents of a workspace in a comparable form."""
    saved = workspace.recent_comparisons(space, -1)
    asks = contents, imported, workspace.load_ratings
    of_each = [ask(space, one.digest) for one in saved for ask in asks]
    others = judged(space), workspace.saved_slices(space), workspace.load_label_types(space)
    return saved, of_each, notes(space), others


def make_old(space: Workspace, *days: int, year: int = 2020) -> None:
    """Make backups dated to these days of a January."""
    for day in days:
        made = backups.make(space.path)
        made.rename(made.with_name(f"workspace-{year}-01-{day:02}.sqlite"))


def days_of(space: Workspace) -> list[int]:
    return [int(backup.stem[-2:]) for backup in backups.listed(space.folder)]


def test_the_first_write_of_a_day_is_followed_by_a_backup(space: Workspace) -> None:
    make_old(space, 1)
    for note in ("one", "two"):
        database._states.clear()  # as another process
        workspace.save_annotation(space, first().digest, 2, NOTE, note)
        now, old = settled(space.folder)
        assert old.name == "workspace-2020-01-01.sqlite"
    assert asked(now, "SELECT value FROM annotations WHERE segment = 2") == [("one",)]
    if os.name == "posix":
        assert now.stat().st_mode & 0o777 == 0o600
        assert now.parent.stat().st_mode & 0o777 == 0o700
    assert {path.suffix for path in now.parent.iterdir()} == {".sqlite"}


def test_those_of_the_last_five_days_stay(space: Workspace) -> None:
    make_old(space, *range(1, 7))
    assert days_of(space) == [6, 5, 4, 3, 2]
    today, again = backups.make(space.path), backups.make(space.path)
    assert today == again
    assert days_of(space)[1:] == [6, 5, 4, 3]


def test_those_that_a_wrong_clock_dated_are_the_oldest(space: Workspace, run) -> None:
    make_old(space, *range(21, 26), year=9998)
    make_old(space, 1)
    for left in ([1, 25, 24, 23], [1, 25, 24, 23]):
        made = backups.make(space.path)
        assert backups.listed(space.folder)[0] == made
        assert days_of(space)[1:] == left
    code, told = run(space.folder, "restore", "--yes")
    assert (code, str(made) in told) == (0, True)


def test_a_copy_that_another_process_may_be_writing_stays(space: Workspace) -> None:
    folder = backups.make(space.path).parent
    left, written = (folder / f".{digit * 32}.part" for digit in "ab")
    for part, hours in ((left, 2), (written, 0)):
        part.touch()
        os.utime(part, (time.time() - hours * 3_600,) * 2)
    backups.make(space.path)
    assert (left.exists(), written.exists()) == (False, True)


def test_what_is_damaged_takes_no_backups_place(space: Workspace) -> None:
    make_old(space, *range(1, 6))
    workspace.recent_comparisons(space)  # intact when it was opened
    query = "SELECT rootpage FROM sqlite_master WHERE name = 'comparisons_of_test_set'"
    ((page,),) = asked(space.path, query)
    with space.path.open("r+b") as file:
        file.seek((page - 1) * 4096 + 3)
        file.write(b"\0\0")  # no cells
    database._states[space.path].look_again = 0
    workspace.save_annotation(space, first().digest, 2, NOTE, "one")
    settled(space.folder)
    assert days_of(space) == [5, 4, 3, 2, 1]
    problem = space.backup_problem()
    assert problem is not None
    assert (problem.code, problem.values["backup"]) == (
        "workspace.damaged",
        "workspace-2020-01-05.sqlite",
    )


def test_restoring_brings_back_the_day_and_puts_the_file_aside(space, run) -> None:
    before = everything(space)
    code, told = run(space.folder, "backup")
    (made,) = backups.listed(space.folder)
    assert (code, str(made) in told) == (0, True)
    workspace.save_annotation(space, first().digest, 2, NOTE, "a later one")
    assert run.check(space.folder) == ["intact"]
    code, told = run(space.folder, "restore", "--yes")
    assert code == 0
    assert everything(space) == before
    (aside,) = space.folder.glob("put-aside-*.sqlite")
    assert str(aside) in told
    assert ("a later one",) in asked(aside, "SELECT value FROM annotations")
    # The file can still be used.
    workspace.save_annotation(space, first().digest, 2, NOTE, "yet another")
    assert asked(space.path, "PRAGMA journal_mode") == [("wal",)]
    assert run.check(space.folder) == ["intact"]


def test_a_file_that_is_no_database_any_more_is_put_aside(space, run) -> None:
    was = notes(space)
    backups.make(space.path)
    space.path.write_bytes(b"overwritten" * 1000)
    assert run.check(space.folder) == ["damaged"]
    assert run(space.folder, "restore", "--yes")[0] == 0
    assert notes(space) == was
    (aside,) = space.folder.glob("put-aside-*.sqlite")
    assert aside.read_bytes() == b"overwritten" * 1000
    if os.name == "posix":
        assert aside.stat().st_mode & 0o777 == 0o600
    assert run.check(space.folder) == ["intact"]


@pytest.mark.parametrize("is_missing", [True, False])
def test_a_lost_file_is_told_and_restored_instead_of_a_new_one(space, run, is_missing) -> None:
    was, made = notes(space), backups.make(space.path)
    space.path.write_bytes(b"")
    if is_missing:
        space.path.unlink()
    with refused("workspace.lost", error=WorkspaceError) as why:
        notes(space)
    assert why[0].values == {"path": str(space.path), "backups": str(made.parent)}
    for command in (["check"], ["export", space.folder / "all.sqlite"], ["backup"]):
        assert run(space.folder, *command)[0] == 2
    assert run(space.folder, "restore", "--yes")[0] == 0
    assert notes(space) == was


@pytest.mark.parametrize("left", [0, 100, 4096, -5000])
def test_check_names_backups_that_are_cut_off(space: Workspace, run, left: int) -> None:
    made = backups.make(space.path)
    code, told = run(space.folder, "check")
    assert (code, made.name in told, "damaged" in told) == (0, True, False)
    made.write_bytes(made.read_bytes()[:left])
    code, told = run(space.folder, "check")
    assert (code, str(made) in told, str(space.path) in told) == (2, True, True)


def test_a_damaged_file_is_put_aside_with_its_log(tmp_path: Path, monkeypatch) -> None:
    file, log = tmp_path / database.NAME, tmp_path / f"{database.NAME}-wal"
    damage = sqlite3.DatabaseError("damaged")
    damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT

    def refuse(path: Path) -> None:  # as SQLite does, which may also empty the log
        raise damage

    monkeypatch.setattr(backups, "open_file", refuse)
    file.write_bytes(b"damaged")
    log.write_bytes(b"the last changes")
    aside = backups._put_aside(file)
    assert aside is not None
    copy = aside.with_name(f"{aside.name}-wal")
    assert (aside.read_bytes(), copy.read_bytes()) == (b"damaged", b"the last changes")
    assert not log.exists()


def test_a_backup_that_is_damaged_or_not_there_is_refused(space: Workspace, run) -> None:
    made = backups.make(space.path)
    made.write_bytes(made.read_bytes()[:-5000])
    before = space.path.read_bytes()
    with refused("workspace.file_damaged", error=WorkspaceError):
        backups.restore(space.path, made)
    assert run(space.folder, "restore", "--yes")[0] == 2
    code, told = run(space.folder, "restore", "yesterday", "--yes")
    assert (code, made.name in told) == (2, True)
    assert space.path.read_bytes() == before
    assert not list(space.folder.glob("put-aside-*"))


def test_nothing_is_put_into_the_place_of_a_file_that_is_in_use(space: Workspace) -> None:
    made, was = backups.make(space.path), notes(space)
    with space.reading(), refused("workspace.in_use", error=WorkspaceError):
        backups.restore(space.path, made)
    assert notes(space) == was
    names = {path.name for path in space.folder.iterdir()}
    assert {name for name in names if not name.endswith(("-wal", "-shm"))} == {
        "workspace.sqlite",
        "backups",
    }


def test_all_that_is_kept_moves_to_another_machine(space: Workspace, tmp_path, run) -> None:
    file, other = tmp_path / "all.sqlite", Workspace(tmp_path / "other machine" / "home")
    with space.reading():  # so that new annotations are only in the log
        workspace.save_annotation(space, first().digest, 2, NOTE, "a late one")
        assert run(space.folder, "export", file)[0] == 0
    assert run.check(other.folder, file) == ["intact"]
    assert run(other.folder, "import", file)[0] == 0
    assert everything(other) == everything(space)
    assert notes(other)[2] == "a late one"
    assert run.check(other.folder) == ["intact"]
    if os.name == "posix":
        files = [file, *other.folder.rglob("*")]
        assert {path.stat().st_mode & 0o077 for path in files} == {0}


def test_no_file_is_written_over(space: Workspace, tmp_path: Path, run) -> None:
    file, other = tmp_path / "all.sqlite", Workspace.open(tmp_path / "other")
    backups.export(space.path, file)
    before = file.read_bytes()
    with refused("workspace.file_exists", error=WorkspaceError):
        backups.export(space.path, file)
    assert file.read_bytes() == before
    workspace.save_comparison(other, second())
    settled(other.folder)
    code, told = run(other.folder, "import", file)
    assert (code, "--replace" in told) == (2, True)
    assert len(workspace.recent_comparisons(other)) == 1
    assert run(other.folder, "import", file, "--replace")[0] == 0
    assert everything(other) == everything(space)
    (aside,) = other.folder.glob("put-aside-*.sqlite")
    assert asked(aside, "SELECT digest FROM comparisons") == [(second().digest,)]


TOO_DEEP = "'" + "[" * 100_000 + "'"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE comparisons SET opened = 1e308", "types and ranges of values"),
        ("UPDATE comparisons SET title = x'ff'", "types and ranges of values"),
        ("UPDATE comparisons SET segments = 4", "the texts of comparison “"),
        ("UPDATE parts SET name = 'new' WHERE name = 'newer'", "the texts of comparison “"),
        (
            "UPDATE annotations SET segment = segment + 999999",
            "the annotations of comparison “Friday”",
        ),
        ("UPDATE annotations SET system = '9' WHERE kind = 'label'", "the annotations of"),
        ("UPDATE marks SET first = -5 WHERE first = 4", "the error annotations of"),
        ("UPDATE marks SET last = 1000000000 WHERE first = 4", "the error annotations of"),
        ("UPDATE marks SET severity = 'sev' || char(27)", "the error annotations of"),
        (
            "UPDATE scores SET hash = (SELECT hash FROM parts WHERE role = 'source')",
            "the imported scores of",
        ),
        ("UPDATE sessions SET plan = '{}'", "blind sessions"),
        ("UPDATE sessions SET id = 'abc'", "refer to"),
        ("UPDATE answers SET answer = '{'", "blind sessions"),
        (f"UPDATE slices SET thresholds = {TOO_DEEP}", "saved slices"),
        ("UPDATE slices SET thresholds = '{\"short\": 1e999}'", "saved slices"),
        ("UPDATE typology SET name = name || char(7)", "label types"),
        ("UPDATE suite_runs SET contents = 'NaN'", "runs of suites"),
    ],
)
def test_an_export_with_impossible_rows_is_not_imported(
    space: Workspace, run, tmp_path: Path, change: str, what: str
) -> None:
    file, other = tmp_path / "all.sqlite", tmp_path / "other"
    backups.export(space.path, file)
    assert run.check(other, file) == ["intact"]
    asked(file, change)
    for command in ("check", "import"):
        code, told = run(other, command, file)
        assert (code, what in told, str(file) in told) == (2, True, True)
    assert not other.exists()
