"""A message made of sentences that may quote what a user gave: set as text, never as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import codes
from pages.ui.widgets.mounting import component

_mount = component(__file__, '<div class="notice"></div>')


def notice(tone: str, title: str, sentences: Sequence[str] = (), *, key: str) -> None:
    """Show a message. `tone` is "error", "warning" or "info".

    The codes of sentences that are a `Message` are in the page, as data-code.
    """
    data = {"tone": tone, "title": title, "sentences": list(sentences), "codes": codes(sentences)}
    _mount(data=data, key=key)
