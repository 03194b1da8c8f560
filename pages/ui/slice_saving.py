"""Saving, renaming, deleting, exporting and importing slices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import workspace
from bleu_core.common.escaping import one_line
from bleu_core.messages import screen
from bleu_core.readers.fields import FileFaults
from bleu_core.segments.saved_slices import (
    LONGEST_NAME,
    SavedSlice,
    normalized_name,
    read_slices,
    written_slices,
)
from bleu_core.workspace import Gone, Workspace, WorkspaceError
from pages.ui import state, user_workspace
from pages.ui.widgets.alert import draw_alert, error_sentences, safe_sentences
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.download import draw_download

_CAME = "slices-came"


def saved_slices() -> list[SavedSlice]:
    return user_workspace.ask(workspace.saved_slices, [])


@st.dialog("Save slice")
def save_dialog(where: str = "") -> None:
    """Save an expression, or else the filter of the view, under a name."""
    view = state.current()
    where = where or view.where
    st.code(where, language=None, wrap_lines=True)
    if not where or user_workspace.current() is None:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input("Slice name", max_chars=LONGEST_NAME, key="slice-name", width=320)
        if st.button("Save slice", key="slice-save"):
            new = SavedSlice(normalized_name(name), where, view.thresholds)
            _change(partial(workspace.save_slice, new=new), screen.slice_changed(new.name, "saved"))
            run_again()


def draw_saved_controls(found: list[SavedSlice]) -> None:
    """Draw controls to rename, delete, export and import slices, if there is a workspace."""
    if came := st.session_state.pop(_CAME, None):  # of the last change
        draw_alert(*came, key="slices-told")
    if user_workspace.current() is None:
        return
    with st.container(horizontal=True):
        if found:
            _edit(found)
            draw_download(
                "Export as TOML",
                partial(written_slices, found),
                "slices.toml",
                "application/toml",
                key="slices-export",
            )
        with st.popover("Import slices", key="slices-import"):
            _import()


def _edit(found: list[SavedSlice]) -> None:
    with st.popover("Rename or delete slices", key="slices-edit"):
        names = [one.name for one in found]
        name = st.selectbox("Slice", names, format_func=one_line, key="slices-edited")
        st.text_input("New name", max_chars=LONGEST_NAME, key=f"slices-new-{name}")
        with st.container(horizontal=True):
            st.button("Rename", key="slices-rename", on_click=_rename)
            st.button("Delete", key="slices-delete", on_click=_delete)


# As callbacks: if the chosen slice is gone, the next run chooses another one.
def _rename() -> None:
    name = st.session_state["slices-edited"]
    new = normalized_name(st.session_state.get(f"slices-new-{name}", ""))
    renamed = partial(workspace.rename_slice, name=name, new=new)
    _change(renamed, screen.slice_changed(name, f"renamed “{new}”"))


def _delete() -> None:
    name = st.session_state["slices-edited"]
    _change(partial(workspace.delete_slice, name=name), screen.slice_changed(name, "deleted"))


def _import() -> None:
    st.caption("Saved slices with the same names are replaced.")
    upload = st.file_uploader("Slices file (TOML)", key="slices-file")
    # Read once per file.
    if upload is None or st.session_state.get("slices-read") == upload.file_id:
        return
    st.session_state["slices-read"] = upload.file_id
    try:
        slices = read_slices(upload.getvalue(), one_line(upload.name, 60))
    except FileFaults as error:
        why = safe_sentences(error.problems)
        st.session_state[_CAME] = "error", "No slices were imported:", why
        run_again()
    _change(partial(workspace.save_slices, slices=slices), screen.slices_imported(len(slices)))
    run_again()


def _change(change: Callable[[Workspace], Any], done: str) -> None:
    """Change the saved slices, and note that or why not for the next run."""
    space = user_workspace.current()
    came: tuple[str, str, list[str]] = ("info", *safe_sentences([done]), [])
    try:
        if space is not None:
            change(space)
    except (ValueError, Gone, WorkspaceError) as error:
        came = "error", "The change was not saved.", safe_sentences(error_sentences(error))
    st.session_state[_CAME] = came
