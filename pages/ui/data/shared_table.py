"""The table of shares: those of others, one's own, and the team's comparisons."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import streamlit as st

from bleu_core import workspace
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import when, whole
from bleu_core.workspace import EVERY, Kept
from pages.ui import kept_comparisons, login, shared, state, user_workspace
from pages.ui.view import TEAM
from pages.ui.widgets.paging import paging
from pages.ui.widgets.table import Cell, table

HEADINGS = [
    {"label": "comparison"},
    {"label": "segments", "align": "right", "term": "segment"},
    {"label": "shared by", "help": "The team's are kept by the command line on this server."},
    {"label": "you may", "help": "Who reads sees all of it; who writes says something of it too."},
    {"label": "since", "help": "When it was shared; of the team's, when it was first kept."},
]
LONGEST = 60


class Row(NamedTuple):
    """A share: its link's value, title, owner and permission."""

    share: str
    kept: Kept
    by: str
    may: str
    since: float


def show() -> None:
    """Draw the table; nothing where there are no shares."""
    if not login.is_asked():
        return
    rows = [*_shared(), *_of_team()]
    if not rows:
        return
    st.subheader("Shared", anchor=False)
    one = shared.opened()  # by whichever of its links
    page = paging(len(rows), key="shared-page")
    some = rows[page]
    opened = table(
        HEADINGS,
        [_cells(row) for row in some],
        ids=[f"{row.share} {row.kept.digest}" for row in some],
        selected=f"{one.id if one else state.share()} {state.current().data}",
        key="shared",
        label="Shared comparisons",
    )
    if opened:
        share, digest = opened.split(" ")
        kept_comparisons.open_anew(digest, state.current().config)
        state.change(share=share)
        state.switch_to("overview.py")


def _shared() -> list[Row]:
    found = []
    for one in shared.known():
        find = partial(workspace.find, digest=one.digest)
        kept = user_workspace.ask_of(shared.space_of(one), find, None)
        if kept is not None:
            by = "you" if one.is_own else one.owner_name
            found.append(Row(one.id, kept, by, "write" if one.may_write else "read", one.made))
    return found


def _of_team() -> list[Row]:
    space = user_workspace.of_command()
    nothing: list[Kept] = []
    every = partial(workspace.recent, limit=EVERY)
    kept = user_workspace.ask_of(space, every, nothing)
    return [Row(TEAM, one, "the team", "read", one.made) for one in kept]


def _cells(row: Row) -> list[Cell]:
    name = visible(kept_comparisons.name_of(row.kept))
    return [
        {"t": visible(name, LONGEST), "title": name},
        whole(row.kept.segments),
        visible(row.by),
        row.may,
        when(row.since).replace(" ", "\u00a0"),  # on one line
    ]
