"""The header of every screen: screens, the pair of systems, settings, and search.

One component, `header.js`, draws it, the command palette (`palette.js`, `entries.js`) and entries
of the glossary over the page (`glossary_sheet.js`, with what `help.js` fetches from
pages/middleware/routes.py). `pages.ui.widgets.components` lists what it sends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import EvalSet
from bleu_core.common.escaping import one_line
from bleu_core.metrics.signature import summarize_settings
from bleu_core.text.config import SMOOTHING_MEANINGS, TOKENIZER_MEANINGS
from pages.ui import open_comparison, state, store
from pages.ui.frame import settings
from pages.ui.judgements import annotator
from pages.ui.view import JUDGE, LEARN, SCREEN_KEYS
from pages.ui.widgets.components import component

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
_mount = component(__file__, '<header class="top"></header>')


def draw_header(screens: Sequence[Any], current: Any, data: EvalSet | None) -> None:
    """Draw the header for the `st.Page`s, of which `current` is open, and for what is compared."""
    _mount(
        data={
            "screens": [
                {
                    "label": screen.title,
                    "key": SCREEN_KEYS[screen.url_path],
                    "href": state.address(screen.url_path),
                    "apart": screen.url_path == JUDGE,  # after those of the comparison
                }
                for screen in screens
            ],
            "current": screens.index(current),
            "lesson": state.address(LEARN, lesson=""),
            "term": state.address(LEARN, term=""),
            "open": None if data is None else _comparison_data(data),
            "inSettings": settings.are_settings_open(),
        },
        key="header",
        on_screen_change=partial(_open_screen, screens),
        on_segment_change=_open_segment,
        on_term_change=_open_term,
        on_pair_change=_compare_chosen,
        on_settings_change=settings.open_settings,
        on_setting_change=_choose_setting,
        on_annotator_change=lambda: annotator.take_name(_sent("annotator")),
    )


def _comparison_data(data: EvalSet) -> dict[str, Any]:
    view, names = state.current(), list(data.systems)
    a, b = open_comparison.pair_names(view, data)
    return {
        "digest": data.digest,
        "systems": [one_line(name) for name in names],
        "a": names.index(a),
        "b": names.index(b),
        "answered": st.session_state.get("pair-answered", ""),
        "segments": len(data),
        "settings": summarize_settings(view.config, len(data.references)),
        "signature": settings.signature_or_nothing(view.config, data),
        "about": settings.describe_data(data),
        # For the palette: label, meaning, and whether it is in use.
        "choices": [
            (label, meaning, getattr(view.config, field) == value)
            for label, meaning, field, value in _SETTINGS
        ],
    }


def _sent(message: str) -> Any:
    return st.session_state["header"][message]


def _open_screen(screens: Sequence[Any]) -> None:
    place = _sent("screen")
    if place in range(len(screens)):
        state.switch_to(screens[place])


def _open_segment() -> None:
    if number := _sent("segment"):
        state.open_screen("segments.py", segment=number, where="")


def _open_term() -> None:
    if name := _sent("term"):
        bench = replace(state.current().bench, term=name)
        state.open_screen("learn.py", bench=bench)


def _compare_chosen() -> None:
    """Compare the chosen systems; a choice for a deleted test set is ignored."""
    chosen: dict[str, Any] | None = _sent("pair")
    data = store.evalset(state.current().data)
    if not chosen or data is None:
        return
    st.session_state["pair-answered"] = chosen["id"]
    names = dict(enumerate(data.systems))
    a, b = names.get(chosen["a"]), names.get(chosen["b"])
    if a is not None and b is not None and a != b:
        open_comparison.choose_pair(data, a, b)


def _choose_setting() -> None:
    place: int | None = _sent("setting")
    if place is not None and place in range(len(_SETTINGS)):
        _, _, field, value = _SETTINGS[place]
        settings.change_setting(field, value)
