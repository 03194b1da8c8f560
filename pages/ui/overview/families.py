"""Families of n-grams that stand out: a table that closes to Δ; a row opens its n-grams."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bleu_core.common.numerals import whole
from bleu_core.explain.comparison import Comparison
from bleu_core.present.account import Account
from bleu_core.present.account.tables import families_table
from pages.ui import results, state
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.rerun import run_again

# Up to so many segments n-grams are counted unasked: half a second.
QUICK = 20_000


def quick(comparison: Comparison) -> bool:
    """Whether the families can be had without being asked for."""
    return comparison.ledger.defined and len(comparison) <= QUICK


def show(account: Account) -> None:
    """The table, as soon as it is known; on large test sets a button that counts."""
    comparison, found = account.comparison, account.causes
    if not comparison.ledger.defined:
        return
    if found is None and quick(comparison):
        return
    st.subheader("N-grams that stand out", help=help_of("family"), anchor=False)
    if found is None:
        if st.button(f"Count the n-grams of {whole(len(comparison))} segments"):
            with st.spinner("Counting n-grams"):
                results.find_causes(comparison)
            run_again()
        return
    if not found.rows:
        st.caption("No family of n-grams stands out: what changed is spread over all of them.")
        return
    opened = draw(families_table(found), key="families", narrow=True)
    if opened:
        open_ngrams(opened.removeprefix("ngrams:"))


def open_ngrams(text: str) -> None:
    """The N-grams screen with what is searched for."""
    phrases = replace(state.current().phrases, kind="matched", text=text, ngram="", sort="")
    state.change(phrases=phrases)
    state.switch_to("ngrams.py")
