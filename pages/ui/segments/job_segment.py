"""The open segment of a data set, whose texts are read on demand; and steps along the list."""

from __future__ import annotations

import secrets
from typing import Any

import streamlit as st

from bleu_core import Comparison, InputError
from bleu_core.common.numerals import whole
from bleu_core.datasets import Job, lookup
from bleu_core.datasets.listing import Listed
from bleu_core.messages import press as say
from pages.ui import open_job, state
from pages.ui.cache import result
from pages.ui.segments import job_list
from pages.ui.segments.presses import KEY
from pages.ui.segments.segment_view import segment_data, segment_view
from pages.ui.segments.worklist import list_name
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import new_run


def opened(job: Job, found: Listed | None) -> int | None:
    """The line of the open segment: that of the view, or the first of the list."""
    line = state.current().segment
    if 1 <= line <= len(job):
        return line
    return int(found.lines[0]) if found and len(found.lines) else None


def show(job: Job, line: int | None) -> None:
    """Draw the segment of a line, or that the list is empty."""
    if line is None:
        notice("info", "No segment fulfils the filter.", key="none-left")
        return
    try:
        comparison = _read(job, line)
    except InputError as error:
        title = f"The texts of segment {whole(line)} cannot be read."
        notice("warning", title, error.problems, key="no-texts")
        return
    where = job_list.asked(job).where
    data = segment_data(comparison, 0, _edits(line), where)
    # Identified by its place in the data set.
    segment_view(
        data | {"segment": line - 1},
        None,
        _known(),
        key=KEY,
        on_press=_answer,
        on_edit=lambda: None,
        on_make_b=lambda: None,
    )


@result(size=lambda made: made.evalset.nbytes + 1_000)
def _read(job: Job, line: int) -> Comparison:
    """The segment with its texts, read once."""
    return lookup.opened(job, line)


def _edits(line: int) -> dict[str, str]:
    """The edited hypotheses of this segment; none once another was opened."""
    edit = st.session_state.get(KEY, {}).get("edit") or {}
    if (edit.get("comparison"), edit.get("segment")) != (state.current().data, line - 1):
        st.session_state["edit-ended"] = edit
    if edit == st.session_state.get("edit-ended", {}):
        return {}
    return {side: str(text) for side, text in edit["texts"].items() if side in ("a", "b")}


def _known() -> dict[str, Any]:
    """What the browser needs to know about this run: see `presses`."""
    return {
        "comparison": state.current().data,
        "list": list_name(),
        "session": st.session_state.setdefault("session", secrets.token_hex(8)),
        "answers": st.session_state.get("answers", {}),
        "run": new_run(),
    }


def _answer() -> None:
    """Process presses; those answered before are only answered again."""
    sent = (st.session_state[KEY]["presses"] or {"presses": []})["presses"]
    done: dict[str, Any] = st.session_state.get("answers", {})
    st.session_state["answers"] = {
        press["id"]: done[press["id"]] if press["id"] in done else _step(press) for press in sent
    }


def _step(press: dict[str, Any]) -> dict[str, Any]:
    """Open the segment that a step leads to; return it, or why there is none."""
    if press["kind"] != "step" or press["comparison"] != state.current().data:
        return {"problem": say.other_comparison()}
    job = open_job.get()
    result = job_list.ready(job)
    if press["list"] != list_name() or result is None:
        return {"problem": say.other_list()}
    if not len(result.lines):
        return {"problem": say.end_of_list()}
    there, reached = result.step(int(press["segment"]) + 1, int(press["by"]))
    state.change(segment=there)
    if reached:
        return {"segment": there - 1}
    return {"segment": there - 1, "problem": _end(result, int(press["by"]))}


def _end(found: Listed, by: int) -> str:
    if by > 0 and found.segments > len(found.lines):
        return say.end_of_walk(len(found.lines))
    return say.end_of_list()
