"""Answers about all systems of a test set: their ranking, before and after all pairs are tested."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import Any

from bleu_core import Comparison
from bleu_core.common.formatting import format_count, format_int
from bleu_core.common.progress import Progress
from bleu_core.present.ranking_report import BLEU, RankingReport
from bleu_core.present.viewer.ranking import ranking_screen
from bleu_core.significance import clusters_of, unit_of
from bleu_core.significance.grade import Grade
from bleu_core.systems import Ranking, ScoredSystems, rank_systems
from bleu_core.systems.grades import grade_systems
from bleu_core.systems.oracle import Oracle, best_choice
from bleu_core.systems.references import (
    ReferencePoints,
    count_references,
    most_segments,
    reference_points,
)
from pages.ui import metric_results, store
from pages.ui.cache import Computing, computed, result

# Segments times systems for which the best output per segment is found within a second.
QUICK_ORACLE = 100_000
# Part of the most segments for which references are scored within a second.
QUICK_SHARE = 0.1
# Sections of the report of a ranking that are on other screens.
ELSEWHERE = {"best", "notes", "provenance"}


# Counted where the metric is cached.
@result(size=lambda _: 1_000)
def _statistics(
    systems: ScoredSystems, metric: str, progress: Progress | None = None
) -> metric_results.SystemStatistics:
    return metric_results.system_statistics(systems, metric, progress)


def _rank(systems: ScoredSystems, metric: str, **how: Any) -> Ranking:
    data, about = systems.evalset, metric_results.system_metric_info(systems, metric)
    return rank_systems(
        metric_results.system_statistics(systems, metric),
        systems.names,
        clusters=clusters_of(data),
        unit=unit_of(data),
        higher_is_better=about.higher_is_better,
        **how,
    )


# The power of a tested pair has two numbers per sample.
@result(size=lambda made: (1_000 + 16 * made.samples) * len(made.pairs))
def ranking_with_tests(
    systems: ScoredSystems, metric: str, progress: Progress | None = None
) -> Ranking:
    return _rank(systems, metric, progress=progress)


@result()
def _grades(
    systems: ScoredSystems, metric: str, baseline: str, progress: Progress | None = None
) -> dict[str, Grade]:
    ranking = replace(ranking_with_tests(systems, metric), baseline=baseline)
    statistics = metric_results.system_statistics(systems, metric)
    return grade_systems(ranking, systems, statistics, metric == BLEU, progress)


@result()
def _oracle(systems: ScoredSystems, progress: Progress | None = None) -> Oracle:
    return best_choice(list(systems.statistics.values()), progress)


@result(size=lambda _: 10_000)
def _reference_points(systems: ScoredSystems) -> ReferencePoints | None:
    counts = count_references(systems.evalset, systems.names, systems.config)
    return counts and reference_points(counts)


def ranking(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `RankingScreen` of systems.js by the metric `by`; names in its order; places of A, B."""
    systems = store.systems(comparison.evalset.whole, comparison.config)
    keys = metric_results.system_metric_keys(systems.evalset)
    by = asked["by"] if asked.get("by") in keys else keys[0]
    metrics = {key: metric_results.system_metric_info(systems, key) for key in keys}
    if metric_results.ready_system_statistics(systems, by) is None:
        computed(f"Computing {metrics[by].label}", _statistics, systems, by)
    is_tested = asked.get("tests") != "no"
    if is_tested:
        report = _tested(systems, by, comparison.a)
    else:
        grades = {name: Grade("not_tested") for name in systems.names}
        draft = _rank(systems, by, trials=0)
        report = RankingReport(systems, {by: draft}, {}, {}, grades=grades)
    others = {
        key: _rank(systems, key, trials=0)
        for key in keys
        if key != by and metric_results.ready_system_statistics(systems, key) is not None
    }
    ranked = replace(report.ranking, baseline=comparison.a)
    shown = ranking_screen(
        replace(report, rankings={by: ranked, **others}, metrics=metrics), ELSEWHERE
    )
    if not is_tested:
        rows = [row | {"grade": None} for row in shown["systems"]]
        shown |= {"sentence": [], "systems": rows, "pending": True}
    names = [one.name for one in ranked.systems]
    places = [names.index(name) for name in (comparison.a, comparison.b)]
    return {"ranking": shown, "names": names, "pair": places}


def tested_ranking(systems: ScoredSystems, metric: str) -> Ranking:
    """The ranking with tests; while it is computed, how many pairs have been tested."""
    try:
        return computed("Testing all pairs", ranking_with_tests, systems, metric)
    except Computing as computing:
        pairs = comb(len(systems), 2)
        done = format_int(int(computing.part * pairs))
        what = f"Testing {done} of {format_count(pairs, 'pair')}"
        raise Computing(what, computing.part) from None


def _tested(systems: ScoredSystems, by: str, baseline: str) -> RankingReport:
    """All that takes long, one after the other."""
    data = systems.evalset
    ranking = tested_ranking(systems, by)
    grades = computed("Trying other settings", _grades, systems, by, baseline)
    oracle = references = None
    if len(systems) > 1 and len(systems) * len(data) <= QUICK_ORACLE:
        oracle = computed("Choosing the best outputs", _oracle, systems)
    most = most_segments(len(data.references), len(systems))
    if len(data.references) > 1 and len(data) <= QUICK_SHARE * most:
        references = computed("Scoring the references", _reference_points, systems)
    return RankingReport(
        systems, {by: ranking}, {}, {}, oracle=oracle, reference_points=references, grades=grades
    )


ANSWERS = {"ranking": ranking}
