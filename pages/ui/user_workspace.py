"""The workspace behind the screens: where this visitor's comparisons are saved, if anywhere.

Every visitor sees the list of saved comparisons. So they are saved only where every visitor holds
the server's token, or where `BLEUSCOPE_HOME` is set; an address is no identity. On a server with a
login each person has a workspace, whose lists they see; what is open may lie in another one, which
its link opens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import streamlit as st

from bleu_core import BleuConfig, EvalSet, datasets, workspace
from bleu_core.common.place import VARIABLE, is_chosen, server_token
from bleu_core.messages import screen, text_of
from bleu_core.workspace import Gone, Workspace, WorkspaceError
from bleu_core.workspace.team import spaces
from bleu_core.workspace.team.person import Person
from pages.ui import login, shared, state
from pages.ui.view import TEAM

Answer = TypeVar("Answer")
Given = ParamSpec("Given")
OF_THE_TEAM = screen.only_read_team()
# In a thread that works for a session: its person and its open workspace.
_working_for: ContextVar[tuple[Person | None, Workspace | None] | None] = ContextVar(
    "working for", default=None
)


def who() -> Person | None:
    """Return who is logged in; None on a server without a login, and before the login."""
    session = _working_for.get()
    return session[0] if session else login.person()


def current() -> Workspace | None:
    """Return the workspace of what is open: this visitor's own, or that of a shared comparison.

    None where nothing is saved, or the workspace cannot be used.
    """
    if session := _working_for.get():
        return session[1]
    if not (login.is_asked() and state.share()):
        return own()
    if state.share() == TEAM:
        return of_command()
    with _problem_noted():
        return shared.space()
    return None


def own() -> Workspace | None:
    """Return this visitor's own workspace, whatever is open; None as for `current`."""
    folder = workspace.home()
    if folder is None:
        return None
    if login.is_asked():
        person = who()
        if person is None:
            return None
        folder = spaces.own(folder, person)
    elif not (is_chosen() or server_token()):
        return None
    with _problem_noted():
        return _opened(folder)
    return None


def of_command() -> Workspace | None:
    """Return the workspace of the command line's comparisons and suite runs, or None.

    It is this session's own; on a server with a login everybody who is logged in may read it.
    """
    if not login.is_asked():
        return own()
    home = workspace.home()
    if home is None or who() is None:
        return None
    space = Workspace(home, OF_THE_TEAM)
    return space if space.path.exists() else None


def jobs() -> Path | None:
    """Return the folder of counted data sets; None where nothing is saved.

    The command line counts them: on a server with a login they are the team's.
    """
    if login.is_asked():
        home = workspace.home()
        return home / datasets.FOLDER if home and who() else None
    space = own()
    return space.folder / datasets.FOLDER if space else None


def place() -> str:
    """Return a name for the workspace of what is open; '' on a server with one workspace.

    Each person has a name of their own, even where nothing is saved.
    """
    if not login.is_asked():
        return ""
    space, person = current(), who()
    if space:
        return str(space.folder)
    return f"nothing kept for {person.id}" if person else ""


def working(work: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Wrap work for a thread, so that it runs for this session and its open workspace."""
    session = who(), current()

    @wraps(work)
    def do(*arguments: Given.args, **options: Given.kwargs) -> Answer:
        _working_for.set(session)
        return work(*arguments, **options)

    return do


def keep(evalset: EvalSet, config: BleuConfig) -> None:
    """Save a comparison that the user made, or note that it was opened."""
    ask_own(lambda space: workspace.keep(space, evalset, config), None)


def note_opened(evalset: EvalSet, config: BleuConfig) -> None:
    """Note that a saved comparison was opened under these settings."""
    seen = (evalset.digest, config)
    if st.session_state.get("touched") == seen or state.share():
        return

    def note(space: Workspace) -> None:
        if not space.closed():  # the screen says so; nobody requested this
            workspace.touch(space, evalset.digest, config)

    ask_own(note, None)
    st.session_state["touched"] = seen


def note_visit(digest: str, visit: str) -> None:
    """Note the place in a comparison that is looked at, as `query.visit_of` returns it.

    Nothing is noted at the beginning of a visit, or of a shared comparison.
    """
    noted: dict[str, str] = st.session_state.setdefault("left-at", {})
    if noted.get(digest, "") == visit or state.share():
        return
    ask_own(lambda space: workspace.leave_at(space, digest, visit), None)
    noted[digest] = visit


def load(digest: str) -> EvalSet | None:
    """Return the texts of a comparison that is saved in the open workspace, or None."""
    return ask(lambda space: workspace.load(space, digest), None)


def has(digest: str) -> bool:
    """Whether a comparison is saved in the open workspace."""
    return ask(lambda space: workspace.find(space, digest) is not None, False)


def ask(question: Callable[[Workspace], Answer], otherwise: Answer) -> Answer:
    """Query the open workspace; return `otherwise` where there is none."""
    return ask_of(current(), question, otherwise)


def ask_own(question: Callable[[Workspace], Answer], otherwise: Answer) -> Answer:
    """Query this visitor's own workspace, as the lists of saved comparisons do."""
    return ask_of(own(), question, otherwise)


def ask_of(
    space: Workspace | None, question: Callable[[Workspace], Answer], otherwise: Answer
) -> Answer:
    """Query a workspace; return `otherwise` where there is none or it fails."""
    if space:
        with _problem_noted():
            return question(space)
    return otherwise


def ask_command(question: Callable[[Workspace], Answer], otherwise: Answer) -> Answer:
    """Query `of_command`; return `otherwise` where there is none."""
    return ask_of(of_command(), question, otherwise)


def problem() -> str:
    """Return, once, a sentence on why the workspace could not be used, or ''."""
    current()  # reported in every run
    told: str = st.session_state.pop("workspace-failed", "")
    return told


def why_nothing() -> str:
    """Return why nothing is saved for this visitor, and what would change that."""
    if workspace.home() is None:
        return screen.keeping_off(VARIABLE)
    return problem() or screen.keeping_needs_token(VARIABLE)


def condition() -> tuple[str, list[str]]:
    """Return why annotations cannot be saved now, or '', and what saved data is damaged.

    Read-only shares are not reported here: the screen that names their owner says so.
    """
    nothing: tuple[str, list[str]] = ("", [])
    closed, damage = ask(Workspace.condition, nothing)
    return ("" if is_only_read() else closed), damage


def is_only_read() -> bool:
    """Whether what is open is shared with this visitor read-only."""
    return bool(why_only_read())


def why_only_read() -> str:
    """Return the sentence that replaces an action in a read-only share, or ''.

    A workspace that is closed for another reason opens again: see `condition`.
    """
    space = current()
    return space.only_read if space else ""


@st.cache_resource(show_spinner=False)
def _opened(folder: Path) -> Workspace:
    return Workspace.open(folder)


@contextmanager
def _problem_noted() -> Iterator[None]:
    """Let the app go on without the workspace, and note the problem for the screen."""
    try:
        yield
    except Gone:
        pass  # deleted in another window
    except WorkspaceError as error:
        st.session_state["workspace-failed"] = text_of(error)
