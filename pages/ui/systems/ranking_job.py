"""All systems counted by a metric, ranked, and every pair tested: in the background."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from bleu_core import BleuConfig, EvalSet, InputError
from bleu_core.common.progress import Progress
from bleu_core.significance import clusters_of
from bleu_core.systems import Ranking, rank_systems, segments_won
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import results, store
from pages.ui import system_metrics as metrics
from pages.ui.background import Job
from pages.ui.widgets.notice import reasons

SCORED, RANKING, WON = "scores", "ranking", "segments won"

# Seconds: what is done within them comes without a bar, which would only flicker.
UNSEEN = 0.25


class RankingJob(Job):
    """What `found` and `segments` then have; `problem` is why the metric cannot be counted.

    Attributes
    ----------
    counting : bool
        Whether the systems are being counted; they are tested after.
    """

    def __init__(self, data: EvalSet, config: BleuConfig, metric: str) -> None:
        self.problem = ""
        self.counting = metrics.ready(data, config, metric) is None
        self._imported = results.imported_scores(data)
        super().__init__(partial(self._rank, data, config, metric))

    def _rank(self, data: EvalSet, config: BleuConfig, metric: str, progress: Progress) -> None:
        try:
            counted = metrics.count(data, config, metric, progress)
        except (InputError, TokenizerUnavailable) as error:
            self.problem = reasons(error)[0]
            return
        self.counting = False
        progress(0.0)
        better = metrics.about(data, config, metric).higher_is_better
        won = segments_won(counted, better)
        found = rank_systems(
            counted,
            list(data.systems),
            clusters=clusters_of(data),
            progress=progress,
            higher_is_better=better,
        )
        if self._imported is not results.imported_scores(data):
            return  # scores of the name may have been replaced meanwhile
        systems = store.systems(data, config)
        store.put_result(WON, systems, metric, won, won.nbytes)
        store.put_result(RANKING, systems, metric, found, 1_000 * len(found.pairs))


def found(data: EvalSet, config: BleuConfig, metric: str) -> Ranking | None:
    """The systems ranked by a metric and every pair tested, if that has been done."""
    made: Ranking | None = store.ready_result(RANKING, store.systems(data, config), metric)
    return made


def scored(data: EvalSet, config: BleuConfig, metric: str) -> Ranking | None:
    """The systems ranked without tests, if the metric has been counted on all of them."""
    made: Ranking | None = store.ready_result(SCORED, store.systems(data, config), metric)
    if made is None and (counted := metrics.ready(data, config, metric)):
        better = metrics.about(data, config, metric).higher_is_better
        names = list(data.systems)
        made = rank_systems(counted, names, trials=0, higher_is_better=better)
        store.put_result(SCORED, store.systems(data, config), metric, made, 1_000 * len(made.pairs))
    return made


def won(data: EvalSet, config: BleuConfig, metric: str) -> NDArray[np.int64] | None:
    """What `segments_won` says of them, found with the tests."""
    made: NDArray[np.int64] | None = store.ready_result(WON, store.systems(data, config), metric)
    return made


def job(data: EvalSet, config: BleuConfig, metric: str) -> RankingJob | None:
    """What ranks, or ranked, them."""
    started: RankingJob | None = store.find_job((RANKING, metric), store.systems(data, config))
    return started


def start(data: EvalSet, config: BleuConfig, metric: str) -> None:
    """Begin to rank them, unless that goes on."""
    before = job(data, config, metric)
    if before is None or not before.running:
        make = partial(RankingJob, data, config, metric)
        started: RankingJob = store.start_job(
            (RANKING, metric), store.systems(data, config), make, instead_of=before
        )
        started.wait(UNSEEN)
