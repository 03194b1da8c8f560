"""Export of a session's answers, with its plan, id, names and times."""

from __future__ import annotations

import re
from functools import partial

import streamlit as st

from bleu_core.people.results.exported import to_csv, to_jsonl
from bleu_core.people.sessions.judged import Judgement
from bleu_core.workspace.sessions import Session


def show(session: Session, judgements: list[Judgement], decided: list[Judgement]) -> None:
    """Draw two buttons, which make their files when pressed."""
    assert session.plan is not None
    name = re.sub(r"[^\w-]+", "-", session.plan.name).strip("-")[:40] or "session"
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, ending, write in (("CSV", "csv", to_csv), ("JSON Lines", "jsonl", to_jsonl)):
            st.download_button(
                f"All answers as {label}",
                partial(write, session.plan, judgements, decided),
                f"{name}-results.{ending}",
                on_click="ignore",
                key=f"results-as-{ending}",
            )
    st.caption(
        "A row an answer, with the names of annotators and systems, times, and what was settled; "
        "JSON Lines has the whole plan in its first line."
    )
