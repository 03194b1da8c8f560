"""Grades of several systems against a baseline, with p corrected for all their pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import Additive
from bleu_core.significance import LEVEL, SEED, TRIALS, clusters_of, stability_of
from bleu_core.significance.grade import Grade, grade_difference
from bleu_core.significance.other_settings import MOST_TRIED, is_below_half, other_configs
from bleu_core.significance.units import clusters_that_count
from bleu_core.systems.ranking import Ranking, rank_systems
from bleu_core.systems.scored import ScoredSystems

# Share of the time for scores under other settings; the grades of the pairs take the rest.
RESCORING = 0.7


def grade_systems(
    ranking: Ranking,
    scored: ScoredSystems,
    statistics: Sequence[Additive],
    is_bleu: bool = True,
    progress: Progress | None = None,
) -> dict[str, Grade]:
    """The grade of each system but the baseline.

    `statistics` are those that were ranked. Other settings are tried for BLEU only.
    """
    by_name = dict(zip(scored.names, statistics, strict=True))
    compared = [name for name in scored.names if name != ranking.baseline]
    pairs = [ranking.pair(ranking.baseline, name) for name in compared]
    others = {}
    if is_bleu and len(scored.evalset) <= MOST_TRIED and any(p.significant_alone for p in pairs):
        settings = other_configs(scored.evalset, scored.config)
        for i, (setting, config) in enumerate(settings):
            part = sub_progress(
                progress, RESCORING * i / len(settings), RESCORING * (i + 1) / len(settings)
            )
            rescored = ScoredSystems.of(scored.evalset, config, part).statistics
            others[setting] = {name: one.corpus().score for name, one in rescored.items()}
    grades: dict[str, Grade] = {}
    grading = sub_progress(progress, RESCORING if others else 0, 1)
    for pair in pairs:
        if grading:
            grading(len(grades) / len(pairs))
        stability = None
        if pair.p_value is not None and pair.p_value < LEVEL:
            a, b = by_name[pair.a], by_name[pair.b]
            there = np.any([a.matrix, b.matrix], axis=(0, 2))
            clusters = clusters_of(scored.evalset) if ranking.unit != "segment" else None
            stability = stability_of(a, b, clusters_that_count(clusters, there))
        grades[pair.b] = grade_difference(
            pair.delta if ranking.higher_is_better else -pair.delta,
            pair.p_value,
            stability,
            ranking.unit,
            pair.p_holm,
            len(ranking.systems),
            [
                setting
                for setting, scores in others.items()
                if is_below_half(scores[pair.b] - scores[pair.a], pair.delta)
            ],
        )
    return grades


def p_among_all(
    comparison: Comparison, trials: int = TRIALS, seed: int = SEED, progress: Progress | None = None
) -> float | None:
    """p of a pair after Holm's correction for all pairs of its test set; None for two systems."""
    evalset = comparison.evalset
    if len(evalset.systems) < 3 or evalset.no_test_reason or not trials:
        return None
    scored = ScoredSystems.of(evalset, comparison.config)
    ranking = rank_systems(
        list(scored.statistics.values()), scored.names, trials=trials, seed=seed,
        clusters=clusters_of(evalset), progress=progress,
    )  # fmt: skip
    return ranking.pair(comparison.a, comparison.b).p_holm
