"""The metrics that all systems of a test set can be scored by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bleu_core import BleuConfig, EvalSet, SegmentStatistics
from bleu_core.common.progress import Progress
from bleu_core.metrics import (
    NAMES,
    About,
    MetricStatistics,
    Scores,
    known,
    of_systems,
    statistics_of,
)
from pages.ui import results, store

Statistics = Sequence[SegmentStatistics] | Sequence[MetricStatistics]
# Lines of all systems together; on more, metrics are counted only on request.
QUICK = 60_000


def available(data: EvalSet) -> list[str]:
    """Return the keys of the metrics that can rank all systems: BLEU first, imported last."""
    return [*NAMES, *_imported(data)]


def about(data: EvalSet, config: BleuConfig, key: str) -> About:
    """Return the metadata of a metric."""
    if key in NAMES:
        return known(key, config).about
    return statistics_of(_imported(data)[key], list(data.systems))[0].metric.about


def takes_a_moment(data: EvalSet, config: BleuConfig, key: str) -> bool:
    """Whether a metric is fast enough to be counted without a request."""
    lines = len(data) * len(data.systems)
    return lines <= QUICK and not about(data, config, key).is_slow


def ready(data: EvalSet, config: BleuConfig, key: str) -> Statistics | None:
    """Return a metric's statistics of all systems, if they have been counted or imported."""
    metric = None if key not in NAMES else known(key, config)
    if metric and key != "bleu" and not results.are_measured(data, metric, list(data.systems)):
        return None
    return count(data, config, key)


def count(
    data: EvalSet, config: BleuConfig, key: str, progress: Progress | None = None
) -> Statistics:
    """Return a metric's statistics of all systems."""
    if key == "bleu":
        return list(store.systems(data, config, progress).statistics.values())
    names = list(data.systems)
    if key in NAMES:
        return results.measured(data, known(key, config), names, progress)
    return statistics_of(_imported(data)[key], names)


def _imported(data: EvalSet) -> Mapping[str, Scores]:
    """Return the imported scores that cover all systems, by key."""
    return of_systems(results.imported_scores(data).values(), *data.systems)
