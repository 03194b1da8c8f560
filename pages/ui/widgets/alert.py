"""Alerts made of sentences that may quote user input: set as text, never as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bleu_core import InputError
from bleu_core.common.escaping import one_line
from bleu_core.messages import Message, codes, text_of
from bleu_core.workspace import Workspace
from pages.ui import user_workspace
from pages.ui.widgets.components import component

_mount_alert = component("widgets/notice.js", '<div class="notice"></div>')


def draw_alert(
    tone: str, title: str, sentences: Sequence[str] = (), *, key: str, is_folded: bool = False
) -> None:
    """Draw an alert of a tone ("error", "warning", "info"), with the codes of each `Message`."""
    data = {
        "tone": tone,
        "title": title,
        "code": codes([title])[0],
        "sentences": list(sentences),
        "codes": codes(sentences),
        "folded": is_folded,
    }
    _mount_alert(data=data, key=key)


def workspace_or_explain(title: str, *notes: str, key: str) -> Workspace | None:
    """The workspace; where nothing is saved, draw a title, notes, and why."""
    space = user_workspace.current()
    if space is None:
        draw_alert("info", title, [*notes, user_workspace.nothing_saved_reason()], key=key)
    return space


def error_sentences(error: Exception) -> list[str]:
    """Why something failed, in sentences; keeps each `Message`, which `str` would not."""
    if isinstance(error, InputError):
        return error.problems
    return [text_of(error)]


def safe_sentences(sentences: Iterable[str]) -> list[str]:
    """Sentences with names from files made `one_line`; keeps each `Message`."""
    safe: list[str] = []
    for sentence in sentences:
        escaped = one_line(sentence)
        if isinstance(sentence, Message):
            escaped = Message(escaped)
            vars(escaped).update(vars(sentence))
        safe.append(escaped)
    return safe
