"""Scorers: metrics that another program computes, defined in the user's own configuration.

```toml
[scorer.comet]
command = ["comet-score", "-s", "{source}", "-t", "{output}", "-r", "{reference}"]
score = 'Segment .*score: (.*)'   # where the score is in a line of the output; default: "(.*)"
better = "higher"
timeout = 3600                    # optional: seconds that the program may take for a system
signature = "wmt22-comet-da"
```

Only the file in the workspace's folder is read, and only if no other account can change it, as a
command in it can do anything.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import math
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.escaping import one_line
from bleu_core.common.files import can_others
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import Message, toml
from bleu_core.messages import file as file_messages
from bleu_core.messages import scorer as messages
from bleu_core.messages.option import about
from bleu_core.metrics.imported import KEY_PREFIX, ImportedScores, name_problem
from bleu_core.readers.fields import Fields, is_table, parse_toml
from bleu_core.text.evalset import EvalSet, InputError

MOST_BYTES, MOST_WORDS, LONGEST_WORD, LONGEST_TEXT = 100_000, 200, 2_000, 200
TIMEOUT, LONGEST_TIMEOUT = 4 * 3_600, 28 * 24 * 3_600  # seconds
# Placeholders of files that the program reads, and of the one that it may write.
SOURCE, OUTPUT, REFERENCE, JSON_LINES = "{source}", "{output}", "{reference}", "{input_json}"
SCORES = "{scores}"
TICK = 0.2  # seconds between two calls of `progress`
MATCHING = 5  # seconds to find the score in a line
# Bytes that a program may write to a file, and more for each segment: one that writes without end
# would fill the disk before its time limit.
MOST_WRITTEN, MOST_FOR_SEGMENT = 100_000_000, 1_000
# Lines of a failed program that are shown, and bytes from which they are taken.
LAST_LINES, TAIL, LONGEST_LINE, QUOTED = 10, 20_000, 300, 60
# As progress bars write it: " 45%|████      |".
_PERCENT = re.compile(r"(\d{1,3})%\|")
_SECRETS = "BLEUSCOPE_"  # begins the names of variables that the program does not get


class Scorer(NamedTuple):
    """A metric that another program computes; see the keys of its table above."""

    name: str
    command: tuple[str, ...]
    score: str
    higher_is_better: bool
    timeout: int
    signature: str

    @property
    def key(self) -> str:
        """The key of its scores among the metrics."""
        return KEY_PREFIX + self.name

    def takes(self, placeholder: str) -> bool:
        """Whether the command has a placeholder."""
        return any(placeholder in word for word in self.command)


# What a program scores, one segment of a system: source, hypothesis and reference, "" for a text
# that it does not get.
ScorerInput = tuple[str, str, str]


def read_scorers(path: Path, called: str = "") -> dict[str, Scorer]:
    """Return the scorers of a configuration file by name; none if there is no such file.

    InputError if other accounts can change the file, or with a message for each fault, with its
    line; these name the file `called`, or else its path.
    """
    called = called or str(path)
    try:
        for place in (path, path.parent, path.resolve().parent):
            if can_others(_writing_by_others(status := place.stat()), status):
                raise InputError([messages.not_private(called, place != path)])
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        problem = file_messages.unopened(called, error.strerror or str(error))
        raise InputError([problem]) from error
    file, faults = parse_toml(data, called, MOST_BYTES)
    file.only(["scorer"])
    tables = file.table("scorer")
    scorers = {}
    for name, value in tables.items():
        if wrong := name_problem(name):
            tables.fault(name, about(f"The scorer “{name}”", wrong))
        if is_table(value):
            scorers[name] = _scorer(name, tables.table(name))
        else:
            tables.fault(name, toml.must_be(name, f"a table: [scorer.{name}]"))
    faults.end()
    return scorers


def _writing_by_others(status: os.stat_result) -> int:
    """The rights of other accounts to write a file.

    A group with the number of the owner is the owner's alone: many systems make one for each
    account, and files that it can write.
    """
    return 0o002 if status.st_gid == status.st_uid else 0o022


def _scorer(name: str, given: Fields) -> Scorer:
    """The scorer of a table; faults are logged."""
    given.only(["command", "score", "better", "timeout", "signature"])
    command = given.texts("command", 1, MOST_WORDS, LONGEST_WORD)
    if command and not any(OUTPUT in word or JSON_LINES in word for word in command):
        given.fault("command", messages.no_translations([OUTPUT, JSON_LINES]))
    import regex

    score = given.text("score", LONGEST_TEXT) or "(.*)"
    try:
        if regex.compile(score).groups != 1:
            given.fault("score", messages.bad_pattern("it needs one group in parentheses"))
    except regex.error as error:
        given.fault("score", messages.bad_pattern(str(error)))
    given.need("better")
    better = given.choice("better", ("higher", "lower"))
    signature = given.text("signature", LONGEST_TEXT, needed=True)
    if "|" in signature or not signature.isprintable():
        expected = "text without “|” or invisible characters"
        given.fault("signature", toml.must_be("signature", expected))
    timeout = given.number("timeout", LONGEST_TIMEOUT) or TIMEOUT
    return Scorer(name, command, score, better == "higher", timeout, signature)


def run_scorer(
    scorer: Scorer, segments: Sequence[ScorerInput], progress: Progress | None = None
) -> list[float]:
    """Run a program on segments, whose texts have no line breaks; return a score for each. The
    program and its process group end with this call, also if `progress` raises. InputError if the
    program fails."""
    names = "source", "hypothesis", "reference"
    objects = (dict(zip(names, texts, strict=True)) for texts in segments)
    inputs: dict[str, list[str]] = {
        SOURCE: [source for source, _, _ in segments],
        OUTPUT: [hypothesis for _, hypothesis, _ in segments],
        REFERENCE: [reference for _, _, reference in segments],
        JSON_LINES: [json.dumps(texts, ensure_ascii=False) for texts in objects],
        SCORES: [],
    }
    with TemporaryDirectory(prefix="bleuscope-", ignore_cleanup_errors=True) as private:
        out, log = Path(private, "stdout.txt"), Path(private, "stderr.txt")
        command = list(scorer.command)
        for placeholder, lines in inputs.items():
            if scorer.takes(placeholder):
                path = Path(private, placeholder.strip("{}") + ".txt")
                command = [word.replace(placeholder, str(path)) for word in command]
                if placeholder == SCORES:
                    out = path
                else:
                    path.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
        printed = Path(private, "stdout.txt")
        try:
            most = MOST_WRITTEN + MOST_FOR_SEGMENT * len(segments)
            _run(scorer, command, (printed, log, out), most, progress)
            return _read_scores(scorer, out, len(segments))
        except InputError as error:
            if lines := _last_lines(log) or _last_lines(printed):
                error.problems += [messages.last_lines(), *(f"  {line}" for line in lines)]
            raise


def _run(
    scorer: Scorer,
    command: list[str],
    files: tuple[Path, Path, Path],
    most: int,
    progress: Progress | None,
) -> None:
    """Run a command to its end; InputError if it fails, or writes more than `most` bytes to a file.

    `files` are for its standard output and errors, and the one with the scores.
    """
    out, log, _ = files
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
        raise InputError([problem]) from None
    end = partial(_end_group, process.pid)
    atexit.register(end)  # the thread that waits here is not resumed when the app ends
    latest = time.monotonic() + scorer.timeout
    try:
        while process.returncode is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(TICK)
            if any(path.is_file() and path.stat().st_size > most for path in files):
                raise InputError([messages.wrote_too_much(scorer.name, most)])
            if process.returncode is None and time.monotonic() > latest:
                raise InputError([messages.took_too_long(scorer.name, scorer.timeout)])
            if progress:
                done = _PERCENT.findall(_tail(log, 500))
                progress(min(int(done[-1]), 100) / 100 if done else 0)
    finally:
        end()
        process.wait()
        atexit.unregister(end)
    if process.returncode:
        raise InputError([messages.failed(scorer.name, process.returncode)])


def _end_group(number: int) -> None:
    """Kill a program and its process group, if they still run."""
    with suppress(OSError):
        if sys.platform == "win32":
            command = ["taskkill", "/T", "/F", "/PID", str(number)]
            subprocess.run(command, capture_output=True, check=False)
        else:
            os.killpg(number, signal.SIGKILL)


def _tail(path: Path, size: int) -> str:
    """The last bytes of a file."""
    with path.open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - size, 0))
        return file.read().decode("utf-8", "replace")


def _last_lines(path: Path) -> list[str]:
    """The last lines of a file; none if there is no file, as of a program that did not start."""
    if not path.is_file():
        return []
    # A progress bar returns to the beginning of its line.
    lines = [line.rstrip().rpartition("\r")[2] for line in _tail(path, TAIL).split("\n")]
    lines = [line.expandtabs(4) for line in lines if line.strip()]
    return [one_line(line, LONGEST_LINE) for line in lines[-LAST_LINES:]]


def _read_scores(scorer: Scorer, path: Path, segments: int) -> list[float]:
    """The scores that a program wrote to a file; InputError if they are invalid."""
    if not path.is_file():
        raise InputError([messages.no_scores_file(scorer.name, SCORES)])
    import regex

    scores: list[float] = []
    pattern = regex.compile(scorer.score)
    with path.open(encoding="utf-8", errors="replace", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                found = pattern.search(line.rstrip("\r\n"), timeout=MATCHING)
            except TimeoutError:
                raise InputError([messages.slow_pattern(scorer.name, number, MATCHING)]) from None
            if not found:
                continue
            score = math.nan
            with suppress(ValueError):
                score = float(found[1])
            if not math.isfinite(score):
                text = one_line(line.strip(), QUOTED)
                raise InputError([messages.not_number(scorer.name, number, text)])
            scores.append(score)
    if len(scores) != segments:
        raise InputError([messages.wrong_number(scorer.name, len(scores), segments)])
    return scores


# Scores, saved by the digest of what they depend on, so that nothing is scored twice. They are in a
# file beside the workspace's: it has no texts, and can be deleted at any time.
NAME = "scorers.sqlite"
PATIENCE = 30.0  # seconds that a write waits for another one
_IS_FINITE = "-9e999 < score AND score < 9e999"  # neither text nor NULL
_TABLE = "CREATE TABLE IF NOT EXISTS scores (digest BLOB PRIMARY KEY, score REAL) WITHOUT ROWID"


@contextmanager
def _saved_scores(folder: Path) -> Iterator[sqlite3.Connection]:
    """The saved scores in the folder of a workspace; committed at the end."""
    path = folder / NAME
    try:
        path.touch(0o600)
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as db, db:
            db.execute(_TABLE)
            yield db
    except (sqlite3.Error, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError([messages.not_saved(str(path), reason)]) from error


def score_systems(
    scorer: Scorer,
    evalset: EvalSet,
    systems: Sequence[str],
    folder: Path,
    progress: Progress | None = None,
) -> ImportedScores:
    """Score systems one after the other; the program gets the segments that have no saved score.

    Scores are saved in `folder`, that of a workspace. If `progress` raises, the program is ended.
    InputError if it fails, or if scores cannot be saved.
    """
    values = {}
    for number, system in enumerate(systems):
        segments = _segments(scorer, evalset, system)
        digests = [_digest(scorer, texts) for texts in segments]
        texts_by_digest = dict(zip(digests, segments, strict=True))
        with _saved_scores(folder) as db:
            query = f"SELECT digest, score FROM scores WHERE digest = ? AND {_IS_FINITE}"
            rows = [db.execute(query, (digest,)).fetchone() for digest in texts_by_digest]
        found = dict(row for row in rows if row)
        if missing := [digest for digest in texts_by_digest if digest not in found]:
            texts = [texts_by_digest[digest] for digest in missing]
            part = sub_progress(progress, number / len(systems), (number + 1) / len(systems))
            new = dict(zip(missing, run_scorer(scorer, texts, part), strict=True))
            with _saved_scores(folder) as db:
                db.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?)", new.items())
            found |= new
        values[system] = np.array([found[digest] for digest in digests])
    origins = dict.fromkeys(values, scorer.signature)
    return ImportedScores(
        scorer.name, scorer.higher_is_better, values, origins, signature=scorer.signature
    )


def scorer_notes(scorer: Scorer, evalset: EvalSet) -> list[Message]:
    """A note if the program gets only the first of several references."""
    takes_reference = scorer.takes(REFERENCE) or scorer.takes(JSON_LINES)
    if len(evalset.references) > 1 and takes_reference:
        return [messages.first_reference(scorer.name)]
    return []


def _segments(scorer: Scorer, evalset: EvalSet, system: str) -> list[ScorerInput]:
    """The texts of each segment that the program gets; line breaks become spaces."""
    takes_all = scorer.takes(JSON_LINES)
    if scorer.takes(SOURCE) and evalset.source is None:
        raise InputError([messages.no_source(scorer.name, SOURCE)])
    source = evalset.source if takes_all or scorer.takes(SOURCE) else None
    takes_reference = takes_all or scorer.takes(REFERENCE)
    reference = pc.coalesce(*evalset.references) if takes_reference else None
    none = pa.nulls(len(evalset), pa.large_string())
    columns = [none if c is None else c for c in (source, evalset.systems[system], reference)]
    lines = ([" ".join((t or "").splitlines()) for t in texts.to_pylist()] for texts in columns)
    sources, hypotheses, texts_of_references = lines
    return list(zip(sources, hypotheses, texts_of_references, strict=True))


def _digest(scorer: Scorer, texts: ScorerInput) -> bytes:
    """Identify a score: by the program, how its scores are read, its signature, and the texts."""
    program = [*scorer.command, scorer.score, scorer.signature]
    return hashlib.sha256(json.dumps([program, *texts]).encode()).digest()
