"""The workspace survives a kill at any moment, and several processes at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.workspace import NOTE, AnnotationRow, Workspace
from tests.core.forked_process import PATIENCE, start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and a fork server")

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
