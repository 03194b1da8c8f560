"""The program of a scorer: its input files, running and ending it, and reading its scores."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bleu_core.common.escaping import one_line
from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import scorer as messages
from bleu_core.systems import supervisor
from bleu_core.systems.scorers import (
    JSON_FIELD,
    JSON_LINES,
    LAST_NUMBER,
    OUTPUT,
    PLACEHOLDERS,
    REFERENCE,
    SCORES,
    SOURCE,
    Scorer,
    ScorerInput,
)
from bleu_core.systems.supervisor import BY_SIGNAL
from bleu_core.text.evalset import InputError

TICK = 0.2  # seconds between two calls of `progress`
PATIENCE = 3.0  # seconds that a program has to end before it is killed
# Lines of a failed program that are shown, and bytes from which they are taken.
LAST_LINES, TAIL, LONGEST_LINE, QUOTED = 10, 20_000, 300, 60
STDOUT, STDERR = "stdout.txt", "stderr.txt"
# Bytes that the scores may take: in all, for each segment, and for each character of its texts,
# which JSON may repeat.
_FREE, _FOR_SEGMENT, _FOR_CHARACTER = 1_000_000, 1_000, 10
# Bytes that a program may print besides, or to standard error.
MOST_PRINTED = 100_000_000
# All characters at which some programs begin another line.
_LINE_BREAKS = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
# As progress bars write it: " 45%|████      |".
_PERCENT = re.compile(rb"(\d{1,3})%\|")
_SECRETS = "BLEUSCOPE_"  # begins the names of variables that the program does not get


class ScorerError(InputError):
    """A program that failed or returned no scores; its last lines are among the problems.

    `reasons` are the messages alone, `lines` the last lines alone.
    """

    def __init__(self, reasons: Sequence[Message], lines: Sequence[str] = ()) -> None:
        shown = [messages.last_lines(), *(f"  {line}" for line in lines)] if lines else []
        super().__init__([*reasons, *shown])
        self.reasons, self.lines = list(reasons), list(lines)


def scores_of_program(
    scorer: Scorer, segments: Sequence[ScorerInput], progress: Progress | None = None
) -> list[float]:
    """Run a program on segments; return a score for each.

    If `progress` raises, or this process ends, the program and its children are ended. ScorerError
    if the program fails.
    """
    with TemporaryDirectory(prefix="bleuscope-", ignore_cleanup_errors=True) as private:
        folder = Path(private)
        files = {name: folder / f"{name.strip('{}')}.txt" for name in PLACEHOLDERS}
        _write_inputs(scorer, segments, files)
        result = files[SCORES] if scorer.takes(SCORES) else folder / STDOUT
        characters = sum(len(text) for texts in segments for text in texts)
        most = _FREE + _FOR_SEGMENT * len(segments) + _FOR_CHARACTER * characters

        def check(part: float) -> None:
            if _size(result) > most:  # perhaps without end
                raise ScorerError([messages.too_large(scorer.name, most, len(segments))])
            if max(_size(folder / STDOUT), _size(folder / STDERR)) > max(most, MOST_PRINTED):
                raise ScorerError([messages.printed_too_much(scorer.name, MOST_PRINTED)])
            if progress:
                progress(part)

        try:
            _run(scorer, files, folder, check)
            return _read_scores(scorer, result, len(segments))
        except ScorerError as error:
            raise ScorerError(error.reasons, _last_lines(folder)) from None


def as_line(text: str) -> str:
    """Text without line breaks, as programs get it."""
    return _LINE_BREAKS.sub(" ", text)


def _write_inputs(
    scorer: Scorer, segments: Sequence[ScorerInput], files: Mapping[str, Path]
) -> None:
    columns = {SOURCE: 0, OUTPUT: 1, REFERENCE: 2}
    for name, column in columns.items():
        _write_lines(files[name], (texts[column] for texts in segments), scorer.takes(name))
    objects = (
        {"source": source, "hypothesis": output, "reference": reference}
        for source, output, reference in segments
    )
    lines = (json.dumps(each, ensure_ascii=False) for each in objects)
    _write_lines(files[JSON_LINES], lines, scorer.takes(JSON_LINES))


def _write_lines(path: Path, lines: Iterator[str], is_needed: bool) -> None:
    if is_needed:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)


def _run(scorer: Scorer, files: Mapping[str, Path], folder: Path, progress: Progress) -> None:
    """Run the program to its end, with `progress` also after it; ScorerError if it fails."""
    words = [_filled(word, files) for word in scorer.command]
    if shutil.which(words[0]) is None:
        program = one_line(words[0], QUOTED)
        raise ScorerError([messages.not_started(scorer.name, program)])
    with _started(words, folder) as process:
        while (code := process.returncode) is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(TICK)
            progress(_part(folder))
    if name := _signal_name(code - BY_SIGNAL):
        raise ScorerError([messages.killed(scorer.name, name)])
    if code:
        raise ScorerError([messages.failed(scorer.name, code)])


def _filled(word: str, files: Mapping[str, Path]) -> str:
    for name, path in files.items():
        word = word.replace(name, str(path))
    return word


@contextmanager
def _started(words: Sequence[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program in a process group of its own, which is ended with the block."""
    environment = {name: v for name, v in os.environ.items() if not name.startswith(_SECRETS)}
    environment.setdefault("PYTHONUTF8", "1")  # the files are UTF-8
    with open(folder / STDOUT, "wb") as out, open(folder / STDERR, "wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", supervisor.__file__, str(folder), *words],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=err,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
    with process:
        try:
            yield process
        finally:
            try:
                if process.poll() is None:
                    _end_group(process.pid, signal.SIGTERM)
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(PATIENCE)
            finally:
                _end_group(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _end_group(number: int, by: int) -> None:
    """Send a signal to a program and its children."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(number, by)
        else:  # Windows
            command = ["taskkill", "/T", "/F", "/PID", str(number)]
            subprocess.run(command, capture_output=True, check=False)


def _signal_name(number: int) -> str:
    """The name of a signal; "" for another number."""
    with suppress(ValueError):
        return signal.Signals(number).name
    return ""


def _part(folder: Path) -> float:
    """The part that is done, by the last progress bar of the program; 0 if there is none."""
    for name in (STDERR, STDOUT):
        if found := _PERCENT.findall(_tail(folder / name, 500)):
            return min(int(found[-1]), 100) / 100
    return 0.0


def _tail(path: Path, size: int) -> bytes:
    """The last bytes of a file; none if there is no file."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - size, 0))
        return file.read()
    return b""


def _last_lines(folder: Path) -> list[str]:
    """The last lines of standard error, or else of standard output."""
    for name in (STDERR, STDOUT):
        text = _tail(folder / name, TAIL).decode("utf-8", "replace")
        # A progress bar returns to the beginning of its line.
        lines = [line.rstrip().rpartition("\r")[2].expandtabs(4) for line in text.split("\n")]
        if shown := [one_line(line, LONGEST_LINE) for line in lines if line.strip()]:
            return shown[-LAST_LINES:]
    return []


def _size(path: Path) -> int:
    """The size of a file in bytes; 0 if there is no file."""
    with suppress(OSError):
        return path.stat().st_size
    return 0


def _read_scores(scorer: Scorer, result: Path, segments: int) -> list[float]:
    """The scores in the file or the output of a program; ScorerError if they are invalid."""
    try:
        if not result.is_file():  # a pipe or a device may have no end
            raise FileNotFoundError
        text = result.read_text("utf-8", "replace")
    except OSError:
        raise ScorerError([messages.no_scores_file(scorer.name, SCORES)]) from None
    scores: list[float] = []
    problems: list[Message] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or (scorer.form == LAST_NUMBER and scorer.argument not in line):
            continue
        score = _score(scorer, line)
        if score is None and not problems:
            problems.append(_no_score(scorer, number, line))
        scores.append(score or 0.0)
    if len(scores) != segments:
        problems.insert(0, messages.wrong_number(scorer.name, len(scores), segments))
    if problems:
        raise ScorerError(problems)
    return scores


def _score(scorer: Scorer, line: str) -> float | None:
    """The score in a line; None if it has none."""
    if scorer.form == JSON_FIELD:
        value = _json_value(line, scorer.argument)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return _finite(value) if is_number else None
    words = line.split()
    word = words[-1] if scorer.form == LAST_NUMBER or len(words) == 1 else ""
    return _finite(word) if _NUMBER.fullmatch(word) else None


def _finite(value: str | float) -> float | None:
    """A number that is finite as a float; else None."""
    with suppress(OverflowError):  # an integer of JSON can have any number of digits
        number = float(value)
        return number if math.isfinite(number) else None
    return None


def _json_value(line: str, field: str) -> Any:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found.get(field) if isinstance(found, dict) else None


def _no_score(scorer: Scorer, number: int, line: str) -> Message:
    text = one_line(line.strip(), QUOTED)
    if scorer.form == JSON_FIELD:
        return messages.no_json_number(scorer.name, number, scorer.argument, text)
    return messages.not_number(scorer.name, number, text)
