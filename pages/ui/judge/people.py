"""Metrics vs. people: systems, segments, and n-grams."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core import BleuConfig, EvalSet
from bleu_core.common.escaping import unmarked, visible
from bleu_core.common.numerals import percent
from bleu_core.messages import link, screen
from bleu_core.people.against.people import People
from bleu_core.present.account.people_caveats import about_origin, about_unweighted
from bleu_core.present.account.people_systems import headline
from bleu_core.present.account.spans import Span
from pages.ui import open_comparison, state, system_metrics
from pages.ui.judge import (
    inside,
    people_empty,
    people_examples,
    people_job,
    people_segments,
    people_sources,
)
from pages.ui.judge import people_systems as systems
from pages.ui.widgets.controls import follow
from pages.ui.widgets.notice import notice
from pages.ui.widgets.prose import prose
from pages.ui.widgets.rerun import run_again

# Seconds between progress updates.
TICK = 0.5


def show() -> None:
    """Draw the tab; without annotations, what to do."""
    comparison = open_comparison.get()
    data, config = comparison.evalset, comparison.config
    result = {one.key: one for one in people_sources.available(data)}
    requested = state.current().people
    if requested and requested not in result:
        messages = [link.unknown_annotations(visible(requested))]
        notice("warning", "Not understood, and left out:", messages, key="no-such-people")
    if not result:
        people_empty.show()
        return
    people = result.get(requested) or next(iter(result.values()))
    metric = _metric(data, config, people)
    _start(data, config, people, metric)
    with st.container(key="people-told"):
        _tell(data, config, people, metric)
    with st.container(horizontal=True, key="people-choices"):
        _choices(data, config, result, people, metric)
    if sentence := about_origin(people):
        st.caption(unmarked(sentence))
    ticking = _is_running(data, config, people, metric)
    every = TICK if ticking else None
    left, right = st.columns([5, 6], gap="large")
    with left:
        st.fragment(partial(_systems, people, metric, ticking), run_every=every)()
    with right:
        if people.ratings:
            inside.show(comparison, people)
    below = st.container() if people.ratings else right
    with below:
        st.fragment(partial(_segments, people, metric), run_every=every)()
    others = st.expander("What others found", on_change="rerun", key="people-others")
    if others.open:
        with others:
            people_examples.show()


def _metric(data: EvalSet, config: BleuConfig, people: People) -> str:
    """Key of the metric to evaluate: the one that ranks the systems."""
    keys, requested = people_job.comparable(data, config, people), state.current().rank_by
    return requested if requested in keys else keys[0]


def _start(data: EvalSet, config: BleuConfig, people: People, metric: str) -> None:
    """Start measuring what is fast, or was counted before."""
    is_counted = system_metrics.ready(data, config, metric) is not None
    begun = people_job.job(data, config, people, metric) is not None
    if not begun and (is_counted or system_metrics.takes_a_moment(data, config, metric)):
        people_job.start(data, config, people, metric)


def _tell(data: EvalSet, config: BleuConfig, people: People, metric: str) -> None:
    """Draw the headline, or why there is none; and what it leaves out."""
    versus = people_job.held(data, config, people, metric)
    label = system_metrics.about(data, config, metric).label
    job = people_job.job(data, config, people, metric)
    if versus is not None:
        of_ngrams = inside.sentence(data, config, people)
        between = [Span(" ")] if of_ngrams else []
        prose([*headline(versus), *between, *of_ngrams], key="people-headline")
    elif system_metrics.ready(data, config, metric) is None:
        sentence = f"{visible(label)} has not been counted on these systems."
        prose([Span(sentence, "muted")], key="people-headline")
    else:
        notice("info", "No system here is one that people judged.", key="no-common-system")
    if job is not None and job.failed:
        notice("warning", "Not measured:", [screen.work_failed()], key="people-failed")
    elif job is not None and metric in job.problems:
        notice("warning", "Not counted:", [job.problems[metric]], key="people-failed")
    if sentence := about_unweighted(people):
        notice("warning", "Left out:", [sentence], key="people-unweighted")


def _choices(
    data: EvalSet, config: BleuConfig, found: dict[str, People], people: People, metric: str
) -> None:
    """Draw the choice of human scores and of the metric."""
    st.selectbox(
        "What people said",
        list(found),
        list(found).index(people.key),
        format_func=lambda key: visible(found[key].label, 60),
        **follow("people", people.key, lambda chosen: state.change(people=chosen)),
        width=320,
    )
    keys = people_job.comparable(data, config, people)
    st.selectbox(
        "Metric",
        keys,
        keys.index(metric),
        format_func=lambda key: visible(system_metrics.about(data, config, key).label),
        **follow("people-metric", metric, lambda chosen: state.change(rank_by=chosen)),
        width=170,
    )


def _is_running(data: EvalSet, config: BleuConfig, people: People, metric: str) -> bool:
    job = people_job.job(data, config, people, metric)
    return job is not None and job.running


def _systems(people: People, metric: str, ticking: bool) -> None:
    comparison = open_comparison.get()
    data, config = comparison.evalset, comparison.config
    if _is_running(data, config, people, metric) != ticking:
        run_again()
    versus = people_job.held(data, config, people, metric)
    result = people_job.measured(data, config, people, metric)
    if versus is not None:
        systems.show(versus, result)
    _progress(data, config, people, metric)
    systems.metrics(data, config, people, metric)
    if versus is not None and result is not None:
        systems.turned(data, versus, result)


def _segments(people: People, metric: str) -> None:
    comparison = open_comparison.get()
    data, config = comparison.evalset, comparison.config
    versus = people_job.held(data, config, people, metric)
    result = people_job.measured(data, config, people, metric)
    if versus is not None and result is not None:
        people_segments.show(data, versus, result)


def _progress(data: EvalSet, config: BleuConfig, people: People, metric: str) -> None:
    """Draw the progress with a Stop button, or a button that starts it."""
    job = people_job.job(data, config, people, metric)
    with st.container(horizontal=True, vertical_alignment="center", key="people-doing"):
        if job is not None and job.running:
            name = unmarked(system_metrics.about(data, config, job.doing).label)
            part = min(job.part, 1.0)
            st.progress(part, text=f"Measuring, with resamples: {name}, {percent(part)}")
            if st.button("Stop", key="stop-people"):
                job.stopped = True
                run_again()
        elif people_job.measured(data, config, people, metric) is None:
            name = unmarked(system_metrics.about(data, config, metric).label)
            if st.button(f"Measure {name}", key="start-people"):
                people_job.start(data, config, people, metric)
                run_again()
