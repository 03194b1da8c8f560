"""Scores by other metrics, of the pair and of all systems, with imported ones and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bleu_core import BleuConfig, Comparison, EvalSet, SegmentStatistics, metrics, workspace
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.metrics import (
    ImportedScores,
    MetricComparison,
    MetricInfo,
    MetricStatistics,
    compare_imported,
    get_metric,
    imported_statistics,
    is_metric,
    scores_with_systems,
)
from bleu_core.significance import clusters_of
from bleu_core.significance.metric_tests import (
    MetricSignificance,
    compare_metrics,
    compare_with_metric,
)
from bleu_core.systems import ScoredSystems
from bleu_core.text.evalset import EvalSetPart
from bleu_core.workspace import Workspace
from pages.ui import results, user_workspace
from pages.ui.cache import result


def add_imported_scores(data: EvalSet, config: BleuConfig, scores: ImportedScores) -> bool:
    """Import scores, unless they cannot be saved; they replace the systems' of the same name."""

    def keep(space: Workspace) -> None:
        if not workspace.find_comparison(space, data.digest):
            workspace.save_comparison(space, data, config)
        workspace.import_scores(space, data.digest, scores)

    found = results.imported_scores(data)
    if not user_workspace.is_done(keep):
        return False
    new = scores.with_others(found.get(scores.name))
    results.put_imported_scores(data, {**found, scores.name: new})
    return True


def remove_imported_scores(data: EvalSet, name: str) -> None:
    """Remove the imported scores of a name, unless that cannot be saved."""
    others = {key: own for key, own in results.imported_scores(data).items() if key != name}
    if user_workspace.is_done(lambda space: workspace.delete_scores(space, data.digest, name)):
        results.put_imported_scores(data, others)


SystemStatistics = Sequence[SegmentStatistics] | Sequence[MetricStatistics]
# Lines of all systems together; on more, metrics are computed only on request.
QUICK_LINES = 60_000


def system_metric_keys(data: EvalSet) -> list[str]:
    """Return the keys of the metrics that can rank all systems: BLEU first, imported last."""
    return [*metrics.metric_keys(), *_imported_for_systems(data)]


def system_metric_info(systems: ScoredSystems, key: str) -> MetricInfo:
    if is_metric(key):
        return get_metric(key, systems.config).about
    scores = _imported_for_systems(systems.evalset)[key]
    return imported_statistics(scores, systems.names)[0].metric.about


def is_quick_for_systems(systems: ScoredSystems, key: str) -> bool:
    """Whether a metric is fast enough to be computed without a request."""
    lines = len(systems.evalset) * len(systems)
    return lines <= QUICK_LINES and not system_metric_info(systems, key).is_slow


def ready_system_statistics(systems: ScoredSystems, key: str) -> SystemStatistics | None:
    """Return a metric's statistics of all systems, if they have been computed or imported."""
    if is_metric(key) and key != "bleu":
        metric = get_metric(key, systems.config)
        if not results.has_metric_statistics(systems.evalset, metric, systems.names):
            return None
    return system_statistics(systems, key)


def system_statistics(
    systems: ScoredSystems, key: str, progress: Progress | None = None
) -> SystemStatistics:
    if key == "bleu":
        return list(systems.statistics.values())
    data, names = systems.evalset, systems.names
    if is_metric(key):
        return results.metric_statistics(data, get_metric(key, systems.config), names, progress)
    return imported_statistics(_imported_for_systems(data)[key], names)


def _imported_for_systems(data: EvalSet) -> Mapping[str, ImportedScores]:
    """Return the imported scores that cover all systems, by key."""
    return scores_with_systems(results.imported_scores(data).values(), *data.systems)


# On more segments, metrics are computed only on request.
QUICK_SEGMENTS = 10_000


def metric_keys(comparison: Comparison) -> list[str]:
    """Return the keys of the metrics of this comparison: BLEU first, imported last."""
    return [*metrics.metric_keys(), *_imported_for_pair(comparison)]


def is_quick(comparison: Comparison, key: str) -> bool:
    """Whether a metric is fast enough to be computed without a request."""
    is_short = len(comparison.evalset.whole) <= QUICK_SEGMENTS
    return is_short and not metric_info(comparison, key).is_slow


def metric_info(comparison: Comparison, key: str) -> MetricInfo:
    if is_metric(key):
        return get_metric(key, comparison.config).about
    return metric_pair(comparison, key).about


@result()
def metric_pair(
    comparison: Comparison, key: str, progress: Progress | None = None
) -> MetricComparison:
    """Return a metric's scores of A and B; KeyError if it is not among `metric_keys`."""
    a, b, data = comparison.a, comparison.b, comparison.evalset
    if not is_metric(key):
        scores = _imported_for_pair(comparison)[key]
        own = scores.part(data) if isinstance(data, EvalSetPart) else scores
        return compare_imported(own, a, b)
    metric = get_metric(key, comparison.config)
    if key == "bleu":
        return compare_with_metric(comparison, metric)
    return MetricComparison(*results.metric_statistics(data, metric, [a, b], progress))


def _imported_for_pair(comparison: Comparison) -> dict[str, ImportedScores]:
    """Return the imported scores that cover both systems, by key."""
    found = results.imported_scores(comparison.evalset).values()
    return scores_with_systems(found, comparison.a, comparison.b)


def ready_metric(comparison: Comparison, key: str) -> MetricComparison | None:
    """Return a metric's scores of A and B, if they have been computed or imported."""
    if key not in _imported_for_pair(comparison):
        if not is_metric(key):
            return None
        metric, pair = get_metric(key, comparison.config), [comparison.a, comparison.b]
        if key != "bleu" and not results.has_metric_statistics(comparison.evalset, metric, pair):
            return None
    return metric_pair(comparison, key)


def ready_metrics(comparison: Comparison) -> list[MetricComparison]:
    """Return the scores by all computed metrics, BLEU first."""
    metric_pairs = [ready_metric(comparison, key) for key in metric_keys(comparison)]
    return [one for one in metric_pairs if one is not None]


COUNTING = 0.8  # share of the time for the scores; the tests take the rest


@result(size=lambda made: 0 if made.bootstrap is None else made.bootstrap.deltas.nbytes)
def metric_with_tests(
    comparison: Comparison, key: str, progress: Progress | None = None
) -> MetricSignificance:
    """Return a metric's scores of A and B with their tests, where these can be made."""
    pair = metric_pair(comparison, key, sub_progress(progress, 0, COUNTING))
    if comparison.evalset.no_test_reason:
        return MetricSignificance(pair)
    clusters, testing = clusters_of(comparison.evalset), sub_progress(progress, COUNTING, 1)
    return compare_metrics([pair], clusters, progress=testing)[0]


def tested_metrics(comparison: Comparison) -> list[MetricSignificance]:
    """Return the tested scores by metrics other than BLEU, as `ComparisonResults` takes them."""
    keys = [key for key in metric_keys(comparison) if key != "bleu"]
    tested = [metric_with_tests.ready(comparison, key) for key in keys]
    return [one for one in tested if one is not None]
