"""Blind sessions: the list, and the form for a new one."""

from __future__ import annotations

import secrets
import time
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from bleu_core import Comparison, InputError
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import format_count, format_day, format_int
from bleu_core.people.sessions import drawing
from bleu_core.people.sessions.plan import Ask, SessionPlan
from bleu_core.people.sessions.task import annotator_progress, blind_task
from bleu_core.workspace import Gone, WorkspaceError, answers, normalize_name, sessions
from bleu_core.workspace.label_types import LONGEST_NAME
from bleu_core.workspace.sessions import Session
from pages.ui import open_comparison, state, user_workspace
from pages.ui.judge import session_details
from pages.ui.judgements import annotator
from pages.ui.judgements.annotator import current_annotator
from pages.ui.widgets.alert import draw_alert, error_sentences, workspace_or_explain
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.table import Cell, draw_table

ASKS: dict[Ask, str] = {
    "better": "Which output is better?",
    "rating": "How good is each output, from 1 to 5?",
}
SHOWS = {"source": "Source", "references": "References", "context": "Previous and next segments"}
SEED_HELP = (
    "Determines the segments, pairs, sides and orders; the same seed gives the same plan. The "
    "default is random, so that nobody can guess it."
)
REPEATS_HELP = (
    "Percentage of segments that each annotator judges twice, far apart: they show how far "
    "annotators agree with themselves."
)
CHECKS_HELP = (
    "Number of extra items, as a percentage of the segments, in which one output has words of "
    "another segment and the other is a reference: they show who did not read. If references are "
    "shown too, they are easy to recognize."
)
ANNOTATORS_HELP = "One name per line. Only these annotators can judge, each in a separate order."


class SessionPreset(NamedTuple):
    """A usual plan, which fills the form for a new session."""

    key: str
    title: str
    purpose: str
    segments: int
    annotators: int = 1
    repeats: int = 0  # per cent of the segments
    every_system: bool = False


OTHER = SessionPreset("other", "New session", "", 60, repeats=10)


def usual_plans(systems: int) -> list[SessionPreset]:
    segments = min(10 * systems * (systems - 1) // 2, 200)
    purpose = f"Which of {format_int(systems)} systems do readers prefer?"
    if systems < 3:
        purpose = "Needs three or more systems."
    return [
        SessionPreset("quick", "Quick look", "Do readers notice the difference?", 30),
        SessionPreset("agreement", "Agreement", "Do two annotators agree?", 50, 2, repeats=10),
        SessionPreset("pairs", "All pairs", purpose, segments, every_system=True),
    ]


# The `SessionPreset` that the open form was filled from.
_FORM_OPEN_KEY = "session-planned"


def draw_new_session(number: int) -> None:
    """Draw the usual plans before the first session, later a button; and the open form."""
    preset: SessionPreset | None = st.session_state.get(_FORM_OPEN_KEY)
    if preset:
        with st.container(border=True, key="session-plan"):
            st.subheader(preset.title, anchor=False)
            _drawn_plan(f"Session {number + 1}", preset)
        return
    comparison = open_comparison.current_comparison()
    plans = usual_plans(len(comparison.evalset.systems))
    if not number:
        _draw_usual_plans(comparison, plans)
    with st.container(horizontal=True):
        label = "New session" if number else "Other plan"
        st.button(label, key="new-session", on_click=_open_form, args=(OTHER,))
        if number and st.button(plans[0].title, key="start-quick"):
            _start(comparison, plans[0], number)


def _draw_usual_plans(comparison: Comparison, plans: list[SessionPreset]) -> None:
    systems, segments = len(comparison.evalset.systems), len(comparison.evalset)
    for column, plan in zip(st.columns(len(plans)), plans, strict=True):
        with column, st.container(border=True, key=f"plan-card-{plan.key}"):
            st.subheader(plan.title, anchor=False)
            st.markdown(plan.purpose)
            facts = [format_count(min(plan.segments, segments), "segment")]
            facts.append(format_count(plan.annotators, "annotator"))
            facts += [f"{format_int(plan.repeats)}% repeats"] if plan.repeats else []
            facts += ["all systems"] if plan.every_system else []
            st.caption(", ".join(facts))
            is_quick = plan.annotators == 1  # nobody else to name
            pressed = st.button(
                "Start" if is_quick else f"Plan {plan.title.lower()}",
                key=f"plan-as-{plan.key}",
                type="primary" if plan is plans[0] else "secondary",
                disabled=plan.every_system and systems < 3,
            )
        if pressed and is_quick:
            _start(comparison, plan, 0)
        elif pressed:
            _open_form(plan)
            run_again()


def _start(comparison: Comparison, preset: SessionPreset, number: int) -> None:
    """Create a session as its preset says, and open it."""
    evalset = comparison.evalset
    draft = _draft(
        comparison,
        name=f"{preset.title} {number + 1}" if number else preset.title,
        systems=_usual_systems(comparison, preset),
        seed=secrets.randbelow(2**53),
        annotators=(_maker(),),
        ask="better",
        shows=("source",) if evalset.source is not None else ("references",),
        repeats=0.0,
        checks=0.0,
    )
    try:
        plan, *_ = drawing.draw_plan(draft, min(preset.segments, len(evalset)), evalset)
    except InputError as error:
        draw_alert("warning", "This session cannot be created:", error.problems, key="plan-wrong")
        return
    if session := _create_session(comparison, plan):
        state.change(task=session)
        run_again()


def _draft(comparison: Comparison, **decisions: Any) -> SessionPlan:
    origin = {"test_set": comparison.evalset.digest, "made_by": _maker(), "made": time.time()}
    return SessionPlan(items=(), **origin, **decisions)


def _maker() -> str:
    """The name under which a visitor creates a session."""
    return current_annotator() or annotator.DEFAULT_NAME


def _usual_systems(comparison: Comparison, preset: SessionPreset) -> tuple[str, ...]:
    pair = dict.fromkeys((comparison.a, comparison.b))
    return tuple(comparison.evalset.systems if preset.every_system else pair)


def _open_form(preset: SessionPreset) -> None:
    st.session_state[_FORM_OPEN_KEY] = preset
    st.session_state["session-seed"] = secrets.randbelow(2**53)


@st.fragment
def _drawn_plan(name: str, preset: SessionPreset) -> None:
    comparison = open_comparison.current_comparison()
    plan: SessionPlan | None = None
    try:
        draft, number = _read_draft(comparison, name, preset)
        plan, *counts = drawing.draw_plan(draft, number, comparison.evalset)
    except InputError as error:
        draw_alert("warning", "This session cannot be created:", error.problems, key="plan-wrong")
    else:
        draw_alert("info", "Session plan:", drawing.plan_summary(plan, *counts), key="plan-drawn")
    with st.container(horizontal=True):
        pressed = st.button("Create session", type="primary", key="make-session", disabled=not plan)
        if pressed and plan and (session := _create_session(comparison, plan)):
            state.change(session=session)
            run_again()
        if st.button("Cancel", key="cancel-session"):
            st.session_state[_FORM_OPEN_KEY] = None
            run_again()


def _read_draft(
    comparison: Comparison, name: str, preset: SessionPreset
) -> tuple[SessionPlan, int]:
    """The plan from the controls, filled from the preset, without items; and how many segments."""
    evalset = comparison.evalset
    left, right = st.columns(2, gap="large")
    with left:
        called = st.text_input("Name", name, max_chars=80, key="plan-name")
        names = list(evalset.systems)
        systems = st.multiselect(
            "Systems",
            names,
            _usual_systems(comparison, preset),
            format_func=escape_markdown,
            key="plan-systems",
            help="Two or more. With several, each segment is judged for two of them, and each pair "
            "about equally often.",
        )
        most = min(len(evalset), drawing.MAX_SEGMENTS)
        number = st.number_input("Segments", 1, most, min(preset.segments, most), key="plan-number")
        most = round(100 * drawing.MAX_REPEATS)
        repeats = st.number_input(
            "Repeats (%)", 0, most, preset.repeats, key="plan-repeats", help=REPEATS_HELP
        )
        most = round(100 * drawing.MAX_CHECKS)
        checks = st.number_input(
            "Attention checks (%)", 0, most, 0, key="plan-checks", help=CHECKS_HELP
        )
    with right:
        others = (f"Annotator {n}" for n in range(2, preset.annotators + 1))
        listed = "\n".join([_maker(), *others])
        people = st.text_area("Annotators", listed, key="plan-annotators", help=ANNOTATORS_HELP)
        ask = st.radio("Question", list(ASKS), format_func=ASKS.__getitem__, key="plan-ask")
        st.caption("Shown with the outputs")
        there = {
            "source": evalset.source is not None,
            "references": True,
            "context": evalset.documents is not None,
        }
        usual = "source" if there["source"] else "references"
        shows = [
            s
            for s in SHOWS
            if st.checkbox(SHOWS[s], s == usual, disabled=not there[s], key=f"plan-show-{s}")
            and there[s]
        ]
        drawn = st.session_state["session-seed"]
        seed = st.number_input("Seed", 0, 2**53 - 1, drawn, key="plan-seed", help=SEED_HELP)
    given = (normalize_name(line)[:LONGEST_NAME] for line in people.splitlines())
    draft = _draft(
        comparison,
        name=called.strip() or name,
        systems=tuple(one for one in names if one in systems),
        seed=int(seed),
        repeats=int(repeats) / 100,
        checks=int(checks) / 100,
        annotators=tuple(filter(None, given)),
        ask=ask,
        shows=tuple(shows),
    )
    return draft, int(number)


def _create_session(comparison: Comparison, plan: SessionPlan) -> str:
    """Save the session, and its comparison if necessary; return its id, or '' if that failed."""
    annotator.ensure_name()
    try:
        space = user_workspace.with_comparison(comparison.evalset, comparison.config)
        task = blind_task(plan, comparison.evalset)
        sessions.save_session(space, plan, task)
    except (ValueError, Gone, WorkspaceError) as error:
        draw_alert("error", "Session not created:", error_sentences(error), key="plan-not-made")
        return ""
    st.session_state[_FORM_OPEN_KEY] = None
    return task.session


def draw_sessions() -> None:
    """Draw the tab; without a workspace, why."""
    note = "Blind sessions are saved in a workspace."
    title = "Blind sessions are not available here."
    if workspace_or_explain(title, note, key="no-sessions") is None:
        return
    digest, me = open_comparison.open_digest(), current_annotator()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"Annotator: {escape_markdown(me)}" if me else "No annotator name set.")
        with st.popover("Change name" if me else "Set name", type="tertiary"):
            annotator.draw_name_field()
    session_details.draw_session_problems()
    # Those of the open test set, and others that this visitor may judge.
    result = [
        one
        for one in user_workspace.ask(sessions.load_sessions, [])
        if one.plan is None or one.plan.test_set == digest or me in dict(one.task.orders)
    ]
    # The one of the link, else the newest one.
    requested = state.current().session
    opened = next((one for one in result if one.id == requested), next(iter(result), None))
    _draw_table(result, opened)
    if opened:
        session_details.draw_session_details(opened)
    draw_new_session(len(result))
    session_details.draw_session_files()


def _draw_table(found: list[Session], opened: Session | None) -> None:
    rows: list[list[Cell]] = []
    for session in found:
        plan, total = session.plan, len(session.task.items)
        load = partial(answers.load_answers, session=session.id)
        done = annotator_progress(session.task, user_workspace.ask(load, []))
        judged = (
            f"{one_line(name, 30)} {format_int(count)} of {format_int(total)}"
            for name, count in done.items()
        )
        state_of = "complete, blind" if set(done.values()) == {total} else "in progress"
        if session.unblinded:
            state_of = f"unblinded {format_day(session.unblinded)}"
        test_set = "task only"
        if plan is not None:
            where = "open" if plan.test_set == open_comparison.open_digest() else "other"
            test_set = f"{where}, {format_count(len(plan.systems), 'system')}"
        name: Cell = {"t": one_line(session.task.name, 60) or "unnamed", "tone": "strong"}
        rows.append([name, state_of, " · ".join(judged), test_set, format_day(session.made)])
    pressed = draw_table(
        [
            {"label": "session"},
            {"label": "state"},
            {"label": "judged", "help": "Items finished by each annotator, out of all."},
            {"label": "test set", "wide": True},
            {"label": "added", "wide": True},
        ],
        rows,
        ids=[session.id for session in found],
        selected=opened.id if opened else None,
        key="sessions",
        label="Sessions",
        empty="No blind sessions yet. Create one, or import a task file.",
    )
    if pressed and opened and pressed != opened.id:
        state.change(session=pressed)
        run_again()
