"""The settings of the score, each with an explanation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import BleuConfig
from bleu_core.text import meanings
from bleu_core.text.config import LENGTH_RULES, MAX_ORDER, SMOOTHING, TOKENIZERS
from pages.ui import state
from pages.ui.widgets.controls import follow
from pages.ui.widgets.glossary_tip import help_of


def show() -> None:
    """Draw the controls; a change takes effect at once on every screen."""
    config = state.current().config
    st.subheader("Settings", help=help_of("signature"), anchor=False)
    st.caption("They make the signature. A change counts again what it touches and nothing else.")
    tokenizer, smoothing = config.tokenize, config.smooth_method
    _choice("Tokenizer", "tokenize", TOKENIZERS, meanings.TOKENIZERS, tokenizer, "token")
    _toggle("Ignore case", "lowercase", config.lowercase, "case")
    _choice("Smoothing", "smooth_method", SMOOTHING, meanings.SMOOTHING, smoothing, "smoothing")
    if SMOOTHING[smoothing] is not None:
        st.number_input(
            "Smoothing value",
            min_value=min(0.001, config.smoothing),
            step=0.1,
            format="%g",
            value=config.smoothing,
            **follow("set-value", config.smoothing, partial(_change, "smooth_value")),
            help=help_of(smoothing),
        )
    st.slider(
        "Longest n-gram",
        1,
        MAX_ORDER,
        config.max_ngram_order,
        **follow("set-order", config.max_ngram_order, partial(_change, "max_ngram_order")),
        help=help_of("n-gram"),
    )
    length = config.reference_length
    _choice("Reference length", "reference_length", LENGTH_RULES, meanings.LENGTHS, length, "r")
    if config != BleuConfig():
        st.button("Back to the defaults", on_click=state.change, kwargs={"config": BleuConfig()})


def _toggle(label: str, name: str, value: bool, term: str) -> None:
    following = follow(f"set-{name}", value, partial(_change, name))
    st.toggle(label, value, help=help_of(term), **following)


def _choice(
    label: str, name: str, allowed: Iterable[str], texts: dict[str, str], value: str, term: str
) -> None:
    options = list(allowed)
    st.selectbox(
        label,
        options,
        options.index(value),
        format_func=lambda name: f"{name}: {texts[name]}",
        help=help_of(term),
        **follow(f"set-{name}", value, partial(_change, name)),
    )


def _change(name: str, chosen: Any) -> None:
    """Put a control's value into the view."""
    changes: dict[str, Any] = {name: chosen}
    if name == "smooth_method":
        changes["smooth_value"] = None
    if name == "max_ngram_order":
        changes["weights"] = None
    state.change(config=replace(state.current().config, **changes))
