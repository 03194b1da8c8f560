"""The workspace behind the screens: what this visitor's comparisons are kept in, if anything.

The list of what is kept is shown to every visitor. So things are kept where only who holds the
server's token is a visitor, or where whoever runs the server has set `BLEUSCOPE_HOME`; an address
is no identity. On a server that asks for a login each person has a workspace of their own, and
lists are of that one; what is open may be in another one, which its link opens (`shared`).
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
# Of a thread that works for a session: who that is of, and what was open there.
_working_for: ContextVar[tuple[Person | None, Workspace | None] | None] = ContextVar(
    "working for", default=None
)


def who() -> Person | None:
    """Who is logged in; None on a server that asks nobody, and before somebody is."""
    session = _working_for.get()
    return session[0] if session else login.person()


def current() -> Workspace | None:
    """The workspace of what is open: this visitor's own, or that of a comparison that is shared.

    None where nothing is to be kept, or it cannot be used.
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
    """This visitor's own workspace, whatever is open; None as `current`."""
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
    """Where the command line keeps comparisons and runs of suites; None where nothing is kept.

    It is this session's own, but on a server that asks for a login: there whoever is logged in may
    read it.
    """
    if not login.is_asked():
        return own()
    home = workspace.home()
    if home is None or who() is None:
        return None
    space = Workspace(home, OF_THE_TEAM)
    return space if space.path.exists() else None


def jobs() -> Path | None:
    """Where it is kept what has been counted of data sets; None where nothing is kept.

    The command line counts them: on a server that asks for a login they are the team's.
    """
    if login.is_asked():
        home = workspace.home()
        return home / datasets.FOLDER if home and who() else None
    space = own()
    return space.folder / datasets.FOLDER if space else None


def place() -> str:
    """What tells the workspace of what is open from others'; '' on a server with one alone.

    Where nothing is kept each person has a place of their own all the same.
    """
    if not login.is_asked():
        return ""
    space, person = current(), who()
    if space:
        return str(space.folder)
    return f"nothing kept for {person.id}" if person else ""


def working(work: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """What is to be done in a thread of its own, for this session, in what is open now."""
    session = who(), current()

    @wraps(work)
    def do(*arguments: Given.args, **options: Given.kwargs) -> Answer:
        _working_for.set(session)
        return work(*arguments, **options)

    return do


def keep(evalset: EvalSet, config: BleuConfig) -> None:
    """Keep a comparison that the user made, or note that it was opened: it is their own."""
    ask_own(lambda space: workspace.keep(space, evalset, config), None)


def note_opened(evalset: EvalSet, config: BleuConfig) -> None:
    """Note that a comparison was opened under these settings, if it is one that is kept."""
    seen = (evalset.digest, config)
    if st.session_state.get("touched") == seen or state.share():
        return

    def note(space: Workspace) -> None:
        if not space.closed():  # which the screen says: nobody asked for this to be written
            workspace.touch(space, evalset.digest, config)

    ask_own(note, None)
    st.session_state["touched"] = seen


def note_visit(digest: str, visit: str) -> None:
    """Note what of a comparison is looked at; not that a visit begins at nothing in particular.

    `visit` is as `view.visit_of` gives it. Of what is shared it is nobody else's business.
    """
    noted: dict[str, str] = st.session_state.setdefault("left-at", {})
    if noted.get(digest, "") == visit or state.share():
        return
    ask_own(lambda space: workspace.leave_at(space, digest, visit), None)
    noted[digest] = visit


def load(digest: str) -> EvalSet | None:
    """The texts of a comparison that is kept in what is open, or None."""
    return ask(lambda space: workspace.load(space, digest), None)


def has(digest: str) -> bool:
    """Whether a comparison is kept in what is open."""
    return ask(lambda space: workspace.find(space, digest) is not None, False)


def ask(question: Callable[[Workspace], Answer], otherwise: Answer) -> Answer:
    """What a function of the workspace answers; `otherwise` where there is none to ask."""
    return ask_of(current(), question, otherwise)


def ask_own(question: Callable[[Workspace], Answer], otherwise: Answer) -> Answer:
    """What a function answers of this visitor's own workspace, as lists of what is kept do."""
    return ask_of(own(), question, otherwise)


def ask_of(
    space: Workspace | None, question: Callable[[Workspace], Answer], otherwise: Answer
) -> Answer:
    """What a function answers of a workspace; `otherwise` where there is none, or it cannot say."""
    if space:
        with _problem_noted():
            return question(space)
    return otherwise


def ask_command(question: Callable[[Workspace], Answer], otherwise: Answer) -> Answer:
    """What a function answers of `of_command`; `otherwise` where there is none to ask."""
    return ask_of(of_command(), question, otherwise)


def problem() -> str:
    """A sentence on why the workspace could not be used, which is told once, or ''."""
    current()  # one that cannot be opened is told of in every run
    told: str = st.session_state.pop("workspace-failed", "")
    return told


def why_nothing() -> str:
    """Why nothing is kept for this visitor, and what would change that."""
    if workspace.home() is None:
        return screen.keeping_off(VARIABLE)
    return problem() or screen.keeping_needs_token(VARIABLE)


def condition() -> tuple[str, list[str]]:
    """Why nothing can be kept of what is said now, or ''; and what of what is kept is damaged.

    That something is shared to be read is told where it is said who shares it.
    """
    nothing: tuple[str, list[str]] = ("", [])
    closed, damage = ask(Workspace.condition, nothing)
    return ("" if is_only_read() else closed), damage


def is_only_read() -> bool:
    """Whether what is open was given to this visitor to be read."""
    return bool(why_only_read())


def why_only_read() -> str:
    """The sentence that takes the place of what cannot be done in what is open; '' where it can.

    What is closed for another reason opens again, and is told of as a whole (`condition`).
    """
    space = current()
    return space.only_read if space else ""


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
        st.session_state["workspace-failed"] = text_of(error)
