"""Before the first blind session: a picture of one, and the usual plans as cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from bleu_core.people.sessions.presets import SessionPreset
from pages.ui.widgets.components import UI, component

_mount_picture = component(
    "judge/session_picture.js",
    (UI / "judge/session_picture.html").read_text(encoding="utf-8"),
)


def draw_start(plans: Sequence[SessionPreset], choose: Callable[[SessionPreset], None]) -> None:
    """Draw the picture and the cards; `choose` gets the plan of a pressed card."""
    _mount_picture(data={}, key="session-picture")
    columns = st.columns(len(plans))
    for column, plan in zip(columns, plans, strict=True):
        with column, st.container(border=True, key=f"plan-card-{plan.key}"):
            st.subheader(plan.title, anchor=False)
            st.markdown(plan.purpose)
            st.caption(plan.facts)
            st.button(
                f"Plan {plan.title.lower()}",
                key=f"plan-as-{plan.key}",
                on_click=choose,
                args=(plan,),
                disabled=not plan.is_possible,
            )
