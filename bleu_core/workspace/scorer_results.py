"""Scores of programs, saved by the digest of what they depend on, so that nothing is scored twice.

They are in a file of their own beside the workspace's: it has no texts, can be deleted at any time,
and needs no backup.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import Message
from bleu_core.messages import scorer as messages
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.imported import ImportedScores
from bleu_core.systems.scorer_programs import ScorerError, as_line, scores_of_program
from bleu_core.systems.scorers import JSON_LINES, REFERENCE, SOURCE, Scorer, ScorerInput
from bleu_core.text.evalset import EvalSet
from bleu_core.workspace.backups import new_file
from bleu_core.workspace.connection import Connection, is_damage, open_file, workspace_errors

NAME = "scorers.sqlite"
PATIENCE = 30.0  # seconds that a write waits for another one
_TABLE = "CREATE TABLE IF NOT EXISTS scores (digest BLOB PRIMARY KEY, score REAL) WITHOUT ROWID"


class SavedScores:
    """Scores by digest, in a file in the folder of a workspace; if damaged, it is replaced."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def load(self, digests: Iterable[bytes]) -> dict[bytes, float]:
        """Return the scores that are saved under some of these digests."""
        query = "SELECT digest, score FROM scores WHERE digest = ?"
        with self._transaction() as db:
            rows = (db.execute(query, (digest,)).fetchone() for digest in digests)
            return dict(row for row in rows if row)

    def save(self, scores: Mapping[bytes, float]) -> None:
        with self._transaction() as db:
            db.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?)", scores.items())

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Commit at the end. WorkspaceError if the file cannot be used."""
        with workspace_errors(self.path, PATIENCE), closing(self._opened()) as db:
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")

    def _opened(self) -> Connection:
        for is_last in (False, True):
            with suppress(FileExistsError):
                new_file(self.path)
            db = open_file(self.path, "rw", PATIENCE)
            try:
                db.execute(_TABLE)
                break
            except sqlite3.DatabaseError as error:
                db.close()
                if is_last or not is_damage(error):
                    raise
                self.path.unlink()
        return db


def run_scorer(
    scorer: Scorer,
    evalset: EvalSet,
    system: str,
    saved: SavedScores,
    progress: Progress | None = None,
) -> FloatArray:
    """Score the segments of a system; the program gets those that have no saved score.

    Parameters
    ----------
    scorer : Scorer
    evalset : EvalSet
    system : str
    saved : SavedScores
        Gets the new scores.
    progress : callable, optional
        Called several times a second; if it raises, the program is ended.

    Returns
    -------
    array of shape (S,)

    Raises
    ------
    ScorerError
        The program failed, or the test set has no source text.
    WorkspaceError
        Scores cannot be saved.
    """
    segments = _segments(scorer, evalset, system)
    digests = list(map(scorer.digest, segments))
    texts = dict(zip(digests, segments, strict=True))
    found = saved.load(texts)
    if missing := [digest for digest in texts if digest not in found]:
        scores = scores_of_program(scorer, [texts[digest] for digest in missing], progress)
        new = dict(zip(missing, scores, strict=True))
        saved.save(new)
        found |= new
    return np.array([found[digest] for digest in digests])


def score_systems(
    scorer: Scorer,
    evalset: EvalSet,
    systems: Sequence[str],
    saved: SavedScores,
    progress: Progress | None = None,
) -> ImportedScores:
    """Score systems one after the other; see `run_scorer`."""
    values = {}
    for number, system in enumerate(systems):
        part = sub_progress(progress, number / len(systems), (number + 1) / len(systems))
        values[system] = run_scorer(scorer, evalset, system, saved, part)
    origins = dict.fromkeys(values, scorer.signature)
    return ImportedScores(
        scorer.name, scorer.higher_is_better, values, origins, signature=scorer.signature
    )


def scorer_notes(scorer: Scorer, evalset: EvalSet, scores: ImportedScores) -> list[Message]:
    """Notes on the scores of a scorer: which reference it used, and scores outside its range."""
    notes = []
    if len(evalset.references) > 1 and (scorer.takes(REFERENCE) or scorer.takes(JSON_LINES)):
        notes.append(messages.first_reference(scorer.name))
    if scorer.range is None:
        return notes
    low, high = scorer.range
    for system, values in scores.values.items():
        outside = np.flatnonzero((values < low) | (values > high)).tolist()
        if outside:
            segment, score = outside[0] + 1, float(values[outside[0]])
            notes.append(
                messages.out_of_range(scorer.name, len(outside), low, high, score, segment, system)
            )
    return notes


def _segments(scorer: Scorer, evalset: EvalSet, system: str) -> list[ScorerInput]:
    """The texts of each segment that the program gets, without line breaks."""
    takes_all = scorer.takes(JSON_LINES)
    if scorer.takes(SOURCE) and evalset.source is None:
        raise ScorerError([messages.no_source(scorer.name, SOURCE)])
    source = evalset.source if takes_all or scorer.takes(SOURCE) else None
    output = evalset.systems[system]
    takes_reference = takes_all or scorer.takes(REFERENCE)
    reference = pc.coalesce(*evalset.references) if takes_reference else None
    columns = [_lines(column, len(evalset)) for column in (source, output, reference)]
    return [ScorerInput(*texts) for texts in zip(*columns, strict=True)]


def _lines(column: pa.Array | None, size: int) -> list[str]:
    if column is None:
        return [""] * size
    return [as_line(text or "") for text in column.to_pylist()]
