"""Scores of programs, saved by the digest of what they depend on, so that nothing is scored twice.

They are in a file beside the workspace's: it has no texts, and can be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import Message
from bleu_core.messages import scorer as messages
from bleu_core.metrics.imported import ImportedScores
from bleu_core.systems.scorers import (
    JSON_LINES,
    REFERENCE,
    SOURCE,
    Scorer,
    ScorerInput,
    run_scorer,
)
from bleu_core.text.evalset import EvalSet, InputError

NAME = "scorers.sqlite"
PATIENCE = 30.0  # seconds that a write waits for another one
_TABLE = "CREATE TABLE IF NOT EXISTS scores (digest BLOB PRIMARY KEY, score REAL) WITHOUT ROWID"


@contextmanager
def _saved_scores(folder: Path) -> Iterator[sqlite3.Connection]:
    """The saved scores in the folder of a workspace; committed at the end."""
    path = folder / NAME
    try:
        path.touch(0o600)
        with closing(sqlite3.connect(path, PATIENCE)) as db, db:
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
            query = "SELECT digest, score FROM scores WHERE digest = ?"
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
    return [ScorerInput(*texts) for texts in zip(*lines, strict=True)]


def _digest(scorer: Scorer, texts: ScorerInput) -> bytes:
    """Identify a score: by the program, how its scores are read, its signature, and the texts."""
    program = [*scorer.command, scorer.score, scorer.signature]
    return hashlib.sha256(json.dumps([program, *texts]).encode()).digest()
