"""From the settings of the open comparison to those of another score, one at a time."""

from __future__ import annotations

import streamlit as st

from bleu_core import Comparison, InputError
from bleu_core.explain.setting_steps import setting_steps
from bleu_core.metrics.signature_reading import TOOLS, ScoreSettings, read_settings
from bleu_core.present.tables.steps import setting_steps_table
from pages.ui.widgets import progress_bars, table
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.rich_text import glossary_help


def draw_difference(comparison: Comparison) -> None:
    """Draw the field for the other score, and BLEU after each changed setting."""
    other = st.selectbox(
        "Explain a difference",
        TOOLS,
        index=None,
        placeholder="Paste the other signature, or choose a tool",
        accept_new_options=True,
        key="other-score",
        help=glossary_help("other-tool"),
    )
    if not other:
        return
    own = ScoreSettings(comparison.config)
    systems = list(dict.fromkeys((comparison.a, comparison.b)))
    try:
        settings = read_settings(other)
        with progress_bars.progress_bar("Scoring", segments=len(comparison)) as progress:
            steps = setting_steps(own, settings, comparison.evalset, systems, progress)
    except InputError as error:
        title = "The scores cannot be compared."
        draw_alert("error", title, error.problems, key="no-setting-steps")
        return
    table.draw_document_table(setting_steps_table(steps), key="setting-steps")
    st.caption("Another order of changes gives other scores in between.")
