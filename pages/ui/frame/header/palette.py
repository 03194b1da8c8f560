"""The settings that the command palette offers."""

from __future__ import annotations

import streamlit as st

from bleu_core import BleuConfig
from bleu_core.text.config import SMOOTHING_MEANINGS, TOKENIZER_MEANINGS
from pages.ui.frame.settings import change_setting

# Label, meaning, and the value of a field of `BleuConfig`.
_SETTINGS: tuple[tuple[str, str, str, str | bool], ...] = (
    *((f"Tokenizer: {key}", text, "tokenize", key) for key, text in TOKENIZER_MEANINGS.items()),
    ("Ignore case: off", "cased", "lowercase", False),
    ("Ignore case: on", "all texts are lowercased", "lowercase", True),
    *(
        (f"Smoothing: {key}", text, "smooth_method", key)
        for key, text in SMOOTHING_MEANINGS.items()
    ),
)


def setting_choices(config: BleuConfig) -> list[tuple[str, str, bool]]:
    """Return each setting with its meaning and whether it is in use."""
    return [
        (label, meaning, getattr(config, field) == value)
        for label, meaning, field, value in _SETTINGS
    ]


def choose_setting() -> None:
    """Use the setting whose place the header sent."""
    place: int | None = st.session_state["header"]["setting"]
    if place is not None and place in range(len(_SETTINGS)):
        _, _, field, value = _SETTINGS[place]
        change_setting(field, value)
