"""Adjudication of disputed items: each annotator's answer, the texts, and the decision.

The outputs are left and right as in the session, without names, so that the adjudicator is as blind
as the annotators were; names are shown afterwards.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, whole
from bleu_core.messages import press
from bleu_core.people.results.gathered import Results
from bleu_core.people.results.settling import Disputed
from bleu_core.people.sessions.answering import LONGEST_COMMENT
from bleu_core.people.sessions.judged import Judgement, place_of_a
from bleu_core.people.sessions.plan import Plan
from bleu_core.workspace.sessions import Session
from bleu_core.workspace.settled import Decision, decisions, settle
from pages.ui import open_comparison, pair, state, user_workspace
from pages.ui.judgements import annotator
from pages.ui.widgets.notice import notice, reasons
from pages.ui.widgets.paging import paging
from pages.ui.widgets.table import Cell, table

SAYS = {"left": "left", "right": "right", "same": "no preference", "bad": "both bad"}


def show(session: Session, results: Results) -> None:
    """Draw the list, and the open item."""
    st.subheader("Where annotators differ", anchor=False)
    found = results.disputed
    if not found:
        st.caption("On no item did two annotators give different answers.")
        return
    opposed = sum(result.opposed for result in found)
    st.caption(
        f"{counted(len(found), 'item')}, on {whole(opposed)} of which annotators prefer opposite "
        "outputs; these come first. Outputs stand as in the session and have no name until the "
        "item is settled. What is settled takes the place of all answers to the item in the line "
        "“with what was settled”; agreement is of the answers as they were given."
    )
    page = found[paging(len(found), key="settle-page", rows=10)]
    key = f"settle-open-{session.id}"
    opened = table(
        [
            {"label": "line", "align": "right", "narrow": True},
            {"label": "answers"},
            {"label": "settled"},
        ],
        [_row(results, one) for one in page],
        ids=[one.item for one in page],
        selected=st.session_state.get(key),
        key="settle-list",
        label="Items on which annotators differ",
        shows="settle-item",
    )
    if opened is not None:
        st.session_state[key] = opened
    chosen = next(
        (result for result in found if str(result.item) == st.session_state.get(key)), None
    )
    if chosen is not None:
        with st.container(key="settle-item"):
            _item(session, results, chosen)


def _row(results: Results, one: Disputed) -> list[Cell]:
    answers = " · ".join(
        f"{visible(a.annotator, 30)}: {_says(results.plan, a)}" for a in one.answers
    )
    decided = results.decided.get(one.item)
    return [
        whole(one.segment + 1),
        answers,
        {"t": "", "tone": "muted"} if decided is None else _decided(results.plan, decided),
    ]


def _says(plan: Plan, one: Judgement) -> str:
    """An answer by sides, as it was given."""
    if one.preferred in ("a", "b"):
        first = place_of_a(plan, plan.items[one.item])
        other = "right" if first == "left" else "left"
        return first if one.preferred == "a" else other
    return SAYS[one.preferred]


def _decided(plan: Plan, one: Judgement) -> str:
    """A decision, by side and by name."""
    name = {"a": one.a, "b": one.b}.get(one.preferred, "")
    return _says(plan, one) + (f" ({visible(name, 40)})" if name else "")


def _item(session: Session, results: Results, one: Disputed) -> None:
    nothing: list[Decision] = []
    blind_item = session.task.items[one.item]
    texts = [("source", blind_item.source or "")] if blind_item.source is not None else []
    texts += [("reference", text) for text in blind_item.references]
    texts += [("left", blind_item.left), ("right", blind_item.right)]
    table(
        [{"label": f"line {whole(one.segment + 1)}", "narrow": True}, {"label": "text"}],
        [[{"t": name, "tone": "muted"}, {"t": text, "tone": "code"}] for name, text in texts],
        key="settle-texts",
        label="The texts of the item",
    )
    saved = user_workspace.ask(lambda space: decisions(space, session.id), nothing)
    before = next((d for d in saved if d.answer.item == one.item), None)
    # Always drawn, so that the form below keeps its place and focus.
    with st.container(key="settle-decided"):
        if before is not None:
            _told(results, one, before)
    closed = user_workspace.why_only_read()
    if closed:
        st.caption(closed)
    else:
        _form(session, one, before)
    with st.container(horizontal=True):
        if before is not None and not closed:
            st.button("Take the decision back", on_click=partial(_take_back, session.id, one.item))
        if st.button("Open on Segments, which tells which is which"):
            first = one.answers[0]
            pair.choose(open_comparison.get().evalset, first.a, first.b)
            state.change(segment=one.segment + 1, where="")
            state.switch_to("segments.py")
    if wrong := st.session_state.pop("settle-wrong", ""):
        notice("error", wrong, key="settle-wrong-told")


def _form(session: Session, one: Disputed, before: Decision | None) -> None:
    """Draw the form for a decision and its reason."""
    with st.form(f"settle-{session.id}-{one.item}", border=False):
        names = list(SAYS)
        st.radio(
            "Which is better?",
            names,
            names.index(before.answer.better) if before else None,
            format_func=SAYS.__getitem__,
            horizontal=True,
            key=f"settle-choice-{one.item}",
        )
        st.text_area(
            "Why",
            before.note if before else "",
            max_chars=LONGEST_COMMENT,
            height=80,
            key=f"settle-note-{one.item}",
        )
        st.form_submit_button(
            "Keep the decision", on_click=partial(_keep, session.id, one.item), type="primary"
        )


def _told(results: Results, one: Disputed, before: Decision) -> None:
    first = one.answers[0]
    at_left = place_of_a(results.plan, results.plan.items[one.item]) == "left"
    left, right = (first.a, first.b) if at_left else (first.b, first.a)
    sentences = [
        f"Settled by {visible(annotator.spoken(before.answer.annotator), 60)}: "
        f"{SAYS[before.answer.better]}.",
        f"On the left stands {visible(left, 60)}, on the right {visible(right, 60)}.",
    ]
    notice("info", "This item is settled.", sentences, key="settled-told")


def _keep(session: str, item: int) -> None:
    better = st.session_state.get(f"settle-choice-{item}")
    if not better:
        st.session_state["settle-wrong"] = press.nothing_chosen()
        return
    note, me = st.session_state.get(f"settle-note-{item}", ""), annotator.me()
    try:
        user_workspace.ask(lambda space: settle(space, session, me, item, better, note), None)
    except ValueError as error:
        st.session_state["settle-wrong"] = reasons(error)[0]


def _take_back(session: str, item: int) -> None:
    user_workspace.ask(lambda space: settle(space, session, annotator.me(), item, ""), None)
