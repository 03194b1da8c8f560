"""Presses on the open segment: each is processed once, for the segment it was made on.

The browser sends all unanswered presses, in order, again and again; an answer stays as long as they
are sent. A press names its comparison and its segment, so it does not matter what is open when it
arrives; a step names its list, too.
"""

from __future__ import annotations

import secrets
from typing import Any

import streamlit as st

from bleu_core import Comparison
from bleu_core.messages import press as say
from pages.ui import open_comparison, state, store
from pages.ui.judgements import saved
from pages.ui.segments import worklist
from pages.ui.widgets.table import new_run

KEY = "segment"


def known(comparison: Comparison, segment: int) -> dict[str, Any]:
    """What the browser needs to know about this run."""
    name = worklist.list_name()
    st.session_state["opened"] = name, segment
    return {
        "comparison": saved.called(comparison),
        "list": name,
        "session": st.session_state.setdefault("session", secrets.token_hex(8)),
        "answers": st.session_state.get("answers", {}),
        "run": new_run(),
    }


def answer() -> None:
    """Process presses; those answered before are only answered again."""
    sent = (st.session_state[KEY]["presses"] or {"presses": []})["presses"]
    done: dict[str, Any] = st.session_state.get("answers", {})
    _stay()
    st.session_state["answers"] = {
        press["id"]: done[press["id"]] if press["id"] in done else _do(press) for press in sent
    }


def _stay() -> None:
    """Keep the first segment of the list open if an annotation removes it from the list."""
    name, segment = st.session_state.get("opened", ("", 0))
    if not state.current().segment and name == worklist.list_name():
        state.change(segment=segment + 1)


def _do(press: dict[str, Any]) -> dict[str, Any]:
    return _step(press) if press["kind"] == "step" else saved.save(press)


def _step(press: dict[str, Any]) -> dict[str, Any]:
    """Open the segment that a step leads to; return it, or why there is none."""
    if store.evalset(state.current().data) is None:
        return {"problem": say.comparison_deleted()}
    comparison = open_comparison.get()
    if press["comparison"] != saved.called(comparison):
        return {"problem": say.other_comparison()}
    if press["list"] != worklist.list_name():
        return {"problem": say.other_list()}
    start = int(press["segment"])
    if not 0 <= start < len(comparison):
        return {"problem": say.no_segment(start + 1)}
    there, reached = worklist.step(comparison, start, int(press["by"]))
    state.change(segment=there + 1)
    return {"segment": there} if reached else {"segment": there, "problem": say.end_of_list()}
