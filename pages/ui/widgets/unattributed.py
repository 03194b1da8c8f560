"""The caption on what of Δ no segment carries."""

from __future__ import annotations

import streamlit as st

from bleu_core import Comparison
from bleu_core.numerals import fine_delta
from pages.ui.widgets.glossary_tip import help_of


def unattributed(comparison: Comparison) -> None:
    """Draw it, where there is such."""
    left = comparison.ledger.unattributed
    if comparison.ledger.defined and abs(left) > 1e-9:
        st.caption(
            f"Not given to any segment: {fine_delta(left)} points, of orders that a system has no "
            "match in, or that only one of them is long enough for.",
            help=help_of("unattributed"),
        )
