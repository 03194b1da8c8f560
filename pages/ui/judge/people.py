"""Metrics vs. people: systems, segments, published results, and the n-gram level."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import pandas as pd
import streamlit as st

from bleu_core import BleuConfig, EvalSet
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import format_percent
from bleu_core.messages import screen, server
from bleu_core.people.meta_evaluation.human_scores import HumanScores
from bleu_core.people.meta_evaluation.metric_vs_human import (
    MIN_SYSTEMS,
    MetricVsHuman,
    index_pairs,
    outlier_systems,
)
from bleu_core.people.meta_evaluation.published_results import (
    MarkedSystems,
    PublishedJudgements,
    read_marked_systems,
    read_paper,
)
from bleu_core.people.meta_evaluation.system_level import SystemLevelResult
from bleu_core.present import figures
from bleu_core.present.account import error_marks as published_texts
from bleu_core.present.account import people
from bleu_core.present.account import people as segment_texts
from bleu_core.present.account import people as system_texts
from bleu_core.present.account.people import about_origin, about_unweighted, headline
from bleu_core.present.document import Span
from pages.ui import metric_results, open_comparison, state, user_workspace
from pages.ui.judge import ngram_vs_marks, people_task
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_value, run_again
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import draw_account_table, draw_paging

SYSTEM_ROWS = 10


def draw_system_level(versus: MetricVsHuman, found: SystemLevelResult | None) -> None:
    """Draw the left half of "BLEU against people": the figure, and measures over systems."""
    if len(versus) >= MIN_SYSTEMS:
        figure(
            figures.people_scatter(versus, () if found is None else found.outliers),
            f"Systems: {escape_markdown(versus.about.label)} against people",
            "human-judgement",
            "people-systems",
            lambda: figure_numbers(versus),
        )
    if versus.pairs:
        draw_account_table(
            system_texts.measures_table(versus, found), key="people-measures", narrow=True
        )
    if found is not None and (spans := system_texts.about_outliers(versus, found)):
        draw_rich_text(spans, key="people-outliers", small=True)
    st.caption(" ".join(system_texts.about_systems(versus, found)))


def draw_metrics_table(data: EvalSet, config: BleuConfig, people: HumanScores, chosen: str) -> None:
    """Draw the table of computed metrics; a row selects its metric."""
    rows = []
    for key in sorted(
        people_task.comparable_metrics(data, config, people), key=lambda key: key != chosen
    ):
        one = people_task.metric_vs_human(data, config, people, key)
        if one is not None and one.pairs:
            p = (
                None
                if key == chosen
                else people_task.perm_both_result(data, config, people, chosen, key)
            )
            rows.append(
                system_texts.MetricRow(
                    one, people_task.system_level_result(data, config, people, key), p
                )
            )
    if len(rows) < 2:
        return
    st.subheader("Metrics", help=glossary_help("metric-permutation"), anchor=False)
    opened = draw_account_table(system_texts.metrics_table(rows), key="people-metrics", narrow=True)
    if opened:
        state.change(rank_by=opened)
        run_again()


def draw_discordant_pairs(data: EvalSet, versus: MetricVsHuman, found: SystemLevelResult) -> None:
    """Draw the pairs that metric and people order differently; a row opens its pair."""
    pairs = people.reordered_pairs(versus, found)
    if not pairs:
        return
    st.subheader(
        "Pairs in another order", help=glossary_help("soft-pairwise-accuracy"), anchor=False
    )
    page = draw_paging(len(pairs), key="turned-pages", rows=SYSTEM_ROWS)
    opened = draw_account_table(
        people.reordered_pairs_table(versus, found, pairs[page]), key="turned", narrow=True
    )
    if opened:
        number = int(opened.removeprefix(people.PAIR))
        a, b = (versus.names[int(ends[number])] for ends in index_pairs(len(versus)))
        open_comparison.choose_pair(data, a, b)
        state.switch_to("overview.py")


def figure_numbers(versus: MetricVsHuman) -> pd.DataFrame:
    """The numbers of the figure."""
    return pd.DataFrame(
        {
            "system": versus.names,
            versus.about.label: versus.signs[0] * versus.scores,
            versus.people.unit: versus.signs[1] * versus.means,
        }
    )


SEGMENT_ROWS = 10


def draw_segment_level(data: EvalSet, versus: MetricVsHuman, found: SystemLevelResult) -> None:
    """Draw the agreement and the discordant segments; a row opens its segment."""
    if found.by_segment is None:
        return
    st.subheader("Segments", help=glossary_help("acc-eq"), anchor=False)
    draw_rich_text(segment_texts.about_segments(versus, found), key="people-segments", small=True)
    parted = found.by_segment.parted
    if not len(parted):
        return
    label = escape_markdown(versus.about.label)
    st.caption(
        f"Where {label} and people prefer different outputs, the farthest apart first. A row "
        "opens its segment, with what the metric prefers as A and what people prefer as B."
    )
    page = draw_paging(len(parted), key="parted-pages", rows=SEGMENT_ROWS)
    opened = draw_account_table(
        segment_texts.disagreement_table(versus, found, page), key="parted", narrow=True
    )
    if opened:
        row = int(opened)
        open_comparison.choose_pair(
            data, versus.names[parted.metric[row]], versus.names[parted.people[row]]
        )
        state.change(segment=int(parted.segments[row]) + 1, where="")
        state.switch_to("segments.py")


_SAMPLE_DATA = Path(__file__).parents[3] / "sample_data"


@cache
def _read_examples() -> tuple[MarkedSystems, PublishedJudgements]:
    texts = (
        (_SAMPLE_DATA / name).read_text("utf-8")
        for name in ("mqm-ted-2021.json", "papineni2002.json")
    )
    return read_marked_systems(next(texts)), read_paper(next(texts))


def draw_published_results() -> None:
    """Draw both, labelled as examples that do not belong to the open comparison."""
    marked, paper = _read_examples()
    left, right = st.columns([6, 5], gap="large")
    with left:
        plot = figures.people_scatter(marked.versus, outlier_systems(marked.versus.means).tolist())
        figure(
            plot,
            "Others: 13 systems of 2021",
            "human-judgement",
            "example-systems",
            lambda: figure_numbers(marked.versus),
        )
        draw_rich_text(
            published_texts.marked_systems_sentence(marked), key="example-told", small=True
        )
        st.caption(f"Counted from {marked.source}")
    with right:
        st.subheader("Others: the paper's five systems of 2002", anchor=False)
        draw_account_table(published_texts.paper_table(paper), key="example-paper", narrow=True)
        st.caption(published_texts.paper_sentence(paper))
        st.caption(published_texts.QUOTED)


def draw_no_annotations() -> None:
    """Draw it."""
    ways = [
        "Import numbers that people gave outputs, under Data: a column of a file for each system.",
    ]
    if closed := user_workspace.why_only_read():
        ways = [closed]
    elif user_workspace.current() is None:
        ways += [
            "Marks on the text and blind sessions live in a workspace.",
            user_workspace.why_nothing(),
        ]
    else:
        ways += [
            "Import what people marked on the text, under Data, as Google's MQM tables have it.",
            "Judge blind: a session under Sessions counts here once it is unblinded.",
        ]
    draw_alert("info", "Nobody has said anything of these outputs yet.", ways, key="no-people")
    draw_published_results()


# Seconds between progress updates.
TICK = 0.5


def draw_metrics_vs_people() -> None:
    """Draw the tab; without annotations, what to do."""
    comparison = open_comparison.current_comparison()
    data, config = comparison.evalset, comparison.config
    result = {one.key: one for one in people_task.human_score_sources(data)}
    requested = state.current().people
    if requested and requested not in result:
        messages = [server.unknown_annotations(one_line(requested))]
        draw_alert("warning", "Not understood, and left out:", messages, key="no-such-people")
    if not result:
        draw_no_annotations()
        return
    people = result.get(requested) or next(iter(result.values()))
    metric = _chosen_metric(data, config, people)
    _start_measuring(data, config, people, metric)
    with st.container(key="people-told"):
        _draw_headline(data, config, people, metric)
    with st.container(horizontal=True, key="people-choices"):
        _draw_choices(data, config, result, people, metric)
    if sentence := about_origin(people):
        st.caption(escape_markdown(sentence))
    ticking = _is_running(data, config, people, metric)
    every = TICK if ticking else None
    left, right = st.columns([5, 6], gap="large")
    with left:
        st.fragment(partial(_draw_systems, people, metric, ticking), run_every=every)()
    with right:
        if people.ratings:
            ngram_vs_marks.draw_ngram_vs_marks(comparison, people)
    below = st.container() if people.ratings else right
    with below:
        st.fragment(partial(_draw_segments, people, metric), run_every=every)()
    others = st.expander("What others found", on_change="rerun", key="people-others")
    if others.open:
        with others:
            draw_published_results()


def _chosen_metric(data: EvalSet, config: BleuConfig, people: HumanScores) -> str:
    """Key of the metric to evaluate: the one that ranks the systems."""
    keys, requested = people_task.comparable_metrics(data, config, people), state.current().rank_by
    return requested if requested in keys else keys[0]


def _start_measuring(data: EvalSet, config: BleuConfig, people: HumanScores, metric: str) -> None:
    """Start measuring what is fast, or was counted before."""
    is_counted = metric_results.ready_system_statistics(data, config, metric) is not None
    begun = people_task.meta_evaluation_task(data, config, people, metric) is not None
    if not begun and (is_counted or metric_results.is_quick_for_systems(data, config, metric)):
        people_task.start_meta_evaluation(data, config, people, metric)


def _draw_headline(data: EvalSet, config: BleuConfig, people: HumanScores, metric: str) -> None:
    """Draw the headline, or why there is none; and what it leaves out."""
    versus = people_task.metric_vs_human(data, config, people, metric)
    label = metric_results.system_metric_info(data, config, metric).label
    job = people_task.meta_evaluation_task(data, config, people, metric)
    if versus is not None:
        of_ngrams = ngram_vs_marks.ngram_vs_marks_sentence(data, config, people)
        between = [Span(" ")] if of_ngrams else []
        draw_rich_text([*headline(versus), *between, *of_ngrams], key="people-headline")
    elif metric_results.ready_system_statistics(data, config, metric) is None:
        sentence = f"{one_line(label)} has not been counted on these systems."
        draw_rich_text([Span(sentence, "muted")], key="people-headline")
    else:
        draw_alert("info", "No system here is one that people judged.", key="no-common-system")
    if job is not None and job.failed:
        draw_alert("warning", "Not measured:", [screen.work_failed()], key="people-failed")
    elif job is not None and metric in job.problems:
        draw_alert("warning", "Not counted:", [job.problems[metric]], key="people-failed")
    if sentence := about_unweighted(people):
        draw_alert("warning", "Left out:", [sentence], key="people-unweighted")


def _draw_choices(
    data: EvalSet,
    config: BleuConfig,
    found: dict[str, HumanScores],
    people: HumanScores,
    metric: str,
) -> None:
    """Draw the choice of human scores and of the metric."""
    st.selectbox(
        "What people said",
        list(found),
        list(found).index(people.key),
        format_func=lambda key: one_line(found[key].label, 60),
        **follow_value("people", people.key, lambda chosen: state.change(people=chosen)),
        width=320,
    )
    keys = people_task.comparable_metrics(data, config, people)
    st.selectbox(
        "Metric",
        keys,
        keys.index(metric),
        format_func=lambda key: one_line(
            metric_results.system_metric_info(data, config, key).label
        ),
        **follow_value("people-metric", metric, lambda chosen: state.change(rank_by=chosen)),
        width=170,
    )


def _is_running(data: EvalSet, config: BleuConfig, people: HumanScores, metric: str) -> bool:
    job = people_task.meta_evaluation_task(data, config, people, metric)
    return job is not None and job.running


def _draw_systems(people: HumanScores, metric: str, ticking: bool) -> None:
    comparison = open_comparison.current_comparison()
    data, config = comparison.evalset, comparison.config
    if _is_running(data, config, people, metric) != ticking:
        run_again()
    versus = people_task.metric_vs_human(data, config, people, metric)
    result = people_task.system_level_result(data, config, people, metric)
    if versus is not None:
        draw_system_level(versus, result)
    _draw_progress(data, config, people, metric)
    draw_metrics_table(data, config, people, metric)
    if versus is not None and result is not None:
        draw_discordant_pairs(data, versus, result)


def _draw_segments(people: HumanScores, metric: str) -> None:
    comparison = open_comparison.current_comparison()
    data, config = comparison.evalset, comparison.config
    versus = people_task.metric_vs_human(data, config, people, metric)
    result = people_task.system_level_result(data, config, people, metric)
    if versus is not None and result is not None:
        draw_segment_level(data, versus, result)


def _draw_progress(data: EvalSet, config: BleuConfig, people: HumanScores, metric: str) -> None:
    """Draw the progress with a Stop button, or a button that starts it."""
    job = people_task.meta_evaluation_task(data, config, people, metric)
    with st.container(horizontal=True, vertical_alignment="center", key="people-doing"):
        if job is not None and job.running:
            name = escape_markdown(metric_results.system_metric_info(data, config, job.doing).label)
            part = min(job.part, 1.0)
            st.progress(part, text=f"Measuring, with resamples: {name}, {format_percent(part)}")
            if st.button("Stop", key="stop-people"):
                job.stopped = True
                run_again()
        elif people_task.system_level_result(data, config, people, metric) is None:
            name = escape_markdown(metric_results.system_metric_info(data, config, metric).label)
            if st.button(f"Measure {name}", key="start-people"):
                people_task.start_meta_evaluation(data, config, people, metric)
                run_again()
