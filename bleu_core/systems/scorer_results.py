"""Scores of programs, saved by the digest of what they depend on, so that nothing is scored twice.

They are in a file beside the workspace's: it has no texts, and can be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import Message
from bleu_core.messages import scorer as messages
from bleu_core.metrics.imported import ImportedScores
from bleu_core.systems.scorer_programs import ScorerError, ScorerInput, scores_of_program
from bleu_core.systems.scorers import JSON_LINES, REFERENCE, SOURCE, Scorer
from bleu_core.text.evalset import EvalSet

NAME = "scorers.sqlite"
PATIENCE = 30.0  # seconds that a write waits for another one
_TABLE = "CREATE TABLE IF NOT EXISTS scores (digest BLOB PRIMARY KEY, score REAL) WITHOUT ROWID"


class SavedScores:
    """Scores by digest, in a file in the folder of a workspace. ScorerError if it is unusable."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def load(self, digests: Iterable[bytes]) -> dict[bytes, float]:
        """Return the scores that are saved under some of these digests."""
        query = "SELECT digest, score FROM scores WHERE digest = ?"
        with self._opened() as db:
            rows = (db.execute(query, (digest,)).fetchone() for digest in digests)
            return dict(row for row in rows if row)

    def save(self, scores: Mapping[bytes, float]) -> None:
        """Save scores by digest."""
        with self._opened() as db:
            db.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?)", scores.items())

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """The file; committed at the end."""
        try:
            self.path.touch(0o600)
            with closing(sqlite3.connect(self.path, PATIENCE)) as db, db:
                db.execute(_TABLE)
                yield db
        except (sqlite3.Error, OSError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ScorerError(messages.not_saved(str(self.path), reason)) from error


def score_systems(
    scorer: Scorer,
    evalset: EvalSet,
    systems: Sequence[str],
    saved: SavedScores,
    progress: Progress | None = None,
) -> ImportedScores:
    """Score systems one after the other; the program gets the segments that have no saved score.

    If `progress` raises, the program is ended. ScorerError if it fails, or if scores cannot be
    saved.
    """
    values = {}
    for number, system in enumerate(systems):
        segments = _segments(scorer, evalset, system)
        digests = [_digest(scorer, texts) for texts in segments]
        texts_by_digest = dict(zip(digests, segments, strict=True))
        found = saved.load(texts_by_digest)
        if missing := [digest for digest in texts_by_digest if digest not in found]:
            texts = [texts_by_digest[digest] for digest in missing]
            part = sub_progress(progress, number / len(systems), (number + 1) / len(systems))
            new = dict(zip(missing, scores_of_program(scorer, texts, part), strict=True))
            saved.save(new)
            found |= new
        values[system] = np.array([found[digest] for digest in digests])
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
    """The texts of each segment that the program gets."""
    takes_all = scorer.takes(JSON_LINES)
    if scorer.takes(SOURCE) and evalset.source is None:
        raise ScorerError(messages.no_source(scorer.name, SOURCE))
    source = evalset.source if takes_all or scorer.takes(SOURCE) else None
    takes_reference = takes_all or scorer.takes(REFERENCE)
    reference = pc.coalesce(*evalset.references) if takes_reference else None
    columns = [_lines(each, len(evalset)) for each in (source, evalset.systems[system], reference)]
    return [ScorerInput(*texts) for texts in zip(*columns, strict=True)]


def _lines(column: pa.Array | None, size: int) -> list[str]:
    """The texts of a column, each on one line; its line breaks become spaces."""
    if column is None:
        return [""] * size
    return [" ".join((text or "").splitlines()) for text in column.to_pylist()]


def _digest(scorer: Scorer, texts: ScorerInput) -> bytes:
    """Identify a score: by the program, how its scores are read, its signature, and the texts."""
    program = [*scorer.command, scorer.form, scorer.argument, scorer.signature]
    return hashlib.sha256(json.dumps([program, *texts]).encode()).digest()
