"""Results of an unblinded session: preferences, agreement, time, disputed items."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, moment, whole
from bleu_core.messages import link
from bleu_core.people.results.gathered import Results, results_of
from bleu_core.people.sessions.judged import Judgement, unblinded
from bleu_core.people.sessions.plan import Plan
from bleu_core.people.sessions.task import progress
from bleu_core.present.account import session_agreement as agreement
from bleu_core.present.account import session_preferences as preferences
from bleu_core.workspace import Workspace, answers, sessions
from bleu_core.workspace.sessions import Session
from bleu_core.workspace.settled import decisions
from pages.ui import open_comparison, state, user_workspace
from pages.ui.cache import result
from pages.ui.judge import results_export, results_parts, results_settle
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.controls import follow
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.prose import prose

# Approximate bytes of a session's results.
NBYTES = 2_000_000
HOW = "Plan one on the tab Sessions. Its results are here once it is unblinded."


def show() -> None:
    """Draw the tab; without unblinded sessions, why, and the progress of blind ones."""
    space = user_workspace.current()
    if space is None:
        why = ["Blind sessions live in a workspace.", user_workspace.why_nothing()]
        notice("info", "There are no results here.", why, key="no-results")
        return
    data = open_comparison.get().evalset
    nothing: list[Session] = []
    found = user_workspace.ask(lambda space: sessions.sessions(space, data.digest), nothing)
    done = [result for result in found if result.plan is not None and result.unblinded]
    blind = [result for result in found if not result.unblinded]
    session = _chosen(done, blind)
    if session is not None and session.plan is not None:
        _draw(session, space)
    _still_blind(blind)


def _chosen(done: list[Session], blind: list[Session]) -> Session | None:
    """The session of the link, else the newest one."""
    requested = state.current().session
    if any(one.id == requested for one in blind):
        sentences = [
            "Nothing of it is told before whoever made it unblinds it, on the tab Sessions."
        ]
        notice("info", "This session is still blind.", sentences, key="still-blind")
        return None
    if not done:
        sentences = [user_workspace.why_only_read() or HOW]
        notice(
            "info", "No session of this test set is unblinded yet.", sentences, key="none-unblinded"
        )
        return None
    chosen = next((one for one in done if one.id == requested), done[0])
    if requested and chosen.id != requested:
        sentences = [link.unknown_session()]
        notice("warning", "Not understood, and left out:", sentences, key="no-such-session")
    if len(done) > 1:
        names = {one.id: one for one in done}
        st.selectbox(
            "Session",
            list(names),
            list(names).index(chosen.id),
            format_func=lambda key: f"{visible(names[key].task.name, 60)} · {_when(names[key])}",
            **follow("results-session", chosen.id, lambda key: state.change(session=key)),
            width=420,
        )
    return chosen


def _when(session: Session) -> str:
    return f"unblinded {moment(session.unblinded or 0)}"


def _draw(session: Session, space: Workspace) -> None:
    result = _results(session, space)
    if result is None:
        return
    judgements, decided, results = result
    with st.container(key="results-told"):
        prose(preferences.headline(results), key="results-headline")
        if sentence := preferences.settled_sentence(results):
            prose(sentence, key="results-settled", small=True)
        prose(agreement.sentence(results), key="results-agreement", small=True)
    _preferences(results)
    _agreement(results)
    st.subheader("Annotators", help=help_of("attention-check"), anchor=False)
    draw(agreement.conduct_table(results.conducts), key="results-conduct", narrow=True)
    st.caption(f"{agreement.TIME} {agreement.LEFT}")
    if results.preferences:
        results_parts.show(results, judgements)
        results_settle.show(session, results)
    results_export.show(session, judgements, decided)


def _results(
    session: Session, space: Workspace
) -> tuple[list[Judgement], list[Judgement], Results] | None:
    """All results of a session, recomputed after every change."""
    plan = session.plan
    if plan is None:
        return None
    return user_workspace.ask(lambda _: _count(space, session.id, plan), None)


@result(size=lambda _: NBYTES)
def _count(
    space: Workspace, session: str, _plan: Plan
) -> tuple[list[Judgement], list[Judgement], Results]:
    judgements = unblinded(_plan, answers.answers(space, session))
    decided = unblinded(_plan, [one.answer for one in decisions(space, session)])
    return judgements, decided, results_of(_plan, judgements, decided)


def _preferences(results: Results) -> None:
    if results.preferences:
        st.subheader("Preferences", help=help_of("segment-vote"), anchor=False)
        draw(preferences.preferences_table(results.preferences), key="results-preferences")
        if results.settled:
            st.caption("With what was settled:")
            table = preferences.preferences_table(results.settled, "Preferences with what settled")
            draw(table, key="results-with-settled")
        st.caption(preferences.UNIT)
    for ratings, heading, key in (
        (results.marks, "Marks of 0 to 100", "marks"),
        (results.penalties, "Penalties of marked errors (0 is best)", "penalties"),
    ):
        if ratings:
            st.subheader(heading, anchor=False)
            draw(preferences.differences_table(ratings, heading), key=f"results-{key}")
            st.caption(preferences.DIFFERENCES)


def _agreement(results: Results) -> None:
    st.subheader("Agreement", help=help_of("krippendorff-alpha"), anchor=False)
    table = agreement.agreement_table(results)
    if table.rows:
        draw(table, key="results-agreement-table", narrow=True)
    st.caption(" ".join([agreement.ABOUT, *agreement.undefined(results)]))
    if table.rows and results.couples:
        draw(agreement.couples_table(results), key="results-couples", narrow=True)


def _still_blind(blind: list[Session]) -> None:
    """Draw the progress of blind sessions, and nothing else."""
    if not blind:
        return
    sentences = []
    for one in blind:
        answered = user_workspace.ask(lambda space, id=one.id: answers.answers(space, id), [])
        done = progress(one.task, answered)
        text = ", ".join(f"{visible(name, 30)} {whole(number)}" for name, number in done.items())
        items = counted(len(one.task.items), "item")
        sentences.append(f"{visible(one.task.name, 60)}: of {items} {text}.")
    notice("info", "Still blind, so that only progress is told:", sentences, key="blind-sessions")
