"""The open segment of a data set, whose texts are read on demand; and steps along the list."""

from __future__ import annotations

import secrets
from typing import Any

import streamlit as st
from bleu_core.datasets.listing import ListedSegments

from bleu_core import Comparison, InputError
from bleu_core.common.formatting import format_int
from bleu_core.datasets import DatasetComparison, texts
from bleu_core.messages import screen as say
from pages.ui import job_results, state
from pages.ui.cache import result
from pages.ui.segments import dataset_list
from pages.ui.segments.opened_segment import PRESSES_KEY
from pages.ui.segments.segment_view import segment_data, segment_view
from pages.ui.segments.worklist import list_name
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.table import new_run


def opened_line(job: DatasetComparison, found: ListedSegments | None) -> int | None:
    """The line of the open segment: that of the view, or the first of the list."""
    line = state.current().segment
    if 1 <= line <= len(job):
        return line
    return int(found.lines[0]) if found and len(found.lines) else None


def draw_dataset_segment(job: DatasetComparison, line: int | None) -> None:
    """Draw the segment of a line, or that the list is empty."""
    if line is None:
        draw_alert("info", "No segment fulfils the filter.", key="none-left")
        return
    try:
        comparison = _read_segment(job, line)
    except InputError as error:
        title = f"The texts of segment {format_int(line)} cannot be read."
        draw_alert("warning", title, error.problems, key="no-texts")
        return
    where = dataset_list.requested_list(job).where
    data = segment_data(comparison, 0, _current_edits(line), where)
    # Identified by its place in the data set.
    segment_view(
        data | {"segment": line - 1},
        None,
        _client_state(),
        key=PRESSES_KEY,
        on_press=_answer_presses,
        on_edit=lambda: None,
        on_make_b=lambda: None,
    )


@result(size=lambda made: made.evalset.nbytes + 1_000)
def _read_segment(job: DatasetComparison, line: int) -> Comparison:
    """The segment with its texts, read once."""
    return texts.open_segment(job, line)


def _current_edits(line: int) -> dict[str, str]:
    """The edited hypotheses of this segment; none once another was opened."""
    edit = st.session_state.get(PRESSES_KEY, {}).get("edit") or {}
    if (edit.get("comparison"), edit.get("segment")) != (state.current().data, line - 1):
        st.session_state["edit-ended"] = edit
    if edit == st.session_state.get("edit-ended", {}):
        return {}
    return {side: str(text) for side, text in edit["texts"].items() if side in ("a", "b")}


def _client_state() -> dict[str, Any]:
    """What the browser needs to know about this run: see `presses`."""
    return {
        "comparison": state.current().data,
        "list": list_name(),
        "session": st.session_state.setdefault("session", secrets.token_hex(8)),
        "answers": st.session_state.get("answers", {}),
        "run": new_run(),
    }


def _answer_presses() -> None:
    """Process presses; those answered before are only answered again."""
    sent = (st.session_state[PRESSES_KEY]["presses"] or {"presses": []})["presses"]
    done: dict[str, Any] = st.session_state.get("answers", {})
    st.session_state["answers"] = {
        press["id"]: done[press["id"]] if press["id"] in done else _answer_step(press)
        for press in sent
    }


def _answer_step(press: dict[str, Any]) -> dict[str, Any]:
    """Open the segment that a step leads to; return it, or why there is none."""
    if press["kind"] != "step" or press["comparison"] != state.current().data:
        return {"problem": say.other_comparison()}
    job = job_results.current_job()
    result = dataset_list.finished_list(job)
    if press["list"] != list_name() or result is None:
        return {"problem": say.other_list()}
    if not len(result.lines):
        return {"problem": say.end_of_list()}
    there, reached = result.step(int(press["segment"]) + 1, int(press["by"]))
    state.change(segment=there)
    if reached:
        return {"segment": there - 1}
    return {"segment": there - 1, "problem": _end_of_list(result, int(press["by"]))}


def _end_of_list(found: ListedSegments, by: int) -> str:
    if by > 0 and found.segments > len(found.lines):
        return say.end_of_walk(len(found.lines))
    return say.end_of_list()
