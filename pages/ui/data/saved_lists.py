"""The table of saved comparisons, and where texts are saved."""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import workspace
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import NO_VALUE, format_bytes, format_int, format_recent_time
from bleu_core.common.pair import A, B
from bleu_core.workspace import Gone, SavedComparison, Workspace
from pages.ui import open_comparison, state, store, user_workspace
from pages.ui.widgets.alert import draw_alert, workspace_or_explain
from pages.ui.widgets.controls import follow_choice, follow_value
from pages.ui.widgets.table import Cell, draw_paging, draw_table


def folder_note(space: Workspace) -> str:
    path = "".join(f"\\{c}" if c in string.punctuation else c for c in str(space.folder))
    return f"in the folder {path}"


def storage_note() -> tuple[str, str]:
    """Return that submitted texts are saved, and where and for whom, as Markdown."""
    space = user_workspace.current()
    if space is None:
        others = "Nobody without the link can open them."
        return "Texts stay in memory until the server stops.", others
    who = "Anyone who can open this app here can open them."
    delete = f"Delete them under “{open_comparison.SAVED_TAB}”."
    saved = "Comparisons are saved on this machine until you delete them."
    return saved, f"Texts are saved {folder_note(space)}. {who} {delete}"


LONGEST_TITLE = 80
DATA_SETS = "The list includes data sets from the command `bleuscope data`."
HELP = {
    "opened": "When it was last opened; the list is sorted by it.",
    "made": "When it was first compared here.",
    "settings": "The last settings used, as in its link; opening the comparison restores them.",
    "items": "Judgments, labels, notes and error annotations; blind sessions and their answers.",
    "disk": "Size of a data set's saved statistics, and of its texts for quick access.",
    "title": "Name in lists (default: the names of its systems).",
}


def draw_saved_comparisons() -> None:
    space = workspace_or_explain("Comparisons are not saved here.", key="keeps-nothing")
    if space is None:
        return
    found = open_comparison.saved_comparisons()
    if any(one.is_data_set for one in found):
        st.caption(DATA_SETS)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{format_int(len(found))} saved {folder_note(space)}")
        page = draw_paging(len(found), key="kept-page")
        if found:
            with st.popover(
                "Rename or delete", key="kept-change", type="tertiary", width="content"
            ):
                _changes(found)
    opened = draw_table(
        *_table(found, page),
        ids=[one.digest for one in found[page]],
        selected=open_comparison.open_digest(),
        key="kept",
        label="Saved comparisons",
        empty="No saved comparisons yet. Comparisons that you open appear here.",
    )
    if opened:
        if open_comparison.open_as_left(opened):
            state.switch_to("overview.py")
        draw_alert("warning", "That comparison was deleted in another window.", key="kept-gone")


def _table(
    found: Sequence[SavedComparison], page: slice
) -> tuple[list[dict[str, Any]], list[list[Cell]]]:
    """Return the columns that the whole list needs, and the rows of a page."""
    has_names = any(one.title for one in found)
    has_many = any(len(one.systems) > 2 for one in found)
    has_data_sets = any(one.is_data_set for one in found)
    columns: list[dict[str, Any]] = [
        {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "1: newest."},
        *([{"label": "name"}] if has_names else []),
        {"label": f"{A}, baseline", "tone": "a"},
        {"label": f"{B}, candidate", "tone": "b"},
        *([{"label": "systems", "align": "right"}] if has_many else []),
        {"label": "segments", "align": "right", "term": "segment"},
        *([{"label": "on disk", "align": "right", "help": HELP["disk"]}] if has_data_sets else []),
        {"label": "opened", "help": HELP["opened"]},
        {"label": "first saved", "help": HELP["made"]},
        {"label": "settings", "term": "signature", "help": HELP["settings"]},
        {"label": "annotations", "help": HELP["items"]},
    ]
    all_counts = open_comparison.annotation_counts()
    rows: list[list[Cell]] = []
    for number, one in enumerate(found[page], page.start + 1):
        settings = [f"{key}:{text}" for key, text in open_comparison.settings_in_link(one).items()]
        counts = open_comparison.describe_counts(all_counts.get(one.digest, {}))
        row: list[Cell | None] = [
            format_int(number),
            {"t": one.title, "tone": "strong"} if has_names else None,
            *map(_cut, open_comparison.pair_of(one)),
            format_int(len(one.systems)) if has_many else None,
            format_int(one.segments),
            _disk(one) if has_data_sets else None,
            _short(format_recent_time(one.opened)),
            _short(format_recent_time(one.made)),
            {"t": " ".join(settings) or "default", "tone": "muted"},
            {"t": counts or NO_VALUE, "tone": "muted"},
        ]
        rows.append([cell for cell in row if cell is not None])
    return columns, rows


def _disk(one: SavedComparison) -> Cell:
    size = user_workspace.size_of_data_set(one.digest) if one.is_data_set else 0
    return _short(format_bytes(size)) if size else NO_VALUE


def _cut(name: str, length: int = 40) -> Cell:
    name = one_line(name)
    return name if len(name) <= length else {"t": one_line(name, length), "title": name}


def _short(moment: str) -> Cell:
    return moment.replace(" ", "\u00a0")  # on one line


def _changes(found: Sequence[SavedComparison]) -> None:
    names = {one.digest: f"{n} · {open_comparison.title_of(one)}" for n, one in enumerate(found, 1)}
    opened = open_comparison.open_digest()
    usual = opened if opened in names else found[0].digest
    # Stored apart from the widget, which loses its choice when a name in it changes.
    chosen = st.session_state.get("kept-one")
    chosen = chosen if chosen in names else usual
    digest = st.selectbox(
        "Comparison",
        **follow_choice("kept-chosen", names, chosen, _choose),
        format_func=names.__getitem__,
    )
    one = next(one for one in found if one.digest == digest)
    st.text_input(
        "Name",
        one.title,
        **follow_value(f"kept-title-{digest}", one.title, partial(_rename, digest)),
        placeholder=open_comparison.title_of(one),
        max_chars=LONGEST_TITLE,
        help=HELP["title"],
    )
    if st.session_state.get("kept-asked") == digest:
        _confirm(one)
    else:
        st.button("Delete …", on_click=_ask_before, args=(digest,), key="kept-delete")


def _choose(digest: str) -> None:
    st.session_state.update({"kept-one": digest, "kept-asked": ""})


def _rename(digest: str, title: str) -> None:
    st.session_state["kept-one"] = digest

    def rename(space: Workspace) -> None:
        if not workspace.find_comparison(space, digest):
            data = user_workspace.data_set(digest)
            if data is None:
                raise Gone
            workspace.save_comparison(space, data)
        workspace.rename_comparison(space, digest, title)

    user_workspace.ask(rename, None)


def _ask_before(digest: str) -> None:
    st.session_state["kept-asked"] = digest
    if digest:
        st.session_state["kept-one"] = digest


def _confirm(one: SavedComparison) -> None:
    counts = open_comparison.annotation_counts().get(one.digest, {})
    told = open_comparison.describe_counts(counts)
    said = f" All annotations of its segments are deleted too: {told}." if told else ""
    lost = (
        f"Its saved results ({_disk(one)}) are deleted, unless another data set here uses them."
        f"{said} Its Parquet files stay; you can compute the results again."
        if one.is_data_set
        else f"Its texts ({open_comparison.segment_count(one)}) and its runs are deleted, unless "
        f"another saved comparison uses them.{said} This cannot be undone."
    )
    title = f"Delete “{open_comparison.title_of(one)}”?"
    draw_alert("warning", title, [lost], key="kept-confirm")
    with st.container(horizontal=True):
        st.button("Delete permanently", on_click=_delete, args=(one.digest,), type="primary")
        st.button("Cancel", on_click=_ask_before, args=("",))


def _delete(digest: str) -> None:
    st.session_state["kept-asked"] = ""

    user_workspace.ask(lambda space: workspace.delete_comparison(space, digest), None)
    user_workspace.delete_data_set(digest)
    # Also after an error: the comparison itself may be deleted by then.
    if user_workspace.ask(lambda space: workspace.find_comparison(space, digest), None) is None:
        store.forget(digest)
        if open_comparison.open_digest() == digest:
            open_comparison.open_fresh("", state.current().config)
