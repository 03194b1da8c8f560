"""The workspace on a disk that may not be written, is full, or is lost in the middle of a write."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, backups
from bleu_core.workspace.restoring import problems, restore
from tests.core.filled_workspace import filled, first, settled
from tests.core.forked_process import start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits and users of Unix")
NOBODY = 65534
PATIENCE = 60.0


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that other users can reach, which pytest's own cannot be."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def as_nobody(program: str, folder: Path) -> str:
    """What a program prints that is run by one who may write nothing; root may write all."""
    code = f"import os\nif os.getuid() == 0: os.setuid({NOBODY})\n{textwrap.dedent(program)}"
    # What is imported is imported first: nobody may read where it lies.
    code = f"import sys, pathlib, bleu_core.workspace as workspace, pandas\n{code}"
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


READ = """
    space = workspace.Workspace.open(pathlib.Path(sys.argv[1]))
    (one, two) = workspace.recent(space)
    print(len(workspace.load(space, two.digest)), workspace.said(space, two.digest)[0].note)
    print(space.closed())
    try:
        workspace.say(space, two.digest, 0, workspace.VERDICT, "same", "A better")
    except workspace.WorkspaceError as error:
        print(error)
"""


def test_a_folder_that_may_not_be_written_is_read_and_says_so(shared: Path) -> None:
    home = shared / "home"
    space = filled(home)
    settled(home)
    space.path.chmod(0o444)
    home.chmod(0o555)
    try:
        told = as_nobody(READ, home).splitlines()
    finally:
        home.chmod(0o755)
    assert told[0] == "3 a note that is kept"
    assert told[1].startswith(f"The workspace {space.path} is opened for reading only")
    assert told[2] == told[1]
    assert "nothing that is said or compared now is kept" in told[1]


def test_a_file_that_may_not_be_read_is_named_with_what_to_allow(shared: Path) -> None:
    home = shared / "home"
    space = filled(home)
    settled(home)
    home.chmod(0o555)
    space.path.chmod(0o000)
    program = """
        try:
            workspace.Workspace.open(pathlib.Path(sys.argv[1]))
        except workspace.WorkspaceError as error:
            print(error)
    """
    try:
        told = as_nobody(program, home)
    finally:
        home.chmod(0o755)
    assert f"The workspace {space.path} cannot be used: unable to open database file" in told
    assert f"Allow the user who runs BLEUscope to read and write {space.path}" in told


def test_a_disk_that_fills_up_is_told_loses_nothing_and_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = filled(tmp_path)
    before = workspace.said(space, first().digest)
    random = Random(1)
    large = EvalSet({"a": [random.randbytes(40).hex() for _ in range(9_000)]}, [["r"] * 9_000])
    connect = sqlite3.connect

    def full(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **options)
        connection.execute("PRAGMA max_page_count = 30")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", full)
        with pytest.raises(WorkspaceError, match=r"is full .* make room, and try again"):
            workspace.keep(space, large)
        assert workspace.load(space, large.digest) is None
        assert workspace.said(space, first().digest) == before
    assert problems(space) == []
    workspace.keep(space, large)
    assert workspace.load(space, large.digest) is not None


def test_a_backup_that_the_disk_has_no_room_for_leaves_the_others(tmp_path: Path) -> None:
    space = filled(tmp_path)
    (good,) = settled(tmp_path)
    program = f"""
        import pathlib, resource, signal
        from bleu_core.workspace import WorkspaceError, backups
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        try:
            backups.make(pathlib.Path({str(space.path)!r}))
        except WorkspaceError as error:
            print(error)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    assert "full" in done.stdout
    assert [path.name for path in good.path.parent.iterdir()] == [good.path.name]
    assert problems(space) == []


# --- killed, and at once


def back_up_and_restore(folder: Path, ready: Any) -> None:
    space = Workspace(folder)
    ready.set()
    while True:
        backups.make(space.path)
        restore(space, backups.listed(folder)[0])
        for aside in folder.glob("put-aside-*"):
            aside.unlink()


def test_a_kill_in_the_middle_of_a_backup_or_a_restoring_costs_nothing(tmp_path: Path) -> None:
    space = filled(tmp_path)
    settled(tmp_path)
    said, random = workspace.said(space, first().digest), Random(3)
    for _ in range(8):
        ready = multiprocessing.get_context("forkserver").Event()
        process = start(back_up_and_restore, tmp_path, ready)
        assert ready.wait(PATIENCE)
        process.join(random.random() * 0.3)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join(PATIENCE)
        assert problems(space) == []
        assert workspace.said(space, first().digest) == said
        for backup in backups.listed(tmp_path):
            copy = Workspace(tmp_path / "copy")
            copy.folder.mkdir()
            shutil.copy(backup.path, copy.path)
            assert problems(copy) == []
            shutil.rmtree(copy.folder)


def write(folder: Path, segment: int, barrier: Any) -> None:
    barrier.wait(PATIENCE)
    workspace.say(Workspace.open(folder), first().digest, segment, NOTE, f"of {segment}", "")


def test_two_processes_at_the_first_write_of_a_day_make_one_good_backup(tmp_path: Path) -> None:
    space = filled(tmp_path)
    for old in settled(tmp_path):
        old.path.unlink()
    workspace.say(space, first().digest, 0, NOTE, "", workspace.said(space, first().digest)[0].note)
    workspace.say(space, first().digest, 1, NOTE, "", workspace.said(space, first().digest)[1].note)
    barrier = multiprocessing.get_context("forkserver").Barrier(2)
    processes = [start(write, tmp_path, segment, barrier) for segment in (0, 1)]
    for process in processes:
        process.join(PATIENCE)
    assert [process.exitcode for process in processes] == [0, 0]
    assert [one.note for one in workspace.said(space, first().digest).values()] == ["of 0", "of 1"]
    assert 1 <= len(backups.listed(tmp_path)) <= 2
    assert problems(space) == []
