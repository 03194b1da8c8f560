"""The workspace behind the screens: where this visitor's comparisons are saved, if anywhere.

Every visitor sees the list of saved comparisons. So they are saved only where every visitor holds
the server's token, or where `BLEUSCOPE_HOME` is set; an address is no identity. On a server with a
login each user has a workspace, whose lists they see; the open comparison may be in another one,
through a share link. That is checked in each run, as a link can be revoked.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bleu_core import BleuConfig, EvalSet, datasets, workspace
from bleu_core.common.environment import HOME_VARIABLE, is_chosen, server_token
from bleu_core.datasets import DataSet, SavedDataSet
from bleu_core.messages import screen, text_of
from bleu_core.workspace import Gone, Workspace, WorkspaceError
from bleu_core.workspace.team import people, shares
from bleu_core.workspace.team.login import server_people
from bleu_core.workspace.team.people import Person
from bleu_core.workspace.team.shares import Link, Share
from pages.ui import login, state
from pages.ui.view import TEAM

# Seconds that an answer stays valid without a run of the page, as for a press on it.
MOMENT = 1.0
_ASKED = "share-asked-for"


def can_share() -> bool:
    """Whether comparisons can be shared: there is a login, and a place to save copies."""
    return _here() is not None


def open_share() -> Share | None:
    """Return the share that the link of the view opens for this visitor, or None.

    A link opens only the comparison that was shared, or a blind session on it.

    Raises
    ------
    WorkspaceError
    """
    here, said = _here(), state.share()
    if here is None or said in ("", TEAM):
        return None
    found = _lately(*here, said)
    view = state.current()
    wanted = view.data or (found.digest if found and view.task else "")
    return found if found and wanted == found.digest else None


def _lately(home: Path, person: Person, said: str) -> Share | None:
    """Return what a link opens, cached for a moment, because a run asks a hundred times."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return shares.open_share(home, person, said)  # a thread without a session
    of = home, person, said
    asked, until, found = st.session_state.get(_ASKED, (None, 0.0, None))
    if asked != of or time.monotonic() >= until:
        found = shares.open_share(home, person, said)
        st.session_state[_ASKED] = of, time.monotonic() + MOMENT, found
    answer: Share | None = found
    return answer


def forget_shares() -> None:
    """Forget earlier answers, at the beginning of each run of a page."""
    st.session_state.pop(_ASKED, None)


def workspace_of_share(one: Share) -> Workspace | None:
    """Return the workspace of a share that this visitor may open."""
    here = _here()
    return _workspace_of(here[0], one) if here else None


def _workspace_of(home: Path, one: Share) -> Workspace:
    reason = "" if one.may_write else read_only_reason(one)
    return Workspace(people.shared_folder(home, one.id), reason)


def read_only_reason(one: Share) -> str:
    """Return the sentence on why a share is read-only."""
    return screen.only_read_share(one.owner_name)


def known_shares() -> list[Share]:
    """Return the shares that this visitor made or opened by valid links."""
    here = _here()
    return shares.list_shares(*here) if here else []


def share_copy(digest: str, source: Workspace) -> Share | None:
    """Share one of this visitor's own comparisons."""
    here = _here()
    return shares.share(*here, source, digest) if here else None


def share_links(share: str) -> list[Link]:
    here = _here()
    return shares.list_links(*here, share) if here else []


def make_share_link(share: str, *, may_write: bool) -> str:
    """Create another link to a share; return its secret, or '' if nobody is logged in."""
    here = _here()
    return shares.create_link(*here, share, may_write=may_write) if here else ""


def revoke_share_link(link: str) -> None:
    if here := _here():
        shares.revoke_link(*here, link)


def end_share(share: str) -> None:
    """Delete a share of this visitor."""
    if here := _here():
        shares.end_share(*here, share)
        forget_shares()


def _here() -> tuple[Path, Person] | None:
    home = workspace.home()
    person = login.person() if login.is_asked() else None
    return (home, person) if home and person else None


Value = TypeVar("Value")
Parameters = ParamSpec("Parameters")
OF_THE_TEAM = screen.only_read_team()
# In a thread that works for a session: its person, and what returns its open workspace.
_working_for: ContextVar[tuple[Person | None, Callable[[], Workspace | None]] | None] = ContextVar(
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
        return session[1]()
    if not (login.is_asked() and state.share()):
        return own()
    if state.share() == TEAM:
        return of_command()
    with _problem_noted():
        found = open_share()
        return workspace_of_share(found) if found else None
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
        folder = people.own_folder(folder, person)
    elif not (is_chosen() or server_token()):
        return None
    with _problem_noted():
        return _opened(folder)
    return None


def of_command() -> Workspace | None:
    """Return the workspace of the command line's comparisons and suite runs, or None.

    It is this session's own; on a server with a login, every logged-in user may read it.
    """
    if not login.is_asked():
        return own()
    home = workspace.home()
    if home is None or who() is None:
        return None
    space = Workspace(home, OF_THE_TEAM)
    return space if space.path.exists() else None


def data_sets() -> list[SavedDataSet]:
    """Return the data sets that this visitor may read, the most recent first."""
    folder = _data_set_folder()
    return datasets.saved_data_sets(folder) if folder else []


def data_set(digest: str) -> DataSet | None:
    """Return a data set that this visitor may read, or None."""
    folder = _data_set_folder()
    return datasets.load(folder, digest) if folder else None


def size_of_data_set(digest: str) -> int:
    """Return the bytes that the files of a data set take on the disk."""
    folder = _data_set_folder()
    return datasets.size_on_disk(folder, digest) if folder else 0


def may_delete_data_sets() -> bool:
    """Whether this visitor may delete data sets: the team's are deleted on the server."""
    return not login.is_asked()


def delete_data_set(digest: str) -> None:
    """Delete what was computed for a data set, if this visitor may."""
    folder = _data_set_folder()
    is_there = any(one.digest == digest for one in data_sets())
    if folder and is_there and may_delete_data_sets():
        datasets.delete_data_set(folder, digest)


def _data_set_folder() -> Path | None:
    """Return the folder of saved data sets; None where nothing is saved.

    The command line saves them: on a server with a login they are the team's.
    """
    if login.is_asked():
        home = workspace.home()
        return home / datasets.FOLDER if home and who() else None
    space = own()
    return space.folder / datasets.FOLDER if space else None


def place() -> str:
    """Return a name for the workspace of what is open; '' on a server with one workspace.

    Each user's is different, even where nothing is saved.
    """
    if not login.is_asked():
        return ""
    space, person = current(), who()
    if space:
        return str(space.folder)
    return f"nothing kept for {person.id}" if person else ""


def file_number() -> int:
    """Return the number of the open workspace's file, which a restored one has not; 0 if none."""
    space = current()
    with suppress(OSError):
        return space.path.stat().st_ino if space else 0
    return 0


def working(work: Callable[Parameters, Value]) -> Callable[Parameters, Value]:
    """Wrap work for a thread, so that it runs for this session and its open workspace.

    It may begin long after this, as a download does: `Gone` is raised then if what is open was
    shared, and the link was revoked since. If that happens later, it has no workspace any more.
    """
    person, space, here, said = who(), current(), _here(), state.share()

    def shared_now() -> Workspace | None:
        found = shares.open_share(*here, said) if here else None
        return _workspace_of(here[0], found) if here and found else None

    is_shared = here is not None and said not in ("", TEAM)

    @wraps(work)
    def do(*arguments: Parameters.args, **options: Parameters.kwargs) -> Value:
        present = _asked_lately(shared_now) if is_shared else lambda: space
        if is_shared and present() is None:
            raise Gone
        _working_for.set((person, present))
        return work(*arguments, **options)

    return do


def _asked_lately(question: Callable[[], Value]) -> Callable[[], Value]:
    """Ask a question anew only after a moment."""
    answers: list[tuple[float, Value]] = []

    def answer() -> Value:
        if not answers or time.monotonic() >= answers[0][0] + MOMENT:
            answers[:] = [(time.monotonic(), question())]
        return answers[0][1]

    return answer


def keep(evalset: EvalSet, config: BleuConfig) -> None:
    """Save a comparison that the user made, or note that it was opened."""
    ask_own(lambda space: workspace.save_comparison(space, evalset, config), None)


def note_opened(evalset: EvalSet, config: BleuConfig) -> None:
    """Note that a saved comparison was opened under these settings.

    A data set is saved by that, without its texts, so that its segments can be annotated.
    """
    seen = (evalset.digest, config)
    if st.session_state.get("touched") == seen or state.share():
        return

    def note(space: Workspace) -> None:
        if space.closed():
            return  # the screen says so; nobody requested this
        if evalset.origin:
            workspace.save_comparison(space, evalset, config)
        else:
            workspace.save_opening(space, evalset.digest, config)

    ask_own(note, None)
    st.session_state["touched"] = seen


def note_visit(digest: str, visit: str) -> None:
    """Note the current place in a comparison, as `query.visit_of` returns it.

    Nothing is noted at the beginning of a visit, or of a shared comparison.
    """
    noted: dict[str, str] = st.session_state.setdefault("left-at", {})
    if noted.get(digest, "") == visit or state.share():
        return
    ask_own(lambda space: workspace.save_view(space, digest, visit), None)
    noted[digest] = visit


def load(digest: str) -> EvalSet | None:
    """Return the texts of a comparison in the open workspace, or of a data set, or None."""
    found: EvalSet | None = ask(lambda space: workspace.load_comparison(space, digest), None)
    return data_set(digest) if found is None else found


def has(digest: str) -> bool:
    """Whether a comparison is saved in the open workspace."""
    return ask(lambda space: workspace.find_comparison(space, digest) is not None, False)


def ask(question: Callable[[Workspace], Value], otherwise: Any) -> Value:
    """Query the open workspace; return `otherwise` where there is none."""
    return ask_of(current(), question, otherwise)


def is_done(change: Callable[[Workspace], object]) -> bool:
    """Change the open workspace, unless it is read-only; return whether nothing is left to do.

    That also holds where nothing is saved for anyone.
    """
    if is_only_read():
        return False
    has_workspace = login.is_asked() and workspace.home() is not None
    is_saved_nowhere = current() is None and not has_workspace
    return ask(lambda space: (change(space), True)[1], is_saved_nowhere)


def ask_own(question: Callable[[Workspace], Value], otherwise: Any) -> Value:
    """Query this visitor's own workspace, as the lists of saved comparisons do."""
    return ask_of(own(), question, otherwise)


def ask_of(
    space: Workspace | None, question: Callable[[Workspace], Value], otherwise: Any
) -> Value:
    """Query a workspace; return `otherwise` where there is none or it fails."""
    if space:
        with _problem_noted():
            return question(space)
    return otherwise


def change(what: Callable[[Workspace], object]) -> str:
    """Change the open workspace; return why nothing was changed, or ''."""
    space = current()
    if space is None:
        return why_nothing()
    try:
        what(space)
    except (Gone, WorkspaceError) as error:
        return text_of(error)
    return ""


def ask_command(question: Callable[[Workspace], Value], otherwise: Any) -> Value:
    """Query `of_command`; return `otherwise` where there is none."""
    return ask_of(of_command(), question, otherwise)


def problem() -> str:
    """Return, once, a sentence on why the workspace could not be used, or ''."""
    current()  # reported in every run
    told: str = st.session_state.pop("workspace-failed", "")
    return told


def why_nothing() -> str:
    """Return why nothing is saved for this visitor, and how to change that."""
    if workspace.home() is None:
        return screen.keeping_off(HOME_VARIABLE)
    return problem() or screen.keeping_needs_token(HOME_VARIABLE)


def condition() -> tuple[str, Sequence[str]]:
    """Return why annotations cannot be saved now, or '', and what saved data is damaged.

    Read-only shares are not reported here: the screen that names their owner says so.
    """
    closed, damage = ask(Workspace.condition, ("", []))
    return ("" if is_only_read() else closed), damage


def is_only_read() -> bool:
    """Whether what is open is shared with this visitor read-only."""
    return bool(why_only_read())


def check_annotators(space: Workspace, names: Iterable[str]) -> None:
    """Raise ValueError if annotations under one of these names may not be imported.

    Into a shared comparison, the other users of this server import their own.
    """
    person, mine = who(), own()
    if person is None or (mine and mine.folder == space.folder):
        return
    if others := server_people().names_of_others(person, sorted(set(names))):
        raise ValueError(screen.annotations_of_others(others))


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
