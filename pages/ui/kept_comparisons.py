"""The comparisons that are kept: offered when the app opens, and opened as they were last seen."""

from __future__ import annotations

import string
from dataclasses import fields, replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from bleu_core import BleuConfig, workspace
from bleu_core.escaping import visible
from bleu_core.numerals import counted, when
from bleu_core.workspace import Kept, Workspace
from bleu_core.workspace.place import VARIABLE
from pages.ui import state, user_workspace
from pages.ui.sample import load_sample
from pages.ui.widgets.recent import recent
from pages.ui.widgets.rerun import run_again

TAB = "Kept comparisons"
OFFERED = 3
EVERY = -1  # SQLite's word for no limit


def show_recent() -> None:
    """The comparisons that were opened last, in a line; nothing where none is kept."""
    recents: list[Kept] = user_workspace.ask(lambda space: workspace.recent(space, OFFERED + 1), [])
    found = [kept for kept in recents if kept.digest != open_digest()][:OFFERED]
    # Where another window deleted the last of them, a press on it is still to be answered.
    if not found and "recent" not in st.session_state:
        return
    opened, all_wanted = recent([_link(kept) for kept in found], key="recent")
    if opened:
        # One that is gone by now is opened all the same: the screen then says so.
        if not open_as_left(opened):
            open_anew(opened, state.current().config)
        run_again()
    if all_wanted:
        st.session_state["data-tab"] = TAB
        st.switch_page("data.py")


def open_digest() -> str:
    """The digest of the open comparison, also where it is the sample, which links leave out."""
    return state.current().data or load_sample().digest


def listed() -> list[Kept]:
    """All comparisons that are kept, the one opened last first."""
    nothing: list[Kept] = []
    return user_workspace.ask(lambda space: workspace.recent(space, EVERY), nothing)


def open_as_left(digest: str) -> bool:
    """Open a comparison as it was last seen; False if it was deleted meanwhile."""
    kept = user_workspace.ask(lambda space: workspace.find(space, digest), None)
    if kept is not None:
        _open(_seen(kept))
    return kept is not None


def name_of(kept: Kept) -> str:
    """What a comparison goes by."""
    return kept.title or " → ".join(kept.systems[:2])


def folder(space: Workspace) -> str:
    """Where the workspace is, as Markdown that shows each character."""
    return "".join(f"\\{c}" if c in string.punctuation else c for c in str(space.folder))


def where_texts_go() -> str:
    """What becomes of texts that are handed over here, as Markdown."""
    space = user_workspace.current()
    if space is None:
        return (
            "Texts stay in this server's memory, are gone when it ends, and reach nobody who does "
            "not have the link."
        )
    return (
        f"Texts are kept in the folder {folder(space)} until you delete them under “{TAB}”; "
        "whoever can open this app here can open them."
    )


def how_to_keep() -> str:
    """Why nothing is kept for this visitor, and what would change that."""
    if workspace.home() is None:
        return (
            f"{VARIABLE} is set to off: comparisons are gone when this server ends. To keep them, "
            f"start it without {VARIABLE}, or with {VARIABLE} set to a folder."
        )
    return user_workspace.problem() or (
        "This server asks nobody for a token, so comparisons are gone when it ends. To keep them, "
        "open the app by the command bleuscope, which makes a token; or set "
        f"{VARIABLE} to a folder, to keep those of all visitors for all of them."
    )


def open_anew(digest: str, config: BleuConfig) -> None:
    """Change the view to a comparison; segment, filters and searches were another one's."""
    _open(state.View(data=digest, config=config))


def settings(kept: Kept) -> dict[str, str]:
    """The settings that it was last seen under, but for the usual ones, as links have them."""
    return state.to_params(state.View(config=kept.config))


def params(kept: Kept) -> dict[str, str]:
    """The query string of a comparison as it was last seen."""
    return state.to_params(_seen(kept))


def _seen(kept: Kept) -> state.View:
    return state.view_at(kept.view, kept.digest, kept.config)


def _open(view: state.View) -> None:
    data = "" if view.data == load_sample().digest else view.data
    whole = replace(view, data=data, bench=state.current().bench)
    state.change(**{field.name: getattr(whole, field.name) for field in fields(whole)})


def segments(kept: Kept) -> str:
    """How many segments it has."""
    return counted(kept.segments, "segment")


def _link(kept: Kept) -> dict[str, Any]:
    a, b = (*kept.systems, "", "")[:2]
    return {
        "id": kept.digest,
        "href": "?" + urlencode(params(kept)),
        "title": visible(kept.title),
        "a": visible(a),
        "b": visible(b),
        "about": segments(kept),
        "when": when(kept.opened),
    }
