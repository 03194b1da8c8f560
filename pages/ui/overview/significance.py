"""Significance: the tests side by side, and what they mean."""

from __future__ import annotations

import streamlit as st

from bleu_core.present.account import Account
from bleu_core.present.account.tables import tests_table
from bleu_core.significance import MIN_SEGMENTS
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.table import Cell, table

EXPLAINED = """
**Approximate randomization** (the p above): in each trial the outputs of A and B change places in
each document or segment with probability ½. p is how often the pseudo-systems then differ at least
as much as A and B do. Generator and seed are sacreBLEU's; two identical outputs get p = 1 here.

**Bootstrap interval**: Δ of as many documents or segments, drawn with replacement, a thousand
times; 95 % of the values lie in the interval, and of documents, which are few, somewhat more.

**sacreBLEU's bootstrap p** is shown for comparison only: it rejects a true null too often.

**The paper's test**: BLEU on 20 contiguous blocks and a paired t-test on their differences
(Papineni et al. 2002, section 3, with blocks of 25 sentences).
"""
# All figures are from tests/benchmarks/calibration.txt.
MEASURED = """
How often each calls a difference significant at 5 % where there is none: measured on TED talks,
outputs exchanged at random, 300 repetitions, ± 2.5 %. The documents have 23 segments.
"""
RATES: list[list[Cell]] = [
    ["250 segments", "4.7 %", "6.0 %", "6.0 %", "10.0 %", "6.3 %"],
    ["30 segments", "7.0 %", "8.3 %", "9.7 %", "18.0 %", "6.0 %"],
    ["20 documents, by segment", "9.3 %", "9.0 %", "8.7 %", "", ""],
    ["20 documents, by document", "7.0 %", "7.0 %", "6.7 %", "", ""],
]
COVERED = """
Of 10, 20 and 50 documents drawn from all, the 95 % interval by document had the Δ of all in 95.3 %,
94.7 % and 94.0 %; by segment in 93.3 %, 93.7 % and 93.7 %. `tests/benchmarks/calibration.txt` has
the rest.
"""


def details(account: Account) -> None:
    """Draw the tests side by side with their explanation, one click away."""
    if len(account.comparison) < MIN_SEGMENTS:
        return
    panel = st.expander("Is it chance? Tests and what they mean", on_change="rerun", key="tests")
    if not panel.open or account.significance is None:
        return
    with panel:
        st.caption(account.significance.about_unit)
        draw(tests_table(account.tests), key="tests-table")
        st.caption(EXPLAINED)
        st.caption(MEASURED)
        table(
            [
                {"label": "Exchanged"},
                {"label": "randomization", "align": "right", "term": "approximate-randomization"},
                {"label": "bootstrap p", "align": "right", "term": "bootstrap"},
                {"label": "interval", "align": "right", "term": "confidence-interval"},
                {"label": "sacreBLEU's", "align": "right", "term": "sacrebleu-bootstrap"},
                {"label": "paired t", "align": "right", "term": "paired-t"},
            ],
            RATES,
            key="calibration-table",
            label="How often each test errs",
        )
        st.caption(COVERED)
