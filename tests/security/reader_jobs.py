"""What a reader may do at its worst: jobs for the tests of the process that it runs in."""

import fcntl
import os
import signal
import sys
from typing import Any

from bleu_core.readers import File


def allocate(megabytes: int) -> int:
    """Memory that is written to, not just asked for."""
    held = [b"x" * 1_000_000 + bytes([i % 256]) for i in range(megabytes)]
    return len(held)


def spin(*files: Any, **how: Any) -> None:
    """Never comes back, and holds the interpreter; looks at the first file before."""
    _look(files)
    while True:
        pass


def spin_with_lock(path: str) -> None:
    """Never comes back; as long as it is there, the file is locked."""
    fcntl.flock(os.open(path, os.O_RDWR), fcntl.LOCK_EX)
    while True:
        pass


def die(*files: Any, signal_name: str = "SIGSEGV", **how: Any) -> None:
    _look(files)
    signal.raise_signal(getattr(signal, signal_name))


def chatter(text: str) -> str:
    """Prints in both ways, and asks."""
    print(text, flush=True)
    os.write(1, text.encode())
    return sys.stdin.read()


def fail(text: str) -> None:
    raise RuntimeError(text)


def write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def around() -> dict[str, str]:
    """Where the job finds itself."""
    return {"folder": os.getcwd(), "process": str(os.getpid())} | dict(os.environ)


def _look(files: Any) -> None:
    first = files[0] if files else None
    first = first[0] if isinstance(first, list) else first
    if isinstance(first, File):
        assert first.data
