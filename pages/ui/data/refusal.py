"""Files that cannot be compared as they are: every reason, and a repair where possible."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from bleu_core import InputError
from bleu_core.readers import advice
from bleu_core.readers.health import find_unequal, mend
from bleu_core.text.evalset import Misaligned
from pages.ui import state, store, user_workspace
from pages.ui.widgets.notice import notice

# The most sentences on repairs; each file has a few.
MOST_REPAIRS = 50
HELP = (
    "A line that is missing becomes an empty output, one too many is left out. The system is "
    "called “… (repaired)”."
)


def refuse(error: InputError, key: str, ways: Mapping[str, str] | None = None) -> None:
    """Draw why there is no comparison; for missing or extra lines, offer a repair.

    `ways` maps what messages recommend to the controls of the form.
    """
    title = "This cannot be compared yet:"
    made = mend(error.columns) if isinstance(error, Misaligned) else None
    if made is None or not isinstance(error, Misaligned):
        told = [*error.problems, *advice.ways(error.problems, ways or {})]
        notice("error", title, told, key=key)
        return
    told = [finding.sentence for finding in find_unequal(error.columns)]
    notice("error", title, told, key=key)
    done = [*error.repairs, *(finding.sentence for finding in made.findings)]
    st.button(
        "Put the lines where they belong, and compare",
        key=f"mend-{key}",
        on_click=opened_with,
        args=(store.put(made.evalset), done),
        help=HELP,
    )


def opened_with(digest: str, repairs: list[str]) -> None:
    """Open a comparison that was just read; Data reports its repairs."""
    made = store.evalset(digest)
    if made is not None:
        user_workspace.keep(made, state.current().config)
    state.change(data=digest)
    st.session_state["repairs"] = digest, repairs[:MOST_REPAIRS]


def show_repairs() -> None:
    """Draw the repairs of the open comparison, if it was just read."""
    digest, repairs = st.session_state.get("repairs", ("", []))
    if repairs and digest == state.current().data:
        notice("warning", "Opened, with this mended or left out:", repairs, key="repairs")
        overview = state.file_of("overview.py")
        st.page_link(overview, label="To the Overview", icon=":material/arrow_forward:")
