"""What was settled of a blind session, once it is unblinded, where its annotators differ.

A decision is a row beside the answers, of a kind of its own: no answer is changed by it.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from bleu_core.messages import session as messages
from bleu_core.people.sessions.answering import LONGEST_COMMENT
from bleu_core.people.sessions.json_lines import is_text
from bleu_core.people.sessions.task import CHOICES, Answer
from bleu_core.workspace import checksums, sessions
from bleu_core.workspace.annotators import check_name
from bleu_core.workspace.answers import SETTLED
from bleu_core.workspace.checksums import Row
from bleu_core.workspace.database import Gone, Workspace


@dataclass(frozen=True)
class Decision:
    """What somebody settled of an item: `answer` says which is better, `note` why."""

    answer: Answer
    note: str


def settle(
    workspace: Workspace, session: str, who: str, item: int, better: str, note: str = ""
) -> None:
    """Keep a decision on an item in the place of all others on it; '' takes it back.

    Raises
    ------
    Gone
        If the session was deleted.
    ValueError
        For what is no answer, an item that there is not, too long a note, and a session that
        is still blind.
    """
    check_name(who)
    if better not in ("", *CHOICES):
        raise ValueError(messages.better_unknown(better, list(CHOICES)))
    if len(note) > LONGEST_COMMENT or not is_text(note):
        raise ValueError(messages.note_long(LONGEST_COMMENT))
    found = sessions.find_session(workspace, session)
    if found is None:
        raise Gone
    if not 0 <= item < len(found.task.items):
        raise ValueError(messages.no_item(item + 1, len(found.task.items)))
    if found.unblinded is None:
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
            connection.execute(
                "INSERT INTO answers (session, annotator, item, kind, value, changed) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (session, who, item, SETTLED, text, time.time()),
            )


def decisions(workspace: Workspace, session: str) -> list[Decision]:
    """What was settled of a session, by item."""
    with workspace.reading() as connection:
        rows = checksums.valid_rows(
            connection,
            "answers",
            "WHERE session = ? AND kind = ? ORDER BY item",
            (session, SETTLED),
        )
    return [_decision(row, json.loads(row["value"])) for row in rows]


def _decision(row: Row, said: dict[str, str]) -> Decision:
    answer = Answer(row["item"], row["annotator"], said["better"], changed=row["changed"])
    return Decision(answer, said["note"])
