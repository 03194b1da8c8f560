"""The open segment: its texts, more systems, and its annotations."""

from __future__ import annotations

import secrets
from typing import Any

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import one_line
from bleu_core.messages import screen as say
from bleu_core.messages import server
from bleu_core.segments.annotations import Annotations
from pages.ui import metric_results, open_comparison, state, store
from pages.ui.judgements import saved_annotations
from pages.ui.segments import worklist
from pages.ui.segments.segment_view import segment_data, segment_view
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.components import component
from pages.ui.widgets.controls import follow_value, run_again
from pages.ui.widgets.table import new_run

PRESSES_KEY = "segment"
_mount_whole_page = component("segments/whole_page.js")


def client_state(comparison: Comparison, segment: int) -> dict[str, Any]:
    """Return the state of this run for the browser."""
    name = worklist.list_name()
    st.session_state["opened"] = name, segment
    return {
        "comparison": saved_annotations.comparison_key(comparison),
        "list": name,
        "session": st.session_state.setdefault("session", secrets.token_hex(8)),
        "answers": st.session_state.get("answers", {}) | st.session_state.get("stepped", {}),
        "run": new_run(),
    }


def draw_whole_page() -> None:
    """Let the scripts of the fragment run the whole page, after a restart of the server."""
    _mount_whole_page(data={}, key="whole-page", on_run_change=lambda: None)


def answer_presses() -> None:
    """Save the changes, and take the step, that the browser sent; keep the answers to both."""
    message = st.session_state[PRESSES_KEY]["presses"] or {"changes": [], "step": None}
    _keep_open()
    st.session_state["answers"] = {
        change["id"]: saved_annotations.save_annotation(change) for change in message["changes"]
    }
    step = message["step"]
    # Sent again until it is answered, and meanwhile another segment may have been opened.
    if step and step["id"] not in st.session_state.get("stepped", {}):
        st.session_state["stepped"] = {step["id"]: _answer_step(step)}


def _keep_open() -> None:
    """Keep the first segment of the list open if an annotation removes it from the list."""
    name, segment = st.session_state.get("opened", ("", 0))
    if not state.current().segment and name == worklist.list_name():
        state.change(segment=segment + 1)


def _answer_step(press: dict[str, Any]) -> dict[str, Any]:
    """Open the segment that a step leads to; return it, or why there is none."""
    if store.evalset(state.current().data) is None:
        return {"problem": say.comparison_deleted()}
    comparison = open_comparison.current_comparison()
    if press["comparison"] != saved_annotations.comparison_key(comparison):
        return {"problem": say.other_comparison()}
    if press["list"] != worklist.list_name():
        return {"problem": say.other_list()}
    start = int(press["segment"])
    if not 0 <= start < len(comparison):
        return {"problem": say.no_segment(start + 1)}
    there, reached = worklist.step_on_worklist(comparison, start, int(press["by"]))
    state.change(segment=there + 1)
    return {"segment": there} if reached else {"segment": there, "problem": say.end_of_list()}


MAX_MORE_SYSTEMS = 4
# Characters of a name in a sentence.
LONGEST_SYSTEM_NAME = 60


def shown_systems(comparison: Comparison) -> list[str]:
    """The view's systems other than A and B, in its order."""
    return _requested_systems(comparison)[:MAX_MORE_SYSTEMS]


def _requested_systems(comparison: Comparison) -> list[str]:
    return [name for name in state.current().more if name in _system_choices(comparison)]


def _system_choices(comparison: Comparison) -> list[str]:
    compared = comparison.a, comparison.b
    return [name for name in comparison.evalset.systems if name not in compared]


def draw_system_choice(comparison: Comparison) -> None:
    """Draw their choice, if there are more than two systems."""
    names, chosen = _system_choices(comparison), shown_systems(comparison)
    if not names:
        return
    systems = list(comparison.evalset.systems)
    # Choices depend on the pair.
    key = f"more-systems-{systems.index(comparison.a)}-{systems.index(comparison.b)}"
    st.multiselect(
        "More systems",
        names,
        chosen,
        max_selections=MAX_MORE_SYSTEMS,
        format_func=lambda name: one_line(name, LONGEST_SYSTEM_NAME),
        placeholder="Add up to four systems",
        **follow_value(key, chosen, lambda chosen: state.change(more=tuple(chosen))),
        label_visibility="collapsed",
    )


def draw_unknown_systems(comparison: Comparison) -> None:
    """Draw a note if the link names unknown or too many systems."""
    systems = comparison.evalset.systems
    unknown = [name for name in state.current().more if name not in systems]
    beyond = _requested_systems(comparison)[MAX_MORE_SYSTEMS:]
    sentences = []
    if unknown:
        names = [one_line(name, LONGEST_SYSTEM_NAME) for name in unknown]
        sentences.append(server.unknown_systems(names))
    if beyond:
        names = [one_line(name, LONGEST_SYSTEM_NAME) for name in beyond]
        sentences.append(server.too_many_systems(names, MAX_MORE_SYSTEMS))
    if sentences:
        title = "Some systems of this link are not shown."
        draw_alert("warning", title, sentences, key="systems-left-out")


def make_b() -> None:
    """Use the chosen system as B; the segment stays open."""
    request = st.session_state["segment"]["make_b"]
    data = store.evalset(state.current().data)
    if not request or data is None:
        return
    comparison = open_comparison.current_comparison()
    if request["comparison"] != saved_annotations.comparison_key(comparison):
        return
    chosen, new = shown_systems(comparison), request["system"]
    if new not in chosen:
        return
    state.change(
        more=tuple(comparison.b if name == new else name for name in chosen),
        segment=int(request["segment"]) + 1,
        **open_comparison.pair_in_link(data, comparison.a, new),
    )
    st.session_state["made-b"] = True


def follow_pair() -> None:
    """Rerun the rest of the page once another system is B."""
    if st.session_state.pop("made-b", False):
        run_again()


def draw_opened_segment(
    comparison: Comparison, segment: int | None, annotations: Annotations
) -> None:
    """Draw the segment of this index, or that the list is empty."""
    if segment is None:
        draw_alert("info", "No segments match the filter.", key="none-left")
        return
    edits, where = _current_edits(comparison, segment), state.current().where
    others = shown_systems(comparison)
    opinions = metric_results.ready_opinions(comparison)
    segment_view(
        segment_data(comparison, segment, edits, where, opinions, others),
        saved_annotations.annotation_data(comparison, segment, annotations, others),
        client_state(comparison, segment),
        key=PRESSES_KEY,
        on_press=answer_presses,
        on_edit=lambda: None,
        on_make_b=make_b,
    )


def draw_way_back() -> None:
    """Draw the way from the open segment back to the list, for a screen that shows one of them.

    The style sheet of the page hides it on other screens, and tells by it which of the two is open.
    """
    if state.current().segment:
        st.button(
            "‹ All segments", key="back-to-list", on_click=state.change, kwargs={"segment": 0}
        )


def draw_missing_segment(size: int) -> None:
    """Draw a note if the link's segment does not exist, until the next action."""
    requested = state.current().segment
    if requested > size:
        state.correct(segment=0)
        st.session_state["beyond"] = requested, state.current()
    requested, view = st.session_state.get("beyond", (0, None))
    if view == state.current():
        title = server.unknown_segment(requested, size)
        draw_alert(
            "warning", title, ["Showing the first segment of the list."], key="no-such-segment"
        )


def _current_edits(comparison: Comparison, segment: int) -> dict[str, str]:
    """The edited hypotheses of this segment; none once another was opened."""
    edit = st.session_state.get("segment", {}).get("edit") or {}
    if (edit.get("comparison"), edit.get("segment")) != (
        saved_annotations.comparison_key(comparison),
        segment,
    ):
        st.session_state["edit-ended"] = edit
    if edit == st.session_state.get("edit-ended", {}):
        return {}
    return {side: str(text) for side, text in edit["texts"].items() if side in ("a", "b")}
