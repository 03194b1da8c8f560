"""Controls for the format and the encoding of files, where the guess is wrong."""

from __future__ import annotations

import streamlit as st

from bleu_core.readers import ENCODINGS, FORMATS

AS_FOUND = "as found"
UTF8 = "UTF-8, or what the file says"


def choose_format(label: str, key: str) -> str | None:
    """Draw the choice of a format; None means detection."""
    options = [AS_FOUND, *FORMATS]
    chosen = st.selectbox(label, options, format_func=lambda o: FORMATS.get(o, o), key=key)
    return None if chosen == AS_FOUND else chosen


def choose_encoding(label: str, key: str) -> str | None:
    """Draw the choice of an encoding for files that are not UTF-8; None means detection."""
    chosen = st.selectbox(
        label,
        [UTF8, *ENCODINGS],
        format_func=_about,
        key=key,
        accept_new_options=True,
        help="A file that is valid UTF-8 is read as UTF-8 in any case. Other encodings than "
        "those listed can be typed, under the names that Python knows.",
    )
    return None if chosen == UTF8 else chosen


def _about(encoding: str) -> str:
    return f"{encoding} ({ENCODINGS[encoding]})" if encoding in ENCODINGS else encoding
