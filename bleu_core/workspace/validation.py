"""Validation of all rows of a workspace, by the functions that read them for the screens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bleu_core.common.formatting import LAST_MOMENT
from bleu_core.messages import workspace as messages
from bleu_core.people.sessions.plan import plan_digest
from bleu_core.segments.annotations import SIDES
from bleu_core.segments.marks import Mark, Rating, span_problem
from bleu_core.segments.saved_slices import slice_problem
from bleu_core.text.evalset import EvalSet
from bleu_core.workspace import backups
from bleu_core.workspace.annotations import (
    FIRST_TWO,
    VERDICT,
    AnnotationRow,
    annotation_rows,
    check_annotator_name,
)
from bleu_core.workspace.answers import load_answers
from bleu_core.workspace.comparisons import (
    SavedComparison,
    check_pair,
    check_segments,
    load_comparison,
    recent_comparisons,
    test_set_digest,
)
from bleu_core.workspace.connection import WorkspaceError
from bleu_core.workspace.database import EVERY, NAME, Workspace
from bleu_core.workspace.imports import load_scores
from bleu_core.workspace.label_types import label_type_problems, load_label_types
from bleu_core.workspace.marks import check_ratings, load_ratings
from bleu_core.workspace.sessions import Session, load_sessions, session_problems
from bleu_core.workspace.slices import saved_slices
from bleu_core.workspace.suite_runs import load_runs_of_suite, suite_titles

_TYPES = {"TEXT": "text", "BLOB": "blob", "INTEGER": "integer", "REAL": "real"}
_TIME_COLUMNS = ("made", "saved", "opened", "changed", "unblinded")
# The first and last number: seconds since 1970; scores and their differences.
_TIMES, _SCORES = (0.0, LAST_MOMENT), (-101.0, 101.0)


def check_file(file: Path) -> None:
    """Check an export completely; WorkspaceError if it is damaged or has invalid rows."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / NAME
        backups.restore(copy, file)
        check_rows(Workspace(copy.parent), file)


def check_rows(workspace: Workspace, file: Path) -> None:
    """Raise WorkspaceError with the name of `file` if an intact workspace has invalid rows."""
    what = "the list of comparisons"
    try:
        for name, is_valid in _checks(workspace):
            what = name
            if not is_valid():
                raise ValueError
    except Exception as error:  # whatever a reader raises for rows that we have not written
        raise WorkspaceError(messages.invalid_rows(str(file), what)) from error


def _checks(workspace: Workspace) -> Iterator[tuple[str, Callable[[], bool]]]:
    """Iterate over what is saved, with functions that return whether it is valid, or raise."""
    yield "types and ranges of values", partial(_are_values_valid, workspace)
    for saved in recent_comparisons(workspace, EVERY):
        name = f"comparison “{saved.title or ' → '.join(saved.systems[:2])}”"
        yield f"the texts of {name}", partial(_are_texts_valid, workspace, saved)
        yield f"the annotations of {name}", partial(_are_annotations_valid, workspace, saved)
        yield f"the error annotations of {name}", partial(_are_ratings_valid, workspace, saved)
        yield f"the imported scores of {name}", partial(_are_scores_valid, workspace, saved)
    yield (
        "blind sessions",
        lambda: (
            not session_problems(workspace)
            and all(_is_session_valid(workspace, session) for session in load_sessions(workspace))
        ),
    )
    yield "saved slices", lambda: not any(map(slice_problem, saved_slices(workspace)))
    yield "label types", lambda: not label_type_problems(load_label_types(workspace))
    yield (
        "runs of suites",
        lambda: all(
            isinstance(json.loads(run.contents), dict)
            for title in suite_titles(workspace)
            for run in load_runs_of_suite(workspace, title)
        ),
    )


def _are_values_valid(workspace: Workspace) -> bool:
    """Whether all values have the type of their columns, and numbers are in their ranges."""
    with workspace.reading() as db:
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            for _, name, kind, *_ in db.execute(f"PRAGMA table_info({table})").fetchall():
                wrong = f"typeof({name}) NOT IN ('{_TYPES.get(kind)}', 'null')"
                if kind == "REAL":
                    first, last = _TIMES if name in _TIME_COLUMNS else _SCORES
                    wrong += f" OR {name} NOT BETWEEN {first} AND {last}"
                # SQLite's own tables have no types.
                if kind and db.execute(f"SELECT 1 FROM {table} WHERE {wrong}").fetchone():
                    return False
    return True


def _are_texts_valid(workspace: Workspace, saved: SavedComparison) -> bool:
    if saved.is_data_set:
        return len(set(saved.systems)) == len(saved.systems) > 0 < saved.segments
    data = load_comparison(workspace, saved.digest)
    return (
        data is not None and len(data) == saved.segments and test_set_digest(data) == saved.test_set
    )


def _are_annotations_valid(workspace: Workspace, saved: SavedComparison) -> bool:
    with workspace.reading() as db:
        rows = annotation_rows(db, saved.digest)
        check_segments(db, saved.digest, [row.segment for row in rows])
        for pair in set(map(_checked_pair, rows)):
            check_pair(db, saved.digest, pair)
    return True


def _checked_pair(row: AnnotationRow) -> tuple[int, int]:
    """Return the places of the systems of a stored annotation; ValueError for an invalid one."""
    check_annotator_name(row.annotator)
    item = row.item
    if item.kind == "verdict":
        VERDICT.check(row.text)
        return int(item.system), int(item.label)
    if item.kind == "label":
        replace(item, system=SIDES[0]).check(row.text)
        return int(item.system), int(item.system)
    item.check(row.text)
    return FIRST_TWO


def _are_ratings_valid(workspace: Workspace, saved: SavedComparison) -> bool:
    ratings = load_ratings(workspace, saved.digest)
    if not ratings:
        return True
    check_ratings(ratings)
    with workspace.reading() as db:
        check_segments(db, saved.digest, [rating.segment for rating in ratings])
    data = load_comparison(workspace, saved.digest)
    return data is None or not any(
        span_problem(mark, _text_of(data, rating, mark))
        for rating in ratings
        for mark in rating.marks
    )


def _text_of(data: EvalSet, rating: Rating, mark: Mark) -> str:
    column = data.source if mark.side == "source" else data.systems[rating.system]
    return "" if column is None else column[rating.segment].as_py() or ""


def _are_scores_valid(workspace: Workspace, saved: SavedComparison) -> bool:
    return all(
        len(values) == saved.segments
        for scores in load_scores(workspace, saved.digest).values()
        for values in scores.values.values()
    )


def _is_session_valid(workspace: Workspace, session: Session) -> bool:
    load_answers(workspace, session.id)
    ids = {session.task.session, plan_digest(session.plan) if session.plan else session.id}
    return ids == {session.id}
