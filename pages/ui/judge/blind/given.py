"""The payload of a blind session for the browser: some items, and the annotator's answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bleu_core import workspace
from bleu_core.common.numerals import moment
from bleu_core.people.sessions.answering import as_texts
from bleu_core.people.sessions.task import Answer, Task, is_done
from bleu_core.workspace import Workspace, answers
from bleu_core.workspace.sessions import Session
from pages.ui.judge.blind import presses
from pages.ui.judgements.marking import typology_data

REASONS = (
    "I do not understand it",
    "the texts are broken",
    "not my language or field",
    "I know whose text it is",
)
# Items sent at first, and most items sent at once.
AHEAD = 40
MOST = 60


def given(space: Workspace, session: Session, annotator: str) -> dict[str, Any]:
    """The data that blind.js draws; blind.js and sitting.js describe it."""
    task = session.task
    order = dict(task.orders)[annotator]
    answered = {one.item: one for one in answers.answers(space, session.id, annotator)}
    states = "".join(_letter(task, answered.get(item)) for item in order)
    start = _start(space, session, annotator, order, states)
    return {
        "session": session.id,
        "annotator": annotator,
        "name": task.name,
        "asks": list(task.asks),
        "size": len(order),
        "start": start,
        "states": states,
        "reasons": list(REASONS),
        "typology": typology_data(workspace.typology(space) if "spans" in task.asks else ()),
        "closed": _closed(session),
        "items": {
            str(place): _item(task, order[place], answered.get(order[place]))
            for place in _wanted(session, annotator, start, len(order))
        },
        **presses.known(),
    }


def _wanted(session: Session, annotator: str, start: int, size: int) -> Sequence[int]:
    """Places of the items that the browser requests, or at first those around the start."""
    if session.unblinded is not None:
        return ()
    if presses.is_of(session, annotator):
        requested = (int(place) for place in presses.sent()["wants"])
        return [place for place in requested if 0 <= place < size][:MOST]
    return range(max(0, start - 1), min(size, start + AHEAD))


def _start(
    space: Workspace, session: Session, annotator: str, order: Sequence[int], states: str
) -> int:
    """The annotator's last place; the end if that was the last item and all are done."""
    stood = answers.stands_at(space, session.id, annotator)
    place = order.index(stood) if stood in order else 0
    is_over = place == len(order) - 1 and not set(states) - {"j", "s"}
    return len(order) if is_over else place


def _item(task: Task, item: int, answer: Answer | None) -> dict[str, Any]:
    texts = asdict(task.items[item])
    said = as_texts(answer) if answer else {}
    return texts | {
        "answers": {f"{kind} {side}".strip(): text for (kind, side), text in said.items()}
    }


def _letter(task: Task, answer: Answer | None) -> str:
    """Skipped, judged, begun, or open: see sitting.js."""
    if answer is None:
        return "."
    if answer.skipped:
        return "s"
    if is_done(answer, task.asks):
        return "j"
    return "b" if any(kind in task.asks for kind, _ in as_texts(answer)) else "."


def _closed(session: Session) -> str:
    if session.unblinded is None:
        return ""
    return f"This session was closed {moment(session.unblinded)}, and takes no more answers."
