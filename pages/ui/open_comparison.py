"""The open comparison: found in the store, or counted with a progress bar."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core import Comparison, InputError
from bleu_core.common.numerals import whole
from bleu_core.messages import screen
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import kept_comparisons, login, pair, state, store, user_workspace
from pages.ui.view import View
from pages.ui.widgets import progress
from pages.ui.widgets.notice import notice, reasons
from pages.ui.widgets.rerun import run_again


def get() -> Comparison:
    """Return the comparison of the view.

    If another window has just deleted it, the whole page runs again and says so.
    """
    made = None if store.evalset(state.current().data) is None else get_or_explain()
    if made is None:
        run_again()
    return made


def get_or_explain() -> Comparison | None:
    """Return the comparison of the view, or draw why there is none."""
    view = state.current()
    data = store.evalset(view.data)
    if data is None:
        _explain_gone()
        return None
    if wrong := pair.unknown(view, data):
        state.tell_of_link(wrong)
        state.correct(**pair.in_link(data, *pair.names(view, data)))
        view = state.current()
    try:
        if store.systems.ready(data, view.config) is None:
            number = len(data.systems)
            of = f" of {whole(number)} systems" if number > 2 else ""
            with progress.bar(
                f"Counting n-grams in {whole(len(data))} segments{of}",
                shown=len(data) * number >= 2 * progress.SLOW,
                on_stop=partial(_go_back, st.session_state.get("settled", View())),
            ) as counting:
                store.systems(data, view.config, counting)
        made = store.comparison(data, view.config, *pair.names(view, data))
    except (InputError, TokenizerUnavailable) as error:
        notice("error", "These settings cannot be used.", reasons(error), key="cannot")
        default = View().config
        st.button("Back to the default settings", on_click=state.change, kwargs={"config": default})
        return None
    st.session_state["settled"] = view
    user_workspace.note_opened(data, view.config)
    return made


def _go_back(settled: View) -> None:
    state.change(
        data=settled.data, share=settled.share, a=settled.a, b=settled.b, config=settled.config
    )


def _explain_gone() -> None:
    why = user_workspace.problem() or (
        screen.comparison_private()
        if login.is_asked()
        else screen.comparison_elsewhere()
        if user_workspace.current()
        else screen.comparison_dropped()
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
