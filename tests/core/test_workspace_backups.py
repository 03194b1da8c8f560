"""Backups of the workspace: made daily and before a migration, and restored by one command."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bleu_core import workspace
from bleu_core.cli import main
from bleu_core.messages import codes
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, backups, schema
from bleu_core.workspace.restoring import problems, restore
from tests.core.filled_workspace import (
    contents,
    filled,
    first,
    judged,
    second,
    settled,
    spoil,
    spoil_text,
)
from tests.core.refusing import refused

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    made = filled(tmp_path / "home")
    for backup in backups.listed(made.folder):
        backup.path.unlink()
    return made


@pytest.fixture
def run(
    space: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(space.folder))

    def command(*arguments: str) -> tuple[int, str]:
        code = main(["workspace", *arguments])
        return code, "".join(capsys.readouterr())

    return command


def notes(space: Workspace) -> dict[int, str]:
    return {i: one.note for i, one in workspace.said(space, first().digest).items() if one.note}


def make_old(space: Workspace, day: int) -> Path:
    """A backup of a day long ago."""
    made = backups.make(space.path)
    return made.rename(made.with_name(f"workspace-2020-01-{day:02}-120000.sqlite"))


def test_the_first_write_of_a_day_is_followed_by_a_backup(space: Workspace) -> None:
    make_old(space, 1)
    for note in ("one", "two"):
        space.check_anew()
        workspace.say(space, first().digest, 2, NOTE, note, notes(space).get(2, ""))
        now, old = settled(space.folder)
        assert old.path.name == "workspace-2020-01-01-120000.sqlite"
    with sqlite3.connect(now.path) as copy:
        assert copy.execute("SELECT value FROM said WHERE segment = 2").fetchone() == ("one",)
    copy.close()
    if os.name == "posix":
        assert now.path.stat().st_mode & 0o777 == 0o600
        assert now.path.parent.stat().st_mode & 0o777 == 0o700
    assert {path.suffix for path in now.path.parent.iterdir()} == {".sqlite"}


def test_the_last_five_backups_stay(space: Workspace) -> None:
    for day in range(1, 8):
        make_old(space, day)
    assert [one.made.day for one in backups.listed(space.folder)] == [7, 6, 5, 4, 3]


def test_what_is_damaged_takes_no_backups_place(space: Workspace) -> None:
    for day in range(1, 6):
        make_old(space, day)
    spoil_text(space, first().systems["old"])
    with refused("workspace.no_backup", error=WorkspaceError) as why:
        backups.make(space.path)
    assert codes(why[0].values["problems"]) == ["workspace.damaged_text"]
    workspace.say(space, first().digest, 2, NOTE, "one", "")
    assert [one.made.day for one in settled(space.folder)] == [5, 4, 3, 2, 1]
    assert codes(space.damage())[-1] == "workspace.no_backup"


def test_a_migration_begins_with_a_backup(
    space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = "ALTER TABLE comparisons ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';\n"
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, later))
    Workspace.open(space.folder)
    (made,) = backups.listed(space.folder)
    with sqlite3.connect(made.path) as copy:
        assert schema.version(copy) == len(schema.MIGRATIONS) - 1
    copy.close()


def test_what_is_deleted_goes_from_the_backups_too(space: Workspace) -> None:
    digest = first().digest
    make_old(space, 2)
    make_old(space, 1)
    workspace.delete(space, digest)
    files = [one.path for one in settled(space.folder)]
    assert len(files) >= 2
    for path in (space.path, *files):
        assert digest.encode() not in path.read_bytes()
        assert b"a note that is kept" not in path.read_bytes()
        assert b"a reason that is kept" not in path.read_bytes()
        assert second().digest.encode() in path.read_bytes()


# --- restoring


def test_restoring_brings_back_the_day_and_puts_the_file_aside(space: Workspace, run: Run) -> None:
    before = notes(space)
    code, told = run("backup")
    (made,) = backups.listed(space.folder)
    assert (code, str(made.path) in told) == (0, True)
    workspace.say(space, first().digest, 2, NOTE, "a later one", "")
    assert run("check")[0] == 0
    code, told = run("restore", "--yes")
    assert code == 0
    assert notes(space) == before
    (aside,) = space.folder.glob("put-aside-*.sqlite")
    assert str(aside) in told
    with sqlite3.connect(aside) as copy:
        assert ("a later one",) in copy.execute("SELECT value FROM said").fetchall()
    copy.close()
    # The file goes on being used.
    workspace.say(space, first().digest, 2, NOTE, "yet another", "")
    assert run("check")[0] == 0


def test_what_is_intact_in_a_damaged_file_comes_along(space: Workspace, run: Run) -> None:
    backups.make(space.path)
    workspace.say(space, first().digest, 2, NOTE, "a later one", "")
    was, answered = notes(space), judged(space)
    spoil(space, "UPDATE said SET value = 'odd' WHERE kind = 'note' AND segment = 0")
    spoil(space, "UPDATE sessions SET task = ''")
    spoil(space, "UPDATE answers SET value = 'right' WHERE kind = 'better'")
    spoil_text(space, first().systems["old"])
    assert run("check")[0] == 2
    assert set(codes(problems(space))) == {
        "workspace.damaged_annotation",
        "workspace.damaged_session",
        "workspace.damaged_answer",
        "workspace.damaged_text",
    }
    assert run("restore", "--yes")[0] == 0
    assert notes(space) == was
    assert judged(space) == answered
    assert contents(space, first().digest)["old"]
    assert problems(space) == []


def test_what_was_taken_back_since_does_not_come_back_with_a_damaged_text(
    space: Workspace,
) -> None:
    backups.make(space.path)
    workspace.say(space, first().digest, 0, NOTE, "", notes(space)[0])
    was = notes(space)
    spoil_text(space, first().systems["old"])
    restore(space, backups.listed(space.folder)[0])
    assert (notes(space), problems(space)) == (was, [])


@pytest.mark.parametrize("with_backup", [True, False])
def test_a_file_that_is_no_database_any_more_is_put_aside(
    space: Workspace, run: Run, with_backup: bool
) -> None:
    was = notes(space)
    if with_backup:
        backups.make(space.path)
    space.path.write_bytes(b"overwritten" * 1000)
    assert run("check")[0] == 2
    assert codes(problems(space)) == ["workspace.damaged"]
    assert run("restore", "--yes")[0] == 0
    assert notes(space) == (was if with_backup else {})
    (aside,) = space.folder.glob("put-aside-*.sqlite")
    assert aside.read_bytes() == b"overwritten" * 1000
    assert run("check")[0] == 0


def test_a_damaged_header_costs_nothing(space: Workspace) -> None:
    was = notes(space)
    for version in (0, -1):
        spoil(space, f"PRAGMA user_version = {version}")
        restore(space, None)
        assert (notes(space), problems(space)) == (was, [])
        assert contents(space, first().digest)


def test_a_backup_that_is_damaged_or_not_there_is_refused(space: Workspace, run: Run) -> None:
    made = backups.make(space.path)
    made.write_bytes(made.read_bytes()[:-5000])
    before = space.path.read_bytes()
    with refused("workspace.backup_damaged", error=WorkspaceError):
        restore(space, backups.listed(space.folder)[0])
    assert run("restore", "--yes")[0] == 2
    code, told = run("restore", "yesterday", "--yes")
    assert (code, made.name in told) == (2, True)
    assert space.path.read_bytes() == before


def test_what_is_written_meanwhile_is_in_the_file_that_is_put_aside(
    space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups.make(space.path)
    before = notes(space)
    copy = backups.copy
    late = iter(["a late one"])

    def copy_and_write(source: Path, target: Path) -> None:
        copy(source, target)
        if source == space.path:
            for note in late:
                workspace.say(space, first().digest, 2, NOTE, note, "")

    monkeypatch.setattr(backups, "copy", copy_and_write)
    aside = restore(space, backups.listed(space.folder)[0])
    assert aside
    assert notes(space) == before
    with sqlite3.connect(aside) as kept:
        assert ("a late one",) in kept.execute("SELECT value FROM said").fetchall()
    kept.close()


def test_where_nothing_is_kept_the_commands_say_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "none"))
    for command in ("check", "backup", "restore"):
        code, told = run(command)
        assert (code, str(tmp_path / "none") in told) == (2, True)
    assert not (tmp_path / "none").exists()


def test_a_note_that_is_taken_back_is_in_the_backups_until_they_are_replaced(
    space: Workspace,
) -> None:
    said = next(iter(notes(space)))
    made = [make_old(space, 1)]
    workspace.say(space, first().digest, said, NOTE, "", notes(space)[said])
    with sqlite3.connect(made[0]) as copy:
        query = "SELECT COUNT(*) FROM said WHERE kind = 'note' AND segment = ?"
        assert copy.execute(query, (said,)).fetchone() == (1,)
    copy.close()
    for day in range(2, 7):
        made.append(make_old(space, day))
    backups.make(space.path)
    assert not made[0].exists()
