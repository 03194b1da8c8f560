"""All systems by score, and every pair of them: scores at once, tests when they are ready."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import unmarked, visible
from bleu_core.common.numerals import percent, points
from bleu_core.messages import link, screen
from bleu_core.metrics import About
from bleu_core.present.account.ranking import about_tests, headline
from bleu_core.present.account.spans import Span
from bleu_core.systems import Ranking
from pages.ui import open_comparison, state, store
from pages.ui import system_metrics as metrics
from pages.ui.systems import ranking_job, ranking_matrix, ranking_table
from pages.ui.widgets.controls import follow
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.prose import prose
from pages.ui.widgets.rerun import run_again

# Seconds between refreshes while a task is running.
TICK = 0.5


def show() -> None:
    """Draw the tab, which refreshes while a task is running."""
    comparison = open_comparison.get()
    data, config = comparison.evalset, comparison.config
    if len(data.systems) == 1:
        _one_system(comparison)
        return
    metric = _metric(comparison)
    if ranking_job.task(data, config, metric) is None and (
        ranking_job.scored(data, config, metric) or metrics.takes_a_moment(data, config, metric)
    ):
        ranking_job.start(data, config, metric)
    ticking = _is_running(comparison, metric)
    st.fragment(partial(_section, metric, ticking), run_every=TICK if ticking else None)()


def _metric(comparison: Comparison) -> str:
    """Return the key of the metric that ranks: the requested one, or else the first."""
    keys, asked = metrics.available(comparison.evalset), state.current().rank_by
    return asked if asked in keys else keys[0]


def _section(metric: str, ticking: bool) -> None:
    comparison = open_comparison.get()
    data, config = comparison.evalset, comparison.config
    if (_metric(comparison), _is_running(comparison, metric)) != (metric, ticking):
        run_again()
    about = metrics.about(data, config, metric)
    tested = ranking_job.tested(data, config, metric)
    ranking = tested.ranking if tested else ranking_job.scored(data, config, metric)
    with st.container(key="ranking-told"):
        _tell(comparison, ranking, metric, about)
    with st.container(key="ranking-and-pairs"):
        more = bool(st.session_state.get("more-columns"))
        places = [st.container(), st.container()] if more else st.columns([6, 5], gap="large")
        with places[0]:
            _heading(comparison, metric, about)
            if ranking is not None:
                bleu, others = store.systems(data, config).statistics, _others(comparison, metric)
                ranking_table.show(comparison, ranking, about, bleu, others, more)
                st.caption(" ".join(_about_table(ranking)))
        with places[1]:
            if ranking is not None:
                st.subheader("Every pair", help=help_of("delta"), anchor=False)
                won = tested.won if tested else None
                ranking_matrix.show(comparison, ranking, about, won)
                st.caption(" ".join(about_tests(ranking, data)))


def _tell(comparison: Comparison, ranking: Ranking | None, metric: str, about: About) -> None:
    """Draw the headline, or why there is none; and a requested metric that does not exist."""
    data, config = comparison.evalset, comparison.config
    asked, task = state.current().rank_by, ranking_job.task(data, config, metric)
    if asked != metric:
        told = [link.unknown_ranking(visible(asked))]
        notice("warning", "Not understood, and left out:", told, key="no-such-metric")
    if task is not None and (task.problem or task.failed):
        why = task.problem or screen.work_failed()
        notice("warning", f"Not ranked by {visible(about.label)}:", [why], key="not-ranked")
    if ranking is not None:
        prose(headline(ranking, len(data), about), key="ranking-headline")
    else:
        sentence = f"{visible(about.label)} has not been counted on these systems."
        prose([Span(sentence, "muted")], key="ranking-headline")


def _heading(comparison: Comparison, metric: str, about: About) -> None:
    """Draw the choice of the metric, and the progress of its task or a button to start it."""
    data, config = comparison.evalset, comparison.config
    keys = metrics.available(data)
    with st.container(horizontal=True, vertical_alignment="center", key="ranking-heading"):
        st.subheader("Ranking by", help=help_of("rank-range"), anchor=False, width="content")
        st.selectbox(
            "Rank by",
            keys,
            keys.index(metric),
            format_func=lambda key: visible(metrics.about(data, config, key).label),
            **follow("rank-by", metric, lambda chosen: state.change(rank_by=chosen)),
            width=170,
            label_visibility="collapsed",
        )
        task = ranking_job.task(data, config, metric)
        if task is not None and task.running:
            what = f"Counting {unmarked(about.label)}" if task.counting else "Testing every pair"
            st.progress(min(task.part, 1.0), text=f"{what}: {percent(task.part)}")
            if st.button("Stop", key="stop-ranking"):
                task.stopped = True
                run_again()
            return
        st.toggle("More columns", key="more-columns")
        if ranking_job.tested(data, config, metric) is None:
            is_counted = ranking_job.scored(data, config, metric) is not None
            name = unmarked(about.label)
            if st.button("Test every pair" if is_counted else f"Count {name}", key="start-ranking"):
                ranking_job.start(data, config, metric)
                run_again()


def _others(comparison: Comparison, metric: str) -> list[tuple[About, Ranking]]:
    """Return the rankings by the other metrics that have been counted."""
    data, config = comparison.evalset, comparison.config
    scored = {
        key: ranking_job.scored(data, config, key)
        for key in metrics.available(data)
        if key != metric
    }
    return [
        (metrics.about(data, config, key), ranking)
        for key, ranking in scored.items()
        if ranking is not None
    ]


def _about_table(ranking: Ranking) -> list[str]:
    """Return how the table is read and what its keys do."""
    sentences = ["Enter or a click makes a row’s system B, the key b makes it the baseline A."]
    if ranking.tested:
        sentences.insert(0, "Rank: the best and the worst that the tests allow.")
    if len(ranking.bands) > 1:
        parted = (
            "A line parts groups: every system above it is significantly better than all below."
        )
        sentences.insert(1, parted)
    return sentences


def _one_system(comparison: Comparison) -> None:
    """Draw that there is nothing to compare a single system with."""
    (name,) = comparison.evalset.systems
    score = comparison.score_a.score
    spans = [
        Span("One system is open: "),
        Span(visible(name), "quoted"),
        Span(f", BLEU {points(score)}. A ranking takes two or more outputs of one test set."),
    ]
    prose(spans, key="ranking-headline")
    st.page_link("data.py", label="Load more outputs")


def _is_running(comparison: Comparison, metric: str) -> bool:
    task = ranking_job.task(comparison.evalset, comparison.config, metric)
    return task is not None and task.running
