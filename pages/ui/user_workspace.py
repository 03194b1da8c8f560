"""The workspace behind the screens: what this visitor's comparisons are kept in, if anything.

The list of what is kept is shown to every visitor. So things are kept where only who holds the
server's token is a visitor, or where whoever runs the server has set `BLEUSCOPE_HOME`; an address
is no identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import streamlit as st

from bleu_core import BleuConfig, EvalSet, datasets, workspace
from bleu_core.workspace import Gone, Workspace, WorkspaceError
from bleu_core.workspace.place import VARIABLE, is_chosen, server_token

Answer = TypeVar("Answer")


def current() -> Workspace | None:
    """The workspace of this session; None where nothing is to be kept, or it cannot be used."""
    folder = workspace.home()
    if folder is None or not (is_chosen() or server_token()):
        return None
    with _problem_noted():
        return _opened(folder)
    return None


def of_command() -> Workspace | None:
    """Where the command line keeps comparisons and runs of suites; None where nothing is kept.

    It is this session's own, but on a server that asks for a login.
    """
    return current()


def jobs() -> Path | None:
    """Where it is kept what has been counted of data sets; None where nothing is kept."""
    space = current()
    return space.folder / datasets.FOLDER if space else None


def keep(evalset: EvalSet, config: BleuConfig) -> None:
    """Keep a comparison that the user made, or note that it was opened."""
    space = current()
    if space:
        with _problem_noted():
            workspace.keep(space, evalset, config)


def note_opened(evalset: EvalSet, config: BleuConfig) -> None:
    """Note that a comparison was opened under these settings, if it is one that is kept."""
    seen = (evalset.digest, config)
    if st.session_state.get("touched") == seen:
        return
    space = current()
    if space:
        with _problem_noted():
            if not space.closed():  # which the screen says: nobody asked for this to be written
                workspace.touch(space, evalset.digest, config)
    st.session_state["touched"] = seen


def note_visit(digest: str, visit: str) -> None:
    """Note what of a comparison is looked at; not that a visit begins at nothing in particular.

    `visit` is as `view.visit_of` gives it.
    """
    noted: dict[str, str] = st.session_state.setdefault("left-at", {})
    if noted.get(digest, "") == visit:
        return
    ask(lambda space: workspace.leave_at(space, digest, visit), None)
    noted[digest] = visit


def load(digest: str) -> EvalSet | None:
    """The texts of a comparison that is kept, or None."""
    space = current()
    if space:
        with _problem_noted():
            return workspace.load(space, digest)
    return None


def ask(question: Callable[[Workspace], Answer], otherwise: Answer) -> Answer:
    """What a function of the workspace answers; `otherwise` where there is none to ask."""
    space = current()
    if space:
        with _problem_noted():
            return question(space)
    return otherwise


def problem() -> str:
    """A sentence on why the workspace could not be used, which is told once, or ''."""
    current()  # one that cannot be opened is told of in every run
    told: str = st.session_state.pop("workspace-failed", "")
    return told


def why_nothing() -> str:
    """Why nothing is kept for this visitor, and what would change that."""
    if workspace.home() is None:
        return (
            f"{VARIABLE} is set to off: comparisons are gone when this server ends. To keep them, "
            f"start it without {VARIABLE}, or with {VARIABLE} set to a folder."
        )
    return problem() or (
        "This server asks nobody for a token, so comparisons are gone when it ends. To keep them, "
        "open the app by the command bleuscope, which makes a token; or set "
        f"{VARIABLE} to a folder, to keep those of all visitors for all of them."
    )


def condition() -> tuple[str, list[str]]:
    """Why nothing can be kept of what is said now, or ''; and what of what is kept is damaged."""
    nothing: tuple[str, list[str]] = ("", [])
    return ask(Workspace.condition, nothing)


@st.cache_resource(show_spinner=False)
def _opened(folder: Path) -> Workspace:
    return Workspace.open(folder)


@contextmanager
def _problem_noted() -> Iterator[None]:
    """The app goes on without the workspace; what is wrong with it is told on the screen."""
    try:
        yield
    except Gone:
        pass  # deleted in another window: not there is what it is
    except WorkspaceError as error:
        st.session_state["workspace-failed"] = str(error)
