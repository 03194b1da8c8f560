"""What metrics say of the open comparison: each counted once, and tested once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bleu_core import Comparison
from bleu_core.common.progress import Progress
from bleu_core.metrics import NAMES, About, Opinion, Scores, known, of_systems, opinion_of
from bleu_core.significance import clusters_of
from bleu_core.significance.opinions import Judged, judge_opinions, opinion
from bleu_core.text.evalset import Part
from pages.ui import results, store

# On more segments than this every metric waits to be asked for.
QUICK = 10_000


def available(comparison: Comparison) -> list[str]:
    """The keys of the metrics that this comparison can be asked for: BLEU first, imported last."""
    return [*NAMES, *_imported(comparison)]


def takes_a_moment(comparison: Comparison, key: str) -> bool:
    """Whether a metric may be counted without being asked for."""
    return len(comparison.evalset.whole) <= QUICK and not about(comparison, key).is_slow


def about(comparison: Comparison, key: str) -> About:
    """What is said of the metric of a key."""
    if key in NAMES:
        return known(key, comparison.config).about
    return count(comparison, key).about


def count(comparison: Comparison, key: str, progress: Progress | None = None) -> Opinion:
    """What the metric of a key says, counted once.

    Raises KeyError for a key that is not `available`.
    """
    if key not in NAMES:
        return _of_imported(comparison, key)
    return store.result(
        "opinion", comparison, key, partial(_opinion, comparison, key, progress), _nbytes
    )


def _of_imported(comparison: Comparison, key: str) -> Opinion:
    scores, data = _imported(comparison)[key], comparison.evalset

    def make() -> Opinion:
        own = scores.part(data) if isinstance(data, Part) else scores
        return opinion_of(own, comparison.a, comparison.b)

    return store.result("opinion", comparison, key, make, _nbytes)


def _nbytes(made: Opinion) -> int:
    return made.nbytes


def _opinion(comparison: Comparison, key: str, progress: Progress | None) -> Opinion:
    metric = known(key, comparison.config)
    if key == "bleu":
        return opinion(comparison, metric)
    pair = [comparison.a, comparison.b]
    return Opinion(*results.measured(comparison.evalset, metric, pair, progress))


def _imported(comparison: Comparison) -> dict[str, Scores]:
    """The imported scores that both systems have, by key."""
    found = results.imported_scores(comparison.evalset).values()
    return of_systems(found, comparison.a, comparison.b)


def ready(comparison: Comparison, key: str) -> Opinion | None:
    """What the metric of a key says, if it has been counted, or was imported."""
    if key in _imported(comparison):
        return _of_imported(comparison, key)  # a mean of what is here
    if key not in NAMES:
        return None
    metric, pair = known(key, comparison.config), [comparison.a, comparison.b]
    if key != "bleu" and not results.are_measured(comparison.evalset, metric, pair):
        return None
    make = partial(_opinion, comparison, key, None)
    return store.result("opinion", comparison, key, make, _nbytes)


def counted(comparison: Comparison) -> list[Opinion]:
    """What all metrics say that have been counted, BLEU first."""
    found = [ready(comparison, key) for key in available(comparison)]
    return [one for one in found if one is not None]


def judge(
    comparison: Comparison, asked: Sequence[Opinion], progress: Progress | None = None
) -> list[Judged]:
    """These opinions with their tests, on the same draws; those that stand already are as they are.

    A job is given opinions and not keys, as scores may be removed or replaced while it works.
    """
    found = {one.about.key: ready_judged(comparison, one.about.key) for one in asked}
    missing = [one for one in asked if found[one.about.key] is None]
    for made in judge_opinions(missing, clusters_of(comparison.evalset), progress=progress):
        key = made.opinion.about.key
        found[key] = made
        store.put_result("judged", comparison, key, made, _size(made))
    return [one for one in found.values() if one is not None]


def ready_judged(comparison: Comparison, key: str) -> Judged | None:
    """The opinion of a key with its tests, if they have been made."""
    found: Judged | None = store.ready_result("judged", comparison, key)
    if found is None or key in NAMES:
        return found
    # Scores of the name may have been replaced while these were tested.
    return found if found.opinion is ready(comparison, key) else None


def judged(comparison: Comparison) -> list[Judged]:
    """The opinions other than BLEU's whose tests have been made, as `Account` has them."""
    keys = [key for key in available(comparison) if key != "bleu"]
    found = [ready_judged(comparison, key) for key in keys]
    return [one for one in found if one is not None]


def _size(made: Judged) -> int:
    return 0 if made.bootstrap is None else made.bootstrap.deltas.nbytes
