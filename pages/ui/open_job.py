"""The job that the view names: what has been counted of a data set, found where it is kept."""

from __future__ import annotations

import streamlit as st

from bleu_core import BleuConfig
from bleu_core.datasets import Job
from bleu_core.messages import screen
from bleu_core.text.link import SETTINGS, written
from pages.ui import kept_comparisons, state, store, user_workspace
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again


def get() -> Job:
    """The job of the current view.

    Where there is none any more, because another window deleted it while this one was open, the
    whole page is run again: it has the message.
    """
    job = store.job(state.current().job)
    if job is None:
        run_again()
    return job


def get_or_explain() -> Job | None:
    """The job of the current view, or a message that says why there is none."""
    job = store.job(state.current().job)
    if job is None:
        _explain_gone()
    else:
        _tell_of_others_settings()
    return job


def _tell_of_others_settings() -> None:
    """A data set was counted for two systems, under its settings, as a whole: tell what is not."""
    view, usual = state.current(), BleuConfig()
    wrong = written(SETTINGS, view.config, usual)
    wrong |= {side: said for side, said in (("a", view.a), ("b", view.b)) if said}
    wrong |= {"only": "yes"} if view.only else {}
    if wrong:
        state.tell_of_link(wrong)
        state.correct(config=usual, a="", b="", only=False)


def _explain_gone() -> None:
    why = user_workspace.problem() or (
        screen.data_set_elsewhere() if user_workspace.current() else user_workspace.why_nothing()
    )
    notice(
        "warning",
        "This data set has not been counted here.",
        [why, "The command bleuscope compare --data counts it; counted again, it has this link."],
        key="gone",
    )
    kept_comparisons.show_recent()
    with st.container(horizontal=True):
        st.button("Open the sample", on_click=state.change, kwargs={"data": ""}, type="primary")
        st.page_link("data.py", label="Load files")
