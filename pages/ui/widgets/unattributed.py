"""The caption on points that no segment contributes."""

from __future__ import annotations

import streamlit as st

from bleu_core.explain.comparison import Compared
from bleu_core.present.account.parts import unattributed_note
from pages.ui.widgets.glossary_tip import help_of


def unattributed(compared: Compared) -> None:
    """Draw it, if there are any."""
    if note := unattributed_note(compared.ledger):
        st.caption(note, help=help_of("unattributed"))
