"""Sharing the open comparison: the line of a share, the dialog; and the workspace's problems."""

from __future__ import annotations

from hashlib import sha256
from urllib.parse import urlencode, urljoin

import streamlit as st

from bleu_core import EvalSet
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_recent_time
from bleu_core.present.document import Span
from bleu_core.workspace import Gone, WorkspaceError
from bleu_core.workspace.team.shares import Link, Share
from pages.ui import login, open_comparison, state, user_workspace
from pages.ui.query import to_params
from pages.ui.view import TEAM, View
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.rich_text import draw_rich_text

_REFUSED = "share-refused"


def settle_share_link() -> None:
    """Remove an invalid link from the view, before anything is looked up by it."""
    user_workspace.forget_shares()
    said, view = state.share(), state.current()
    if not said:
        return
    if not login.is_asked() and said == TEAM:
        state.correct(share="")  # without a login, everything is one workspace
    elif said == TEAM:
        if not view.data:
            state.correct(share="")
    elif _opens_nothing():
        state.correct(share="", task="")
        st.session_state[_REFUSED] = state.current()


def _opens_nothing() -> bool:
    try:
        return user_workspace.open_share() is None
    except WorkspaceError:
        return False  # `user_workspace.problem` reports it, and nothing is opened


def draw_share_line() -> None:
    """Draw the line, or why a link opened nothing."""
    if st.session_state.get(_REFUSED) == state.current():  # until the view changes
        draw_alert(
            "warning",
            "This share link does not work.",
            [
                "The link was revoked, belongs to another comparison, or was copied from the "
                "address bar of someone who opened the comparison without it.",
                "Ask the sender for a new link.",
            ],
            key="share-refused",
        )
    if not state.share():
        return
    with st.container(horizontal=True, vertical_alignment="center", key="share-line"):
        draw_rich_text([Span(_told())], key="share-told", small=True)
        st.button("Close", key="share-close", type="tertiary", on_click=close_share)


def close_share() -> None:
    """Return to one's own comparison if it is saved, or else to the sample."""
    view = state.current()
    if not open_comparison.open_as_left(view.data):
        open_comparison.open_fresh("", view.config)


def _told() -> str:
    if state.share() == TEAM:
        return user_workspace.OF_THE_TEAM
    one = user_workspace.open_share()
    if one is None:
        return "The shared comparison cannot be opened now."
    if one.is_own:
        return "You share this copy. Everyone with a link to it sees the annotations made here."
    if one.may_write:
        name = one_line(one.owner_name)
        return f"Shared by {name}. Everyone with a link to it sees the annotations you make here."
    return one_line(user_workspace.read_only_reason(one))


ASKED, PROBLEM, SECRETS, ENDING = "share-asked", "share-problem", "share-secrets", "share-ending"
RIGHTS = {
    False: (
        "Read-only links",
        "Anyone who is logged in and has the link can see everything and change nothing.",
    ),
    True: (
        "Links for annotators",
        "Anyone who is logged in and has the link can also annotate segments.",
    ),
}


def share_button() -> dict[str, str] | None:
    """Return the button of the masthead; None where nothing can be shared."""
    if not user_workspace.can_share() or state.share() == TEAM:
        return None
    if state.share():
        return {"label": "Shared", "title": "Show who can open this comparison"}
    return {"label": "Share", "title": "Share a copy of this comparison with a link"}


def request_share_dialog() -> None:
    """Open the dialog in the next run."""
    st.session_state[ASKED], st.session_state[ENDING] = True, False


def draw_dialog_if_requested() -> None:
    if st.session_state.pop(ASKED, False):
        share_dialog()


@st.dialog("Share", width="medium", on_dismiss="rerun")
def share_dialog() -> None:
    """Draw who may open the open comparison."""
    found = user_workspace.open_share()
    if found is None:
        _of_own()
    elif found.is_own:
        _of_owner(found)
    else:
        _of_guest(found)
    if problem := st.session_state.pop(PROBLEM, ""):
        draw_alert("error", "The change was not made.", [problem], key="share-problem-told")


def _of_own() -> None:
    data = open_comparison.current_comparison().evalset.whole
    st.write(
        "Anyone who is logged in here and has the link can open a copy of this comparison with its "
        "annotations so far."
    )
    st.caption(
        "You continue in the copy with the others. Your own comparison stays unchanged; nothing "
        "else of yours is visible."
    )
    said = open_comparison.describe_counts(open_comparison.annotation_counts().get(data.digest, {}))
    st.caption(f"Annotations so far: {said}." if said else "No annotations so far.")
    for one in user_workspace.known_shares():
        if one.is_own and one.digest == data.digest:
            st.button(
                f"Open the copy shared {format_recent_time(one.made)}",
                key=f"share-go-on-{one.id}",
                on_click=_open,
                args=(one,),
            )
    st.button("Share a copy", type="primary", on_click=_share, args=(data,))


def _of_owner(one: Share) -> None:
    st.write(f"You shared this copy {format_recent_time(one.made)}. Revoked links stop working.")
    there = user_workspace.share_links(one.id)
    for may_write, (title, meaning) in RIGHTS.items():
        st.subheader(title, anchor=False)
        st.caption(meaning)
        for link in there:
            if link.may_write == may_write:
                _link(one, link)
        st.button(
            "Create another link"
            if any(link.may_write == may_write for link in there)
            else "Create link",
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
    people = f"opened by {format_count(link.opened_by, 'user')}"
    told = "" if secret else ". It was shown once and cannot be shown again"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"Created {format_recent_time(link.made)}, {people}{told}.")
        st.button(
            "Revoke",
            key=f"share-take-{link.hash}",
            on_click=user_workspace.revoke_share_link,
            args=(link.hash,),
        )


def _ending(one: Share) -> None:
    if not st.session_state.get(ENDING):
        st.button("Stop sharing …", on_click=st.session_state.update, args=({ENDING: True},))
        return
    draw_alert(
        "warning",
        "Delete this copy?",
        [
            "Its links stop working and its annotations are lost for everyone. Your own "
            "comparison stays. This cannot be undone."
        ],
        key="share-confirm",
    )
    with st.container(horizontal=True):
        st.button("Delete copy", type="primary", on_click=_end, args=(one,))
        st.button("Cancel", on_click=st.session_state.update, args=({ENDING: False},))


def _of_guest(one: Share) -> None:
    may = "you can annotate segments" if one.may_write else "read-only"
    draw_alert(
        "info",
        f"{one_line(one.owner_name)} shared this {format_recent_time(one.made)}: {may}.",
        [
            f"You find it under “{open_comparison.SAVED_TAB}” on the Data screen until the link is "
            "revoked.",
            "To pass it on, send the link you received: others get the same access as you.",
        ],
        key="share-of-others",
    )


def _share(data: EvalSet) -> None:
    space = user_workspace.own()
    if space is None:
        return
    try:
        user_workspace.keep(data, state.current().config)
        one = user_workspace.share_copy(data.digest, space)
        if one is not None:
            for may_write in RIGHTS:
                _make(one.id, may_write)
            _open(one)
    except (Gone, WorkspaceError) as error:
        st.session_state[PROBLEM] = error_sentences(error)[0]


def _make(share: str, may_write: bool) -> None:
    try:
        secret = user_workspace.make_share_link(share, may_write=may_write)
    except (Gone, WorkspaceError) as error:
        st.session_state[PROBLEM] = error_sentences(error)[0]
        return
    _secrets()[sha256(secret.encode()).hexdigest()] = secret


def _open(one: Share) -> None:
    view = state.current()
    state.change(data=one.digest, share=one.id, a=view.a, b=view.b, more=view.more)


def _end(one: Share) -> None:
    view = state.current()
    user_workspace.end_share(one.id)
    st.session_state[ENDING] = False
    state.change(share="", a=view.a, b=view.b, more=view.more)


def _secrets() -> dict[str, str]:
    told: dict[str, str] = st.session_state.setdefault(SECRETS, {})
    return told


def _address(one: Share, secret: str) -> str:
    view = state.current()
    what = View(data=one.digest, share=secret, config=view.config, a=view.a, b=view.b)
    return f"{urljoin(st.context.url or '', '.')}?{urlencode(to_params(what))}"


def draw_workspace_notices() -> None:
    """Draw why data could not be saved or read, and which data is damaged."""
    problem = user_workspace.problem()
    if problem:
        title = "The workspace could not be read or written."
        draw_alert("warning", title, [problem], key="workspace-problem")
    closed, damage = user_workspace.condition()
    if closed:
        draw_alert("warning", "Annotations are not being saved.", [closed], key="workspace-closed")
    if damage:
        draw_alert("warning", "Some saved data is damaged.", damage, key="workspace-damage")
