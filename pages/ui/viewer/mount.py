"""The view of a screen, mounted as a component."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from bleu_core import Comparison
from bleu_core.present.viewer import REPORT_STYLE
from bleu_core.text import glossary
from pages.ui import state
from pages.ui.query import MOVED, to_params
from pages.ui.widgets.components import component
from pages.ui.widgets.rich_text import glossary_link


@cache
def _view_component(name: str) -> Callable[..., Any]:
    """The mount function of the view whose script is `name`.js here."""
    return component(f"viewer/{name}.js", '<div class="view-root"></div>', REPORT_STYLE)


def draw_view(name: str, comparison: Comparison | None, **more: Any) -> str | None:
    """Draw a screen's view, with `more` for its script; return the command just given in it."""
    view, key = state.current(), f"view-{name}"
    sent = _view_component(name)(
        data={
            "name": name,
            "params": to_params(view),
            "moved": MOVED,
            "serial": st.session_state.get("view-serial", 0),
            "glossary": {
                "link": glossary_link(),
                "short": {one.name: one.short for one in glossary.entries()},
            },
            **(_about(comparison) if comparison else {}),
            **more,
        },
        key=key,
        on_moved_change=lambda: _follow(st.session_state.get(key)),
        on_command_change=lambda: None,
    )
    command: str | None = sent.get("command")
    return command


def _about(comparison: Comparison) -> dict[str, Any]:
    return {
        "set": {
            "digest": comparison.evalset.digest,
            "size": len(comparison),
            "systems": [{"name": comparison.a}, {"name": comparison.b}],
            "config": {"max_ngram_order": comparison.config.max_ngram_order},
        },
        "pair": {"a": 0, "b": int(comparison.a != comparison.b), "delta": comparison.delta},
        "defined": comparison.ledger.defined,
    }


def _follow(sent: dict[str, Any] | None) -> None:
    """Take the address that the view has written, unless its screen has been left since."""
    if sent and (moved := sent["moved"]):
        state.follow(moved["params"])
        st.session_state["view-serial"] = moved["serial"]
