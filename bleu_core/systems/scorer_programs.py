"""The program of a scorer: run it on segments within a time limit, and read its scores."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bleu_core.common.escaping import one_line
from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import scorer as messages
from bleu_core.systems.scorers import (
    JSON_FIELD,
    JSON_LINES,
    LAST_NUMBER,
    OUTPUT,
    REFERENCE,
    SCORES,
    SOURCE,
    Scorer,
)
from bleu_core.text.evalset import InputError

TICK = 0.2  # seconds between two calls of `progress`
MAX_OUTPUT = 500_000_000  # bytes that a program may write, scores and log together
# Lines of a failed program that are shown, and bytes from which they are taken.
LAST_LINES, TAIL, LONGEST_LINE, QUOTED = 10, 20_000, 300, 60
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
# As progress bars write it: " 45%|████      |".
_PERCENT = re.compile(rb"(\d{1,3})%\|")
_SECRETS = "BLEUSCOPE_"  # begins the names of variables that the program does not get
# The programs that run now, by the folder of their files.
_running: dict[Path, subprocess.Popen[bytes]] = {}


class ScorerInput(NamedTuple):
    """What a program scores: one segment of a system, "" for a text that it does not get."""

    source: str
    hypothesis: str
    reference: str


class ScorerError(InputError):
    """Scores that could not be computed: the reason, and the last lines of the program."""

    def __init__(self, reason: Message, lines: Sequence[str] = ()) -> None:
        shown = [messages.last_lines(), *(f"  {line}" for line in lines)] if lines else []
        super().__init__([reason, *shown])
        self.reason, self.lines = reason, list(lines)


def scores_of_program(
    scorer: Scorer, segments: Sequence[ScorerInput], progress: Progress | None = None
) -> list[float]:
    """Run a program on segments, whose texts have no line breaks; return a score for each.

    The program and its children end with this call, also if `progress` raises. ScorerError if the
    program fails.
    """
    with TemporaryDirectory(prefix="bleuscope-", ignore_cleanup_errors=True) as private:
        folder = Path(private)
        inputs = {
            SOURCE: [texts.source for texts in segments],
            OUTPUT: [texts.hypothesis for texts in segments],
            REFERENCE: [texts.reference for texts in segments],
            JSON_LINES: [json.dumps(texts._asdict(), ensure_ascii=False) for texts in segments],
        }
        files = {name: folder / f"{name.strip('{}')}.txt" for name in (*inputs, SCORES)}
        for name, lines in inputs.items():
            if scorer.takes(name):
                text = "".join(f"{line}\n" for line in lines)
                files[name].write_text(text, "utf-8", newline="\n")
        out, log = folder / "stdout.txt", folder / "stderr.txt"
        try:
            _run(scorer, files, out, log, progress)
            return _read_scores(scorer, files[SCORES] if scorer.takes(SCORES) else out, segments)
        except ScorerError as error:
            raise ScorerError(error.reason, _last_lines(log) or _last_lines(out)) from None


def end_programs() -> None:
    """End all programs and delete their files; a thread does neither when the app ends."""
    for folder, process in list(_running.items()):
        _end_group(process.pid)
        shutil.rmtree(folder, ignore_errors=True)


def _run(
    scorer: Scorer, files: dict[str, Path], out: Path, log: Path, progress: Progress | None
) -> None:
    """Run the program to its end; ScorerError if it fails."""
    command = list(scorer.command)
    for name, path in files.items():
        command = [word.replace(name, str(path)) for word in command]
    environment = {name: v for name, v in os.environ.items() if not name.startswith(_SECRETS)}
    environment.setdefault("PYTHONUTF8", "1")  # the files are UTF-8
    try:
        with out.open("wb") as stdout, log.open("wb") as stderr:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                cwd=out.parent,
                env=environment,
                start_new_session=True,
            )
    except (OSError, ValueError) as error:
        program, reason = one_line(command[0], QUOTED), getattr(error, "strerror", None)
        problem = messages.not_started(scorer.name, program, reason or str(error))
        raise ScorerError(problem) from None
    _running[out.parent] = process
    latest = time.monotonic() + scorer.timeout
    try:
        while process.returncode is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(TICK)
            if process.returncode is None and time.monotonic() > latest:
                raise ScorerError(messages.took_too_long(scorer.name, scorer.timeout))
            if sum(map(_size, (out, log, files[SCORES]))) > MAX_OUTPUT:
                raise ScorerError(messages.too_large(scorer.name, MAX_OUTPUT))
            if progress:
                progress(_part(log) or _part(out))
    finally:
        _end_group(process.pid)
        process.wait()
        del _running[out.parent]
    if process.returncode:
        raise ScorerError(messages.failed(scorer.name, process.returncode))


def _end_group(number: int) -> None:
    """Kill a program and its children, if they still run."""
    with suppress(OSError):
        if sys.platform == "win32":
            command = ["taskkill", "/T", "/F", "/PID", str(number)]
            subprocess.run(command, capture_output=True, check=False)
        else:
            os.killpg(number, signal.SIGKILL)


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _tail(path: Path, size: int) -> bytes:
    """The last bytes of a file; none if there is no file."""
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - size, 0))
        return file.read()


def _part(printed: Path) -> float:
    """The part that is done, by the last progress bar in a file; 0 if there is none."""
    found = _PERCENT.findall(_tail(printed, 500))
    return min(int(found[-1]), 100) / 100 if found else 0.0


def _last_lines(printed: Path) -> list[str]:
    """The last lines in a file."""
    text = _tail(printed, TAIL).decode("utf-8", "replace")
    # A progress bar returns to the beginning of its line.
    lines = [line.rstrip().rpartition("\r")[2].expandtabs(4) for line in text.split("\n")]
    return [one_line(line, LONGEST_LINE) for line in lines if line.strip()][-LAST_LINES:]


def _read_scores(scorer: Scorer, path: Path, segments: Sequence[ScorerInput]) -> list[float]:
    """The scores that a program wrote to a file; ScorerError if they are invalid."""
    if not path.is_file():
        raise ScorerError(messages.no_scores_file(scorer.name, SCORES))
    scores: list[float] = []
    with path.open(encoding="utf-8", errors="replace", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip() or (scorer.form == LAST_NUMBER and scorer.argument not in line):
                continue
            score = _score(scorer, line)
            if score is None:
                text = one_line(line.strip(), QUOTED)
                field = scorer.argument if scorer.form == JSON_FIELD else ""
                raise ScorerError(messages.not_number(scorer.name, number, text, field))
            scores.append(score)
    if len(scores) != len(segments):
        raise ScorerError(messages.wrong_number(scorer.name, len(scores), len(segments)))
    return scores


def _score(scorer: Scorer, line: str) -> float | None:
    """The finite number in a line; None if it has none."""
    number: object = None
    if scorer.form == JSON_FIELD:
        with suppress(ValueError, RecursionError):
            values = json.loads(line)
            number = values.get(scorer.argument) if isinstance(values, dict) else None
    else:
        words = line.split()
        if _NUMBER.fullmatch(words[-1]) and (scorer.form == LAST_NUMBER or len(words) == 1):
            number = float(words[-1])
    if isinstance(number, bool) or not isinstance(number, int | float):
        return None
    with suppress(OverflowError):  # an integer of JSON can have any number of digits
        return float(number) if math.isfinite(number) else None
    return None
