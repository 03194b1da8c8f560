"""The workspace behind the screens: where comparisons are saved, if anywhere.

All visitors of a server share it, and each sees the list of saved comparisons. So they are saved
only where every visitor holds the server's token, or where `BLEUSCOPE_HOME` is set; an address is
no identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bleu_core import BleuConfig, Comparison, EvalSet, datasets, workspace
from bleu_core.common.environment import HOME_VARIABLE, is_chosen, server_token
from bleu_core.datasets import DataSet, SavedDataSet
from bleu_core.messages import screen, text_of
from bleu_core.workspace import Gone, Workspace, WorkspaceError

Value = TypeVar("Value")


def current() -> Workspace | None:
    """Return the workspace; None where nothing is saved, or it cannot be used."""
    with _problem_noted():
        return _open()
    return None


def _open() -> Workspace | None:
    folder = workspace.home()
    if folder is None or not (is_chosen() or server_token()):
        return None
    return _opened(folder)


@st.cache_resource(show_spinner=False)
def _opened(folder: Path) -> Workspace:
    return Workspace.open(folder)


@contextmanager
def _problem_noted() -> Iterator[None]:
    """Let the app go on without the workspace, and note the problem for the screen of a run."""
    try:
        yield
    except Gone:
        pass  # deleted in another window
    except WorkspaceError as error:
        if get_script_run_ctx(suppress_warning=True):  # an answer to the viewer has no session
            st.session_state["workspace-failed"] = text_of(error)


def ask(question: Callable[[Workspace], Value], otherwise: Any) -> Value:
    """Query the workspace; return `otherwise` where there is none or it fails."""
    if space := current():
        with _problem_noted():
            return question(space)
    return otherwise


def change(what: Callable[[Workspace], object]) -> str:
    """Change the workspace; return why nothing was changed, or ''."""
    space = current()
    if space is None:
        return nothing_saved_reason()
    try:
        what(space)
    except (Gone, WorkspaceError) as error:
        return text_of(error)
    return ""


def is_done(change: Callable[[Workspace], object]) -> bool:
    """Change the workspace; return whether nothing is left to do, as where nothing is saved."""
    return ask(lambda space: (change(space), True)[1], current() is None)


def has_problem() -> bool:
    """Return whether `problem` has a sentence."""
    current()  # reported in every run
    return "workspace-failed" in st.session_state


def problem() -> str:
    """Return, once, a sentence on why the workspace could not be used, or ''."""
    current()
    told: str = st.session_state.pop("workspace-failed", "")
    return told


def nothing_saved_reason() -> str:
    """Return why nothing is saved, and how to change that."""
    if workspace.home() is None:
        return screen.keeping_off(HOME_VARIABLE)
    try:
        _open()
    except WorkspaceError as error:
        return text_of(error)
    return screen.keeping_needs_token(HOME_VARIABLE)


def backup_problem() -> str:
    return ask(Workspace.backup_problem, None) or ""


def keep(evalset: EvalSet, config: BleuConfig) -> None:
    """Save a comparison that the user made, or note that it was opened."""
    ask(lambda space: workspace.save_comparison(space, evalset, config), None)


def with_comparison(evalset: EvalSet, config: BleuConfig) -> Workspace:
    """Return the workspace with a comparison in it, saved if necessary; `Gone` without one."""
    space = current()
    if space is None:
        raise Gone
    if not workspace.find_comparison(space, evalset.digest):
        workspace.save_comparison(space, evalset, config)
    return space


def note_opened(comparison: Comparison) -> None:
    """Note an opening, its settings and Δ; save a data set without texts, for annotations."""
    evalset, config = comparison.evalset, comparison.config
    seen = (evalset.digest, config, comparison.a, comparison.b)
    if st.session_state.get("touched") == seen:
        return

    def note(space: Workspace) -> None:
        if evalset.origin:
            workspace.save_comparison(space, evalset, config)
        workspace.save_opening(space, evalset.digest, config, comparison.delta)

    ask(note, None)
    st.session_state["touched"] = seen


def note_visit(digest: str, visit: str) -> None:
    """Note the place that `query.visit_of` returns; nothing at the beginning of a visit."""
    noted: dict[str, str] = st.session_state.setdefault("left-at", {})
    if noted.get(digest, "") == visit:
        return
    ask(lambda space: workspace.save_view(space, digest, visit), None)
    noted[digest] = visit


def load(digest: str) -> EvalSet | None:
    """Return the texts of a saved comparison, or of a data set, or None."""
    found: EvalSet | None = ask(lambda space: workspace.load_comparison(space, digest), None)
    return data_set(digest) if found is None else found


def data_sets() -> list[SavedDataSet]:
    """Return the data sets that the command line saved, the most recent first."""
    folder = _data_set_folder()
    return datasets.saved_data_sets(folder) if folder else []


def data_set(digest: str) -> DataSet | None:
    folder = _data_set_folder()
    return datasets.load(folder, digest) if folder else None


def size_of_data_set(digest: str) -> int:
    """Return the bytes that the files of a data set take on the disk."""
    folder = _data_set_folder()
    return datasets.size_on_disk(folder, digest) if folder else 0


def delete_data_set(digest: str) -> None:
    folder = _data_set_folder()
    if folder and any(one.digest == digest for one in data_sets()):
        datasets.delete_data_set(folder, digest)


def _data_set_folder() -> Path | None:
    space = current()
    return space.folder / datasets.FOLDER if space else None
