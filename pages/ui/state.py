"""The view of this session: what its screens show, kept in step with the address."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from pages.ui.view import View, of_pair, parse, to_params

# How many of the query strings that this session wrote itself are remembered.
REMEMBERED = 20


def address(screen: str, **more: str) -> str:
    """The link to a screen, "" for the first, on the comparison and settings that are open.

    Relative, so that it holds under any base path.
    """
    params = to_params(of_pair(current())) | more
    return f"./{screen}" + (f"?{urlencode(params)}" if params else "")


def open_view() -> list[str]:
    """Take up the view of this run; answer what the URL says that is not understood.

    The session's view holds, but for a URL that this session did not write: a
    link, or one that was edited. Streamlit drops the query string when the page
    changes; `show_in_url` puts it back.
    """
    params = st.query_params.to_dict()
    written = st.session_state.setdefault("written", [])
    if "view" not in st.session_state or (params and params not in written):
        st.session_state["view"], st.session_state["not-understood"] = parse(params)
    show_in_url()
    ignored: list[str] = st.session_state["not-understood"]
    return ignored


def current() -> View:
    """The view of this run."""
    view: View = st.session_state["view"]
    return view


def change(**changes: Any) -> None:
    """Change the view, and the URL with it. Another comparison opens at its first two systems."""
    if changes.get("data", current().data) != current().data:
        changes = {"a": "", "b": "", "more": (), **changes}
    st.session_state["view"] = replace(current(), **changes)
    st.session_state["not-understood"] = []  # it has been read
    show_in_url()


def tell_of_link(*parts: str) -> None:
    """Tell of parts of the link that could not be understood once it was seen what they are of."""
    st.session_state["not-understood"] = [*st.session_state["not-understood"], *parts]


def correct(**changes: Any) -> None:
    """Change what a link says that cannot be, and leave what is to be told of the link."""
    st.session_state["view"] = replace(current(), **changes)
    show_in_url()


def show_in_url() -> None:
    params = to_params(current())
    written = st.session_state["written"]
    if params not in written:
        del written[: -REMEMBERED + 1]
        written.append(params)
    if params != st.query_params.to_dict():
        st.query_params.from_dict(params)
