"""The command palette: a dialog that finds screens, segments, systems, settings and help.

What is always the same, the lessons and the glossary, is fetched when the dialog first opens
(pages/door/palette.py). All matching is in the browser. A link opens a segment, a lesson or an
entry, and the navigation's link a screen; Python gets these messages:

- `system`: {"side", "system"}, the index of the system to compare as "a" or "b"
- `setting`: the index of the setting to use
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import one_line
from bleu_core.text.config import SMOOTHING_MEANINGS, TOKENIZER_MEANINGS
from pages.ui import open_comparison, state, store
from pages.ui.frame.settings import change_setting
from pages.ui.view import LEARN, SCREEN_KEYS, SEGMENTS
from pages.ui.widgets.components import component

_mount = component(__file__, '<div class="palette"></div>')

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


def draw_palette(screens: Sequence[Any], comparison: Comparison | None) -> None:
    """Draw the button that opens the palette, for the screens of the navigation, in its order."""
    _mount(
        data={
            "screens": [[screen.title, SCREEN_KEYS[screen.url_path]] for screen in screens],
            # With the order, without which a link to a segment is an old one.
            "segment": state.address(SEGMENTS, seg=""),
            "lesson": state.address(LEARN, lesson=""),
            "term": state.address(LEARN, term=""),
            "open": _comparison_data(comparison) if comparison else None,
        },
        key="palette",
        on_system_change=_choose_system,
        on_setting_change=_choose_setting,
    )


def _comparison_data(comparison: Comparison) -> dict[str, Any]:
    data, config = comparison.evalset.whole, comparison.config
    names = list(data.systems)
    return {
        "segments": len(data),
        "systems": [one_line(name) for name in names],
        "a": names.index(comparison.a),
        "b": names.index(comparison.b),
        "settings": [
            [label, meaning, getattr(config, field) == value]
            for label, meaning, field, value in _SETTINGS
        ],
    }


def _choose_system() -> None:
    """Compare the chosen system; if it is the other one of the pair, the two swap."""
    chosen: dict[str, Any] | None = st.session_state["palette"]["system"]
    data = store.evalset(state.current().data)
    if not chosen or data is None:
        return
    a, b = open_comparison.pair_names(state.current(), data)
    name = dict(enumerate(data.systems)).get(chosen["system"])
    if name is None:
        return
    if chosen["side"] == "a":
        a, b = name, a if name == b else b
    else:
        a, b = b if name == a else a, name
    open_comparison.choose_pair(data, a, b)


def _choose_setting() -> None:
    chosen: int | None = st.session_state["palette"]["setting"]
    if chosen is not None and chosen in range(len(_SETTINGS)):
        _, _, field, value = _SETTINGS[chosen]
        change_setting(field, value)
