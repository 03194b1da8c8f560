"""The open comparison, its pair of systems, and the saved comparisons that can be opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from bleu_core import BleuConfig, Comparison, InputError, workspace
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_int, format_recent_time
from bleu_core.datasets import SavedDataSet
from bleu_core.messages import screen
from bleu_core.messages.server import not_understood
from bleu_core.text.evalset import EvalSet, default_pair
from bleu_core.text.tokenizers import TokenizerUnavailable
from bleu_core.workspace import EVERY, Gone, Run, SavedComparison, Workspace
from pages.ui import state, store, user_workspace
from pages.ui.query import to_params, view_at
from pages.ui.store import load_sample
from pages.ui.view import View
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.components import component
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.table import signed_cell


def pair_names(view: View, data: EvalSet) -> tuple[str, str]:
    """Return A and B of a view; for those it does not name validly, the first two others."""
    return pair_among(list(data.systems), view)


def pair_among(systems: Sequence[str], view: View) -> tuple[str, str]:
    """Return A and B of a view among these systems; see `pair_names`."""
    a, b = (name if name in systems else "" for name in (view.a, view.b))
    if a == b and len(systems) > 1:
        b = ""
    a, b = default_pair(systems, a, b)
    return a, b or a


def choose_pair(data: EvalSet, a: str, b: str) -> None:
    state.change(**pair_in_link(data, a, b))


def pair_in_link(data: EvalSet, a: str, b: str) -> dict[str, str]:
    """Return A and B as a link has them, without the defaults."""
    usual = pair_names(View(), data)
    return {"a": "", "b": ""} if (a, b) == usual else {"a": a, "b": b}


SAVED_TAB = "Saved comparisons"
_mount_recent = component("widgets/recent.js", '<nav class="recent"></nav>')


def draw_recent_comparisons(title: str = "Continue", number: int = 1) -> None:
    """Draw the comparisons opened last, besides the open one; nothing where none is saved."""
    recents = saved_comparisons(number + 1)
    found = [kept for kept in recents if kept.digest != open_digest()][:number]
    # After another window deleted the last one, a press on it still needs an answer.
    if not found and "recent" not in st.session_state:
        return
    is_line = number == 1
    sent = _mount_recent(
        data={"title": title, "line": is_line, "items": [_link(kept) for kept in found]},
        key="recent",
        height=24 if is_line else 34 + 56 * len(found),  # nothing moves when it is drawn
        on_open_change=lambda: None,
        on_all_change=lambda: None,
    )
    if opened := sent.get("open"):
        # A deleted one is opened too: the screen then says so.
        if not open_as_left(opened):
            open_fresh(opened, state.current().config)
        run_again()
    if sent.get("all"):
        st.session_state["data-tab"] = SAVED_TAB
        state.switch_to("data.py")


def open_digest() -> str:
    """Return the digest of the open comparison, also for the sample, which links leave out."""
    return state.current().data or load_sample().digest


def saved_comparisons(limit: int = EVERY) -> list[SavedComparison]:
    """Return the saved comparisons and data sets, the one opened last first."""
    saved: list[SavedComparison] = user_workspace.ask(
        lambda space: workspace.recent_comparisons(space, limit), []
    )
    sets = {one.digest: one for one in user_workspace.data_sets()}
    found = []
    for kept in saved:
        counted = sets.pop(kept.digest, None)
        found.append(kept if kept.title or not counted else replace(kept, title=counted.title))
    found += map(_not_opened, sets.values())
    found.sort(key=lambda one: -one.opened)
    return found if limit == EVERY else found[:limit]


def _not_opened(counted: SavedDataSet) -> SavedComparison:
    """Return a data set that was computed, but never opened in the app."""
    counted_at = counted.finished_at / 1e9
    return SavedComparison(
        digest=counted.digest,
        test_set=counted.digest,
        title=counted.title,
        systems=(counted.a, counted.b),
        segments=counted.segments,
        config=counted.config,
        made=counted_at,
        opened=counted_at,
        fault=counted.fault,
    )


def open_as_left(digest: str) -> bool:
    """Open a comparison as it was last seen; False if it was deleted meanwhile."""
    kept = user_workspace.ask(lambda space: workspace.find_comparison(space, digest), None)
    if kept is None:
        counted = (one for one in user_workspace.data_sets() if one.digest == digest)
        kept = next(map(_not_opened, counted), None)
    if kept is not None:
        _open(_seen(kept))
        if kept.fault:
            state.tell(screen.unusable_settings(kept.fault))
    return kept is not None


MOST_RUNS = 50  # most runs that can be open at once


def saved_runs(test_set: str) -> list[Run]:
    """Return the saved runs on a test set, the oldest first; of very many, the latest."""
    found: list[Run] = user_workspace.ask(lambda own: workspace.runs(own, test_set), [])
    return found[-MOST_RUNS:]


def load_runs(test_set: str, runs: Sequence[Run]) -> EvalSet | None:
    """Load runs as the systems of one test set; None if one was deleted meanwhile."""

    def load(space: Workspace) -> EvalSet | None:
        try:
            return workspace.load_runs(space, test_set, *runs)
        except Gone:
            return None

    return user_workspace.ask(load, None)


def title_of(kept: SavedComparison) -> str:
    return kept.title or " ".join(filter(None, [" → ".join(pair_of(kept)), more_systems(kept)]))


def pair_of(kept: SavedComparison) -> tuple[str, str]:
    """Return its A and B as it was last seen."""
    return pair_among(kept.systems, _seen(kept))


def more_systems(kept: SavedComparison) -> str:
    others = len(kept.systems) - 2
    return f"and {format_int(others)} more" if others > 0 else ""


def open_fresh(digest: str, config: BleuConfig) -> None:
    """Change the view to a comparison, without the former segment, filters and searches."""
    _open(View(data=digest, config=config))


def settings_in_link(kept: SavedComparison) -> dict[str, str]:
    """Return the settings it was last seen under, as links have them, without defaults."""
    return to_params(View(config=kept.config))


def _seen(kept: SavedComparison) -> View:
    return view_at(kept.view, kept.digest, kept.config)


def _open(view: View) -> None:
    data = "" if view.data == load_sample().digest else view.data
    opened = replace(view, data=data, bench=state.current().bench)
    state.change(**{field.name: getattr(opened, field.name) for field in fields(opened)})


def segment_count(kept: SavedComparison) -> str:
    return format_count(kept.segments, "segment")


def annotation_counts() -> dict[str, dict[str, int]]:
    return user_workspace.ask(workspace.count_annotations, {})


def describe_counts(counts: dict[str, int]) -> str:
    """{"verdict": 2, "note": 1} -> "2 judgments, 1 note"."""
    names = {"verdict": "judgment", "label": "label", "note": "note", "mark": "error annotation"}
    names |= {name: name for name in ("rated output", "blind session")}
    return ", ".join(
        format_count(counts[kind], name) for kind, name in names.items() if kind in counts
    )


def _link(kept: SavedComparison) -> dict[str, Any]:
    a, b = pair_of(kept)
    return {
        "id": kept.digest,
        "href": "?" + urlencode(to_params(_seen(kept))),
        "title": one_line(kept.title),
        "a": one_line(a),
        "b": one_line(b),
        "more": more_systems(kept),
        "size": segment_count(kept),
        "delta": None if kept.delta is None else signed_cell(kept.delta),
        "beginning": one_line(kept.beginning),
        "when": format_recent_time(kept.opened),
    }


def current_comparison() -> Comparison:
    """Return the comparison of the view; if it has just been deleted, run the page again."""
    made = None if store.evalset(state.current().data) is None else comparison_or_explain()
    if made is None:
        run_again()
    return made


def comparison_or_explain() -> Comparison | None:
    """Return the comparison of the view, or draw why there is none."""
    view = state.current()
    data = store.evalset(view.data)
    if data is None:
        _explain_gone()
        return None
    pair = pair_names(view, data)
    named = {"a": (view.a, pair[0]), "b": (view.b, pair[1])}
    wrong = {letter: name for letter, (name, system) in named.items() if name not in ("", system)}
    if wrong:
        for letter, name in wrong.items():
            state.tell(not_understood(letter, name))
        state.correct(**pair_in_link(data, *pair))
        view = state.current()
    try:
        if store.systems.ready(data, view.config) is None:
            number = len(data.systems)
            of = f" of {format_int(number)} systems" if number > 2 else ""
            settled = st.session_state.get("settled", View())
            back = {name: getattr(settled, name) for name in ("data", "a", "b", "config")}
            with progress_bars.progress_bar(
                f"Counting n-grams in {format_int(len(data))} segments{of}",
                shown=len(data) * number >= 2 * progress_bars.SLOW_SEGMENTS,
                on_stop=partial(state.change, **back),
            ) as counting:
                store.systems(data, view.config, counting)
        made = store.comparison(data, view.config, *pair_names(view, data))
    except (InputError, TokenizerUnavailable) as error:
        draw_alert("error", "These settings cannot be used.", error_sentences(error), key="cannot")
        default = View().config
        st.button("Reset settings", on_click=state.change, kwargs={"config": default})
        return None
    st.session_state["settled"] = view
    user_workspace.note_opened(made)
    return made


def _explain_gone() -> None:
    elsewhere, dropped = screen.comparison_elsewhere(), screen.comparison_dropped()
    why = [elsewhere if user_workspace.current() else dropped]
    if user_workspace.has_problem():
        why = []  # it is drawn below
    draw_alert(
        "warning",
        "This comparison is not loaded here.",
        [
            *why,
            "Load its files again on the Data screen. The same files under the same names have the "
            "same link.",
        ],
        key="gone",
    )
    draw_recent_comparisons("Recent", 3)
    with st.container(horizontal=True):
        st.button("Open the sample", on_click=state.change, kwargs={"data": ""}, type="primary")
        st.page_link("data.py", label="Load files")
