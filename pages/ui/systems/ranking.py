"""All systems by score, and every pair of them: scores at once, tests when they are ready."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import isnan
from typing import NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison, InputError, SegmentStatistics
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import format_percent, format_plain, format_score
from bleu_core.common.progress import Progress
from bleu_core.messages import screen, server
from bleu_core.metrics import MetricInfo
from bleu_core.present.account.opinions import coverage
from bleu_core.present.account.ranking import (
    about_tests,
    headline,
    join_tables,
    oracle_sentence,
    ranking_table,
    score_parts_table,
)
from bleu_core.present.document import Span
from bleu_core.significance import clusters_of, unit_of
from bleu_core.systems import (
    RankedSystem,
    Ranking,
    ScoredSystems,
    interval_axis,
    rank_systems,
    segments_won,
)
from bleu_core.systems.oracle import Oracle, best_choice
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import metric_results as metrics
from pages.ui import open_comparison, results, state, store
from pages.ui.cache import BackgroundTask, is_running, result
from pages.ui.systems import ranking_matrix
from pages.ui.systems.references import draw_reference_points
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import follow_choice, run_again
from pages.ui.widgets.progress_bars import draw_while_running, start_button, task_progress
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import Cell, account_cell, account_column, draw_paging, draw_table

# Seconds: shorter work shows no progress bar, which would only flicker.
UNSEEN = 0.25


class RankingTask(BackgroundTask):
    """Computes a metric, then ranks the systems by it and tests every pair.

    `problem` says why it cannot be computed, or ''; `counting` whether tests are still to come.
    """

    def __init__(self, systems: ScoredSystems, metric: str) -> None:
        self.problem = ""
        self.counting = metrics.ready_system_statistics(systems, metric) is None
        super().__init__(partial(self._rank, systems, metric))

    def _rank(self, systems: ScoredSystems, metric: str, progress: Progress) -> None:
        try:
            metrics.system_statistics(systems, metric, progress)
        except (InputError, TokenizerUnavailable) as error:
            self.problem = error_sentences(error)[0]
            return
        self.counting = False
        progress(0.0)
        ranking_with_tests(systems, metric, progress)


class TestedRanking(NamedTuple):
    """A ranking whose pairs are tested, and the segments that each system wins from each."""

    ranking: Ranking
    won: NDArray[np.int64]


def _size(made: Ranking | TestedRanking | None) -> int:
    if isinstance(made, TestedRanking):
        return _size(made.ranking) + made.won.nbytes
    # The power of a tested pair has two numbers per sample.
    return 0 if made is None else (1_000 + 16 * made.samples) * len(made.pairs)


@result(size=_size)
def ranking_with_tests(
    systems: ScoredSystems, metric: str, progress: Progress | None = None
) -> TestedRanking | None:
    """Return the systems ranked by a metric, and every pair tested.

    None where imported scores were replaced meanwhile: the metric may have been one of them.
    """
    data = systems.evalset
    imported = results.imported_scores(data)
    counted = metrics.system_statistics(systems, metric)
    better = metrics.system_metric_info(systems, metric).higher_is_better
    won = segments_won(counted, better)
    ranking = rank_systems(
        counted,
        systems.names,
        clusters=clusters_of(data),
        unit=unit_of(data),
        progress=progress,
        higher_is_better=better,
    )
    return TestedRanking(ranking, won) if imported is results.imported_scores(data) else None


@result(size=_size)
def untested_ranking(systems: ScoredSystems, metric: str) -> Ranking | None:
    """Return the ranking without tests, if the metric has been computed for all systems."""
    counted = metrics.ready_system_statistics(systems, metric)
    if not counted:
        return None
    better = metrics.system_metric_info(systems, metric).higher_is_better
    return rank_systems(counted, systems.names, trials=0, higher_is_better=better)


# Segments times systems for which the best output per segment is found within a second.
QUICK_ORACLE = 100_000
ranking_task = result()(RankingTask)


def start_ranking(systems: ScoredSystems, metric: str) -> None:
    """Start to rank them, unless a task does."""
    former = ranking_task.ready(systems, metric)
    if not is_running(former):
        ranking_task.renew(former, systems, metric).wait(UNSEEN)


# The prefix of a row's id to make it the baseline.
BASELINE = "baseline:"
# Columns of the name and the interval, and those shown by default.
NAME, INTERVAL = 1, 3
USUAL = ("rank", "system", "95% CI", "Δ to baseline", "p", "p, Holm", "c / r, %")


def draw_ranking_table(
    comparison: Comparison,
    ranking: Ranking,
    about: MetricInfo,
    bleu: Mapping[str, SegmentStatistics],
    others: Sequence[tuple[MetricInfo, Ranking]],
    more: bool,
) -> None:
    """Draw the table; with `more` also the parts of BLEU and the scores by other metrics."""
    names = list(comparison.evalset.systems)
    ranking = replace(ranking, baseline=comparison.a)
    found = join_tables(ranking_table(ranking, about), score_parts_table(ranking, bleu, others))
    shown = [
        place
        for place, column in enumerate(found.columns)
        if more or column.label in (*USUAL, about.label)
    ]
    axis = interval_axis(ranking)
    columns = [account_column(found.columns[place], narrow=True) for place in shown]
    columns[0]["narrow"] = True
    ends = "\u00a0…\u00a0".join(map(format_plain, axis))
    columns[INTERVAL] = {"label": f"95% CI, {ends}", "term": columns[INTERVAL]["term"]}
    page = range(len(names))[draw_paging(len(names), key="ranking-pages")]
    rows = []
    for row in page:
        cells = [account_cell(found.rows[row][place]) for place in shown]
        one = ranking.systems[row]
        cells[NAME] = _name(comparison, one)
        cells[INTERVAL] = _interval(comparison, one, axis, found.rows[row][INTERVAL].text)
        rows.append(cells)
    opened = draw_table(
        columns,
        rows,
        ids=[names.index(ranking.systems[row].name) for row in page],
        selected=names.index(comparison.b),
        rules=[at for at, row in enumerate(page) if row in found.rules],
        another=("b", BASELINE),
        how="Enter makes it B; the key b makes it the baseline A",
        key="ranking",
        label=one_line(found.label),
    )
    if opened:
        _choose(comparison, names[int(opened.removeprefix(BASELINE))], opened.startswith(BASELINE))


def _choose(comparison: Comparison, name: str, is_baseline: bool) -> None:
    """Make a system A or B; if it is the other one, they change places."""
    a, b = comparison.a, comparison.b
    if is_baseline:
        a, b = name, a if name == b else b
    else:
        a, b = b if name == a else a, name
    open_comparison.choose_pair(comparison.evalset, a, b)
    run_again()


def _letter(comparison: Comparison, one: RankedSystem) -> str:
    return {comparison.b: "b", comparison.a: "a"}.get(one.name, "")


def _name(comparison: Comparison, one: RankedSystem) -> Cell:
    letter = _letter(comparison, one)
    name = one_line(one.name)
    return {
        "t": name,
        "title": name,  # for one that is cut
        "cut": True,
        "tone": f"strong {letter}".strip(),
        "mark": letter.upper(),
    }


def _interval(
    comparison: Comparison, one: RankedSystem, axis: tuple[float, float], text: str
) -> Cell:
    """Return the cell of an interval, on one axis for all; '' without a score."""
    if isnan(one.score):
        return ""
    ends = [one.ci_low, one.score, one.ci_high]
    return {"range": ends, "axis": axis, "tone": _letter(comparison, one), "title": text}


def draw_ranking() -> None:
    """Draw the tab, which refreshes while a task is running."""
    comparison = open_comparison.current_comparison()
    systems = store.systems(comparison.evalset, comparison.config)
    if len(systems) == 1:
        _one_system(comparison)
        return
    metric = _metric(comparison)
    if ranking_task.ready(systems, metric) is None and (
        untested_ranking(systems, metric) or metrics.is_quick_for_systems(systems, metric)
    ):
        start_ranking(systems, metric)
    draw_while_running(
        lambda: is_running(ranking_task.ready(systems, metric)), partial(_section, metric)
    )


def _metric(comparison: Comparison) -> str:
    """Return the key of the metric that ranks: the requested one, or else the first."""
    keys, asked = metrics.system_metric_keys(comparison.evalset), state.current().rank_by
    return asked if asked in keys else keys[0]


def _section(metric: str) -> None:
    comparison = open_comparison.current_comparison()
    systems = store.systems(comparison.evalset, comparison.config)
    if _metric(comparison) != metric:
        run_again()
    about = metrics.system_metric_info(systems, metric)
    tested = ranking_with_tests.ready(systems, metric)
    ranking = tested.ranking if tested else untested_ranking(systems, metric)
    with st.container(key="ranking-told"):
        _tell(systems, ranking, metric, about)
    with st.container(key="ranking-and-pairs"):
        more = bool(st.session_state.get("more-columns"))
        places = [st.container(), st.container()] if more else st.columns([6, 5], gap="large")
        with places[0]:
            _heading(systems, metric, about)
            if ranking is not None:
                bleu, others = systems.statistics, _others(systems, metric)
                draw_ranking_table(comparison, ranking, about, bleu, others, more)
                st.caption("Click a row to make it B; press b to make it the baseline A.")
                _draw_oracle(systems)
        with places[1]:
            if ranking is not None:
                st.subheader("All pairs", help=glossary_help("delta"), anchor=False)
                won = tested.won if tested else None
                ranking_matrix.draw_matrix(comparison, ranking, about, won)
                st.caption(" ".join(about_tests(ranking, systems.evalset)))
                draw_reference_points(comparison, systems)


@result()
def _oracle(systems: ScoredSystems) -> Oracle:
    return best_choice(list(systems.statistics.values()))


def _draw_oracle(systems: ScoredSystems) -> None:
    """Draw what the best output per segment would score; not for very many segments."""
    if len(systems.names) * len(systems.evalset) <= QUICK_ORACLE:
        sentence = oracle_sentence(systems, _oracle(systems))
        draw_rich_text(sentence, key="ranking-oracle", small=True)


def _tell(systems: ScoredSystems, ranking: Ranking | None, metric: str, about: MetricInfo) -> None:
    """Draw the headline, or why there is none; and a requested metric that does not exist."""
    asked, task = state.current().rank_by, ranking_task.ready(systems, metric)
    if asked != metric:
        sentences = [server.unknown_ranking(one_line(asked))]
        draw_alert("warning", "Ignored parts of this link:", sentences, key="no-such-metric")
    if task is not None and (task.problem or task.failed):
        why = task.problem or screen.work_failed()
        draw_alert("warning", f"Not ranked by {one_line(about.label)}:", [why], key="not-ranked")
    if ranking is not None:
        size = len(systems.evalset)
        told = headline(ranking, size, about)
        for other, by_other in _others(systems, metric):
            told += coverage(other, by_other.segments, size)
        draw_rich_text(told, key="ranking-headline")
    else:
        sentence = f"{one_line(about.label)} has not been computed for these systems."
        draw_rich_text([Span(sentence, "muted")], key="ranking-headline")


def _heading(systems: ScoredSystems, metric: str, about: MetricInfo) -> None:
    """Draw the choice of the metric, and the progress of its task or a button to start it."""
    keys, name = metrics.system_metric_keys(systems.evalset), escape_markdown(about.label)
    with st.container(horizontal=True, vertical_alignment="center", key="ranking-heading"):
        st.subheader(
            "Ranking by",
            help=glossary_help("rank-range", _about_groups(systems, metric)),
            anchor=False,
            width="content",
        )
        st.selectbox(
            "Rank by",
            **follow_choice("rank-by", keys, metric, "rank_by"),
            format_func=lambda key: one_line(metrics.system_metric_info(systems, key).label),
            width=170,
            label_visibility="collapsed",
        )
        task = ranking_task.ready(systems, metric)
        if task is not None and task.running:
            what = f"Computing {name}" if task.counting else "Testing all pairs"
            task_progress(task, f"{what}: {format_percent(task.part)}", "stop-ranking")
            return
        st.toggle("More columns", key="more-columns")
        if ranking_with_tests.ready(systems, metric) is None:
            is_counted = untested_ranking(systems, metric) is not None
            label = "Test all pairs" if is_counted else f"Compute {name}"
            start_button(label, partial(start_ranking, systems, metric), "start-ranking")


def _others(systems: ScoredSystems, metric: str) -> list[tuple[MetricInfo, Ranking]]:
    """Return the rankings by the other metrics that have been computed."""
    scored = {
        key: untested_ranking(systems, key)
        for key in metrics.system_metric_keys(systems.evalset)
        if key != metric
    }
    return [
        (metrics.system_metric_info(systems, key), ranking)
        for key, ranking in scored.items()
        if ranking is not None
    ]


def _about_groups(systems: ScoredSystems, metric: str) -> str:
    """Return what the lines in the table mean, or '' if there are none."""
    tested = ranking_with_tests.ready(systems, metric)
    if tested is None or len(tested.ranking.bands) < 2:
        return ""
    return "A line separates groups: each system above it is significantly better than all below."


def _one_system(comparison: Comparison) -> None:
    """Draw that a single system cannot be ranked."""
    (name,) = comparison.evalset.systems
    score = comparison.score_a.score
    spans = [
        Span("One system is open: "),
        Span(one_line(name), "quoted"),
        Span(f", BLEU {format_score(score)}. A ranking needs two or more outputs of one test set."),
    ]
    draw_rich_text(spans, key="ranking-headline")
    st.page_link("data.py", label="Load more outputs")
