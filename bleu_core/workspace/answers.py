"""Answers of blind sessions, each saved separately, and unblinding."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bleu_core.common.formatting import format_count
from bleu_core.messages import session as messages
from bleu_core.people.sessions import item_answers
from bleu_core.people.sessions.item_answers import (
    AnswerTexts,
    answer_from_texts,
    answer_to_texts,
)
from bleu_core.people.sessions.task import BlindTask, ItemAnswer, annotator_progress
from bleu_core.workspace.connection import Connection, Row
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.sessions import add_line, row_of, session_of, task_of

# The kind of a row that is not an answer: the present item of an annotator.
_PLACE = "place"


class _Part(NamedTuple):
    """A part of an answer, by the columns that identify its row."""

    session: str
    annotator: str
    item: int
    kind: str
    side: str = ""


_WHICH = "WHERE " + " AND ".join(f"{name} = ?" for name in _Part._fields)


@dataclass(frozen=True)
class AnswerImport:
    """The result of importing a file of answers."""

    new: int  # answers that were added, in whole or in part
    same: int  # answers that were there already
    stays: list[tuple[str, int]]  # items with another answer, which stays


def save_answer(
    workspace: Workspace,
    session: str,
    annotator: str,
    item: int,
    kind: str,
    side: str,
    text: str,
) -> None:
    """Save one part of an answer, '' to delete it; the last write wins.

    `kind`, `side` and `text` are as in `people.sessions.item_answers`. Saving the same text again
    changes nothing. An item is skipped or answered: saving the one deletes the other. Raises Gone
    if the session was deleted; ValueError for an invalid text, an unknown annotator, or a session
    that was unblinded.
    """
    with workspace.writing() as db:
        task = _open_task(db, session)
        item_answers.check_answer(task, annotator, item, kind, side, text)
        text = _canonical(kind, text)
        part = _Part(session, annotator, item, kind, side)
        rows = db.rows("answers", _WHICH, *part)
        if text == (rows[0]["value"] if rows else ""):
            return
        if not _has_begun(db, session, annotator):
            add_line(db, session, annotator, "begun")
        if text and kind != "seconds":
            other = task.ask if kind == "skipped" else "skipped"
            which = "session = ? AND annotator = ? AND item = ? AND kind = ?"
            db.execute(f"DELETE FROM answers WHERE {which}", (*part[:3], other))
        _put_answer(db, part, text)


def load_answers(
    workspace: Workspace, session: str, annotator: str | None = None
) -> list[ItemAnswer]:
    """Return the answers of a session, of one annotator or all, by annotator and item."""
    with workspace.reading() as db:
        row_of(db, session)
        return answers_of(db, session, annotator)


def import_answers(
    workspace: Workspace, session: str, file: str, found: Sequence[ItemAnswer], who: str = ""
) -> AnswerImport:
    """Import the answers of a file; existing answers stay. Errors are those of `save_answer`."""
    new = same = 0
    stays = []
    with workspace.writing() as db:
        task = _open_task(db, session)
        there = {(a.annotator, a.item): answer_to_texts(a) for a in answers_of(db, session)}
        for answer in found:
            key = answer.annotator, answer.item
            texts, before = answer_to_texts(answer), there.get(key, {})
            for (kind, side), text in texts.items():
                item_answers.check_answer(task, *key, kind, side, text)
            given, ours = _without_time(texts), _without_time(before)
            if not given:
                continue
            if ours == given:
                same += 1
            elif not ours.items() <= given.items():
                stays.append(key)
            else:
                new += 1
                for (kind, side), text in texts.items() - before.items():
                    _put_answer(db, _Part(session, *key, kind, side), text, file, answer.changed)
        if new:
            add_line(db, session, who, f"{format_count(new, 'answer')} imported from {file}")
    return AnswerImport(new, same, stays)


def _without_time(texts: AnswerTexts) -> AnswerTexts:
    """Return the texts of an answer; one that is opened and left has only a time, and is none."""
    return {place: text for place, text in texts.items() if place != ("seconds", "")}


def save_position(workspace: Workspace, session: str, annotator: str, item: int) -> None:
    """Save the item that an annotator sees."""
    with workspace.writing() as db:
        task = task_of(row_of(db, session)["task"])
        item_answers.check_answer(task, annotator, item, "seconds", "", "")
        _put_answer(db, _Part(session, annotator, -1, _PLACE), str(item))


def load_position(workspace: Workspace, session: str, annotator: str) -> int | None:
    """Return the item that an annotator saw last, by its number in the plan."""
    with workspace.reading() as db:
        rows = _rows(db, session, annotator, _PLACE)
    return int(rows[0]["value"]) if rows else None


def answers_of(db: Connection, session: str, annotator: str | None = None) -> list[ItemAnswer]:
    """Return the answers of a session, of one annotator or all, by annotator and item."""
    texts: dict[tuple[str, int], dict[tuple[str, str], str]] = {}
    changed: dict[tuple[str, int], float] = {}
    for row in _rows(db, session, annotator):
        key = row["annotator"], row["item"]
        texts.setdefault(key, {})[row["kind"], row["side"]] = row["value"]
        changed[key] = max(row["changed"], changed.get(key, 0))
    return [
        answer_from_texts(item, annotator, parts, changed[annotator, item])
        for (annotator, item), parts in texts.items()
    ]


def _open_task(db: Connection, session: str) -> BlindTask:
    """Return the task of a session that is not unblinded yet."""
    row = row_of(db, session)
    if row["unblinded"] is not None:
        raise ValueError(messages.unblinded(row["unblinded"]))
    return task_of(row["task"])


def _put_answer(db: Connection, part: _Part, text: str, file: str = "", changed: float = 0) -> None:
    db.execute(f"DELETE FROM answers {_WHICH}", part)
    if text:
        value = {"value": text, "changed": changed or time.time(), "file": file}
        db.insert("answers", part._asdict() | value)


def _rows(db: Connection, session: str, annotator: str | None = None, kind: str = "") -> list[Row]:
    """Return the rows of answers, or of another kind."""
    kinds = "kind = ?2" if kind else f"kind NOT IN (?2, '{_PLACE}')"
    which = f"session = ?1 AND {kinds} AND (?3 IS NULL OR annotator = ?3)"
    query = f"WHERE {which} ORDER BY annotator, item"
    return db.rows("answers", query, session, kind, annotator)


def _has_begun(db: Connection, session: str, annotator: str) -> bool:
    which = f"session = ? AND annotator = ? AND kind != '{_PLACE}' LIMIT 1"
    query = db.execute(f"SELECT 1 FROM answers WHERE {which}", (session, annotator))
    return query.fetchone() is not None


def _canonical(kind: str, text: str) -> str:
    """Normalize a valid text, so that equal numbers have equal texts."""
    if text and kind == "seconds":
        return item_answers.written_seconds(float(text))
    return text


COMPLETE, GIVEN_UP = "complete", "given up"


def unblind(workspace: Workspace, session: str, who: str, why: str) -> None:
    """Save that the maker of a session is shown which system is which; it takes no more answers.

    `why` is `COMPLETE` or `GIVEN_UP`. ValueError if somebody else made it, or it is not complete.
    """
    if why not in (COMPLETE, GIVEN_UP):
        raise ValueError(messages.unblinding_reason([COMPLETE, GIVEN_UP]))
    with workspace.writing() as db:
        row = row_of(db, session)
        plan, task = session_of(row).plan, task_of(row["task"])
        if plan is None or plan.made_by != who:
            raise ValueError(messages.not_maker())
        if row["unblinded"] is not None:
            return
        done = annotator_progress(task, answers_of(db, session))
        if why == COMPLETE and any(number < len(task.items) for number in done.values()):
            raise ValueError(messages.not_complete())
        db.execute("UPDATE sessions SET unblinded = ? WHERE id = ?", (time.time(), session))
        add_line(db, session, who, f"unblinded: {why}")
