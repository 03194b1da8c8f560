"""The one line that says which segments: an expression that is completed as one types.

Names, what they are and what values they have come with the data; completing happens in the
browser, and Python hears of an expression once it is to hold: Enter, or when the field is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from bleu_core.segments.expressions import LONGEST
from pages.ui.widgets.mounting import component

_mount = component(
    __file__,
    '<div class="expression"><div class="field"></div><p class="fault" role="alert"></p></div>',
)


def expression_box(
    text: str,
    names: Sequence[dict[str, Any]],
    fault: dict[str, Any] | None,
    *,
    key: str,
    label: str,
    placeholder: str,
    take: Callable[[str], None],
    slash: bool,
) -> None:
    """Draw the line with an expression in it; `take` gets another one that is to hold.

    Parameters
    ----------
    text
        The expression that holds.
    names
        {"name", "kind", "about", "values", "written"} each: the columns, with values of their
        own where these are few; `written` is the name as an expression has it.
    fault
        {"text", "problem", "at"}: what was wrong with an expression that was given last, and the
        place of the character that is meant; None where nothing was.
    slash
        Whether the key / leads here from the screen.
    """

    def hear() -> None:
        asked = st.session_state[key]["apply"]
        if asked:
            take(str(asked["text"])[:LONGEST])

    _mount(
        data={
            "text": text,
            "names": list(names),
            "fault": fault,
            "label": label,
            "placeholder": placeholder,
            "longest": LONGEST,
            "slash": slash,
        },
        key=key,
        on_apply_change=hear,
    )
