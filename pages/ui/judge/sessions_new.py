"""A new session: the form, and a preview of what will be drawn."""

from __future__ import annotations

import secrets
import time
from typing import Any

import numpy as np
import streamlit as st

from bleu_core import Comparison, InputError, workspace
from bleu_core.common.escaping import unmarked
from bleu_core.common.numerals import counted
from bleu_core.messages import screen
from bleu_core.people.sessions.draft import MOST_CHECKS, MOST_REPEATS, Draft
from bleu_core.people.sessions.drawing import Drawn, draw, in_words
from bleu_core.people.sessions.plan import Sampling
from bleu_core.people.sessions.task import task_of
from bleu_core.segments.slices import criteria
from bleu_core.workspace import Gone, WorkspaceError, name_of, sessions
from bleu_core.workspace.kinds import LONGEST_NAME
from bleu_core.workspace.sessions import Session
from pages.ui import chosen, open_comparison, state, store, user_workspace
from pages.ui.judge import sessions_opened
from pages.ui.judgements import annotator
from pages.ui.widgets.notice import notice, reasons
from pages.ui.widgets.rerun import run_again

WHICH: dict[Sampling, str] = {
    **sessions_opened.WHICH,
    "filter": "at random, of the list on Segments as it is filtered now",
}
ASKS = {
    "better": "Which of the two is better",
    "score": "A mark from 0 to 100 for each",
    "spans": "Errors, marked in the text",
}
SHOWS = {
    "source": "The source",
    "references": "The references",
    "context": "The segments before and after it",
}
HELP = {
    "seed": "Everything that is drawn comes from it: segments, pairs, sides, orders. It is drawn "
    "itself, so that nobody can guess it; the same seed draws the same.",
    "repeats": "Items that each annotator is shown twice, far apart, in per cent of the segments: "
    "they tell how far a person agrees with himself or herself.",
    "checks": "Items in which one output has words of another segment and the other is a "
    "reference, in per cent of the segments: they tell who did not read. Where references are "
    "shown too, they are plain to see.",
    "annotators": "One name a line. Only they can judge, each in an order of their own.",
    "balanced": "Sentence BLEU of the outputs differs by 0-5, 5-10, 10-20, 20-40 or more points.",
}
USUAL = 60
_OPEN = "session-planned"


def show(found: list[Session]) -> None:
    """Draw a button, and the form that it opens."""
    if not st.session_state.get(_OPEN):
        st.button("New session", key="new-session", on_click=_open)
        return
    with st.container(border=True, key="session-plan"):
        st.subheader("New session", anchor=False)
        if annotator.me():
            _plan(f"Session {len(found) + 1}")
        else:
            notice(
                "info",
                "Give your name first, above: only whoever plans a session can unblind it.",
                key="nameless-plan",
            )
            st.button("Cancel", on_click=_close)


def _open() -> None:
    st.session_state[_OPEN] = True
    st.session_state["session-seed"] = secrets.randbelow(2**31)


def _close() -> None:
    st.session_state[_OPEN] = False


@st.fragment
def _plan(name: str) -> None:
    comparison = open_comparison.get()
    try:
        draft, chosen = _draft(comparison, name)
        scored = store.systems(comparison.evalset, comparison.config)
        drawn = draw(draft, scored, comparison, time.time(), chosen)
    except InputError as error:
        notice("warning", "It cannot be drawn so.", error.problems, key="plan-wrong")
        drawn = None
    else:
        notice("info", "What will be drawn:", in_words(drawn), key="plan-drawn")
    with st.container(horizontal=True):
        pressed = st.button(
            "Make the session", type="primary", key="make-session", disabled=not drawn
        )
        if pressed and drawn and _made(comparison, drawn):
            run_again()
        if st.button("Cancel", key="cancel-session"):
            _close()
            run_again()


def _draft(comparison: Comparison, name: str) -> tuple[Draft, Any]:
    """The draft from the controls, and the segments that pass the filter."""
    evalset = comparison.evalset
    left, right = st.columns(2, gap="large")
    with left:
        called = st.text_input("Name", name, max_chars=80, key="plan-name")
        names = list(evalset.systems)
        systems = st.multiselect(
            "Systems",
            names,
            list(dict.fromkeys((comparison.a, comparison.b))),
            format_func=unmarked,
            key="plan-systems",
            help="Two, or several: then each segment is judged on two of them, each pair about as "
            "often.",
        )
        number = st.number_input(
            "Segments", 1, len(evalset), min(USUAL, len(evalset)), key="plan-number"
        )
        known = [which for which in WHICH if which != "document" or evalset.documents is not None]
        which = st.selectbox(
            "Which", known, format_func=WHICH.__getitem__, key="plan-which", help=HELP["balanced"]
        )
        by, chosen = _by(comparison, which)
        repeats = st.number_input(
            "Repeats, %", 0, round(100 * MOST_REPEATS), 10, key="plan-repeats", help=HELP["repeats"]
        )
        checks = st.number_input(
            "Attention checks, %",
            0,
            round(100 * MOST_CHECKS),
            0,
            key="plan-checks",
            help=HELP["checks"],
        )
    with right:
        people = st.text_area(
            "Annotators", annotator.me(), key="plan-annotators", help=HELP["annotators"]
        )
        st.caption("What is asked")
        asks = [a for a in ASKS if st.checkbox(ASKS[a], a == "better", key=f"plan-ask-{a}")]
        st.caption("What is shown beside the two outputs")
        there = {
            "source": evalset.source is not None,
            "references": True,
            "context": evalset.documents is not None,
        }
        usual = "source" if there["source"] else "references"
        shows = [
            one
            for one in SHOWS
            if st.checkbox(
                SHOWS[one], one == usual, disabled=not there[one], key=f"plan-show-{one}"
            )
        ]
        seed = st.number_input(
            "Seed",
            0,
            2**53 - 1,
            st.session_state["session-seed"],
            key="plan-seed",
            help=HELP["seed"],
        )
    annotators = tuple(filter(None, (name_of(line)[:LONGEST_NAME] for line in people.splitlines())))
    draft = Draft(
        name=called.strip() or name,
        systems=tuple(one for one in names if one in systems),
        number=int(number),
        sampling=which,
        by=by,
        seed=int(seed),
        annotators=annotators,
        made_by=annotator.me(),
        asks=tuple(asks),  # type: ignore[arg-type]
        shows=tuple(shows),  # type: ignore[arg-type]
        repeats=int(repeats) / 100,
        checks=int(checks) / 100,
    )
    return draft, chosen


def _by(comparison: Comparison, which: Sampling) -> tuple[str, Any]:
    """The criterion, or the filter with the number of its segments."""
    if which == "slice":
        known = criteria(comparison)
        return st.selectbox("Slice by", list(known), format_func=unmarked, key="plan-slice"), None
    if which != "filter":
        return "", None
    expression = state.current().where
    result = chosen.by(comparison, expression)
    if result.fault is not None:
        raise InputError([screen.filter_of_session(result.fault.problem)])
    lines = np.flatnonzero(result.mask)
    st.caption(
        f"{counted(len(lines), 'segment')} fulfil the filter of Segments."
        if expression
        else "No filter is set on Segments: these are all."
    )
    return expression, lines


def _made(comparison: Comparison, drawn: Drawn) -> bool:
    """Save the session, and its comparison if necessary."""
    space, evalset = user_workspace.current(), comparison.evalset
    try:
        if space is None:
            raise Gone
        if not workspace.find(space, evalset.digest):
            workspace.keep(space, evalset, comparison.config)
        task = task_of(drawn.plan, evalset)
        sessions.keep_session(space, drawn.plan, task)
    except (ValueError, Gone, WorkspaceError) as error:
        notice("error", "It was not made:", reasons(error), key="plan-not-made")
        return False
    _close()
    state.change(session=task.session)
    return True
