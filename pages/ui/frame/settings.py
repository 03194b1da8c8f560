"""The settings of the score, and the signature that they define, in a popover of the masthead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import BleuConfig, Comparison
from bleu_core.metrics.signature import sacrebleu_command
from bleu_core.text import config as meanings
from bleu_core.text.config import (
    LENGTH_RULES,
    MAX_ORDER,
    SMOOTHING,
    plugin_tokenizers,
    tokenizer_meaning,
    tokenizer_names,
)
from pages.ui import state
from pages.ui.frame.explain_difference import draw_difference
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_choice, follow_value
from pages.ui.widgets.rich_text import glossary_help

RECOMPUTES = (
    "These settings define it. Changing a setting recomputes only the results that depend on it."
)


def draw_settings(comparison: Comparison) -> None:
    """Draw the button that opens the signature and the controls.

    A change takes effect at once on every screen.
    """
    data = comparison.evalset
    # Its label stays the same: with another one it would be another popover, and closed.
    panel = st.popover("Settings", icon=":material/tune:", key="settings", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.markdown("**Signature**", help=glossary_help("signature", RECOMPUTES))
        st.code(comparison.score_a.signature, language=None, wrap_lines=True)
        draw_difference(comparison)
        files = [f"reference-{i}" for i in range(1, len(data.references) + 1)]
        if command := sacrebleu_command(comparison.config, files, [comparison.a, comparison.b]):
            st.markdown("**sacreBLEU command for the same scores**")
            st.code(command, language=None, wrap_lines=True)
        _draw_controls(state.current().config)


def _draw_controls(config: BleuConfig) -> None:
    tokenizer, smoothing = config.tokenize, config.smooth_method
    tokenizers = {name: tokenizer_meaning(name) for name in tokenizer_names()}
    _choice("Tokenizer", "tokenize", tokenizers, tokenizers, tokenizer, "token")
    if problems := list(plugin_tokenizers().problems.values()):
        draw_alert("warning", "Not available:", problems, key="failed-tokenizers")
    st.toggle(
        "Ignore case",
        config.lowercase,
        **follow_value("set-lowercase", config.lowercase, partial(change_setting, "lowercase")),
        help=glossary_help("case"),
    )
    texts = meanings.SMOOTHING_MEANINGS
    _choice("Smoothing", "smooth_method", SMOOTHING, texts, smoothing, "smoothing")
    if SMOOTHING[smoothing] is not None:
        st.number_input(
            "Smoothing value",
            min_value=min(0.001, config.smoothing),
            step=0.1,
            format="%g",
            value=config.smoothing,
            **follow_value("set-value", config.smoothing, partial(change_setting, "smooth_value")),
            help=glossary_help(smoothing),
        )
    st.slider(
        "Maximum n-gram order",
        1,
        MAX_ORDER,
        config.max_ngram_order,
        **follow_value(
            "set-order", config.max_ngram_order, partial(change_setting, "max_ngram_order")
        ),
        help=glossary_help("n-gram"),
    )
    rules, length = meanings.LENGTH_RULE_MEANINGS, config.reference_length
    _choice("Reference length", "reference_length", LENGTH_RULES, rules, length, "r")
    if config != BleuConfig():
        st.button("Reset to defaults", on_click=state.change, kwargs={"config": BleuConfig()})


def _choice(
    label: str, name: str, allowed: Iterable[str], texts: dict[str, str], value: str, term: str
) -> None:
    options = list(allowed)
    st.selectbox(
        label,
        **follow_choice(f"set-{name}", options, value, partial(change_setting, name)),
        format_func=lambda name: f"{name}: {texts[name]}",
        help=glossary_help(term),
    )


def change_setting(name: str, chosen: Any) -> None:
    """Put the value of a setting into the view."""
    changes: dict[str, Any] = {name: chosen}
    if name == "smooth_method":
        changes["smooth_value"] = None
    if name == "max_ngram_order":
        changes["weights"] = None
    state.change(config=replace(state.current().config, **changes))
