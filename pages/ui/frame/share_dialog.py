"""The dialog that shares a comparison: its copy, its links, and revoking them.

A secret is shown once, where its link is made: this session remembers those it made.
"""

from __future__ import annotations

from hashlib import sha256
from urllib.parse import urlencode, urljoin

import streamlit as st

from bleu_core import EvalSet
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, when
from bleu_core.workspace import Gone, WorkspaceError
from bleu_core.workspace.team.shares import Link, Share
from pages.ui import kept_comparisons, open_comparison, shared, state, user_workspace
from pages.ui.query import to_params
from pages.ui.view import TEAM, View
from pages.ui.widgets.notice import notice, reasons

ASKED, PROBLEM, SECRETS, ENDING = "share-asked", "share-problem", "share-secrets", "share-ending"
RIGHTS = {
    False: (
        "To read",
        "Whoever is logged in and has this link sees all of it, and changes nothing.",
    ),
    True: ("To write", "Whoever is logged in and has this link may say something of segments too."),
}


def button() -> dict[str, str] | None:
    """Return the button of the masthead; None where nothing can be shared."""
    if not shared.is_possible() or state.share() == TEAM:
        return None
    if state.share():
        return {"label": "Shared", "title": "Who may open this comparison"}
    return {"label": "Share", "title": "Share a copy of this comparison by a link"}


def ask() -> None:
    """Open the dialog in the next run."""
    st.session_state[ASKED], st.session_state[ENDING] = True, False


def show_if_asked() -> None:
    """Draw the dialog if it was requested."""
    if st.session_state.pop(ASKED, False):
        share_dialog()


@st.dialog("Share", width="medium", on_dismiss="rerun")
def share_dialog() -> None:
    """Draw who may open the open comparison."""
    found = shared.opened()
    if found is None:
        _of_own()
    elif found.is_own:
        _of_owner(found)
    else:
        _of_guest(found)
    if problem := st.session_state.pop(PROBLEM, ""):
        notice("error", "This was not done.", [problem], key="share-problem-told")


def _of_own() -> None:
    data = open_comparison.get().evalset.whole
    st.write(
        "A link opens this comparison to whoever is logged in here and has the link. What is "
        "shared is a copy, with all that was said of it so far. You go on in the copy with the "
        "others; yours stays as it is, and nothing else of yours is seen."
    )
    said = kept_comparisons.counts_told(kept_comparisons.how_many().get(data.digest, {}))
    st.caption(f"Said of it so far: {said}." if said else "Nothing has been said of it so far.")
    for one in shared.known():
        if one.is_own and one.digest == data.digest:
            st.button(
                f"Go on in the copy that you shared {when(one.made)}",
                key=f"share-go-on-{one.id}",
                on_click=_open,
                args=(one,),
            )
    st.button("Share a copy", type="primary", on_click=_share, args=(data,))


def _of_owner(one: Share) -> None:
    st.write(f"You shared this copy {when(one.made)}. A link that is taken back opens nothing.")
    there = shared.links(one.id)
    for may_write, (title, meaning) in RIGHTS.items():
        st.subheader(title, anchor=False)
        st.caption(meaning)
        for link in there:
            if link.may_write == may_write:
                _link(one, link)
        st.button(
            "Make another link"
            if any(link.may_write == may_write for link in there)
            else "Make a link",
            key=f"share-make-{may_write}",
            on_click=_make,
            args=(one.id, may_write),
        )
    st.divider()
    _ending(one)


def _link(one: Share, link: Link) -> None:
    secret = _secrets().get(link.hash)
    if secret:
        st.code(_address(one, secret), language=None, wrap_lines=True)
    people = f"opened by {counted(link.opened_by, 'person', 'people')}"
    told = "" if secret else "; it was told when it was made, and cannot be shown again"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"Made {when(link.made)}, {people}{told}.")
        st.button(
            "Take it back", key=f"share-take-{link.hash}", on_click=_take_back, args=(link.hash,)
        )


def _ending(one: Share) -> None:
    if not st.session_state.get(ENDING):
        st.button("Stop sharing …", on_click=st.session_state.update, args=({ENDING: True},))
        return
    notice(
        "warning",
        "Delete this copy?",
        [
            "Its links open nothing then, and what was said in it is gone, for everybody. The "
            "comparison that you shared stays yours. This cannot be undone."
        ],
        key="share-confirm",
    )
    with st.container(horizontal=True):
        st.button("Delete the copy", type="primary", on_click=_end, args=(one,))
        st.button("Keep it", on_click=st.session_state.update, args=({ENDING: False},))


def _of_guest(one: Share) -> None:
    may = "you may say something of its segments too" if one.may_write else "to be read"
    notice(
        "info",
        f"{visible(one.owner_name)} shared this {when(one.made)}: {may}.",
        [
            f"You find it again under “{kept_comparisons.TAB}” on the Data screen, as long as the "
            "link holds that you opened.",
            "To pass it on, send the link that you were sent: it opens to others what it opens to "
            "you.",
        ],
        key="share-of-others",
    )


def _share(data: EvalSet) -> None:
    space = user_workspace.own()
    if space is None:
        return
    try:
        user_workspace.keep(data, state.current().config)
        one = shared.share(data.digest, space)
        if one is not None:
            for may_write in RIGHTS:
                _make(one.id, may_write)
            _open(one)
    except (Gone, WorkspaceError) as error:
        st.session_state[PROBLEM] = reasons(error)[0]


def _make(share: str, may_write: bool) -> None:
    try:
        secret = shared.make_link(share, may_write=may_write)
    except (Gone, WorkspaceError) as error:
        st.session_state[PROBLEM] = reasons(error)[0]
        return
    _secrets()[sha256(secret.encode()).hexdigest()] = secret


def _open(one: Share) -> None:
    view = state.current()
    state.change(data=one.digest, share=one.id, a=view.a, b=view.b, more=view.more)


def _take_back(link: str) -> None:
    shared.take_back(link)


def _end(one: Share) -> None:
    view = state.current()
    shared.end(one.id)
    st.session_state[ENDING] = False
    state.change(share="", a=view.a, b=view.b, more=view.more)


def _secrets() -> dict[str, str]:
    told: dict[str, str] = st.session_state.setdefault(SECRETS, {})
    return told


def _address(one: Share, secret: str) -> str:
    view = state.current()
    what = View(data=one.digest, share=secret, config=view.config, a=view.a, b=view.b)
    return f"{urljoin(st.context.url or '', '.')}?{urlencode(to_params(what))}"
