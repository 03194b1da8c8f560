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
from bleu_core.worklist import PLACES, SIGNS, SORTS, Filters

# How many of the query strings that this session wrote itself are remembered.
REMEMBERED = 20
LONGEST_TEXT = 500


@dataclass(frozen=True)
class View:
    """What the screens show.

    Attributes
    ----------
    data : str
        The digest of an EvalSet in the store, '' for the sample.
    config : BleuConfig
    segment : int
        Line number of the chosen segment, from 1; 0 for the first of the worklist.
    sort : str
        A key of `worklist.SORTS`, with "-" before it for the largest first.
    filters : Filters
        Which segments the worklist has.
    """

    data: str = ""
    config: BleuConfig = field(default_factory=BleuConfig)
    segment: int = 0
    sort: str = "-size"
    filters: Filters = field(default_factory=Filters)


def parse(params: Mapping[str, str]) -> tuple[View, list[str]]:
    """The view that a query string asks for, and the parameters that say nothing known."""
    understood: set[str] = set()

    def read(fields: Fields, make: Callable[..., Any]) -> Any:
        """make() with each field that is given and that it accepts."""
        values: dict[str, Any] = {}
        for name, (field_name, reader, _) in fields.items():
            if name in params:
                try:
                    wanted = values | {field_name: reader(params[name])}
                    make(**wanted)
                except (ValueError, KeyError):
                    continue
                values = wanted
                understood.add(name)
        return make(**values)

    config, filters = read(_SETTINGS, BleuConfig), read(_FILTERS, Filters)
    view = replace(read(_VIEW, View), config=config, filters=filters)
    return view, [f"{name}={text}" for name, text in params.items() if name not in understood]


def to_params(view: View) -> dict[str, str]:
    """The shortest query string for a view: what equals the default is left out."""
    params = {}
    default = View()
    for fields, part, usual in (
        (_VIEW, view, default),
        (_SETTINGS, view.config, default.config),
        (_FILTERS, view.filters, default.filters),
    ):
        for name, (field_name, _, write) in fields.items():
            value = getattr(part, field_name)
            if value != getattr(usual, field_name):
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


def _digest(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise ValueError
    return text


def _segment(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise ValueError
    return int(text)


def _one_of(*allowed: str) -> Callable[[str], str]:
    return lambda text: {name: name for name in allowed}[text]


def _short(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise ValueError
    return text


def _range(text: str) -> tuple[float, float]:
    low, high = map(float, text.split("~"))
    if not low <= high:
        raise ValueError
    return low, high


def _range_text(limits: tuple[float, float]) -> str:
    return f"{limits[0]!r}~{limits[1]!r}"


# URL parameter: field, how it is read, how it is written. The order counts: an
# n-gram order is read before the weights that are to fit it.
Fields = dict[str, tuple[str, Callable[[str], object], Callable[[Any], str]]]
_VIEW: Fields = {
    "data": ("data", _digest, str),
    "seg": ("segment", _segment, str),
    "sort": ("sort", _one_of(*SORTS, *(f"-{name}" for name in SORTS)), str),
}
_FILTERS: Fields = {
    "q": ("text", _short, str),
    "in": ("place", _one_of(*PLACES), str),
    "doc": ("document", _short, str),
    "sign": ("sign", _one_of(*SIGNS), str),
    "differ": ("differ", _yes_no, lambda on: "yes" if on else "no"),
    "delta": ("delta", _range, _range_text),
    "a": ("score_a", _range, _range_text),
    "b": ("score_b", _range, _range_text),
    "len": ("length", _range, _range_text),
    "lines": ("lines", _range, _range_text),
}
_SETTINGS: Fields = {
    "tok": ("tokenize", str, str),
    "lc": ("lowercase", _yes_no, lambda on: "yes" if on else "no"),
    "smooth": ("smooth_method", str, str),
    "value": ("smooth_value", float, lambda x: f"{x:g}"),
    "order": ("max_ngram_order", int, str),
    "weights": ("weights", _weights, lambda w: ",".join(map(repr, w))),
    "eff": ("effective_order", _yes_no, lambda on: "yes" if on else "no"),
    "reflen": ("reference_length", str, str),
}
