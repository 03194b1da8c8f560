"""A test set of sacreBLEU instead of files with references, source and documents."""

from __future__ import annotations

import streamlit as st

from bleu_core import InputError
from bleu_core.common.formatting import format_count, join_words
from bleu_core.messages import testset as messages
from bleu_core.readers.testsets import (
    NamedSet,
    available_sets,
    download_command,
    downloaded_sets,
    load_named_set,
)
from pages.ui.widgets.alert import draw_alert

LABEL = "Use a test set of sacreBLEU"
ABOUT = "Provides references, source and documents. The app downloads nothing."
# Test sets that are kept in memory for all sessions.
MOST_LOADED = 4


def choose_test_set(has_files: bool) -> NamedSet | None:
    """Draw the choice of a test set; return what was chosen, if it is in the cache."""
    row = st.container(horizontal=True, vertical_alignment="center")
    with row, st.popover(LABEL, type="tertiary", width="content", key="test-set-choice"):
        chosen = _draw_choice()
    if chosen is None:
        return None
    name, pair = chosen
    try:
        named = _load(name, pair)
    except InputError:
        # Its reasons name folders of this machine.
        problem = messages.damaged(name, pair, download_command(name, pair))
        draw_alert("error", problem, key="test-set-damaged")
        return None
    advice = "" if has_files else " Drop the outputs of two or more systems."
    row.caption(f"{_summary(named)}{advice}", width="content")
    return named


def _draw_choice() -> tuple[str, str] | None:
    """Draw name and language pair; return them if they are in the cache."""
    st.caption(ABOUT)
    known, downloaded = available_sets(), downloaded_sets()

    def shown(name: str) -> str:
        return name if name in downloaded else f"{name} (not downloaded)"

    names = [*downloaded, *(name for name in known if name not in downloaded)]
    name = st.selectbox(
        "Test set", names, index=None, placeholder="None", format_func=shown, key="test-set"
    )
    if name is None:
        return None
    there = downloaded.get(name, [])
    pairs = [*there, *(pair for pair in known[name] if pair not in there)]
    pair = st.selectbox(
        "Language pair",
        pairs,
        index=0 if len(pairs) == 1 else None,
        placeholder="Choose a language pair",
        key=f"language-pair-{name}",
    )
    if pair is None or pair in there:
        return pair and (name, pair)
    st.caption("Not in sacreBLEU's cache. To download it, run this command where the app runs:")
    st.code(download_command(name, pair), language=None)
    return None


@st.cache_resource(show_spinner=False, max_entries=MOST_LOADED)
def _load(name: str, pair: str) -> NamedSet:
    return load_named_set(name, pair)


def _summary(named: NamedSet) -> str:
    """Return the name of a test set, and what it has."""
    parts = named.parts
    has = [format_count(len(parts), "segment"), format_count(len(parts.references), "reference")]
    has += ["source", *(["documents"] if parts.documents is not None else []), *parts.metadata]
    return f"Test set {named.name} {named.language_pair}: {join_words(has)}."
