"""The button of a download."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import streamlit as st


def draw_download(
    label: str, data: bytes | Callable[[], bytes], name: str, mime: str, *, key: str, **look: Any
) -> None:
    """Draw a button that downloads a file; `data` can be a function, called when it is pressed.

    Streamlit gives a file that it takes for one that it has, of anybody, that one's content. Above
    1 MiB it looks at the beginning, the middle and the end only, and at the type. So here each type
    is another one, by a parameter that browsers ignore.
    """
    own_type = f"{mime}; file={secrets.token_hex(16)}"
    st.download_button(label, data, name, own_type, key=key, **({"on_click": "ignore"} | look))
