"""What reading a file costs, in a process of its own: its memory at its highest, and its work."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

# What a format loads when it is read first: here, so that it is no part of the cost.
import openpyxl  # noqa: F401
import pyarrow.parquet  # noqa: F401

from bleu_core import EvalSet, InputError
from bleu_core.people import mark_import as mark_laying
from bleu_core.people import mark_rows as mark_rows
from bleu_core.people.sessions import session_files
from bleu_core.readers import File, read_all, read_comparison
from bleu_core.readers.score_files import parse_scores, read_table
from bleu_core.segments.saved_slices import read_slices
from tests.places import ROOT

# What it may cost: so many bytes for each of the file, and so many whatever the file.
FACTOR, FREE, SECONDS = 30, 200_000_000, 10.0


class Cost(NamedTuple):
    """Bytes of the file, bytes of memory beyond those before it, seconds of work, and the end.

    `told` is "read", or of a refusal "refused: " and the first sentence; all else is a fault.
    """

    size: int
    memory: int
    seconds: float
    told: str

    @property
    def fair(self) -> bool:
        """Whether it is in proportion to the file."""
        return (
            self.memory <= FACTOR * self.size + FREE
            and self.seconds <= SECONDS
            and self.told.startswith(("read", "refused: "))
        )


class Readers:
    """A process that has loaded the readers, and forks one for each file: what that costs."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.security.reading_cost"],
            cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def cost(self, data: bytes, form: str = "") -> Cost:
        """Read these bytes as a format: "" guesses; "references" are several a line.

        "task" is the file of a blind session, "marks" what people marked, "slices" the saved ones.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x"
            path.write_bytes(data)
            self._process.stdin.write(f"{path}\t{form}\n")
            self._process.stdin.flush()
            memory, seconds, told = self._process.stdout.readline().split(maxsplit=2)
        return Cost(len(data), int(memory), float(seconds), told.strip())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def _main() -> None:
    for line in sys.stdin:
        path, _, form = line.removesuffix("\n").partition("\t")
        child = os.fork()
        if child == 0:
            _measure(path, form)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            print(f"0 0 ended with {status}", flush=True)


def _measure(path: str, form: str) -> None:
    import resource  # which Windows lacks

    if sys.platform == "linux":  # no harm to the machine where a bound does not hold
        resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))

    def work() -> float:
        used = resource.getrusage(resource.RUSAGE_SELF)
        return used.ru_utime + used.ru_stime

    def peak() -> int:
        if sys.platform == "linux":  # there ru_maxrss is inherited from who started the process
            status = Path("/proc/self/status").read_text()
            return int(status.split("VmHWM:")[1].split()[0]) * 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    memory, seconds = peak(), work()
    data = Path(path).read_bytes()
    told = "read"
    try:
        if form == "references":
            few = File("a", b"x\n")
            read_comparison(few, few, [File("x", data, "tab-separated")])
        elif form == "scores":
            table = read_table(File("x.csv", data))
            for name, column in table.columns.items():
                parse_scores(table, name, len(column))
        elif form == "marks":
            texts = ["one two"] * 1000
            rows = mark_rows.mark_rows(mark_rows.read_mark_table(File("x", data)))
            mark_laying.import_marks(rows, EvalSet({"a": texts, "b": texts}, [texts], source=texts))
        elif form == "slices":
            read_slices(data, "x")
        elif form == "task":
            session_files.read_task(File("x", data))
        else:
            read_all(data, "x", form or None)
    except InputError as error:
        told = f"refused: {error.problems[0]}"
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
    print(peak() - memory, work() - seconds, " ".join(told[:200].split()), flush=True)


if __name__ == "__main__":
    _main()
