"""The task that counts a metric of all systems, ranks them and tests every pair."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core import BleuConfig, EvalSet, InputError
from bleu_core.common.progress import Progress
from bleu_core.significance import clusters_of
from bleu_core.systems import Ranking, ScoredSystems, rank_systems, segments_won
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import results, store
from pages.ui import system_metrics as metrics
from pages.ui.cache import BackgroundTask, result
from pages.ui.widgets.notice import reasons

# Seconds: shorter work shows no progress bar, which would only flicker.
UNSEEN = 0.25


class RankingTask(BackgroundTask):
    """Counts a metric, then ranks the systems by it and tests every pair.

    Attributes
    ----------
    problem : str
        Why the metric cannot be counted, or ''.
    counting : bool
        Whether the systems are being counted; they are tested after.
    """

    def __init__(self, systems: ScoredSystems, metric: str) -> None:
        self.problem = ""
        self.counting = metrics.ready(systems.evalset, systems.config, metric) is None
        super().__init__(partial(self._rank, systems, metric))

    def _rank(self, systems: ScoredSystems, metric: str, progress: Progress) -> None:
        try:
            metrics.count(systems.evalset, systems.config, metric, progress)
        except (InputError, TokenizerUnavailable) as error:
            self.problem = reasons(error)[0]
            return
        self.counting = False
        progress(0.0)
        _tested(systems, metric, progress)


class TestedRanking(NamedTuple):
    """A ranking whose pairs are tested, and the segments that each system wins from each."""

    ranking: Ranking
    won: NDArray[np.int64]


def _size(made: Ranking | None) -> int:
    return 0 if made is None else 1_000 * len(made.pairs)


def _size_of_tested(made: TestedRanking | None) -> int:
    return 0 if made is None else _size(made.ranking) + made.won.nbytes


@result(size=_size_of_tested)
def _tested(
    systems: ScoredSystems, metric: str, progress: Progress | None = None
) -> TestedRanking | None:
    """None where imported scores were replaced meanwhile: the metric may have been one of them."""
    data, config = systems.evalset, systems.config
    imported = results.imported_scores(data)
    counted = metrics.count(data, config, metric)
    better = metrics.about(data, config, metric).higher_is_better
    won = segments_won(counted, better)
    ranking = rank_systems(
        counted,
        list(data.systems),
        clusters=clusters_of(data),
        progress=progress,
        higher_is_better=better,
    )
    return TestedRanking(ranking, won) if imported is results.imported_scores(data) else None


def tested(data: EvalSet, config: BleuConfig, metric: str) -> TestedRanking | None:
    """Return the systems ranked by a metric and every pair tested, if that has been done."""
    return _tested.ready(store.systems(data, config), metric)


def scored(data: EvalSet, config: BleuConfig, metric: str) -> Ranking | None:
    """Return the ranking without tests, if the metric has been counted on all systems."""
    return _scored(store.systems(data, config), metric)


@result(size=_size)
def _scored(systems: ScoredSystems, metric: str) -> Ranking | None:
    data, config = systems.evalset, systems.config
    counted = metrics.ready(data, config, metric)
    if not counted:
        return None
    better = metrics.about(data, config, metric).higher_is_better
    return rank_systems(counted, list(data.systems), trials=0, higher_is_better=better)


def task(data: EvalSet, config: BleuConfig, metric: str) -> RankingTask | None:
    """Return the task that ranks, or ranked, the systems."""
    return _task.ready(store.systems(data, config), metric)


def start(data: EvalSet, config: BleuConfig, metric: str) -> None:
    """Start to rank them, unless a task does."""
    former = task(data, config, metric)
    if former is None or not former.running:
        _task.renew(former, store.systems(data, config), metric).wait(UNSEEN)


@result()
def _task(systems: ScoredSystems, metric: str) -> RankingTask:
    return RankingTask(systems, metric)
