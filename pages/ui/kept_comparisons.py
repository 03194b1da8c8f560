"""Saved comparisons: offered when the app opens, and opened as they were last seen."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from bleu_core import BleuConfig, workspace
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, when, whole
from bleu_core.workspace import EVERY, Kept
from pages.ui import pair, state, user_workspace
from pages.ui.query import to_params, view_at
from pages.ui.sample import load_sample
from pages.ui.view import View
from pages.ui.widgets.recent import recent
from pages.ui.widgets.rerun import run_again

TAB = "Kept comparisons"
OFFERED = 3


def show_recent() -> None:
    """Draw the comparisons opened last, in a line; nothing where none is saved."""
    recents: list[Kept] = user_workspace.ask_own(
        lambda space: workspace.recent(space, OFFERED + 1), []
    )
    found = [kept for kept in recents if kept.digest != open_digest()][:OFFERED]
    # After another window deleted the last one, a press on it still needs an answer.
    if not found and "recent" not in st.session_state:
        return
    opened, all_wanted = recent([_link(kept) for kept in found], key="recent")
    if opened:
        # A deleted one is opened too: the screen then says so.
        if not open_as_left(opened):
            open_anew(opened, state.current().config)
        run_again()
    if all_wanted:
        st.session_state["data-tab"] = TAB
        state.switch_to("data.py")


def open_digest() -> str:
    """Return the digest of the open comparison, also for the sample, which links leave out."""
    return state.current().data or load_sample().digest


def listed() -> list[Kept]:
    """Return all saved comparisons, the one opened last first."""
    nothing: list[Kept] = []
    return user_workspace.ask_own(lambda space: workspace.recent(space, EVERY), nothing)


def open_as_left(digest: str) -> bool:
    """Open a comparison as it was last seen; False if it was deleted meanwhile."""
    kept = user_workspace.ask_own(lambda space: workspace.find(space, digest), None)
    if kept is not None:
        _open(_seen(kept))
    return kept is not None


def name_of(kept: Kept) -> str:
    """Return the title of a comparison."""
    return kept.title or " ".join(filter(None, [" → ".join(pair_of(kept)), more(kept)]))


def pair_of(kept: Kept) -> tuple[str, str]:
    """Return its A and B as it was last seen."""
    return pair.among(kept.systems, _seen(kept))


def more(kept: Kept) -> str:
    """Return the number of its systems besides A and B."""
    others = len(kept.systems) - 2
    return f"and {whole(others)} more" if others > 0 else ""


def open_anew(digest: str, config: BleuConfig) -> None:
    """Change the view to a comparison, without the former segment, filters and searches."""
    _open(View(data=digest, config=config))


def settings(kept: Kept) -> dict[str, str]:
    """Return the settings it was last seen under, as links have them, without defaults."""
    return to_params(View(config=kept.config))


def params(kept: Kept) -> dict[str, str]:
    """Return the query string of a comparison as it was last seen."""
    return to_params(_seen(kept))


def _seen(kept: Kept) -> View:
    return view_at(kept.view, kept.digest, kept.config)


def _open(view: View) -> None:
    data = "" if view.data == load_sample().digest else view.data
    opened = replace(view, data=data, bench=state.current().bench)
    state.change(**{field.name: getattr(opened, field.name) for field in fields(opened)})


def segments(kept: Kept) -> str:
    """Return the number of its segments."""
    return counted(kept.segments, "segment")


def how_many() -> dict[str, dict[str, int]]:
    """Return the number of annotations of each comparison, by kind."""
    nothing: dict[str, dict[str, int]] = {}
    return user_workspace.ask_own(workspace.how_many, nothing)


def counts_told(counts: dict[str, int]) -> str:
    """{"verdict": 2, "note": 1} -> "2 verdicts, 1 note"."""
    kinds = ("verdict", "label", "note", "mark", "rated output", "blind session")
    return ", ".join(counted(counts[kind], kind) for kind in kinds if kind in counts)


def _link(kept: Kept) -> dict[str, Any]:
    a, b = pair_of(kept)
    return {
        "id": kept.digest,
        "href": "?" + urlencode(params(kept)),
        "title": visible(kept.title),
        "a": visible(a),
        "b": visible(b),
        "more": more(kept),
        "about": segments(kept),
        "when": when(kept.opened),
    }
