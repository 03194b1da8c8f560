"""The filter line: an expression with completion, or a text to search for.

Names, descriptions and values come with the data; completion happens in the browser, and Python
gets an expression when it is applied: on Enter, or when the field loses focus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from bleu_core.segments.expressions import LONGEST
from pages.ui.widgets.components import component

_mount_expression_box = component(
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
    take: Callable[[str, bool], None],
    search: str | None = None,
) -> None:
    """Draw the line with the expression `text`; the key / focuses it.

    `names` are {"name", "kind", "about", "values", "written"} per column, with values if these are
    few; `written` is the name as written in expressions. `fault` is {"text", "problem", "at"} of
    the last expression, None if it was valid. `search` is the text that the expression searches
    for, "" if it does something else, None if the line takes expressions only. `take` gets another
    expression when it is applied, and whether it is a text to search for.
    """

    def hear() -> None:
        applied = st.session_state[key]["apply"]
        if applied:
            take(str(applied["text"])[:LONGEST], bool(applied["search"]))

    _mount_expression_box(
        data={
            "text": text,
            "names": list(names),
            "fault": fault,
            "label": label,
            "placeholder": placeholder,
            "longest": LONGEST,
            "search": search,
        },
        key=key,
        on_apply_change=hear,
    )
