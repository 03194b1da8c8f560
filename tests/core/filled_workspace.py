"""A small workspace with every kind of saved data."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.cli import main
from bleu_core.cli.errors import print_messages
from bleu_core.messages import codes
from bleu_core.metrics import ImportedScores
from bleu_core.people.sessions.plan import PlanItem, SessionPlan, plan_digest
from bleu_core.people.sessions.task import blind_task
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.marks import Mark, Rating
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.text.evalset import column_digest
from bleu_core.workspace import NOTE, VERDICT, LabelType, Workspace, answers, backups, sessions
from bleu_core.workspace import AnnotationItem as Said
from bleu_core.workspace.database import NAME
from bleu_core.workspace.suite_runs import save_run

REFERENCE = ["the cat sat on the mat", "it rains today", "all is well"]


def first() -> EvalSet:
    return EvalSet(
        {name: [f"{line} {name}" for line in REFERENCE] for name in ("old", "new")},
        [REFERENCE],
        source=["el gato", "llueve", "todo bien"],
        documents=["d1", "d1", "d2"],
        metadata={"kind": ["news", "talk", "talk"]},
    )


def second() -> EvalSet:
    return EvalSet({"new": first().systems["new"], "newer": REFERENCE}, [REFERENCE])


def scores() -> ImportedScores:
    values = {"old": np.array([0.5, np.nan, 0.25]), "new": np.array([0.75, 1 / 3, 1e-9])}
    return ImportedScores("COMET", True, values, {"old": "a.txt", "new": "b.tsv, column “x”"})


def ratings() -> list[Rating]:
    """Return two raters' marks on the first comparison, as from a file."""
    awkward = Mark("Style/Awkward", "minor", 4, 7, comment="like a “child’s”", number=0)
    missing = Mark("Accuracy/Omission", "major", 0, 2, "source", number=1)
    return [
        Rating(0, "old", "rater1", (awkward, missing), 86_400.5),
        Rating(0, "new", "rater2"),
        Rating(2, "new", "rater1", (Mark("", "critical"),), score=12.5),
    ]


def plan() -> SessionPlan:
    items = (
        PlanItem(0, "old", "new"),
        PlanItem(2, "new", "old"),
        PlanItem(0, "new", "old", "repeat", 0),
    )
    return SessionPlan(
        "Monday", first().digest, ("old", "new"), 5, 0.5, 0.0, ("ann", "bob"),
        "better", ("source",), "ann", 1.5, items,
    )  # fmt: skip


def filled(folder: Path) -> Workspace:
    """Create two comparisons, every kind of annotation of the first, slices and a suite run.

    It has a backup of today with all of that.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    template = Path(_template().name)
    shutil.copy(template / NAME, folder)
    shutil.copytree(template / backups.FOLDER, folder / backups.FOLDER)
    return Workspace.open(folder)


@cache
def _template() -> TemporaryDirectory[str]:
    """Create the folder once for each process, and delete it at its end."""
    folder = TemporaryDirectory(ignore_cleanup_errors=True)
    space = _made(Path(folder.name))
    for early in settled(space.folder):
        early.unlink()
    backups.make(space.path)
    space.compact()
    for log in space.folder.glob(f"{NAME}-*"):
        log.unlink()
    return folder


def _made(folder: Path) -> Workspace:
    space = Workspace.open(folder)
    for data in (first(), second()):
        workspace.save_comparison(space, data, BleuConfig(lowercase=True))
    digest = first().digest
    workspace.rename_comparison(space, digest, "Friday")
    for segment, note in enumerate(("a note that is kept", "another one, longer " * 20)):
        workspace.save_annotation(space, digest, segment, NOTE, note)
        workspace.save_annotation(space, digest, segment, VERDICT, "A better")
        workspace.save_annotation(space, digest, segment, Said("label", "B", "omission"), "major")
    workspace.mark(space, digest, 0, 1, 0, Mark("omission", "minor", 4, 7), "ann")
    workspace.import_ratings(space, digest, "marks.tsv", ratings())
    workspace.import_scores(space, digest, scores())
    sessions.save_session(space, plan(), blind_task(plan(), first()))
    session = plan_digest(plan())
    answers.save_answer(space, session, "ann", 0, {"better": "left"})
    answers.save_answer(space, session, "bob", 1, {"skipped": "a reason that is kept"})
    workspace.save_slice(space, SavedSlice("talk", 'kind = "talk" and points < 0'))
    workspace.save_slice(space, SavedSlice("copies", "a.copy or b.copy", Thresholds(copy_run=5)))
    outputs = [
        ("news", name, column_digest(column), name == "old")
        for name, column in first().systems.items()
    ]
    save_run(space, "A suite", 86_400.5, False, '{"what": "came out of it"}', outputs)
    workspace.save_label_types(
        space, [LabelType("omission", "o", "missing"), LabelType("other", "z", "else")]
    )
    return space


def judged(space: Workspace) -> Any:
    """Return the saved session in a comparable form."""
    session = plan_digest(plan())
    return (
        sessions.load_sessions(space, first().digest),
        sessions.find_session(space, session),
        str(answers.load_answers(space, session)),
    )


def contents(space: Workspace, digest: str) -> Any:
    found = workspace.load_comparison(space, digest)
    if found is None:
        return None
    columns = {**found.systems, "reference": found.references[0], **found.metadata}
    columns |= {"source": found.source, "documents": found.documents}
    return {name: column and column.to_pylist() for name, column in columns.items()}


def imported(space: Workspace, digest: str) -> Any:
    """Return the imported scores in a comparable form; missing ones as None."""
    return {
        name: (
            one.higher_is_better,
            dict(one.origins),
            {k: [None if np.isnan(v) else v for v in row] for k, row in one.values.items()},
        )
        for name, one in workspace.load_scores(space, digest).items()
    }


def asked(path: Path, statement: str, *values: object) -> list[Any]:
    """Query a file, past the library."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def left_in(space: Workspace, texts: set[str]) -> list[str]:
    """Return the texts that occur somewhere in the folder."""
    settled(space.folder)
    asked(space.path, "PRAGMA wal_checkpoint(TRUNCATE)")
    data = b"".join(path.read_bytes() for path in space.folder.rglob("*") if path.is_file())
    return [text for text in texts if text.encode() in data]


def settled(folder: Path) -> list[Path]:
    """Return the backups, after waiting for the one being made."""
    for thread in threading.enumerate():
        if thread.name == "bleuscope backup":
            thread.join()
    return backups.listed(folder)


class WorkspaceCommand:
    """`run(home, "check")` returns the exit code and the output; `codes` has its message codes."""

    def __init__(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.patch, self.capsys, self.codes = patch, capsys, [""]
        patch.setattr(import_module("bleu_core.cli.workspace"), "print_messages", self.say)

    def say(self, sentences: Sequence[str]) -> None:
        self.codes += codes(sentences)
        print_messages(sentences)

    def __call__(self, home: Path, *arguments: str | Path) -> tuple[int, str]:
        self.codes = []
        self.patch.setenv("BLEUSCOPE_HOME", str(home))
        code = main(["workspace", *map(str, arguments)])
        return code, "".join(self.capsys.readouterr())

    def check(self, home: Path, *arguments: str | Path) -> list[str]:
        """Return the message codes without their area; damage has the exit code 2."""
        code = self(home, "check", *arguments)[0]
        assert (code == 2) == any("damaged" in one for one in self.codes)
        return [one.removeprefix("workspace.") for one in self.codes]
