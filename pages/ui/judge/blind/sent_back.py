"""Export of an annotator's answers, for the person who planned the session."""

from __future__ import annotations

import streamlit as st

from bleu_core.people.sessions import answers_file
from bleu_core.workspace import answers
from bleu_core.workspace.sessions import Session
from pages.ui import user_workspace


def offer(session: Session, annotator: str) -> None:
    """Draw the download of the annotator's own answers, and whether anyone needs it."""
    if session.plan:
        st.caption("Your answers are where the session was planned: there is nothing to send.")
    else:
        st.caption("Send this file to whoever planned the session.")
    st.download_button(
        "Download my answers",
        lambda: _file(session, annotator),
        file_name="answers.jsonl",
        mime="application/jsonl",
        on_click="ignore",
        key="blind-answers-file",
    )


def _file(session: Session, annotator: str) -> bytes:
    nothing: list[answers_file.Answer] = []
    own_answers = user_workspace.ask(
        lambda space: answers.answers(space, session.id, annotator), nothing
    )
    return answers_file.written(session.task, own_answers).encode()
