"""Answers to items of blind sessions, which the browser sends to be saved."""

from __future__ import annotations

import json
from typing import Any

from bleu_core.messages import screen
from bleu_core.workspace import Gone, Workspace, WorkspaceError, answers, sessions
from pages.ui import user_workspace
from pages.ui.view import View
from pages.ui.widgets.alert import error_sentences


def save_changes(view: View, sent: dict[str, Any]) -> dict[str, Any]:
    """Save the changes, in their order; return, by their ids, {} or the {"problem"}."""
    return {"answers": {change["id"]: _save_answer(change) for change in sent["changes"]}}


def _save_answer(change: dict[str, Any]) -> dict[str, Any]:
    space, session, who = user_workspace.current(), str(change["session"]), str(change["annotator"])
    if space is None:
        return {"problem": screen.no_workspace()}
    try:
        item = _item_at(space, session, who, int(change["at"]))
        answers.save_answer(space, session, who, item, json.loads(change["text"]))
    except (Gone, WorkspaceError, ValueError) as error:
        return {"problem": error_sentences(error)[0]}
    return {}


def _item_at(space: Workspace, session: str, annotator: str, place: int) -> int:
    """The number of the item at a place of an annotator's order; -1 for none."""
    found = sessions.find_session(space, session)
    if found is None:
        raise Gone
    order = dict(found.task.orders).get(annotator, ())
    return order[place] if 0 <= place < len(order) else -1
