"""Answers to the presses of a browser, which sends each until it is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import streamlit as st

from pages.ui.cache import CACHE

Answer = dict[str, Any]


def answer_once(
    key: str, presses: Iterable[dict[str, Any]], answer: Callable[[dict[str, Any]], Answer]
) -> None:
    """Answer presses, and keep the answers in the session under `key`.

    What was answered before is only answered again; but what could not be saved is tried again,
    together with what was sent after it. What was saved, {}, is known to all sessions, as long as
    the server runs: a tab that was closed before its answer came has the next one send it again,
    and meanwhile another may have taken it back.
    """
    before: dict[str, Answer] = st.session_state.get(key, {})
    found: dict[str, Answer] = {}
    for press in presses:
        name = press["id"]
        saved = "saved press", str(name)
        if name in before and not _could_not_be_saved(before[name]):
            found[name] = before[name]
        elif CACHE.get(saved):
            found[name] = {}
        else:
            found[name] = answer(press)
            if not found[name]:
                CACHE.put(saved, True, 100)
    st.session_state[key] = found


def _could_not_be_saved(answer: Answer) -> bool:
    """Whether nothing was done; a step with a problem has led to a segment."""
    return "problem" in answer and "segment" not in answer
