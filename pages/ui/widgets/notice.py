"""A message made of sentences that may quote what a user gave: set as text, never as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from pages.ui.widgets.mounting import component

_mount = component(__file__, '<div class="notice"></div>')


def notice(tone: str, title: str, sentences: Sequence[str] = (), *, key: str) -> None:
    """Show a message. `tone` is "error", "warning" or "info"."""
    _mount(data={"tone": tone, "title": title, "sentences": list(sentences)}, key=key)
