"""Metrics vs. people: systems, segments, and n-grams."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from bleu_core import EvalSet
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.messages import server
from bleu_core.people.meta_evaluation.human_scores import HumanScores
from bleu_core.people.meta_evaluation.metric_vs_human import (
    MIN_SYSTEMS,
    MetricVsHuman,
    index_pairs,
)
from bleu_core.people.meta_evaluation.system_level import SystemLevelResult
from bleu_core.present import figures
from bleu_core.present.document import Span
from bleu_core.present.tables import people as people_texts
from bleu_core.systems import ScoredSystems
from pages.ui import metric_results, open_comparison, state, store, user_workspace
from pages.ui.judge import people_task
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_choice, run_again
from pages.ui.widgets.figure import figure
from pages.ui.widgets.progress_bars import (
    draw_task,
    draw_while_running,
    failure_sentences,
    start_button,
)
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import draw_document_table, draw_paging

UNSEEN = 0.25  # seconds before a bar is shown; earlier it would only flicker
# Rows of a page of pairs, or of segments.
ROWS = 10


def draw_system_level(versus: MetricVsHuman, found: SystemLevelResult | None) -> None:
    """Draw the left half of “Metrics vs. people”: the figure, and measures over systems."""
    if len(versus) >= MIN_SYSTEMS:
        title = f"Systems: {escape_markdown(versus.about.label)} vs. people"
        numbers = {
            "system": versus.names,
            versus.about.label: versus.signs[0] * versus.scores,
            versus.people.unit: versus.signs[1] * versus.means,
        }
        plot = figures.people_scatter(versus, found.outliers if found else ())
        key = "people-systems"
        figure(plot, title, "human-judgement", key, lambda: pd.DataFrame(numbers))
    if len(versus) >= MIN_SYSTEMS:
        table = people_texts.measures_table(versus, found)
        draw_document_table(table, key="people-measures", narrow=True)
    if found is not None and (spans := people_texts.about_outliers(versus, found)):
        draw_rich_text(spans, key="people-outliers", small=True)
    scope, *caveats = people_texts.about_systems(versus, found)
    st.caption(" ".join(caveats) or scope, help=scope if caveats else None)


def draw_metrics_table(systems: ScoredSystems, people: HumanScores, chosen: str) -> None:
    """Draw the table of computed metrics; a row selects its metric."""
    rows = []
    keys = people_task.comparable_metrics(systems.evalset, people)
    for key in sorted(keys, key=lambda key: key != chosen):
        versus = people_task.metric_vs_human(systems, people, key)
        if versus is not None and versus.pairs:
            rows.append((versus, people_task.system_level_result.ready(systems, people, key)))
    if len(rows) < 2:
        return
    st.subheader("Metrics", anchor=False)
    opened = draw_document_table(
        people_texts.metrics_table(rows), key="people-metrics", narrow=True
    )
    if opened:
        state.change(rank_by=opened)
        run_again()


def draw_discordant_pairs(data: EvalSet, versus: MetricVsHuman, found: SystemLevelResult) -> None:
    """Draw the pairs that metric and annotators rank differently; a row opens its pair."""
    pairs = people_texts.reordered_pairs(versus, found)
    if not pairs or len(versus) < MIN_SYSTEMS:
        return
    st.subheader("Discordant pairs", help=glossary_help("soft-pairwise-accuracy"), anchor=False)
    page = draw_paging(len(pairs), key="turned-pages", rows=ROWS)
    opened = draw_document_table(
        people_texts.reordered_pairs_table(versus, found, pairs[page]), key="turned", narrow=True
    )
    if opened:
        number = int(opened.removeprefix(people_texts.PAIR))
        a, b = (versus.names[int(ends[number])] for ends in index_pairs(len(versus)))
        open_comparison.choose_pair(data, a, b)
        state.switch_to("overview.py")


def draw_segment_level(data: EvalSet, versus: MetricVsHuman, found: SystemLevelResult) -> None:
    """Draw the agreement and the discordant segments; a row opens its segment."""
    if found.by_segment is None:
        return
    st.subheader("Segments", help=glossary_help("acc-eq"), anchor=False)
    draw_rich_text(people_texts.about_segments(versus, found), key="people-segments", small=True)
    discordant = found.by_segment.discordant
    if not discordant:
        return
    label = escape_markdown(versus.about.label)
    st.caption(
        f"Segments where {label} and annotators prefer different outputs, largest gap first.",
        help="A row opens its segment, with the output that the metric prefers as A and the output "
        "that annotators prefer as B.",
    )
    page = draw_paging(len(discordant), key="parted-pages", rows=ROWS)
    table = people_texts.disagreement_table(versus, discordant[page], page.start)
    if opened := draw_document_table(table, key="parted", narrow=True):
        one = discordant[int(opened)]
        open_comparison.choose_pair(data, versus.names[one.metric], versus.names[one.people])
        state.open_screen("segments.py", segment=one.segment + 1, where="")


def draw_ngrams_vs_marks(systems: ScoredSystems, people: HumanScores) -> None:
    """Draw the n-grams that BLEU and annotators disagree about."""
    counts = people_task.ngram_marks_counts.ready(systems, people)
    if counts is None or not counts.segments:
        return
    help_text = glossary_help("ngrams-vs-marks")
    st.subheader("N-grams vs. error annotations", help=help_text, anchor=False)
    draw_document_table(people_texts.orders_table(counts), key="ngrams-vs-marks", narrow=True)
    caveat, *more = people_texts.about_orders(counts)
    st.caption(caveat, help=" ".join(more))


def draw_no_annotations() -> None:
    ways = ["Import human scores on the Data screen: one column per system."]
    if user_workspace.current() is None:
        ways += [
            "Error annotations and blind sessions are saved in a workspace.",
            user_workspace.nothing_saved_reason(),
        ]
    else:
        ways += [
            "Import error annotations on the Data screen, for example Google's MQM tables.",
            "Create a blind session under Sessions; it appears here once it is unblinded.",
        ]
    draw_alert("info", "No human judgments of these outputs yet.", ways, key="no-people")


def draw_metrics_vs_people() -> None:
    """Draw the tab; without annotations, what to do."""
    systems = _systems()
    result = {one.key: one for one in people_task.human_score_sources(systems.evalset)}
    requested = state.current().people
    if requested and requested not in result:
        messages = [server.unknown_annotations(one_line(requested))]
        draw_alert("warning", "Part of the link was ignored:", messages, key="no-such-people")
    if not result:
        draw_no_annotations()
        return
    people = result.get(requested) or next(iter(result.values()))
    keys, asked = people_task.comparable_metrics(systems.evalset, people), state.current().rank_by
    metric = asked if asked in keys else keys[0]
    # Started here if it is fast, or the metric is already computed.
    is_counted = metric_results.ready_system_statistics(systems, metric) is not None
    is_begun = people_task.meta_evaluation.task(systems, people, metric) is not None
    if not is_begun and (is_counted or metric_results.is_quick_for_systems(systems, metric)):
        people_task.meta_evaluation.start(systems, people, metric).wait(UNSEEN)
    with st.container(key="people-told"):
        _draw_headline(systems, people, metric)
    with st.container(horizontal=True, key="people-choices"):
        _draw_choices(systems, result, people, metric)
    if sentence := people_texts.about_origin(people):
        st.caption(escape_markdown(sentence))
    is_measuring = partial(people_task.meta_evaluation.is_running, systems, people, metric)
    draw_while_running(is_measuring, partial(_draw_results, people, metric))


def _systems() -> ScoredSystems:
    comparison = open_comparison.current_comparison()
    return store.systems(comparison.evalset, comparison.config)


def _draw_headline(systems: ScoredSystems, people: HumanScores, metric: str) -> None:
    """Draw the headline, or why there is none; and what it excludes."""
    versus = people_task.metric_vs_human(systems, people, metric)
    label = metric_results.system_metric_info(systems, metric).label
    job = people_task.meta_evaluation.task(systems, people, metric)
    if versus is not None:
        draw_rich_text(people_texts.headline(versus), key="people-headline")
    elif metric_results.ready_system_statistics(systems, metric) is None:
        sentence = f"{one_line(label)} has not been computed for these systems."
        draw_rich_text([Span(sentence, "muted")], key="people-headline")
    else:
        draw_alert("info", "Annotators judged none of these systems.", key="no-common-system")
    if job and job.error:
        draw_alert("warning", "Not computed:", failure_sentences(job.error), key="people-failed")
    if sentence := people_texts.about_unweighted(people):
        draw_alert("warning", "Excluded:", [sentence], key="people-unweighted")


def _draw_choices(
    systems: ScoredSystems, found: dict[str, HumanScores], people: HumanScores, metric: str
) -> None:
    """Draw the choice of human scores and of the metric."""
    st.selectbox(
        "Human judgments",
        **follow_choice("people", found, people.key, "people"),
        format_func=lambda key: one_line(found[key].label, 60),
        width=320,
    )
    keys = people_task.comparable_metrics(systems.evalset, people)
    st.selectbox(
        "Metric",
        **follow_choice("people-metric", keys, metric, "rank_by"),
        format_func=lambda key: one_line(metric_results.system_metric_info(systems, key).label),
        width=170,
    )


def _draw_results(people: HumanScores, metric: str) -> None:
    systems = _systems()
    versus = people_task.metric_vs_human(systems, people, metric)
    result = people_task.system_level_result.ready(systems, people, metric)
    left, right = st.columns([5, 6], gap="large")
    with left:
        if versus is not None:
            draw_system_level(versus, result)
        _draw_progress(systems, people, metric)
        draw_metrics_table(systems, people, metric)
        if versus is not None and result is not None:
            draw_discordant_pairs(systems.evalset, versus, result)
    with right:
        draw_ngrams_vs_marks(systems, people)
        if versus is not None and result is not None:
            draw_segment_level(systems.evalset, versus, result)


def _draw_progress(systems: ScoredSystems, people: HumanScores, metric: str) -> None:
    """Draw the progress with a Stop button, or a button that starts it."""
    job = people_task.meta_evaluation.task(systems, people, metric)
    name = escape_markdown(metric_results.system_metric_info(systems, metric).label)
    with st.container(horizontal=True, vertical_alignment="center", key="people-doing"):
        if job and job.running:
            draw_task(job, f"Evaluating {name} with resampling", "people")
        elif people_task.system_level_result.ready(systems, people, metric) is None:
            args = systems, people, metric
            start_button(people_task.meta_evaluation, args, f"Evaluate {name}", "people")
