"""What is open by a link to what somebody shares: asked in each run, as it may be taken back."""

from __future__ import annotations

import time
from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bleu_core import workspace
from bleu_core.messages import screen
from bleu_core.workspace import Workspace
from bleu_core.workspace.team import shares, spaces
from bleu_core.workspace.team.person import Person
from bleu_core.workspace.team.shares import Link, Share
from pages.ui import login, state
from pages.ui.view import TEAM

# Seconds that what a link opens is believed in without a run of the page, as in a press on it.
MOMENT = 1.0
_ASKED = "share-asked-for"


def is_possible() -> bool:
    """Whether there is anybody to share with, and a place to keep what is shared."""
    return _here() is not None


def opened() -> Share | None:
    """What the link of the view opens to this visitor; None where it opens nothing.

    A link opens the comparison that was shared, or a blind session on it, and nothing beside it.

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
    """What a link opens, as it was no longer than a moment ago: a run asks a hundred times."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return shares.opened(home, person, said)  # of no session
    of = home, person, said
    asked, until, found = st.session_state.get(_ASKED, (None, 0.0, None))
    if asked != of or time.monotonic() >= until:
        found = shares.opened(home, person, said)
        st.session_state[_ASKED] = of, time.monotonic() + MOMENT, found
    answer: Share | None = found
    return answer


def ask_anew() -> None:
    """Believe nothing that was answered before: at the beginning of each run of a page."""
    st.session_state.pop(_ASKED, None)


def space() -> Workspace | None:
    """The workspace of what is opened so, closed to who may only read it."""
    found = opened()
    return space_of(found) if found else None


def space_of(one: Share) -> Workspace | None:
    """The workspace of something that this visitor may open."""
    here = _here()
    if here is None:
        return None
    return Workspace(spaces.shared(here[0], one.id), "" if one.may_write else only_read(one))


def only_read(one: Share) -> str:
    """Why nothing can be said of something that is shared to be read."""
    return screen.only_read_share(one.owner_name)


def known() -> list[Share]:
    """All that this visitor shares, and has opened by links that hold."""
    here = _here()
    return shares.known(*here) if here else []


def share(digest: str, source: Workspace) -> Share | None:
    """Share a comparison of this visitor's own."""
    here = _here()
    return shares.share(*here, source, digest) if here else None


def links(share: str) -> list[Link]:
    """The links to what this visitor shares."""
    here = _here()
    return shares.links(*here, share) if here else []


def make_link(share: str, *, may_write: bool) -> str:
    """Another link to what this visitor shares: its secret; '' where nobody is logged in."""
    here = _here()
    return shares.make_link(*here, share, may_write=may_write) if here else ""


def take_back(link: str) -> None:
    """Take a link of this visitor's back."""
    if here := _here():
        shares.take_back(*here, link)


def end(share: str) -> None:
    """Delete what this visitor shares."""
    if here := _here():
        shares.end(*here, share)
        ask_anew()


def _here() -> tuple[Path, Person] | None:
    home = workspace.home()
    person = login.person() if login.is_asked() else None
    return (home, person) if home and person else None
