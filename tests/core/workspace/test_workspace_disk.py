"""The workspace on a disk that is read-only, full, or lost during a write."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.messages import Message
from bleu_core.workspace import NOTE, VERDICT, Workspace, WorkspaceError, backups
from bleu_core.workspace.database import NAME
from tests.core.filled_workspace import WorkspaceCommand, filled, first, settled
from tests.core.forked_process import PATIENCE, result_of, start
from tests.core.refusing import refused

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits and users of Unix")
NOBODY = 65534


@pytest.fixture
def home() -> Iterator[Path]:
    """A filled folder that other users can reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        home = Path(folder, "home")
        filled(home)
        yield home
        home.chmod(0o755)


def why_not(act: Callable[[], object]) -> Message | None:
    """Return the message of a refusal."""
    try:
        act()
    except WorkspaceError as error:
        return error.args[0]
    return None


def as_nobody(folder: Path) -> Any:
    """Return what a user without the right to write sees; root may always write."""
    if os.getuid() == 0:
        os.setuid(NOBODY)
    if unreadable := why_not(lambda: Workspace.open(folder)):
        return unreadable
    space, digest = Workspace.open(folder), first().digest
    said = workspace.load_annotations(space, digest)[0]
    refusal = why_not(lambda: workspace.save_annotation(space, digest, 0, VERDICT, "same"))
    return workspace.load_comparison(space, digest).digest, said.note, space.closed(), refusal


def test_a_folder_that_may_not_be_written_is_read_and_says_so(home: Path) -> None:
    path = home / "workspace.sqlite"
    path.chmod(0o444)
    home.chmod(0o555)
    digest, note, closed, refusal = result_of(as_nobody, home)
    assert (digest, note) == (first().digest, "a note that is kept")
    assert closed == refusal
    assert (closed.code, closed.values) == ("workspace.read_only", {"path": str(path)})
    path.chmod(0o000)
    unreadable = result_of(as_nobody, home)
    assert unreadable.code == "workspace.not_permitted"
    assert unreadable.values["where"] == str(path)


def exported_as_nobody(folder: Path, file: Path) -> Message | None:
    """Export by a user without the right to write."""
    if os.getuid() == 0:
        os.setuid(NOBODY)
    return why_not(lambda: backups.export(folder / NAME, file))


def test_a_folder_that_may_not_be_written_is_exported(home: Path) -> None:
    settled(home)
    path = home / NAME
    with tempfile.TemporaryDirectory() as target:
        Path(target).chmod(0o777)
        path.chmod(0o444)
        home.chmod(0o555)
        assert result_of(exported_as_nobody, home, Path(target, "all.sqlite")) is None
        backups.check_copy(Path(target, "all.sqlite"))
        path.chmod(0o000)
        unreadable = result_of(exported_as_nobody, home, Path(target, "b.sqlite"))
        assert {one.name for one in Path(target).iterdir()} == {"all.sqlite"}
    assert unreadable.code == "workspace.not_permitted"
    assert unreadable.values["path"] == str(path)


def test_a_disk_that_fills_up_is_told_loses_nothing_and_works_again(tmp_path, monkeypatch) -> None:
    space = filled(tmp_path)
    before = workspace.load_annotations(space, first().digest)
    random = Random(1)
    large = EvalSet({"a": [random.randbytes(40).hex() for _ in range(9_000)]}, [["r"] * 9_000])
    connect = sqlite3.connect

    def full(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **options)
        connection.execute("PRAGMA max_page_count = 30")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", full)
        with refused("workspace.disk_full", error=WorkspaceError):
            workspace.save_comparison(space, large)
        assert workspace.load_comparison(space, large.digest) is None
        assert workspace.load_annotations(space, first().digest) == before
    space.check()
    workspace.save_comparison(space, large)
    assert workspace.load_comparison(space, large.digest) is not None


def with_small_files(folder: Path, large: EvalSet) -> Any:
    """Return the refusals of a write and of a backup when files may not grow."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    space = Workspace.open(folder)
    size = space.path.stat().st_size + 20_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    written = why_not(lambda: workspace.save_comparison(space, large))
    assert workspace.load_comparison(space, large.digest) is None
    workspace.save_annotation(space, first().digest, 2, NOTE, "written after")
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, size))
    return written, why_not(lambda: backups.make(space.path))


def test_a_file_that_cannot_grow_loses_nothing_and_leaves_the_backups(tmp_path: Path) -> None:
    space = filled(tmp_path)
    (good,) = settled(tmp_path)
    large = EvalSet({"a": [str(i**5) for i in range(50_000)]}, [["y"] * 50_000])
    written, backed_up = result_of(with_small_files, tmp_path, large)
    assert written.code == "workspace.disk_fails"
    assert backed_up.code in ("workspace.disk_fails", "workspace.disk_full")
    assert [path.name for path in good.parent.iterdir()] == [good.name]
    space.check()
    assert workspace.load_annotations(space, first().digest)[2].note == "written after"


def without_room(folder: Path) -> Any:
    """Return what is read, and the refusal of a write, when SQLite cannot create its log."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
    space = Workspace(folder)
    said = workspace.load_annotations(space, first().digest)
    return said, why_not(
        lambda: workspace.save_annotation(space, first().digest, 2, NOTE, "not written")
    )


def test_a_disk_without_room_for_a_log_can_be_read(tmp_path: Path) -> None:
    space = filled(tmp_path)
    settled(tmp_path)
    said, refusal = result_of(without_room, tmp_path)
    assert said == workspace.load_annotations(space, first().digest)
    assert refusal.code == "workspace.disk_fails"


def test_what_a_failing_disk_hides_is_not_called_damaged(tmp_path, monkeypatch, capsys) -> None:
    filled(tmp_path)
    settled(tmp_path)
    run = WorkspaceCommand(monkeypatch, capsys)

    def fail(*arguments: Any, **options: Any) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", fail)
        assert run(tmp_path, "check")[0] == 2
    assert run.codes == ["workspace.disk_fails"] * 2  # the backup, the file


def back_up_and_restore(folder: Path, ready: Any) -> None:
    space = Workspace(folder)
    ready.set()
    while True:
        backups.restore(space.path, backups.make(space.path))
        for aside in folder.glob("put-aside-*"):
            aside.unlink()


@pytest.mark.slow
def test_a_kill_in_the_middle_of_a_backup_or_a_restoring_costs_nothing(tmp_path: Path) -> None:
    space = filled(tmp_path)
    said, random = workspace.load_annotations(space, first().digest), Random(3)
    for _ in range(12):
        ready = multiprocessing.get_context("forkserver").Event()
        process = start(back_up_and_restore, tmp_path, ready)
        assert ready.wait(PATIENCE)
        process.join(random.random() * 0.3)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join(PATIENCE)
        space.check()
        assert workspace.load_annotations(space, first().digest) == said
        for backup in backups.listed(tmp_path):
            backups.check_copy(backup)


def write(folder: Path, segment: int, barrier: Any) -> None:
    barrier.wait(PATIENCE)
    space = Workspace.open(folder)
    with space.reading() as connection:
        # Acknowledged writes are on the disk; the tests turn that off for their own process.
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    workspace.save_annotation(space, first().digest, segment, NOTE, f"of {segment}")


def test_two_processes_at_the_first_write_of_a_day_make_one_good_backup(tmp_path: Path) -> None:
    space, digest = filled(tmp_path), first().digest
    for segment in workspace.load_annotations(space, digest):
        workspace.save_annotation(space, digest, segment, NOTE, "")
    for old in settled(tmp_path):
        old.unlink()
    barrier = multiprocessing.get_context("forkserver").Barrier(2)
    processes = [start(write, tmp_path, segment, barrier) for segment in (0, 1)]
    for process in processes:
        process.join(PATIENCE)
        assert process.exitcode == 0
    assert [one.note for one in workspace.load_annotations(space, digest).values()] == [
        "of 0",
        "of 1",
    ]
    assert len(backups.listed(tmp_path)) == 1
    space.check()
