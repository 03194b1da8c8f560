"""The verdict: drawn at once without the tests, and completed after the rest of the page."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.numerals import percent, whole
from bleu_core.present.account import Account
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, TRIALS
from pages.ui import results
from pages.ui.overview import families, strips
from pages.ui.widgets.prose import prose
from pages.ui.widgets.rerun import run_again

# With more segments, the tests need a progress bar.
SLOW = 5_000


def draw(place: Any, account: Account) -> None:
    """Draw the verdict, with p, interval and families of n-grams if these are known."""
    found = account.verdict
    with place.container():
        opened = prose(found.told, key="verdict")
        if found.waiting and account.significance is not None:
            with st.expander("What this difference is made of, chance or not", key="waiting"):
                opened = prose(found.waiting, key="verdict-parts") or opened
    if opened:
        _open(account.comparison, opened)


def complete(comparison: Comparison) -> None:
    """Compute what the page was drawn without: p and interval, then the families of n-grams.

    The page is drawn again after each, so that p does not wait for n-grams.
    """
    if len(comparison) >= MIN_SEGMENTS and results.significance.ready(comparison) is None:
        _test(comparison)
        run_again()
    if families.quick(comparison) and results.causes.ready(comparison) is None:
        results.causes(comparison)
        run_again()


def _test(comparison: Comparison) -> None:
    """Compute p and interval, with a progress bar where that takes time."""
    bar = st.progress(0.0) if len(comparison) > SLOW else None
    what = f"{whole(TRIALS)} randomization trials and {whole(SAMPLES)} bootstrap samples"

    def show(part: float) -> None:
        if bar is not None:
            bar.progress(part, text=f"{what}: {percent(part)}")

    # Computed by each session for itself: one that waited for another could not be interrupted.
    found = results.significance.make(comparison, show)
    results.significance.put(found, comparison)


def _open(comparison: Comparison, what: str) -> None:
    """Open the evidence of a link in the verdict: see `bleu_core.present.account.spans.Span`."""
    kind, _, which = what.partition(":")
    if kind == "component":
        strips.open_component(comparison, which)
    elif kind == "ngrams":
        families.open_ngrams(which)
    elif kind == "slice":
        strips.open_segments(comparison, which)
    elif kind == "segments":
        strips.open_segments(comparison)
