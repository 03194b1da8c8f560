"""Backups: made daily and before a migration, and restored by one command."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bleu_core import workspace
from bleu_core.messages import codes
from bleu_core.metrics import ImportedScores
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, backups, row_copy, schema
from bleu_core.workspace.row_copy import problems, restore
from tests.core.filled_workspace import (
    WorkspaceCommand,
    asked,
    contents,
    filled,
    first,
    judged,
    ratings,
    scores,
    second,
    settled,
    spoil,
    spoil_text,
)
from tests.core.refusing import refused


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    made = filled(tmp_path / "home")
    for backup in backups.listed(made.folder):
        backup.path.unlink()
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


def make_old(space: Workspace, *days: int) -> Path:
    """Make backups dated to these days; return the path of the last one."""
    for day in days:
        made = backups.make(space.path)
        old = made.rename(made.with_name(f"workspace-2020-01-{day:02}-120000.sqlite"))
    return old


def test_the_first_write_of_a_day_is_followed_by_a_backup(space: Workspace) -> None:
    make_old(space, 1)
    for note in ("one", "two"):
        space.check_again()
        workspace.save_annotation(space, first().digest, 2, NOTE, note, notes(space).get(2, ""))
        now, old = settled(space.folder)
        assert old.path.name == "workspace-2020-01-01-120000.sqlite"
    assert asked(now.path, "SELECT value FROM said WHERE segment = 2") == [("one",)]
    if os.name == "posix":
        assert now.path.stat().st_mode & 0o777 == 0o600
        assert now.path.parent.stat().st_mode & 0o777 == 0o700
    assert {path.suffix for path in now.path.parent.iterdir()} == {".sqlite"}


def test_a_backup_is_the_latest_also_if_the_clock_was_set_back(space: Workspace) -> None:
    for year in range(2991, 2996):
        made = backups.make(space.path)
        made.rename(made.with_name(f"workspace-{year}-01-01-000000.sqlite"))
    now = backups.make(space.path)
    latest, *others = backups.listed(space.folder)
    assert latest.path == now
    assert [backup.made.year for backup in others] == [2995, 2994, 2993, 2992]


def test_the_last_five_backups_stay(space: Workspace) -> None:
    make_old(space, *range(1, 8))
    assert [one.made.day for one in backups.listed(space.folder)] == [7, 6, 5, 4, 3]


def test_what_is_damaged_takes_no_backups_place(space: Workspace) -> None:
    make_old(space, *range(1, 6))
    spoil_text(space, first().systems["old"])
    with refused("workspace.no_backup", error=WorkspaceError) as why:
        backups.make(space.path)
    assert codes(why[0].values["problems"]) == ["workspace.damaged_text"]
    workspace.save_annotation(space, first().digest, 2, NOTE, "one", "")
    assert [one.made.day for one in settled(space.folder)] == [5, 4, 3, 2, 1]
    assert codes(space.damage())[-1] == "workspace.no_backup"


def test_a_migration_begins_with_a_backup(space, monkeypatch: pytest.MonkeyPatch) -> None:
    before = len(schema.MIGRATIONS)
    later = "ALTER TABLE comparisons ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';\n"
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, later))
    Workspace.open(space.folder)
    (made,) = backups.listed(space.folder)
    assert asked(made.path, "PRAGMA user_version") == [(before,)]


def test_what_is_deleted_goes_with_all_of_it_and_from_the_backups_too(space: Workspace) -> None:
    digest = first().digest
    make_old(space, 2, 1)
    said = ["a note that is kept", "a reason that is kept", ratings()[0].marks[0].comment, digest]
    traces = {*said, second().digest}
    files = [space.path, *(one.path for one in settled(space.folder))]
    assert len(files) == 3
    space.compact()
    for path in files:
        assert all(one.encode() in path.read_bytes() for one in traces)
    workspace.delete_comparison(space, digest)
    files = [space.path, *(one.path for one in settled(space.folder))]
    assert len(files) >= 3
    for path in files:
        found = path.read_bytes()
        assert [one for one in traces if one.encode() in found] == [second().digest]
        for table in row_copy.TABLES.keys() - {"comparisons", "parts"}:
            assert asked(path, f"SELECT COUNT(*) FROM {table}") == [(0,)], table
    workspace.delete_comparison(space, second().digest)
    assert asked(space.path, "SELECT COUNT(*) FROM texts") == [(0,)]


def test_restoring_brings_back_the_day_and_puts_the_file_aside(space, run) -> None:
    before = notes(space)
    code, told = run(space.folder, "backup")
    (made,) = backups.listed(space.folder)
    assert (code, str(made.path) in told) == (0, True)
    workspace.save_annotation(space, first().digest, 2, NOTE, "a later one", "")
    assert run.check(space.folder) == ["intact"]
    code, told = run(space.folder, "restore", "--yes")
    assert code == 0
    assert notes(space) == before
    (aside,) = space.folder.glob("put-aside-*.sqlite")
    assert str(aside) in told
    assert ("a later one",) in asked(aside, "SELECT value FROM said")
    # The file can still be used.
    workspace.save_annotation(space, first().digest, 2, NOTE, "yet another", "")
    assert run.check(space.folder) == ["intact"]


def test_what_is_intact_in_a_damaged_file_comes_along(space: Workspace, run) -> None:
    backups.make(space.path)
    digest = first().digest
    workspace.save_annotation(space, digest, 2, NOTE, "a later one", "")
    workspace.mark(space, digest, 1, 1, 0, ratings()[0].marks[0], None, "ann")
    workspace.import_scores(space, digest, ImportedScores("BLEURT", True, scores().values))
    was, answered, said = notes(space), judged(space), more(space)
    assert said[1] == ["COMET", "BLEURT"]
    spoil(space, "UPDATE said SET value = 'odd' WHERE kind = 'note' AND segment = 0")
    spoil(space, "UPDATE sessions SET task = ''")
    spoil(space, "UPDATE answers SET value = 'right' WHERE kind = 'better'")
    spoil(space, "UPDATE marks SET first = 5 WHERE severity = 'major' AND side = 'source'")
    spoil_text(space, first().systems["old"])
    damaged = ["damaged_annotation", "damaged_answer", "damaged_session", "damaged_text"]
    assert sorted(run.check(space.folder)) == sorted(
        [*damaged, "damaged_annotation", "damaged_in", "restore_helps"]
    )
    assert run(space.folder, "restore", "--yes")[0] == 0
    assert (notes(space), judged(space), more(space)) == (was, answered, said)
    assert contents(space, digest)["old"]
    assert problems(space) == []
    # Without a backup the damaged item is lost.
    spoil(space, "UPDATE marks SET first = 5 WHERE severity = 'major' AND side = 'source'")
    restore(space, None)
    assert len(more(space)[0]) == len(said[0]) - 1


def more(space: Workspace) -> tuple[list[object], list[str]]:
    found = workspace.load_ratings(space, first().digest)
    marks = [(one.segment, one.system, one.annotator, mark) for one in found for mark in one.marks]
    return marks, list(workspace.load_scores(space, first().digest))


def test_what_was_taken_back_since_does_not_come_back_with_a_damaged_text(space: Workspace) -> None:
    backups.make(space.path)
    workspace.save_annotation(space, first().digest, 0, NOTE, "", notes(space)[0])
    was = notes(space)
    spoil_text(space, first().systems["old"])
    restore(space, backups.listed(space.folder)[0])
    assert (notes(space), problems(space)) == (was, [])


@pytest.mark.parametrize("with_backup", [True, False])
def test_a_file_that_is_no_database_any_more_is_put_aside(space, run, with_backup: bool) -> None:
    was = notes(space)
    if with_backup:
        backups.make(space.path)
    space.path.write_bytes(b"overwritten" * 1000)
    assert run.check(space.folder) == ["damaged_in", "damaged", "restore_helps"]
    assert run(space.folder, "restore", "--yes")[0] == 0
    assert notes(space) == (was if with_backup else {})
    (aside,) = space.folder.glob("put-aside-*.sqlite")
    assert aside.read_bytes() == b"overwritten" * 1000
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
    assert run(space.folder, "check")[0] == 2
    assert run.codes == [f"workspace.{one}" for one in ("damaged_in", "lost", "restore_helps")]
    assert run(space.folder, "export", space.folder / "all.zip")[0] == 2
    assert run(space.folder, "restore", "--yes")[0] == 0
    assert notes(space) == was
    assert asked(space.path, "PRAGMA journal_mode") == [("wal",)]


def test_a_damaged_header_costs_nothing(space: Workspace) -> None:
    was = notes(space)
    for version in (0, -1):
        spoil(space, f"PRAGMA user_version = {version}")
        restore(space, None)
        assert (notes(space), problems(space)) == (was, [])
        assert contents(space, first().digest)


@pytest.mark.parametrize("left", [0, 100, 4096, -5000])
def test_check_names_backups_that_are_cut_off(space: Workspace, run, left: int) -> None:
    made = backups.make(space.path)
    code, told = run(space.folder, "check")
    assert (code, made.name in told, "damaged" in told) == (0, True, False)
    made.write_bytes(made.read_bytes()[:left])
    code, told = run(space.folder, "check")
    assert (code, f"{made} is damaged" in told) == (2, True)


def test_check_says_that_a_folder_is_in_place_of_the_file(tmp_path: Path, run) -> None:
    (tmp_path / "workspace.sqlite").mkdir()
    code, told = run(tmp_path, "check")
    assert (code, "is a folder" in told) == (2, True)


def test_a_backup_that_is_damaged_or_not_there_is_refused(space: Workspace, run) -> None:
    made = backups.make(space.path)
    made.write_bytes(made.read_bytes()[:-5000])
    before = space.path.read_bytes()
    with refused("workspace.backup_damaged", error=WorkspaceError):
        restore(space, backups.listed(space.folder)[0])
    assert run(space.folder, "restore", "--yes")[0] == 2
    code, told = run(space.folder, "restore", "yesterday", "--yes")
    assert (code, made.name in told) == (2, True)
    assert space.path.read_bytes() == before


def test_what_is_written_meanwhile_is_in_the_file_that_is_put_aside(space, monkeypatch) -> None:
    backups.make(space.path)
    before = notes(space)
    copy = backups.copy
    late = iter(["a late one"])

    def copy_and_write(source: Path, target: Path) -> None:
        copy(source, target)
        if source == space.path:
            for note in late:
                workspace.save_annotation(space, first().digest, 2, NOTE, note, "")

    monkeypatch.setattr(backups, "copy", copy_and_write)
    aside = restore(space, backups.listed(space.folder)[0])
    assert notes(space) == before
    assert ("a late one",) in asked(aside, "SELECT value FROM said")


def test_restoring_ends_where_others_write_without_a_pause(space, monkeypatch) -> None:
    backups.make(space.path)
    copy, before = backups.copy, sorted(space.folder.iterdir())

    def copy_and_write(source: Path, target: Path) -> None:
        copy(source, target)
        if source == space.path:
            said = notes(space).get(2, "")
            workspace.save_annotation(space, first().digest, 2, NOTE, f"{said}.", said)

    monkeypatch.setattr(backups, "copy", copy_and_write)
    monkeypatch.setattr(row_copy, "PATIENCE", 0)
    with refused("workspace.busy", error=WorkspaceError):
        restore(space, backups.listed(space.folder)[0])
    assert notes(space)[2] == "."
    assert sorted(space.folder.iterdir()) == before


def test_a_file_that_is_put_aside_is_whole_from_the_first_moment_on(space, monkeypatch) -> None:
    backups.make(space.path)
    stale, young = (space.folder / f".{n:032x}.part{end}" for n, end in ((1, "-journal"), (2, "")))
    users = space.folder / ".thesis.partial.tex"
    for left in (stale, young, users):
        left.write_text("of a process that was killed")
    for old in (stale, users):
        os.utime(old, (0, 0))
    copy, seen = backups.copy, []

    def copy_and_look(source: Path, target: Path) -> None:
        copy(source, target)
        seen.extend(space.folder.glob("put-aside-*"))

    monkeypatch.setattr(backups, "copy", copy_and_look)
    restore(space, backups.listed(space.folder)[0])
    assert not seen
    assert sorted(space.folder.glob(".*")) == sorted([young, users])


def test_where_nothing_is_kept_the_commands_say_so(run: WorkspaceCommand, tmp_path: Path) -> None:
    for command in ("check", "backup", "restore"):
        code, told = run(tmp_path / "none", command)
        assert (code, str(tmp_path / "none") in told) == (2, True)
    assert not (tmp_path / "none").exists()


def test_a_note_that_is_taken_back_is_in_the_backups_until_they_are_replaced(space) -> None:
    said = next(iter(notes(space)))
    made = make_old(space, 1)
    workspace.save_annotation(space, first().digest, said, NOTE, "", notes(space)[said])
    query = "SELECT COUNT(*) FROM said WHERE kind = 'note' AND segment = ?"
    assert asked(made, query, said) == [(1,)]
    make_old(space, *range(2, 7))
    backups.make(space.path)
    assert not made.exists()
