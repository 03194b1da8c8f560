"""Decisions on items of an unblinded session where its annotators disagree.

A decision is a row beside the answers, with a kind of its own; no answer changes.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from bleu_core.messages import session as messages
from bleu_core.people.sessions.answering import LONGEST_COMMENT
from bleu_core.people.sessions.task import CHOICES, Answer
from bleu_core.readers.values import is_text
from bleu_core.workspace.annotators import check_name
from bleu_core.workspace.answers import SETTLED
from bleu_core.workspace.checksums import valid_rows
from bleu_core.workspace.connection import Gone
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.sessions import find_session


@dataclass(frozen=True)
class Decision:
    """A decision on an item: `answer` says which output is better, `note` why."""

    answer: Answer
    note: str


def settle(
    workspace: Workspace, session: str, who: str, item: int, better: str, note: str = ""
) -> None:
    """Save a decision on an item, which replaces any other; '' deletes it.

    Raises
    ------
    Gone
        If the session was deleted.
    ValueError
        For an invalid answer, item or note, and a session that is still blind.
    """
    check_name(who)
    if better not in ("", *CHOICES):
        raise ValueError(messages.better_unknown(better, list(CHOICES)))
    if len(note) > LONGEST_COMMENT or not is_text(note):
        raise ValueError(messages.note_long(LONGEST_COMMENT))
    saved = find_session(workspace, session)
    if saved is None:
        raise Gone
    if not 0 <= item < len(saved.task.items):
        raise ValueError(messages.no_item(item + 1, len(saved.task.items)))
    if saved.unblinded is None:
        raise ValueError(messages.still_blind())
    with workspace.writing() as connection:
        if not connection.execute("SELECT 1 FROM sessions WHERE id = ?", (session,)).fetchone():
            raise Gone  # meanwhile
        connection.execute(
            "DELETE FROM answers WHERE session = ? AND item = ? AND kind = ?",
            (session, item, SETTLED),
        )
        if better:
            text = json.dumps({"better": better, "note": note}, ensure_ascii=False)
            row = {"session": session, "annotator": who, "item": item, "kind": SETTLED}
            connection.insert("answers", {**row, "value": text, "changed": time.time()})


def decisions(workspace: Workspace, session: str) -> list[Decision]:
    """Return the decisions of a session, by item."""
    which = "WHERE session = ? AND kind = ? ORDER BY item"
    with workspace.reading() as connection:
        rows = valid_rows(connection, "answers", which, (session, SETTLED))
    found = []
    for row in rows:
        value = json.loads(row["value"])
        answer = Answer(row["item"], row["annotator"], value["better"], changed=row["changed"])
        found.append(Decision(answer, value["note"]))
    return found
