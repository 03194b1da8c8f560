"""The process that reads strangers' files: whatever happens in it, its parent has a sentence."""

import fcntl
import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from bleu_core import InputError
from bleu_core.common import ipc
from bleu_core.common.processes import ProcessLimits
from bleu_core.messages import Message, codes
from bleu_core.readers import File, ReadError, read_all, read_comparison, read_each, sandbox
from bleu_core.readers.sandbox import SandboxError, limits_for
from bleu_core.text.evalset import MisalignedColumns
from tests.core.nasty_texts import PIECES
from tests.security import reader_jobs

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux alone")


def refused(job: Any, *given: Any, **named: Any) -> tuple[str, dict[str, Any]]:
    """Code and values of why a job came to no end."""
    with pytest.raises(SandboxError) as caught:
        sandbox.run(job, *given, **named)
    [told] = caught.value.problems
    assert isinstance(told, Message)
    return told.code, dict(told.values)


@LINUX
def test_a_job_that_takes_too_much_memory_is_refused() -> None:
    assert sandbox.run(reader_jobs.allocate, 100) == 100
    code, values = refused(reader_jobs.allocate, 400)
    assert (code, values["most"]) == ("file.limit", 200_000_000)
    # 30 times what is given, and 200 MB.
    assert limits_for(bytes(1_000_000)).memory == 230_000_000
    code, values = refused(reader_jobs.allocate, 400, limits=ProcessLimits(60_000_000, 10))
    assert (code, values["most"]) == ("file.limit", 60_000_000)


def test_a_job_that_computes_too_long_is_refused_by_the_name_of_its_file() -> None:
    told = refused(reader_jobs.spin, File("odd.xml", b"x"), limits=ProcessLimits(200_000_000, 1))
    assert told == ("file.limit", {"file": "odd.xml", "what": "time", "most": 1})


def test_a_job_that_breaks_is_a_message_and_what_it_prints_no_answer(caplog) -> None:
    for name in ("SIGSEGV", "SIGKILL", "SIGABRT"):
        code, values = refused(reader_jobs.die, signal_name=name)
        assert (code, values["signal"]) == ("file.reader_failed", name)
    code, values = refused(reader_jobs.fail, "what nobody expected")
    assert (code, values["error"]) == ("file.reader_failed", "RuntimeError")
    # A message may have a text of the file, which no log has.
    assert "reader_jobs.py, line" in caplog.text
    assert "what nobody expected" not in caplog.text
    assert sandbox.run(reader_jobs.chatter, "[99]\n" * 1000) == ""


def test_a_job_that_is_stopped_is_gone(tmp_path) -> None:
    path = tmp_path / "lock"
    path.touch()
    lock = os.open(path, os.O_RDWR)

    class Stop(BaseException):
        pass

    def stop(part: float) -> None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.flock(lock, fcntl.LOCK_UN)
        except BlockingIOError:  # it is at work
            raise Stop from None

    with pytest.raises(Stop):
        sandbox.run(reader_jobs.spin_with_lock, str(path), progress=stop)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(lock)


def test_the_process_knows_nothing_of_its_parent_and_writes_no_file(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("BLEUSCOPE_TOKEN", "secret")
    found = sandbox.run(reader_jobs.around)
    assert found["folder"] == os.path.abspath(os.sep)
    assert "secret" not in found.values()
    _, values = refused(reader_jobs.write, str(tmp_path / "x"), "text")
    assert values["error"] == "OSError"
    assert not (tmp_path / "x").read_text()


def test_no_process_is_a_sentence(monkeypatch) -> None:
    sandbox.run(reader_jobs.around)

    def none(*given: Any, **named: Any) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", none)
    assert refused(reader_jobs.around)[0] == "file.no_process"


# What is read is what would have been read here.


def files() -> list[File]:
    text = "".join(f"{line}\n" for line in PIECES)
    table = b"id,src,ref,sysA,sysB,domain\n1,q,a b c d,a b c d,,news\n2,r,e f,e f,e g,web\n"
    return [File("t\ud800.txt", text.encode()), File("t.csv", table), File("empty", b"")]


def sent(value: Any) -> bytes:
    stream = io.BytesIO()
    ipc.send(stream, value)
    return stream.getvalue()


def test_parts_are_as_they_were_read() -> None:
    given = [*files(), File("bad.xml", b"<mteval/>")]
    here, there = read_each(given), sandbox.run(read_each, given)
    assert len(here.parts) == 3
    assert codes(here.problems)[0] == "file.nothing"
    assert sent(here) == sent(there)


def test_problems_come_back() -> None:
    a, b = File("a.txt", b"one\ntwo\n"), File("b.txt", b"one\n")
    with pytest.raises(MisalignedColumns) as caught:
        sandbox.run(read_comparison, a, b, [a])
    assert caught.value.columns["systems"]["b"].to_pylist() == ["one"]
    with pytest.raises(InputError) as told:
        sandbox.run(read_all, b"<mteval/>", "u.xml")
    with pytest.raises(ReadError) as expected:
        read_all(b"<mteval/>", "u.xml")
    assert told.value.problems == expected.value.problems


# A message can become what it is to be, and nothing else.


def message(tree: Any, *buffers: bytes) -> io.BytesIO:
    head = json.dumps([tree, [len(buffer) for buffer in buffers]]).encode()
    return io.BytesIO(len(head).to_bytes(8, "little") + head + b"".join(buffers))


def test_what_is_no_message_is_refused() -> None:
    for stream in (
        message({"system": "ls"}),
        message({"Popen": {"mapping": [["args", "ls"]]}}),
        message({"File": {"mapping": [["command", "ls"]]}}),
        message({"bytes": 3}),
        message({"column": [1, None, 0, 1]}, b"\0" * 8 + (9).to_bytes(8, "little"), b"abc"),
        message({"column": [9, None, 0, 1]}, b"\0" * 16, b"abc"),
        message({"column": [-1, None, 0, 1]}, b"\0" * 16, b"abc"),
        message({"column": [1, None, 0, 1]}, b"\0" * 8 + (1).to_bytes(8, "little"), b"\xff"),
        io.BytesIO(b"\x03" + b"\0" * 7 + b"abc"),
        io.BytesIO(b"\xff" * 8),
        io.BytesIO(b"\x03" + b"\0" * 7),
        message({"bytes": 0}, b"x" * 2_000),
        io.BytesIO((18).to_bytes(8, "little") + b'[{"bytes":0},[-1]]' + b"x" * 2_000),
        message_of("table.too_sparse", file="x"),
        message_of("table.too_sparse", file="x", rows="many", columns=1),
        message_of("table.too_sparse", file="x", rows=10**400, columns=1),
        message_of("lines.no_reference", lines=5),
        message_of("lines.no_reference", lines=[1], more=2),
    ):
        with pytest.raises((ipc.InvalidMessage, EOFError)):
            ipc.receive(stream, 1_000)


def message_of(code: str, **values: Any) -> io.BytesIO:
    """As a process sends it that was taken over: its values are of no message."""
    made = Message("x")
    made.code, made.values = code, values
    return io.BytesIO(sent([made]))
