"""Results of an unblinded session: preferences, agreement, time, disputed items, export."""

from __future__ import annotations

import re
from functools import partial

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_datetime, format_int
from bleu_core.messages import screen, server
from bleu_core.people.questions import DisputedItem
from bleu_core.people.session_results import (
    SessionResults,
    preferences_by_part,
    results_to_csv,
    results_to_jsonl,
    session_results,
)
from bleu_core.people.sessions.item_answers import LONGEST_COMMENT, Judgement, place_of_a, unblind
from bleu_core.people.sessions.plan import SessionPlan
from bleu_core.people.sessions.task import ItemAnswer, annotator_progress
from bleu_core.present.account import sessions as agreement
from bleu_core.present.account import sessions as preferences
from bleu_core.present.account.sessions import about_parts, parts_table
from bleu_core.segments.slice_criteria import criteria, partition_by
from bleu_core.workspace import EditConflict, Workspace, answers, sessions
from bleu_core.workspace.answers import load_decisions, save_decision
from bleu_core.workspace.sessions import Session
from pages.ui import open_comparison, state, store, user_workspace
from pages.ui.cache import result
from pages.ui.judgements import annotator
from pages.ui.judgements.annotator import current_annotator
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import follow_choice
from pages.ui.widgets.download import draw_download
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import Cell, draw_account_table, draw_paging, draw_table

EXPORTED = (
    "One row per answer, with the names of annotators and systems, and times; adjudicated items "
    "with their reasons."
)


def draw_results_export(
    session: Session, judgements: list[Judgement], decided: list[Judgement]
) -> None:
    """Draw two buttons, which write their files when pressed."""
    assert session.plan is not None
    name = re.sub(r"[^\w-]+", "-", session.plan.name).strip("-")[:40] or "session"
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, ending, mime, write, more in (
            ("CSV", "csv", "text/csv", results_to_csv, ""),
            (
                "JSON Lines", "jsonl", "application/jsonl", results_to_jsonl,
                " The first line has the whole plan.",
            ),
        ):  # fmt: skip
            draw_download(
                f"Export answers as {label}",
                partial(write, session.plan, judgements, decided),
                f"{name}-results.{ending}",
                mime,
                key=f"results-as-{ending}",
                help=f"{EXPORTED}{more}",
            )


def draw_results_by_part(results: SessionResults, judgements: list[Judgement]) -> None:
    """Draw the parts by one criterion, for one of the judged pairs."""
    st.subheader("Results by slice", help=glossary_help("slice"), anchor=False)
    opened = open_comparison.current_comparison()
    pairs = [(preference.a, preference.b) for preference in results.preferences]
    with st.container(horizontal=True):
        a, b = pairs[0]
        if len(pairs) > 1:
            a, b = st.selectbox(
                "Systems",
                pairs,
                format_func=lambda pair: " and ".join(one_line(name, 40) for name in pair),
                key="results-pair",
                width=320,
            )
        comparison = store.comparison(opened.evalset, opened.config, a, b)
        known = list(criteria(comparison))
        requested = state.current().slice_by or results.plan.by
        by = requested if requested in known else known[0]
        st.selectbox("Slice by", **follow_choice("results-by", known, by, "slice_by"), width=320)
    bands = partition_by(comparison, by)
    there = [judgement for judgement in judgements if judgement.segment < len(bands.part)]
    result = preferences_by_part(there, a, b, bands.labels, bands.part)
    draw_account_table(parts_table(result), key="results-parts", narrow=True)
    st.caption(f"{criteria(comparison)[by]} {about_parts(result)}")


ADJUDICATION = (
    "Outputs are on the same sides as in the session, without system names until you adjudicate "
    "the item. A decision replaces all answers to its item under “With adjudicated items”; "
    "agreement always uses the original answers."
)
ANSWER_WORDS = {"left": "left", "right": "right", "same": "no preference", "bad": "both bad"}


def draw_adjudication(session: Session, results: SessionResults) -> None:
    """Draw the list, and the open item."""
    st.subheader("Disputed items", anchor=False)
    found = results.disputed
    if not found:
        st.caption("No item has different answers from two annotators.")
        return
    opposed = sum(result.opposed for result in found)
    st.caption(
        f"{format_count(len(found), 'item')}, {format_int(opposed)} with opposite preferences "
        "(listed first).",
        help=ADJUDICATION,
    )
    page = found[draw_paging(len(found), key="settle-page", rows=10)]
    key = f"settle-open-{session.id}"
    opened = draw_table(
        [
            {"label": "line", "align": "right", "narrow": True},
            {"label": "answers"},
            {"label": "decision"},
        ],
        [_disputed_row(results, one) for one in page],
        ids=[one.item for one in page],
        selected=st.session_state.get(key),
        key="settle-list",
        label="Disputed items",
        shows="settle-item",
    )
    if opened is not None:
        st.session_state[key] = opened
    chosen = next((item for item in found if str(item.item) == st.session_state.get(key)), None)
    if chosen is not None:
        with st.container(key="settle-item"):
            _draw_item(session, results, chosen)


def _disputed_row(results: SessionResults, one: DisputedItem) -> list[Cell]:
    answers = " · ".join(
        f"{one_line(a.annotator, 30)}: {_answer_by_sides(results.plan, a)}" for a in one.answers
    )
    decided = results.decided.get(one.item)
    return [
        format_int(one.segment + 1),
        answers,
        {"t": "", "tone": "muted"} if decided is None else _decision_words(results.plan, decided),
    ]


def _answer_by_sides(plan: SessionPlan, one: Judgement) -> str:
    """An answer by sides, as it was given."""
    if one.preferred in ("a", "b"):
        first = place_of_a(plan, plan.items[one.item])
        other = "right" if first == "left" else "left"
        return first if one.preferred == "a" else other
    return ANSWER_WORDS[one.preferred]


def _decision_words(plan: SessionPlan, one: Judgement) -> str:
    name = {"a": one.a, "b": one.b}.get(one.preferred, "")
    return _answer_by_sides(plan, one) + (f" ({one_line(name, 40)})" if name else "")


def _draw_item(session: Session, results: SessionResults, one: DisputedItem) -> None:
    blind_item = session.task.items[one.item]
    texts = [("source", blind_item.source or "")] if blind_item.source is not None else []
    texts += [("reference", text) for text in blind_item.references]
    texts += [("left", blind_item.left), ("right", blind_item.right)]
    draw_table(
        [{"label": f"line {format_int(one.segment + 1)}", "narrow": True}, {"label": "text"}],
        [[{"t": name, "tone": "muted"}, {"t": text, "tone": "code"}] for name, text in texts],
        key="settle-texts",
        label="The texts of the item",
    )
    saved = user_workspace.ask(lambda space: load_decisions(space, session.id), [])
    before = next((d for d in saved if d.item == one.item), None)
    # Always drawn, so that the form below keeps its place and focus.
    with st.container(key="settle-decided"):
        if before is not None:
            _draw_decision(results, one, before)
    closed = user_workspace.why_only_read()
    if closed:
        st.caption(closed)
    else:
        _draw_decision_form(session, one, before)
    with st.container(horizontal=True):
        if before is not None and not closed:
            withdraw = partial(_decide, session.id, one.item, "", "", before)
            st.button("Undo decision", on_click=withdraw)
        if st.button("Open in Segments", help="Segments shows which system is which."):
            first = one.answers[0]
            data = open_comparison.current_comparison().evalset
            open_comparison.choose_pair(data, first.a, first.b)
            state.open_screen("segments.py", segment=one.segment + 1, where="")
    if wrong := st.session_state.pop("settle-wrong", ""):
        draw_alert("error", wrong, key="settle-wrong-told")


def _draw_decision_form(session: Session, one: DisputedItem, before: ItemAnswer | None) -> None:
    with st.form(f"settle-{session.id}-{one.item}", border=False):
        names = list(ANSWER_WORDS)
        st.radio(
            "Which is better?",
            names,
            names.index(before.better) if before else None,
            format_func=ANSWER_WORDS.__getitem__,
            horizontal=True,
            key=f"settle-choice-{session.id}-{one.item}",
        )
        st.text_area(
            "Reason",
            before.note if before else "",
            max_chars=LONGEST_COMMENT,
            height=80,
            key=f"settle-note-{session.id}-{one.item}",
        )
        save = partial(_save_decision, session.id, one.item, before)
        st.form_submit_button("Save decision", on_click=save, type="primary")


def _draw_decision(results: SessionResults, one: DisputedItem, before: ItemAnswer) -> None:
    first = one.answers[0]
    at_left = place_of_a(results.plan, results.plan.items[one.item]) == "left"
    left, right = (first.a, first.b) if at_left else (first.b, first.a)
    sentences = [
        f"Decided by {one_line(annotator.name_in_sentence(before.annotator), 60)}: "
        f"{ANSWER_WORDS[before.better]}.",
        f"Left: {one_line(left, 60)}. Right: {one_line(right, 60)}.",
    ]
    # The form has it too, unless another one was typed there.
    if before.note:
        sentences.append(f"Reason: {one_line(before.note)}")
    draw_alert("info", "This item is adjudicated.", sentences, key="settled-told")


def _save_decision(session: str, item: int, seen: ItemAnswer | None) -> None:
    better = st.session_state.get(f"settle-choice-{session}-{item}")
    if not better:
        st.session_state["settle-wrong"] = screen.nothing_chosen()
        return
    note = st.session_state.get(f"settle-note-{session}-{item}", "")
    _decide(session, item, better, note, seen)


def _decide(session: str, item: int, better: str, note: str, seen: ItemAnswer | None) -> None:
    """Save a decision in place of the one that is shown, '' to delete that, or note why not."""
    me = current_annotator()
    save = partial(
        save_decision, session=session, who=me, item=item, better=better, note=note, seen=seen
    )
    try:
        user_workspace.ask(save, None)
    except EditConflict:
        st.session_state["settle-wrong"] = screen.decided_meanwhile()
    except ValueError as error:
        st.session_state["settle-wrong"] = error_sentences(error)[0]


# Approximate bytes of a session's results.
RESULTS_NBYTES = 2_000_000
HOW = "Create a session on the Sessions tab. Its results appear here once it is unblinded."


def draw_results() -> None:
    """Draw the tab; without unblinded sessions, why, and the progress of blind ones."""
    space = user_workspace.current()
    if space is None:
        why = ["Blind sessions are saved in a workspace.", user_workspace.why_nothing()]
        draw_alert("info", "Results are not available here.", why, key="no-results")
        return
    data = open_comparison.current_comparison().evalset
    found = user_workspace.ask(lambda space: sessions.load_sessions(space, data.digest), [])
    done = [result for result in found if result.plan is not None and result.unblinded]
    blind = [result for result in found if not result.unblinded]
    session = _selected_session(done, blind)
    if session is not None and session.plan is not None:
        _draw_session_results(session, space)
    _draw_blind_progress(blind)


def _selected_session(done: list[Session], blind: list[Session]) -> Session | None:
    """The session of the link, else the newest one."""
    requested = state.current().session
    if any(one.id == requested for one in blind):
        why = ["Results appear after its creator unblinds it on the Sessions tab."]
        draw_alert("info", "This session is still blind.", why, key="still-blind")
        return None
    if not done:
        why = [user_workspace.why_only_read() or HOW]
        draw_alert("info", "No unblinded sessions yet.", why, key="none-unblinded")
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
    judgements, decided, results = result
    with st.container(key="results-told"):
        draw_rich_text(preferences.headline(results), key="results-headline")
        if sentence := preferences.settled_sentence(results):
            draw_rich_text(sentence, key="results-settled", small=True)
        draw_rich_text(agreement.sentence(results), key="results-agreement", small=True)
    _draw_preferences(results)
    _draw_agreement(results)
    help_text = glossary_help("attention-check", f"{agreement.TIME} {agreement.LEFT}")
    st.subheader("Annotators", help=help_text, anchor=False)
    table = agreement.conduct_table(results.conducts)
    draw_account_table(table, key="results-conduct", narrow=True)
    if results.preferences:
        draw_results_by_part(results, judgements)
        draw_adjudication(session, results)
    draw_results_export(session, judgements, decided)


@result(size=lambda _: RESULTS_NBYTES)
def _count(
    space: Workspace, session: str, _plan: SessionPlan
) -> tuple[list[Judgement], list[Judgement], SessionResults]:
    judgements = unblind(_plan, answers.load_answers(space, session))
    decided = unblind(_plan, load_decisions(space, session))
    return judgements, decided, session_results(_plan, judgements, decided)


def _draw_preferences(results: SessionResults) -> None:
    if results.preferences:
        help_text = glossary_help("segment-vote", preferences.UNIT)
        st.subheader("Preferences", help=help_text, anchor=False)
        table = preferences.preferences_table(results.preferences)
        draw_account_table(table, key="results-preferences")
        if results.settled:
            st.caption("With adjudicated items:")
            label = "Preferences with adjudicated items"
            table = preferences.preferences_table(results.settled, label)
            draw_account_table(table, key="results-with-settled")
    for ratings, heading, key in (
        (results.marks, "Scores (0 to 100)", "marks"),
        (results.penalties, "Penalties (0 is best)", "penalties"),
    ):
        if ratings:
            st.subheader(heading, help=preferences.DIFFERENCES, anchor=False)
            table = preferences.differences_table(ratings, heading)
            draw_account_table(table, key=f"results-{key}")


def _draw_agreement(results: SessionResults) -> None:
    help_text = glossary_help("krippendorff-alpha", agreement.ABOUT)
    st.subheader("Agreement", help=help_text, anchor=False)
    table = agreement.agreement_table(results)
    if table.rows:
        draw_account_table(table, key="results-agreement-table", narrow=True)
    if notes := agreement.undefined_notes(results):
        st.caption(" ".join(notes))
    if table.rows and results.couples:
        draw_account_table(agreement.couples_table(results), key="results-couples", narrow=True)


def _draw_blind_progress(blind: list[Session]) -> None:
    """Draw the progress of blind sessions, and nothing else."""
    if not blind:
        return
    sentences = []
    for one in blind:
        answered = user_workspace.ask(lambda space, id=one.id: answers.load_answers(space, id), [])
        done = annotator_progress(one.task, answered)
        text = ", ".join(
            f"{one_line(name, 30)} {format_int(count)}" for name, count in done.items()
        )
        items = format_count(len(one.task.items), "item")
        sentences.append(f"{one_line(one.task.name, 60)} ({items}): {text}.")
    draw_alert("info", "Blind sessions (progress only):", sentences, key="blind-sessions")
