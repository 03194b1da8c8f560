"""The view of a screen, mounted as a component."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from bleu_core import Comparison
from bleu_core.text import glossary
from pages.ui import state
from pages.ui.query import to_params
from pages.ui.widgets.components import component


@cache
def view_component(name: str) -> Callable[..., Any]:
    """The mount function of the view whose script is `name`.js here."""
    return component(f"viewer/{name}.js", '<div class="view-root"></div>')


def draw_view(mount: Callable[..., Any], name: str, comparison: Comparison, **more: Any) -> None:
    """Draw the view of a screen: what it shows of the comparison is in the address.

    `more` is what else the script needs.
    """
    view, key = state.current(), f"view-{name}"
    mount(
        data={
            "name": name,
            "params": to_params(view),
            "serial": st.session_state.get("view-serial", 0),
            "glossary": {
                "link": state.address("learn"),
                "short": {one.name: one.short for one in glossary.entries()},
            },
            "set": {
                "size": len(comparison),
                "systems": [{"name": comparison.a}, {"name": comparison.b}],
                "config": {"max_ngram_order": comparison.config.max_ngram_order},
            },
            "pair": {"a": 0, "b": int(comparison.a != comparison.b), "delta": comparison.delta},
            "defined": comparison.ledger.defined,
            **more,
        },
        key=key,
        on_moved_change=lambda: _follow(st.session_state[key]["moved"]),
    )


def _follow(moved: dict[str, Any] | None) -> None:
    """Take the address that the view has written."""
    if moved:
        state.follow(moved["params"])
        st.session_state["view-serial"] = moved["serial"]
