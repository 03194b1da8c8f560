"""What Suites shows before a run is saved: the sample suite, the command, the start of a file."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.suite.definition import read_suite
from bleu_core.suite.running import run
from pages.ui import state, user_workspace
from pages.ui.suites import saved_runs
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.progress_bars import progress_bar

SAMPLE = Path(__file__).parents[3] / "sample_data" / "suite" / "bleu.toml"
COMMAND = "bleuscope suite bleu.toml --keep"
ABOUT = (
    "A suite compares a new system with its baseline on many test sets in one run. Each test set "
    "passes or fails by gates that you write, such as “not more than 0.5 BLEU below the baseline”."
)


def draw_first_run(titles: list[str], wanted: str) -> None:
    """Draw how to get a run; `titles` are suites with runs where `wanted` has none."""
    if user_workspace.current() is None:
        draw_alert(
            "info", "No saved suites.", [user_workspace.nothing_saved_reason()], key="no-suite"
        )
    elif wanted:
        title = f"No saved runs of suite “{one_line(wanted, 80)}”."
        why = "They were deleted, or saved on another machine."
        draw_alert("warning", title, [why], key="no-suite")
        saved_runs.offer_suites(titles)
    if titles:
        return
    with st.container(key="suite-first"):
        text, file = st.columns(2, gap="large")
    with text:
        st.header("No suite run yet", anchor=False)
        st.write(ABOUT)
        is_saved = user_workspace.current() is not None
        if st.button("Open the sample suite", type="primary", disabled=not is_saved):
            _run_sample()
        st.caption("Your own suite: write a file like this one, and run")
        st.code(COMMAND, language=None)
        st.caption("Its result then appears here.")
    with file:
        st.caption("bleu.toml")
        contents = SAMPLE.read_text(encoding="utf-8")
        st.code(_beginning(contents), language=None)


def _beginning(contents: str) -> str:
    """The suite file up to its second test set, without the comment at its top."""
    defaults, first, *_ = contents[contents.index("title") :].split("[[set]]")
    return f"{defaults}[[set]]{first}".rstrip()


def _run_sample() -> None:
    suite = read_suite(SAMPLE.read_bytes(), SAMPLE.name, SAMPLE.parent)
    with progress_bar("Running the sample suite", shown=True) as progress:
        outcome = run(suite, user_workspace.current(), progress, keeps=True)
    if outcome.not_kept:
        draw_alert("error", "The run was not saved.", [outcome.not_kept], key="not-kept")
        return
    state.change(suite=suite.title, suite_run=0.0)
    st.rerun()
