"""A line on every screen that says whose shared comparison is open."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.present.account.spans import Span
from bleu_core.workspace import WorkspaceError
from pages.ui import kept_comparisons, login, shared, state, user_workspace
from pages.ui.view import TEAM
from pages.ui.widgets.notice import notice
from pages.ui.widgets.prose import prose

_REFUSED = "share-refused"


def settle() -> None:
    """Remove an invalid link from the view, before anything is looked up by it."""
    shared.ask_anew()
    said, view = state.share(), state.current()
    if not said:
        return
    if not login.is_asked() and said == TEAM:
        state.correct(share="")  # without a login, everything is one workspace
    elif said == TEAM:
        if not view.data:
            state.correct(share="")
    elif _opens_nothing():
        state.correct(share="")
        st.session_state[_REFUSED] = state.current()


def _opens_nothing() -> bool:
    try:
        return shared.opened() is None
    except WorkspaceError:
        return False  # `user_workspace.problem` reports it, and nothing is opened


def show() -> None:
    """Draw the line, or why a link opened nothing."""
    if st.session_state.get(_REFUSED) == state.current():  # until the view changes
        notice(
            "warning",
            "This link to a shared comparison opens nothing.",
            [
                "Whoever shared it has taken the link back, or it is of another comparison, or it "
                "was copied from the address of somebody who opened it otherwise.",
                "Ask whoever sent it for a link that holds.",
            ],
            key="share-refused",
        )
    if not state.share():
        return
    with st.container(horizontal=True, vertical_alignment="center", key="share-line"):
        prose([Span(_told())], key="share-told", small=True)
        st.button("Close it", key="share-close", type="tertiary", on_click=close)


def close() -> None:
    """Return to one's own comparison if it is saved, or else to the sample."""
    view = state.current()
    if not kept_comparisons.open_as_left(view.data):
        kept_comparisons.open_anew("", view.config)


def _told() -> str:
    if state.share() == TEAM:
        return user_workspace.OF_THE_TEAM
    one = shared.opened()
    if one is None:
        return "What is shared cannot be opened just now."
    if one.is_own:
        return "You share this copy: what is said here is said for all who have a link to it."
    if one.may_write:
        name = visible(one.owner_name)
        return f"{name} shares this: what you say here is said for all who have a link to it."
    return visible(shared.only_read(one))
