"""Alerts made of sentences that may quote user input: set as text, never as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from bleu_core import InputError
from bleu_core.common.escaping import one_line
from bleu_core.messages import Message, codes, text_of
from pages.ui import state
from pages.ui.widgets.components import component

_mount_alert = component("widgets/notice.js", '<div class="notice"></div>')


def draw_alert(tone: str, title: str, sentences: Sequence[str] = (), *, key: str) -> None:
    """Draw an alert. `tone` is "error", "warning" or "info".

    Codes of title and sentences that are a `Message` are in the page as data-code.
    """
    data = {
        "tone": tone,
        "title": title,
        "code": codes([title])[0],
        "sentences": list(sentences),
        "codes": codes(sentences),
    }
    _mount_alert(data=data, key=key)


def error_sentences(error: Exception) -> list[str]:
    """Why something failed, in sentences; keeps each `Message`, which `str` would not."""
    if isinstance(error, InputError):
        return error.problems
    return [text_of(error)]


def safe_sentences(sentences: Iterable[str]) -> list[str]:
    """Sentences with names from files made `one_line`; keeps each `Message`."""
    return [_safe_sentence(sentence) for sentence in sentences]


def _safe_sentence(sentence: str) -> str:
    escaped = one_line(sentence)
    if isinstance(sentence, Message):
        escaped = Message(escaped)
        vars(escaped).update(vars(sentence))
    return escaped


OPEN_SEGMENTS_HINT = (
    "Choose some segments by a filter on the Segments screen, and open these as a comparison: it "
    "has all that comparisons have."
)


def draw_no_ranking() -> None:
    """Draw it in place of the ranking and all pairs."""
    _draw_not_available(
        "Of a data set two systems are counted.",
        "To compare others, count it again with other columns: the command bleuscope compare "
        "--data takes any two.",
    )


def draw_no_judging() -> None:
    """Draw it in place of blind sessions and metrics vs. people."""
    _draw_not_available(
        "Outputs of a whole data set cannot be judged here.",
        "A blind session needs the texts of all its segments.",
    )


def draw_no_imported_scores() -> None:
    """Draw it in place of imported scores."""
    _draw_not_available(
        "Scores cannot be imported for a whole data set.", "They are kept with texts.", "scores"
    )


def draw_no_marks() -> None:
    """Draw it in place of error marks."""
    _draw_not_available(
        "Marks cannot be imported for a whole data set.", "They are laid onto texts.", "marks"
    )


def _draw_not_available(what: str, why: str, key: str = "screen") -> None:
    draw_alert("info", what, [why, OPEN_SEGMENTS_HINT], key=f"instead-of-{key}")
    if st.button("Choose segments", type="primary", key=f"choose-segments-{key}"):
        state.switch_to("segments.py")
