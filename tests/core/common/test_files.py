"""Files are replaced at once, or stay as they are."""

from __future__ import annotations

import errno
import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest

from bleu_core.common.files import can_others, replace_file
from tests.core.forked_process import result_of

UNIX = pytest.mark.skipif(sys.platform == "win32", reason="limits and rights of Unix")


def write_more_than_allowed(path: Path) -> int | None:
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
    try:
        replace_file(path, bytes(5_000))
    except OSError as error:
        return error.errno
    return None


@UNIX
def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    report.write_text("old")
    assert result_of(write_more_than_allowed, report) == errno.EFBIG
    assert [path.name for path in tmp_path.iterdir()] == ["report.md"]
    assert report.read_text() == "old"


@UNIX
def test_a_link_and_rights_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    real.touch(mode=0o600)
    link.symlink_to(real)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert (real.read_bytes(), real.stat().st_mode & 0o777) == (b"new", 0o600)


@UNIX
def test_the_bytes_are_never_readable_by_more_users_than_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "report.md"
    report.touch(mode=0o600)
    write, modes = Path.write_bytes, []

    def seen(path: Path, data: bytes) -> int:
        written = write(path, data)
        modes.append(path.stat().st_mode & 0o777)
        return written

    monkeypatch.setattr(Path, "write_bytes", seen)
    replace_file(report, b"new")
    assert modes == [0o600]


def replaced_as_nobody(path: Path) -> int | None:
    if os.getuid() == 0:
        os.setuid(65534)
    try:
        replace_file(path, b"new")
    except OSError as error:
        return error.errno
    return None


@UNIX
def test_a_read_only_file_is_not_replaced() -> None:
    with tempfile.TemporaryDirectory() as folder:  # pytest's own is for one user
        Path(folder).chmod(0o777)
        report = Path(folder, "report.md")
        report.touch(mode=0o444)
        assert result_of(replaced_as_nobody, report) == errno.EACCES


@UNIX
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.md"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace_file(pipe, b"new")
    assert os.read(end, 10) == b"new"
    os.close(end)


@UNIX
@pytest.mark.parametrize(
    ("owner", "mode", "can"),
    [(1, 0o600, False), (0, 0o600, False), (2, 0o600, True), (1, 0o644, False), (1, 0o620, True)],
)
def test_others_are_all_but_the_owner_and_root(
    monkeypatch: pytest.MonkeyPatch, owner: int, mode: int, can: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1)
    status = os.stat_result((mode, 0, 0, 1, owner, owner, 0, 0, 0, 0))
    assert can_others(0o222, status) == can
