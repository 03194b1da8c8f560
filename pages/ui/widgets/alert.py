"""Alerts made of sentences that may quote user input: set as text, never as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bleu_core import InputError
from bleu_core.common.escaping import one_line
from bleu_core.messages import Message, codes, text_of
from pages.ui.widgets.components import component

_mount_alert = component("widgets/notice.js", '<div class="notice"></div>')


def draw_alert(
    tone: str, title: str, sentences: Sequence[str] = (), *, key: str, is_folded: bool = False
) -> None:
    """Draw an alert, with its sentences folded or not. `tone` is "error", "warning" or "info".

    Codes of title and sentences that are a `Message` are in the page as data-code.
    """
    data = {
        "tone": tone,
        "title": title,
        "code": codes([title])[0],
        "sentences": list(sentences),
        "codes": codes(sentences),
        "folded": is_folded,
    }
    _mount_alert(data=data, key=key)


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
