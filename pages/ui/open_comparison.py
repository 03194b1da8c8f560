"""The comparison that the view names: found in the store, or counted with a progress bar."""

from __future__ import annotations

import streamlit as st

from bleu_core import Comparison, EvalSet, InputError
from bleu_core.numerals import percent, whole
from bleu_core.tokenizers import TokenizerUnavailable
from pages.ui import kept_comparisons, state, store, user_workspace
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

# From this many segments on the work is long enough to be shown and stopped.
SLOW = 20_000


def get() -> Comparison:
    """The comparison of the current view.

    Where there is none any more, because another window deleted it while this
    one was open, the whole page is run again: it has the message.
    """
    made = None if store.evalset(state.current().data) is None else get_or_explain()
    if made is None:
        run_again()
    return made


def get_or_explain() -> Comparison | None:
    """The comparison of the current view, or a message that says why there is none."""
    view = state.current()
    data = store.evalset(view.data)
    if data is None:
        _explain_gone()
        return None
    try:
        made = store.ready_comparison(data, view.config)
        if made is None:
            slow = len(data) >= SLOW
            made = _with_progress(data) if slow else store.comparison(data, view.config)
    except (InputError, TokenizerUnavailable) as error:
        problems = error.problems if isinstance(error, InputError) else [str(error)]
        notice("error", "These settings cannot be used.", problems, key="cannot")
        default = state.View().config
        st.button("Back to the default settings", on_click=state.change, kwargs={"config": default})
        return None
    st.session_state["settled"] = view
    user_workspace.note_opened(data, view.config)
    return made


def _with_progress(data: EvalSet) -> Comparison:
    slot = st.empty()
    with slot.container(horizontal=True, vertical_alignment="center"):
        bar = st.empty()
        text = f"Counting n-grams in {whole(len(data))} segments"
        settled = st.session_state.get("settled", state.View())
        st.button("Stop", on_click=_go_back, args=(settled,), key="stop-counting")
    last = 0.0

    def show(part: float) -> None:
        nonlocal last
        if part - last >= 0.02:
            last = part
            bar.progress(part, text=f"{text}: {percent(part)}")

    made = store.comparison(data, state.current().config, show)
    slot.empty()  # the bar and its button were drawn only for as long as the work took
    return made


def _go_back(settled: state.View) -> None:
    state.change(data=settled.data, config=settled.config)


def _explain_gone() -> None:
    why = user_workspace.problem() or (
        "It is not kept here: it was deleted, or it was made on another machine."
        if user_workspace.current()
        else "It is not in this server's memory, and nothing is kept here."
    )
    notice(
        "warning",
        "This comparison is not loaded here.",
        [
            why,
            "Load its files again on the Data screen: the same files under the same names get the "
            "same link.",
        ],
        key="gone",
    )
    kept_comparisons.show_recent()
    with st.container(horizontal=True):
        st.button("Open the sample", on_click=state.change, kwargs={"data": ""}, type="primary")
        st.page_link("data.py", label="Load files")
