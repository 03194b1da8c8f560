"""The view: which comparison, under which settings, and its form in a URL.

One frozen dataclass holds all that a link restores. `parse` and `to_params` are
pure; nothing from a URL is evaluated, opened or looked up by more than equality.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from bleu_core import BleuConfig

# How many of the query strings that this session wrote itself are remembered.
REMEMBERED = 20


@dataclass(frozen=True)
class View:
    """What the screens show.

    `data` is the digest of an EvalSet in the store, '' for the sample.
    """

    data: str = ""
    config: BleuConfig = field(default_factory=BleuConfig)


def parse(params: Mapping[str, str]) -> tuple[View, list[str]]:
    """The view that a query string asks for, and the parameters that say nothing known."""
    understood = set()
    data = params.get("data", "")
    if re.fullmatch("[0-9a-f]{64}", data):
        understood.add("data")
    else:
        data = ""
    settings: dict[str, Any] = {}
    for name, (field_name, read, _) in _SETTINGS.items():
        if name in params:
            try:
                wanted = settings | {field_name: read(params[name])}
                BleuConfig(**wanted)
            except (ValueError, KeyError):
                continue
            settings = wanted
            understood.add(name)
    ignored = [f"{name}={text}" for name, text in params.items() if name not in understood]
    return View(data, BleuConfig(**settings)), ignored


def to_params(view: View) -> dict[str, str]:
    """The shortest query string for a view: what equals the default is left out."""
    params = {"data": view.data} if view.data else {}
    default = BleuConfig()
    for name, (field_name, _, write) in _SETTINGS.items():
        value = getattr(view.config, field_name)
        if value != getattr(default, field_name):
            params[name] = write(value)
    return params


def open_view() -> list[str]:
    """Take up the view of this run; answer what the URL says that is not understood.

    The session's view holds, but for a URL that this session did not write: a
    link, or one that was edited. Streamlit drops the query string when the page
    changes; `show_in_url` puts it back.
    """
    params = st.query_params.to_dict()
    written = st.session_state.setdefault("written", [])
    ignored: list[str] = []
    if "view" not in st.session_state or (params and params not in written):
        st.session_state["view"], ignored = parse(params)
    show_in_url()
    return ignored


def current() -> View:
    """The view of this run."""
    view: View = st.session_state["view"]
    return view


def change(**changes: Any) -> None:
    """Change the view, and the URL with it."""
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


def _yes_no(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _weights(text: str) -> tuple[float, ...]:
    return tuple(float(part) for part in text.split(","))


# URL parameter: field of BleuConfig, how it is read, how it is written. The order
# counts: an n-gram order is read before the weights that are to fit it.
_SETTINGS: dict[str, tuple[str, Callable[[str], object], Callable[[Any], str]]] = {
    "tok": ("tokenize", str, str),
    "lc": ("lowercase", _yes_no, lambda on: "yes" if on else "no"),
    "smooth": ("smooth_method", str, str),
    "value": ("smooth_value", float, lambda x: f"{x:g}"),
    "order": ("max_ngram_order", int, str),
    "weights": ("weights", _weights, lambda w: ",".join(map(repr, w))),
    "eff": ("effective_order", _yes_no, lambda on: "yes" if on else "no"),
    "reflen": ("reference_length", str, str),
}
