"""What is drawn if no run of a suite can be shown."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.escaping import visible
from pages.ui import user_workspace
from pages.ui.suites import choosing
from pages.ui.suites.kept import Runs
from pages.ui.widgets.notice import notice

COMMAND = "bleuscope suite bleu.toml --keep"


def show(titles: list[str], wanted: str, runs: Runs) -> None:
    """Draw why there is no run, and the saved suites."""
    if user_workspace.of_command() is None:
        notice("info", "No suite is kept.", [user_workspace.why_nothing()], key="no-suite")
        return
    if runs.number:
        notice(
            "warning",
            f"No run of “{visible(runs.title, 80)}” can be shown.",
            ["What is kept of it is damaged, or a later version of BLEUscope kept it."],
            key="no-suite",
        )
    elif wanted:
        notice(
            "warning",
            f"No run of a suite “{visible(runs.title, 80)}” is kept here.",
            ["It was deleted, or it was kept on another machine."],
            key="no-suite",
        )
    else:
        notice(
            "info",
            "No run of a suite is kept yet.",
            [
                "A suite compares many test sets in one run, and fails where a gate fails. This "
                "command runs one and keeps it; its runs then line up here."
            ],
            key="no-suite",
        )
    choosing.others(titles)
    st.code(COMMAND, language=None)
