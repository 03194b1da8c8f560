"""The workspace on a disk that is read-only or full, and after a kill at any moment."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.messages import Message
from bleu_core.workspace import NOTE, AnnotationRow, Workspace, WorkspaceError, backups
from tests.core.filled_workspace import filled, first, settled
from tests.core.forked_process import PATIENCE, result_of, start
from tests.core.refusing import refused

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals, limits and users of Unix")


def reason(act: Callable[[], object]) -> Message | None:
    """Return the message of a refusal."""
    try:
        act()
    except WorkspaceError as error:
        return error.args[0]
    return None


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
    written = reason(lambda: workspace.save_comparison(space, large))
    assert workspace.load_comparison(space, large.digest) is None
    workspace.save_annotation(space, first().digest, 2, NOTE, "written after")
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, size))
    return written, reason(lambda: backups.make(space.path))


def test_a_file_that_cannot_grow_loses_nothing_and_leaves_the_backups(tmp_path: Path) -> None:
    space = filled(tmp_path)
    (good,) = settled(tmp_path)
    large = EvalSet({"a": [str(i**5) for i in range(50_000)]}, [["y"] * 50_000])
    written, backed_up = result_of(with_small_files, tmp_path, large)
    assert written.code == "workspace.disk_full"
    assert backed_up.code == "workspace.disk_full"
    assert [path.name for path in good.parent.iterdir()] == [good.name]
    space.check()
    assert workspace.load_annotations(space, first().digest)[2].note == "written after"


def synchronous(folder: Path) -> int:
    """As other processes have it: the tests turn it off for their own."""
    with Workspace.open(folder).writing() as connection:
        return connection.execute("PRAGMA synchronous").fetchone()[0]


def test_a_write_is_on_the_disk_when_it_is_acknowledged(tmp_path: Path) -> None:
    assert result_of(synchronous, tmp_path) == 2  # FULL


KILLS = 25
SEGMENTS = 40
# A comparison is deleted so many steps after it was saved.
LIFE = 8


def evalset(number: int) -> EvalSet:
    """Texts that do not compress well and take several pages, so that a write can be partial."""
    random = Random(number)
    lines = [random.randbytes(300).hex() for _ in range(SEGMENTS)]
    return EvalSet({"a": lines, f"b{number}": lines[::-1]}, [["r"] * SEGMENTS])


def notes(number: int) -> list[AnnotationRow]:
    return [AnnotationRow(i, "", NOTE, f"note {number} of {i} " * 20, 0) for i in range(SEGMENTS)]


def work(folder: Path, first: int, acknowledge: Connection) -> None:
    """Save, annotate and delete comparisons in turn; report each completed step."""
    space = Workspace.open(folder)
    for step in count(first):
        match step % 3:
            case 0:
                workspace.save_comparison(space, evalset(step))
            case 1:
                workspace.import_annotations(
                    space, evalset(step - 1).digest, "file", notes(step - 1)
                )
            case _:
                if step >= LIFE:
                    workspace.delete_comparison(space, evalset(step - LIFE).digest)
        acknowledge.send(step)


def check(space: Workspace, done: int) -> None:
    """Check that all steps up to `done` are saved, and the next one completely or not at all."""
    with space.reading() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    known = {kept.digest for kept in workspace.recent_comparisons(space, 10_000)}
    expected = set()
    for step in range(0, done + 2, 3):
        digest = evalset(step).digest
        if step == done + 1 or step + LIFE == done + 1:
            is_there = digest in known
        else:
            is_there = step + LIFE > done
        if not is_there:
            assert workspace.load_comparison(space, digest) is None
            assert workspace.load_annotations(space, digest) == {}
            continue
        expected.add(digest)
        back = workspace.load_comparison(space, digest)
        assert back.digest == digest
        said = {
            i: annotation.note
            for i, annotation in workspace.load_annotations(space, digest).items()
        }
        wanted = {row.segment: row.text for row in notes(step)}
        assert said == wanted or (said == {} and step >= done)
    assert known == expected


@pytest.mark.slow
def test_a_kill_at_any_moment_loses_nothing_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    random = Random(7)
    done = -1
    for _ in range(KILLS):
        ours, theirs = multiprocessing.Pipe(duplex=False)
        process = start(work, tmp_path / "home", done + 1, theirs)
        theirs.close()
        ours.poll(PATIENCE)
        # During the second step or a later one.
        process.join(random.random() * 0.08)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join(PATIENCE)
        assert process.exitcode == -signal.SIGKILL
        try:
            while True:
                done = ours.recv()
        except EOFError:
            pass
        check(Workspace.open(tmp_path / "home"), done)
    assert done > KILLS
