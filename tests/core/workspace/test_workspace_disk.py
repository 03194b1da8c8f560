"""The workspace on a disk that is read-only, full, or lost during a write."""

from __future__ import annotations

import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.messages import Message
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, backups
from tests.core.filled_workspace import filled, first, settled
from tests.core.forked_process import result_of
from tests.core.refusing import refused

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits and users of Unix")


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
