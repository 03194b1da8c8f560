"""The view of this session, kept in step with the address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any, NoReturn
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bleu_core.messages import Message
from pages.ui.query import MOVED, parse, to_params
from pages.ui.view import View, of_pair

# The number of its own query strings that a session remembers.
REMEMBERED = 20


def address(screen: str, **more: str) -> str:
    """Return the relative link to a screen, '' for the first, with comparison and settings."""
    params = to_params(of_pair(current())) | more
    return f"./{screen}" + (f"?{urlencode(params)}" if params else "")


def open_view() -> None:
    """Set the view of this run.

    The session's view holds unless the URL is one that this session did not write (a link, or an
    edited address), or one that the visitor went back or forward to. Streamlit drops the query
    string when the page changes; `show_in_url` restores it.
    """
    params = st.query_params.to_dict()
    written = st.session_state.setdefault("written", [])
    is_foreign = params not in written and params != st.session_state.get("linked")
    run = get_script_run_ctx()
    # A URL without a query may be one that Streamlit made on the way to another screen.
    is_back = run is not None and run.is_history_navigation and params in written
    if "view" not in st.session_state or (params and is_foreign) or is_back:
        st.session_state["view"], st.session_state["not-understood"] = parse(params)
    show_in_url()


def ignored() -> list[Message]:
    """Return the ignored parts of the link, until the view changes."""
    parts: list[Message] = st.session_state["not-understood"]
    return parts


# The view that a request of the viewer is about: it belongs to no run and to no session.
_asked: ContextVar[View | None] = ContextVar("asked", default=None)


def current() -> View:
    if (asked := _asked.get()) is not None:
        return asked
    view: View = st.session_state["view"]
    return view


@contextmanager
def asked_for(view: View) -> Iterator[None]:
    token = _asked.set(view)
    try:
        yield
    finally:
        _asked.reset(token)


def change(**changes: Any) -> None:
    """Change the view and the URL; another comparison opens at its first two systems."""
    params = st.query_params.to_dict()
    if params and params not in st.session_state["written"]:
        follow(params)  # the browser is there, and has not told yet
    if changes.get("data", current().data) != current().data:
        changes = {"a": "", "b": "", "more": (), **changes}
    st.session_state["view"] = replace(current(), **changes)
    st.session_state["not-understood"] = []
    show_in_url()


def change_in_place(**changes: Any) -> None:
    """Change the view without a step in the browser's history: the browser has changed its URL."""
    st.session_state["view"] = replace(current(), **changes)
    st.session_state["not-understood"] = []
    st.session_state["in-url"] = to_params(current())
    _remember(st.session_state["in-url"])


def follow(params: Mapping[str, str]) -> None:
    """Take what the browser has changed in its URL; the pair and settings may be others by now."""
    kept = {name: text for name, text in to_params(current()).items() if name not in MOVED}
    moved = {name: text for name, text in params.items() if name in MOVED}
    change_in_place(**vars(parse(kept | moved)[0]))


def link() -> dict[str, str]:
    """Return the query string of the view, for links of this run to other screens."""
    params = to_params(current())
    st.session_state["linked"] = params
    return params


def switch_to(screen: Any) -> NoReturn:
    """Open a screen, given by its file or its `st.Page`; the browser's Back leads here."""
    st.switch_page(screen, query_params=link())


def open_screen(screen: str, **changes: Any) -> NoReturn:
    change(**changes)
    switch_to(screen)


def tell(message: Message) -> None:
    """Report a part of the link, or of what is saved, that does not apply."""
    st.session_state["not-understood"] = [*ignored(), message]


def correct(**changes: Any) -> None:
    """Correct an invalid part of the view; messages about the link stay."""
    st.session_state["view"] = replace(current(), **changes)
    show_in_url()


def show_in_url() -> None:
    """Show the view in the URL.

    A run knows the URL of when it was requested; the browser may have got another one since. So it
    is also sent if this session sent another one last.
    """
    params = to_params(current())
    _remember(params)
    if params != st.query_params.to_dict() or params != st.session_state.get("in-url", params):
        st.query_params.from_dict(params)
    st.session_state["in-url"] = params


def _remember(params: dict[str, str]) -> None:
    written = st.session_state["written"]
    if params not in written:
        del written[: -REMEMBERED + 1]
        written.append(params)
