"""The view of this session: what its screens show, kept in step with the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bleu_core import EvalSet
from bleu_core.messages import Message
from bleu_core.messages.link import not_understood
from pages.ui.query import parse, to_params
from pages.ui.view import View, of_pair

# How many of the query strings that this session wrote itself are remembered.
REMEMBERED = 20
# The screens that a job has in a file of its own, under the same title and address.
OF_JOBS = ("overview.py", "systems.py", "segments.py", "ngrams.py", "slices.py", "judge.py")


def address(screen: str, **more: str) -> str:
    """The link to a screen, "" for the first, on the comparison and settings that are open.

    Relative, so that it holds under any base path.
    """
    params = to_params(of_pair(current())) | more
    return f"./{screen}" + (f"?{urlencode(params)}" if params else "")


def open_view(data_of: Callable[[str], EvalSet | None] = lambda digest: None) -> None:
    """Take up the view of this run; `data_of` as in `query.parse`.

    The session's view holds, but for a URL that this session did not write: a
    link, or one that was edited; or that somebody went back or forward to.
    Streamlit drops the query string when the page changes; `show_in_url` puts it
    back.
    """
    params = st.query_params.to_dict()
    written = st.session_state.setdefault("written", [])
    is_foreign = params not in written and params != st.session_state.get("linked")
    if "view" not in st.session_state or (params and is_foreign) or _went_to(params):
        st.session_state["view"], st.session_state["not-understood"] = parse(params, data_of)
    show_in_url()
    # What this run registers; somebody may open something else in the course of it.
    st.session_state["is-of-job"] = bool(current().job)


def file_of(screen: str) -> str:
    """The file that this run has for a screen, which is known by that of comparisons."""
    is_own = st.session_state["is-of-job"] and screen in OF_JOBS
    return f"job/{screen}" if is_own else screen


def ignored() -> list[Message]:
    """What the link says that is not understood; nothing once something was changed."""
    parts: list[Message] = st.session_state["not-understood"]
    return parts


def current() -> View:
    """The view of this run."""
    view: View = st.session_state["view"]
    return view


def share() -> str:
    """What opens the comparison of the view where it is another's; '' before there is a view."""
    view: View | None = st.session_state.get("view")
    return view.share if view else ""


def change(**changes: Any) -> None:
    """Change the view, and the URL with it.

    Another comparison opens at its first two systems, and is this visitor's own.
    """
    if changes.get("data", current().data) != current().data:
        changes = {"a": "", "b": "", "more": (), "share": "", **changes}
    st.session_state["view"] = replace(current(), **changes)
    st.session_state["not-understood"] = []  # it has been read
    show_in_url()


def change_in_place(**changes: Any) -> None:
    """Change the view, and no step back leads from it: the browser is to replace its address."""
    st.session_state["view"] = replace(current(), **changes)
    st.session_state["not-understood"] = []
    _remember(to_params(current()))


def link() -> dict[str, str]:
    """The query string of what is shown, for links of this run to other screens."""
    params = to_params(current())
    st.session_state["linked"] = params
    return params


def switch_to(screen: str) -> NoReturn:
    """Go on to a screen, by its file, with what is shown. It is one step back to here."""
    st.switch_page(file_of(screen), query_params=link())


def _went_to(params: dict[str, str]) -> bool:
    """Whether somebody went back or forward to a URL that this session wrote.

    Without a query it may be one that Streamlit made on the way to another screen.
    """
    run = get_script_run_ctx()
    went = run is not None and run.is_history_navigation
    return went and params in st.session_state["written"]


def tell_of_link(parts: Mapping[str, str]) -> None:
    """Tell of parameters of the link that say nothing of what is open, which was seen late."""
    st.session_state["not-understood"] = [
        *st.session_state["not-understood"],
        *(not_understood(name, said) for name, said in parts.items()),
    ]


def correct(**changes: Any) -> None:
    """Change what a link says that cannot be, and leave what is to be told of the link."""
    st.session_state["view"] = replace(current(), **changes)
    show_in_url()


def show_in_url() -> None:
    params = to_params(current())
    _remember(params)
    if params != st.query_params.to_dict():
        st.query_params.from_dict(params)


def _remember(params: dict[str, str]) -> None:
    written = st.session_state["written"]
    if params not in written:
        del written[: -REMEMBERED + 1]
        written.append(params)
