"""A metric vs. people over systems: figure, measures, discordant pairs."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from bleu_core import BleuConfig, EvalSet
from bleu_core.common.escaping import unmarked
from bleu_core.people.against.correlation import pairs_of
from bleu_core.people.against.people import People
from bleu_core.people.against.standings import LEAST, Against
from bleu_core.people.against.systems import Measured
from bleu_core.present import figures
from bleu_core.present.account import people_pairs
from bleu_core.present.account import people_systems as system_texts
from pages.ui import pair, state
from pages.ui.judge import people_job
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.figure import figure
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.paging import paging
from pages.ui.widgets.prose import prose
from pages.ui.widgets.rerun import run_again

ROWS = 10


def show(versus: Against, found: Measured | None) -> None:
    """Draw the left half of "BLEU against people": the figure, and measures over systems."""
    if len(versus) >= LEAST:
        figure(
            figures.people_scatter(versus, () if found is None else found.outliers),
            f"Systems: {unmarked(versus.about.label)} against people",
            "human-judgement",
            "people-systems",
            lambda: numbers_behind(versus),
        )
    if versus.pairs:
        draw(system_texts.measures_table(versus, found), key="people-measures", narrow=True)
    if found is not None and (spans := system_texts.about_outliers(versus, found)):
        prose(spans, key="people-outliers", small=True)
    st.caption(" ".join(system_texts.about_systems(versus, found)))


def metrics(data: EvalSet, config: BleuConfig, people: People, chosen: str) -> None:
    """Draw the table of computed metrics; a row selects its metric."""
    rows = []
    for key in sorted(people_job.comparable(data, config, people), key=lambda key: key != chosen):
        one = people_job.held(data, config, people, key)
        if one is not None and one.pairs:
            p = None if key == chosen else people_job.nearer(data, config, people, chosen, key)
            rows.append(system_texts.Row(one, people_job.measured(data, config, people, key), p))
    if len(rows) < 2:
        return
    st.subheader("Metrics", help=help_of("metric-permutation"), anchor=False)
    opened = draw(system_texts.metrics_table(rows), key="people-metrics", narrow=True)
    if opened:
        state.change(rank_by=opened)
        run_again()


def turned(data: EvalSet, versus: Against, found: Measured) -> None:
    """Draw the pairs that metric and people order differently; a row opens its pair."""
    pairs = people_pairs.turned(versus, found)
    if not pairs:
        return
    st.subheader("Pairs in another order", help=help_of("soft-pairwise-accuracy"), anchor=False)
    page = paging(len(pairs), key="turned-pages", rows=ROWS)
    opened = draw(people_pairs.turned_table(versus, found, pairs[page]), key="turned", narrow=True)
    if opened:
        number = int(opened.removeprefix(people_pairs.PAIR))
        a, b = (versus.names[int(ends[number])] for ends in pairs_of(len(versus)))
        pair.choose(data, a, b)
        state.switch_to("overview.py")


def numbers_behind(versus: Against) -> pd.DataFrame:
    """The numbers of the figure."""
    return pd.DataFrame(
        {
            "system": versus.names,
            versus.about.label: versus.signs[0] * versus.scores,
            versus.people.unit: versus.signs[1] * versus.means,
        }
    )
