"""Metrics vs. people: systems, segments, and n-grams; measured and tested in the background."""

from __future__ import annotations

import re
from functools import partial

import streamlit as st

from bleu_core import EvalSet, InputError
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.pair import A, B
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import server
from bleu_core.metrics import is_metric
from bleu_core.metrics.imported import KEY_PREFIX
from bleu_core.people.meta_evaluation.human_scores import (
    HumanScores,
    scores_from_file,
    scores_from_marks,
    scores_from_session,
)
from bleu_core.people.meta_evaluation.metric_vs_human import (
    MIN_SYSTEMS,
    MetricVsHuman,
    evaluate_metric,
    index_pairs,
)
from bleu_core.people.meta_evaluation.system_level import SystemLevelResult, evaluate_systems
from bleu_core.people.ngram_vs_marks import NgramVsMarks, count_ngrams_vs_marks
from bleu_core.people.sessions.item_answers import unblind
from bleu_core.present import figures
from bleu_core.present.document import Span
from bleu_core.present.tables import people as people_texts
from bleu_core.significance import documents_of
from bleu_core.systems import ScoredSystems
from bleu_core.text.tokenizers import TokenizerUnavailable
from bleu_core.workspace import Workspace
from bleu_core.workspace.answers import load_answers
from bleu_core.workspace.marks import load_ratings
from bleu_core.workspace.sessions import load_sessions
from pages.ui import metric_results, open_comparison, results, state, store, user_workspace
from pages.ui.cache import result
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_choice, run_again
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import draw_document_table, draw_paging

# Usual names of scores that people give.
_OF_PEOPLE = re.compile(r"(?i)(?<![a-z])(mqm|esa|da|sqm|psqm|hter|wmt|human)(?![a-z])")


def human_score_sources(data: EvalSet) -> list[HumanScores]:
    """Unblinded sessions, error annotations, imported scores: those with usual names first."""
    imported = sorted(
        results.imported_scores(data).values(),
        key=lambda one: (bool(one.signature), not _OF_PEOPLE.search(one.name)),
    )
    scores = list(map(scores_from_file, imported))
    return [*user_workspace.ask(lambda space: _saved_sources(space, data), []), *scores]


def _sources_nbytes(found: list[HumanScores]) -> int:
    # A rating with its marks takes a few hundred bytes.
    return sum(8 * sum(map(len, one.values.values())) + 500 * len(one.ratings) for one in found)


@result(size=_sources_nbytes)
def _saved_sources(space: Workspace, data: EvalSet) -> list[HumanScores]:
    """Saved annotations, read again after every change."""
    found: list[HumanScores] = []
    for session in load_sessions(space, data.digest):
        if session.plan is not None and session.unblinded is not None:
            load = partial(load_answers, session=session.id)
            judged = unblind(session.plan, user_workspace.ask(load, []))
            found += scores_from_session(session.id, session.plan, judged, len(data))
    return [*found, *scores_from_marks(load_ratings(space, data.digest), len(data))]


# It has no value of its own: another start measures again what is not here any more.
@result()
def meta_evaluation(
    systems: ScoredSystems, people: HumanScores, metric: str, progress: Progress | None = None
) -> None:
    """Compute `system_level_result` and `ngram_marks_counts` of a metric, and of quick others."""
    others = comparable_metrics(systems.evalset, people)
    keys = [metric, *(key for key in others if key != metric)]
    failure: Exception | None = None
    for place, key in enumerate(keys):
        part = sub_progress(progress, place / len(keys), (place + 1) / len(keys))
        if key != metric and is_metric(key):
            is_counted = metric_results.ready_system_statistics(systems, key) is not None
            if not (is_counted or metric_results.is_quick_for_systems(systems, key)):
                continue
        try:
            metric_results.system_statistics(systems, key, sub_progress(part, 0, 0.5))
        except (InputError, TokenizerUnavailable) as error:
            if key == metric:
                failure = error
            continue
        system_level_result(systems, people, key, sub_progress(part, 0.5, 0.9))
        if key == metric and people.ratings:
            ngram_marks_counts(systems, people, sub_progress(part, 0.9, 1))
    if failure:
        raise failure


def comparable_metrics(data: EvalSet, people: HumanScores) -> list[str]:
    """Keys of the metrics that can be evaluated, without the human scores themselves."""
    own = people.key.replace("scores:", KEY_PREFIX, 1)
    return [key for key in metric_results.system_metric_keys(data) if key != own]


@result(
    size=lambda made: sum(m.matrix.nbytes + 16 * len(m.matrix) for m in made.metric) if made else 0
)
def metric_vs_human(systems: ScoredSystems, people: HumanScores, key: str) -> MetricVsHuman | None:
    """A metric against human scores, if counted; None also if they share no system."""
    counted = metric_results.ready_system_statistics(systems, key)
    if counted is None:
        return None
    about = metric_results.system_metric_info(systems, key)
    return evaluate_metric(people, dict(zip(systems.names, counted, strict=True)), about)


@result()
def system_level_result(
    systems: ScoredSystems, people: HumanScores, metric: str, progress: Progress | None = None
) -> SystemLevelResult | None:
    against = metric_vs_human(systems, people, metric)
    if against is None:
        return None
    return evaluate_systems(against, documents_of(systems.evalset), progress=progress)


@result(size=lambda _: 1_000)
def ngram_marks_counts(
    systems: ScoredSystems, people: HumanScores, progress: Progress | None = None
) -> NgramVsMarks:
    return count_ngrams_vs_marks(systems.evalset, systems.config, people.ratings, progress)


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
        figure(plot, title, "human-judgement", key, lambda: numbers)
        table = people_texts.measures_table(versus, found)
        draw_document_table(table, key="people-measures", narrow=True)
    if found is not None and (spans := people_texts.about_outliers(versus, found)):
        draw_rich_text(spans, key="people-outliers", small=True)
    scope, *caveats = people_texts.about_systems(versus, found)
    st.caption(" ".join(caveats) or scope, help=scope if caveats else None)


def draw_metrics_table(systems: ScoredSystems, people: HumanScores, chosen: str) -> None:
    """Draw the table of computed metrics; a row selects its metric."""
    keys = comparable_metrics(systems.evalset, people)
    rows = [
        (versus, system_level_result.ready(systems, people, key))
        for key in sorted(keys, key=lambda key: key != chosen)
        if (versus := metric_vs_human(systems, people, key)) and versus.pairs
    ]
    if len(rows) < 2:
        return
    st.subheader("Metrics", anchor=False)
    table = people_texts.metrics_table(rows)
    if opened := draw_document_table(table, key="people-metrics", narrow=True):
        state.change(rank_by=opened)
        run_again()


def draw_discordant_pairs(data: EvalSet, versus: MetricVsHuman, found: SystemLevelResult) -> None:
    """Draw the pairs that metric and annotators rank differently; a row opens its pair."""
    pairs = people_texts.reordered_pairs(versus, found)
    if not pairs or len(versus) < MIN_SYSTEMS:
        return
    st.subheader("Discordant pairs", help=glossary_help("soft-pairwise-accuracy"), anchor=False)
    page = draw_paging(len(pairs), key="turned-pages", rows=ROWS)
    table = people_texts.reordered_pairs_table(versus, found, pairs[page])
    if opened := draw_document_table(table, key="turned", narrow=True):
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
        help=f"A row opens its segment, with the output that the metric prefers as {A} and the "
        f"output that annotators prefer as {B}.",
    )
    page = draw_paging(len(discordant), key="parted-pages", rows=ROWS)
    table = people_texts.disagreement_table(versus, discordant[page], page.start)
    if opened := draw_document_table(table, key="parted", narrow=True):
        one = discordant[int(opened)]
        open_comparison.choose_pair(data, versus.names[one.metric], versus.names[one.people])
        state.open_screen("segments.py", segment=one.segment + 1, where="")


def draw_ngrams_vs_marks(systems: ScoredSystems, people: HumanScores) -> None:
    counts = ngram_marks_counts.ready(systems, people)
    if counts is None or not counts.segments:
        return
    help_text = glossary_help("ngrams-vs-marks")
    st.subheader("N-grams vs. error annotations", help=help_text, anchor=False)
    draw_document_table(people_texts.orders_table(counts), key="ngrams-vs-marks", narrow=True)
    caveat, *more = people_texts.about_orders(counts)
    st.caption(caveat, help=" ".join(more))


def draw_no_annotations() -> None:
    ways = [
        "Import error annotations on the Data screen, for example Google's MQM tables.",
        "Create a blind session under Sessions; it appears here once it is unblinded.",
    ]
    if user_workspace.current() is None:
        needed = "Error annotations and blind sessions are saved in a workspace."
        ways = [needed, user_workspace.nothing_saved_reason()]
    scores = "Import human scores on the Data screen: one column per system."
    draw_alert("info", "No human judgments of these outputs yet.", [scores, *ways], key="no-people")


def draw_metrics_vs_people() -> None:
    """Draw the tab; without annotations, what to do."""
    systems = _systems()
    result = {one.key: one for one in human_score_sources(systems.evalset)}
    requested = state.current().people
    if requested and requested not in result:
        messages = [server.unknown("annotations", one_line(requested))]
        draw_alert("warning", "Part of the link was ignored:", messages, key="no-such-people")
    if not result:
        draw_no_annotations()
        return
    people = result.get(requested) or next(iter(result.values()))
    keys, asked = comparable_metrics(systems.evalset, people), state.current().rank_by
    metric = asked if asked in keys else keys[0]
    # Started here if it is fast, or the metric is already computed.
    is_counted = metric_results.ready_system_statistics(systems, metric) is not None
    is_begun = meta_evaluation.task(systems, people, metric) is not None
    if not is_begun and (is_counted or metric_results.is_quick_for_systems(systems, metric)):
        meta_evaluation.start(systems, people, metric).wait(UNSEEN)
    with st.container(key="people-told"):
        _draw_headline(systems, people, metric)
    with st.container(horizontal=True, key="people-choices"):
        _draw_choices(systems, result, people, metric)
    if sentence := people_texts.about_origin(people):
        st.caption(escape_markdown(sentence))
    is_measuring = partial(meta_evaluation.is_running, systems, people, metric)
    progress_bars.draw_while_running(is_measuring, partial(_draw_results, people, metric))


def _systems() -> ScoredSystems:
    comparison = open_comparison.current_comparison()
    return store.systems(comparison.evalset, comparison.config)


def _draw_headline(systems: ScoredSystems, people: HumanScores, metric: str) -> None:
    """Draw the headline, or why there is none; and what it excludes."""
    versus = metric_vs_human(systems, people, metric)
    label = metric_results.system_metric_info(systems, metric).label
    job = meta_evaluation.task(systems, people, metric)
    if versus is not None:
        draw_rich_text(people_texts.headline(versus), key="people-headline")
    elif metric_results.ready_system_statistics(systems, metric) is None:
        sentence = f"{one_line(label)} has not been computed for these systems."
        draw_rich_text([Span(sentence, "muted")], key="people-headline")
    else:
        draw_alert("info", "Annotators judged none of these systems.", key="no-common-system")
    if job and job.error:
        why = progress_bars.failure_sentences(job.error)
        draw_alert("warning", "Not computed:", why, key="people-failed")
    if sentence := people_texts.about_unweighted(people):
        draw_alert("warning", "Excluded:", [sentence], key="people-unweighted")


def _draw_choices(
    systems: ScoredSystems, found: dict[str, HumanScores], people: HumanScores, metric: str
) -> None:
    st.selectbox(
        "Human judgments",
        **follow_choice("people", found, people.key, "people"),
        format_func=lambda key: one_line(found[key].label, 60),
        width=320,
    )
    keys = comparable_metrics(systems.evalset, people)
    st.selectbox(
        "Metric",
        **follow_choice("people-metric", keys, metric, "rank_by"),
        format_func=lambda key: one_line(metric_results.system_metric_info(systems, key).label),
        width=170,
    )


def _draw_results(people: HumanScores, metric: str) -> None:
    systems = _systems()
    versus = metric_vs_human(systems, people, metric)
    result = system_level_result.ready(systems, people, metric)
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
    job = meta_evaluation.task(systems, people, metric)
    name = escape_markdown(metric_results.system_metric_info(systems, metric).label)
    with st.container(horizontal=True, vertical_alignment="center", key="people-doing"):
        if job and job.running:
            progress_bars.draw_task(job, f"Evaluating {name} with resampling", "people")
        elif system_level_result.ready(systems, people, metric) is None:
            args = systems, people, metric
            progress_bars.start_button(meta_evaluation, args, f"Evaluate {name}", "people")
