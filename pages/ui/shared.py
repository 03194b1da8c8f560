"""Access to a shared comparison by its link: checked in each run, as a link can be revoked."""

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

# Seconds that an answer stays valid without a run of the page, as for a press on it.
MOMENT = 1.0
_ASKED = "share-asked-for"


def is_possible() -> bool:
    """Whether comparisons can be shared: there is a login, and a place to save copies."""
    return _here() is not None


def opened() -> Share | None:
    """Return the share that the link of the view opens for this visitor, or None.

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
    """Return what a link opens, at most a moment old: a run asks a hundred times."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return shares.opened(home, person, said)  # a thread without a session
    of = home, person, said
    asked, until, found = st.session_state.get(_ASKED, (None, 0.0, None))
    if asked != of or time.monotonic() >= until:
        found = shares.opened(home, person, said)
        st.session_state[_ASKED] = of, time.monotonic() + MOMENT, found
    answer: Share | None = found
    return answer


def ask_anew() -> None:
    """Forget earlier answers, at the beginning of each run of a page."""
    st.session_state.pop(_ASKED, None)


def space() -> Workspace | None:
    """Return the workspace of the open share, read-only for those who may only read it."""
    found = opened()
    return space_of(found) if found else None


def space_of(one: Share) -> Workspace | None:
    """Return the workspace of a share that this visitor may open."""
    here = _here()
    if here is None:
        return None
    return Workspace(spaces.shared(here[0], one.id), "" if one.may_write else only_read(one))


def only_read(one: Share) -> str:
    """Return the sentence on why a share is read-only."""
    return screen.only_read_share(one.owner_name)


def known() -> list[Share]:
    """Return the shares that this visitor made or opened by valid links."""
    here = _here()
    return shares.known(*here) if here else []


def share(digest: str, source: Workspace) -> Share | None:
    """Share one of this visitor's own comparisons."""
    here = _here()
    return shares.share(*here, source, digest) if here else None


def links(share: str) -> list[Link]:
    """Return the links to a share of this visitor."""
    here = _here()
    return shares.links(*here, share) if here else []


def make_link(share: str, *, may_write: bool) -> str:
    """Create another link to a share; return its secret, or '' if nobody is logged in."""
    here = _here()
    return shares.make_link(*here, share, may_write=may_write) if here else ""


def take_back(link: str) -> None:
    """Revoke a link of this visitor."""
    if here := _here():
        shares.take_back(*here, link)


def end(share: str) -> None:
    """Delete a share of this visitor."""
    if here := _here():
        shares.end(*here, share)
        ask_anew()


def _here() -> tuple[Path, Person] | None:
    home = workspace.home()
    person = login.person() if login.is_asked() else None
    return (home, person) if home and person else None
