"""Results of an unblinded session: preferences, agreement, export."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_datetime
from bleu_core.messages import server
from bleu_core.people.session_results import SessionResults, results_to_csv, session_results
from bleu_core.people.sessions.item_answers import Judgement, unblind
from bleu_core.people.sessions.plan import SessionPlan
from bleu_core.present.tables import sessions as texts
from bleu_core.workspace import Workspace, answers, sessions
from bleu_core.workspace.sessions import Session
from pages.ui import open_comparison, state, user_workspace
from pages.ui.cache import result
from pages.ui.judge import session_details
from pages.ui.widgets.alert import draw_alert, workspace_or_explain
from pages.ui.widgets.controls import follow_choice
from pages.ui.widgets.download import draw_download
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import draw_document_table

# Approximate bytes of a session's results.
RESULTS_NBYTES = 2_000_000
HOW = "Create a session on the Sessions tab. Its results appear here once it is unblinded."


def draw_results() -> None:
    """Draw the tab; without unblinded sessions, why."""
    note = "Blind sessions are saved in a workspace."
    space = workspace_or_explain("Results are not available here.", note, key="no-results")
    if space is None:
        return
    data = open_comparison.current_comparison().evalset
    session_details.draw_session_problems(data.digest)
    found = user_workspace.ask(lambda space: sessions.load_sessions(space, data.digest), [])
    done = [result for result in found if result.plan is not None and result.unblinded]
    blind = [result for result in found if not result.unblinded]
    session = _selected_session(done, blind)
    if session is not None and session.plan is not None:
        _draw_session_results(session, space)


def _selected_session(done: list[Session], blind: list[Session]) -> Session | None:
    """The session of the link, else the newest one."""
    requested = state.current().session
    if any(one.id == requested for one in blind):
        why = ["Results appear after its creator unblinds it on the Sessions tab."]
        draw_alert("info", "This session is still blind.", why, key="still-blind")
        return None
    if not done:
        draw_alert("info", "No unblinded sessions yet.", [HOW], key="none-unblinded")
        return None
    chosen = next((one for one in done if one.id == requested), done[0])
    if requested and chosen.id != requested:
        sentences = [server.unknown_session()]
        draw_alert("warning", "Part of the link was ignored:", sentences, key="no-such-session")
    if len(done) > 1:
        names = {one.id: one for one in done}
        st.selectbox(
            "Session",
            **follow_choice("results-session", names, chosen.id, "session"),
            format_func=lambda key: (
                f"{one_line(names[key].task.name, 60)} · "
                f"unblinded {format_datetime(names[key].unblinded or 0)}"
            ),
            width=420,
        )
    return chosen


def _draw_session_results(session: Session, space: Workspace) -> None:
    # Computed again after every change.
    plan = session.plan
    result = user_workspace.ask(lambda _: _count(space, session.id, plan), None) if plan else None
    if result is None:
        return
    judgements, results = result
    with st.container(key="results-told"):
        draw_rich_text(texts.headline(results), key="results-headline")
        draw_rich_text(texts.sentence(results), key="results-agreement", small=True)
    if results.preferences:
        help_text = glossary_help("segment-vote", texts.UNIT)
        st.subheader("Preferences", help=help_text, anchor=False)
        table = texts.preferences_table(results.preferences)
        draw_document_table(table, key="results-preferences")
    if results.ratings:
        st.subheader("Ratings (1 to 5)", help=texts.DIFFERENCES, anchor=False)
        table = texts.differences_table(results.ratings)
        draw_document_table(table, key="results-ratings")
    if (table := texts.agreement_table(results)).rows:
        help_text = glossary_help("krippendorff-alpha", texts.ABOUT)
        st.subheader("Agreement", help=help_text, anchor=False)
        draw_document_table(table, key="results-agreement-table", narrow=True)
    help_text = glossary_help("attention-check")
    st.subheader("Annotators", help=help_text, anchor=False)
    table = texts.conduct_table(results.conducts)
    draw_document_table(table, key="results-conduct", narrow=True)
    draw_download(
        "Export answers as CSV",
        partial(results_to_csv, results.plan, judgements),
        session_details.file_name(session, "results.csv"),
        "text/csv",
        key="results-as-csv",
        help="One row per answer, with the names of annotators and systems, and times.",
    )


@result(size=lambda _: RESULTS_NBYTES)
def _count(
    space: Workspace, session: str, _plan: SessionPlan
) -> tuple[list[Judgement], SessionResults]:
    judgements = unblind(_plan, answers.load_answers(space, session))
    return judgements, session_results(_plan, judgements)
