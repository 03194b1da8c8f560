"""The metrics of the open comparison, and their tests."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core import Comparison
from bleu_core.common.progress import Progress
from bleu_core.metrics import NAMES, About, Opinion, Scores, known, of_systems, opinion_of
from bleu_core.significance import clusters_of
from bleu_core.significance.opinions import Judged, judge_opinions, opinion
from bleu_core.text.evalset import Part
from pages.ui import results
from pages.ui.cache import result

# On more segments, metrics are counted only on request.
QUICK = 10_000


def available(comparison: Comparison) -> list[str]:
    """Return the keys of the metrics of this comparison: BLEU first, imported last."""
    return [*NAMES, *_imported(comparison)]


def takes_a_moment(comparison: Comparison, key: str) -> bool:
    """Whether a metric is fast enough to be counted without a request."""
    return len(comparison.evalset.whole) <= QUICK and not about(comparison, key).is_slow


def about(comparison: Comparison, key: str) -> About:
    """Return the metadata of a metric."""
    if key in NAMES:
        return known(key, comparison.config).about
    return count(comparison, key).about


def count(comparison: Comparison, key: str, progress: Progress | None = None) -> Opinion:
    """Return a metric's scores of A and B.

    Raises
    ------
    KeyError
        For a key that is not `available`.
    """
    if key not in NAMES and key not in _imported(comparison):
        raise KeyError(key)
    return _opinion(comparison, key, progress)


@result()
def _opinion(comparison: Comparison, key: str, progress: Progress | None = None) -> Opinion:
    a, b, data = comparison.a, comparison.b, comparison.evalset
    if key not in NAMES:
        scores = _imported(comparison)[key]
        return opinion_of(scores.part(data) if isinstance(data, Part) else scores, a, b)
    metric = known(key, comparison.config)
    if key == "bleu":
        return opinion(comparison, metric)
    return Opinion(*results.measured(data, metric, [a, b], progress))


def _imported(comparison: Comparison) -> dict[str, Scores]:
    """Return the imported scores that cover both systems, by key."""
    found = results.imported_scores(comparison.evalset).values()
    return of_systems(found, comparison.a, comparison.b)


def ready(comparison: Comparison, key: str) -> Opinion | None:
    """Return a metric's scores of A and B, if they have been counted or imported."""
    if key not in _imported(comparison):
        if key not in NAMES:
            return None
        metric, pair = known(key, comparison.config), [comparison.a, comparison.b]
        if key != "bleu" and not results.are_measured(comparison.evalset, metric, pair):
            return None
    return _opinion(comparison, key)


def counted(comparison: Comparison) -> list[Opinion]:
    """Return the scores by all counted metrics, BLEU first."""
    opinions = [ready(comparison, key) for key in available(comparison)]
    return [one for one in opinions if one is not None]


def judge(
    comparison: Comparison, asked: Sequence[Opinion], progress: Progress | None = None
) -> list[Judged]:
    """Return the scores by these metrics with their tests, on the same random draws.

    It takes scores and not keys, as imported ones may be removed while a task works.
    """
    found = {one.about.key: ready_judged(comparison, one.about.key) for one in asked}
    missing = [one for one in asked if found[one.about.key] is None]
    for tested in judge_opinions(missing, clusters_of(comparison.evalset), progress=progress):
        key = tested.opinion.about.key
        found[key] = tested
        _judged.put(tested, comparison, key)
    return [one for one in found.values() if one is not None]


@result(size=lambda made: 0 if made.bootstrap is None else made.bootstrap.deltas.nbytes)
def _judged(comparison: Comparison, key: str) -> Judged:
    return judge_opinions([count(comparison, key)], clusters_of(comparison.evalset))[0]


def ready_judged(comparison: Comparison, key: str) -> Judged | None:
    """Return a metric's scores with their tests, if these have been made."""
    found = _judged.ready(comparison, key)
    if found is None or key in NAMES:
        return found
    # Scores of the name may have been replaced while these were tested.
    return found if found.opinion is ready(comparison, key) else None


def judged(comparison: Comparison) -> list[Judged]:
    """Return the tested scores by metrics other than BLEU, as `Account` takes them."""
    keys = [key for key in available(comparison) if key != "bleu"]
    found = [ready_judged(comparison, key) for key in keys]
    return [one for one in found if one is not None]
