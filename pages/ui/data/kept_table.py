"""The table of saved comparisons: to open, rename and delete."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import workspace
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import NONE, when, whole
from bleu_core.workspace import Kept
from pages.ui import kept_comparisons, state, store, user_workspace
from pages.ui.data import where_kept
from pages.ui.widgets.controls import follow
from pages.ui.widgets.notice import notice
from pages.ui.widgets.paging import paging
from pages.ui.widgets.table import Cell, table

LONGEST_TITLE = 80
HELP = {
    "opened": "When it was last opened. The one opened last comes first.",
    "made": "When it was first compared here.",
    "settings": "The settings that it was last seen under, as they stand in its link; opening it "
    "brings them back.",
    "said": "Verdicts, labels, notes and marks, and blind sessions on it with their answers.",
    "title": "What lists call it. Without a name it goes by its systems.",
}


def show() -> None:
    """Draw the table and its controls."""
    space = user_workspace.own()
    if space is None:
        notice("info", "Nothing is kept here.", [user_workspace.why_nothing()], key="keeps-nothing")
        return
    found = kept_comparisons.listed()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{whole(len(found))} {where_kept.folder(space)}")
        page = paging(len(found), key="kept-page")
        if found:
            with st.popover(
                "Rename or delete", key="kept-change", type="tertiary", width="content"
            ):
                _changes(found)
    shown = found[page]
    opened = table(
        _headings(found),
        _rows(shown, page.start + 1, any(one.title for one in found), _has_many(found)),
        ids=[one.digest for one in shown],
        selected=kept_comparisons.open_digest(),
        key="kept",
        label="Kept comparisons",
        empty="Nothing is kept yet. What you compare appears here.",
    )
    if opened:
        if kept_comparisons.open_as_left(opened):
            state.switch_to("overview.py")
        notice("warning", "That comparison was deleted in another window.", key="kept-gone")


def _headings(found: Sequence[Kept]) -> list[dict[str, Any]]:
    named: list[dict[str, Any]] = [{"label": "name"}] if any(one.title for one in found) else []
    return [
        {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "The last is 1."},
        *named,
        {"label": "A, baseline", "tone": "a"},
        {"label": "B, candidate", "tone": "b"},
        *([{"label": "systems", "align": "right"}] if _has_many(found) else []),
        {"label": "segments", "align": "right", "term": "segment"},
        {"label": "opened", "help": HELP["opened"]},
        {"label": "first kept", "help": HELP["made"]},
        {"label": "settings", "term": "signature", "help": HELP["settings"]},
        {"label": "said of it", "help": HELP["said"]},
    ]


def _rows(shown: Sequence[Kept], first: int, named: bool, counts: bool) -> list[list[Cell]]:
    said = kept_comparisons.how_many()
    rows: list[list[Cell]] = []
    for number, one in enumerate(shown, first):
        a, b = kept_comparisons.pair_of(one)
        many: list[Cell] = [whole(len(one.systems))] if counts else []
        settings = [f"{name}:{text}" for name, text in kept_comparisons.settings(one).items()]
        title: list[Cell] = [{"t": one.title, "tone": "strong"}] if named else []
        rows.append(
            [
                whole(number),
                *title,
                _cut(a),
                _cut(b),
                *many,
                whole(one.segments),
                _short(when(one.opened)),
                _short(when(one.made)),
                {"t": " ".join(settings) or "usual", "tone": "muted"},
                {"t": _said(said.get(one.digest, {})), "tone": "muted"},
            ]
        )
    return rows


def _has_many(found: Sequence[Kept]) -> bool:
    """Whether any has more than two systems."""
    return any(len(one.systems) > 2 for one in found)


def _said(counts: dict[str, int]) -> str:
    return kept_comparisons.counts_told(counts) or NONE


def _cut(name: str, length: int = 40) -> Cell:
    name = visible(name)
    return name if len(name) <= length else {"t": visible(name, length), "title": name}


def _short(moment: str) -> Cell:
    return moment.replace(" ", "\u00a0")  # on one line


def _changes(found: Sequence[Kept]) -> None:
    """Draw the controls to rename or delete a comparison."""
    names = {one.digest: f"{n} · {kept_comparisons.name_of(one)}" for n, one in enumerate(found, 1)}
    usual = (
        kept_comparisons.open_digest()
        if kept_comparisons.open_digest() in names
        else found[0].digest
    )
    # Stored apart from the widget, which loses its choice when a name in it changes.
    chosen = st.session_state.get("kept-one")
    chosen = chosen if chosen in names else usual
    digest = st.selectbox(
        "Comparison",
        list(names),
        list(names).index(chosen),
        format_func=names.__getitem__,
        **follow("kept-chosen", chosen, _choose),
    )
    one = next(one for one in found if one.digest == digest)
    st.text_input(
        "Name",
        one.title,
        **follow(f"kept-title-{digest}", one.title, partial(_rename, digest)),
        placeholder=kept_comparisons.name_of(one),
        max_chars=LONGEST_TITLE,
        help=HELP["title"],
    )
    if st.session_state.get("kept-asked") == digest:
        _confirm(one)
    else:
        st.button("Delete …", on_click=_ask_before, args=(digest,), key="kept-delete")


def _choose(digest: str) -> None:
    st.session_state["kept-one"] = digest
    st.session_state["kept-asked"] = ""


def _rename(digest: str, title: str) -> None:
    st.session_state["kept-one"] = digest
    user_workspace.ask_own(lambda space: workspace.rename(space, digest, title), None)


def _ask_before(digest: str) -> None:
    st.session_state["kept-asked"] = digest
    if digest:
        st.session_state["kept-one"] = digest


def _confirm(one: Kept) -> None:
    counts = kept_comparisons.how_many().get(one.digest, {})
    told = kept_comparisons.counts_told(counts)
    said = f", and all that was said of its segments: {told}" if told else ""
    notice(
        "warning",
        f"Delete “{kept_comparisons.name_of(one)}”?",
        [
            f"Its texts ({kept_comparisons.segments(one)}) go, unless another kept comparison "
            f"has them too, and with them its runs{said}. This cannot be undone."
        ],
        key="kept-confirm",
    )
    with st.container(horizontal=True):
        st.button("Delete for good", on_click=_delete, args=(one.digest,), type="primary")
        st.button("Keep it", on_click=_ask_before, args=("",))


def _delete(digest: str) -> None:
    st.session_state["kept-asked"] = ""

    user_workspace.ask_own(lambda space: workspace.delete(space, digest), None)
    # Also after an error: the comparison itself may be deleted by then.
    if user_workspace.ask_own(lambda space: workspace.find(space, digest), None) is None:
        store.forget(digest)
        if kept_comparisons.open_digest() == digest and not state.share():
            kept_comparisons.open_anew("", state.current().config)
