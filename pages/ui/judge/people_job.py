"""Evaluate metrics against human scores in the background: count, measure, and test.

The chosen metric comes first, then all fast ones.
"""

from __future__ import annotations

from functools import partial

from bleu_core import BleuConfig, EvalSet, InputError
from bleu_core.common.progress import Progress, part_of
from bleu_core.metrics import NAMES
from bleu_core.metrics.imported import PREFIX
from bleu_core.people.against.metric_test import nearer_by_chance
from bleu_core.people.against.people import People
from bleu_core.people.against.standings import Against, hold_against
from bleu_core.people.against.systems import Measured, measure
from bleu_core.significance import clusters_of
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import store, system_metrics
from pages.ui.background import Job
from pages.ui.widgets.notice import reasons

JOB, MEASURED, NEARER = "against people", "measured against people", "nearer to people"
# Seconds before a bar is shown; earlier it would only flicker.
UNSEEN = 0.25


class PeopleJob(Job):
    """A background evaluation; results are in `measured` and `nearer`, reasons in `problems`.

    Attributes
    ----------
    doing : str
        Key of the metric at work.
    problems : dict from key to sentence
    """

    def __init__(self, data: EvalSet, config: BleuConfig, people: People, metric: str) -> None:
        self.doing = metric
        self.problems: dict[str, str] = {}
        super().__init__(partial(self._work, data, config, people, metric))

    def _work(
        self, data: EvalSet, config: BleuConfig, people: People, metric: str, progress: Progress
    ) -> None:
        keys = [metric, *(key for key in comparable(data, config, people) if key != metric)]
        for place, key in enumerate(keys):
            self.doing = key
            part = part_of(progress, place / len(keys), (place + 1) / len(keys))
            if key != metric and not _comes_by_itself(data, config, key):
                continue
            try:
                system_metrics.count(data, config, key, part_of(part, 0, 0.5))
            except (InputError, TokenizerUnavailable) as error:
                self.problems[key] = reasons(error)[0]
                continue
            self._measure(data, config, people, key, part)
            self._test(data, config, people, metric, key)

    def _measure(
        self, data: EvalSet, config: BleuConfig, people: People, key: str, part: Progress | None
    ) -> None:
        one = held(data, config, people, key)
        if one is not None and measured(data, config, people, key) is None:
            result = measure(one, clusters_of(data), progress=part_of(part, 0.5, 1))
            place = people.digest, key
            size = 100 * one.pairs + 40 * len(one.segments)
            store.put_result(MEASURED, store.systems(data, config), place, result, size)

    def _test(
        self, data: EvalSet, config: BleuConfig, people: People, metric: str, other: str
    ) -> None:
        if metric == other or nearer(data, config, people, metric, other) is not None:
            return
        one, another = (held(data, config, people, key) for key in (metric, other))
        if one is not None and another is not None:
            p = nearer_by_chance(one, another)
            place = people.digest, metric, other
            store.put_result(NEARER, store.systems(data, config), place, p, 100)


def comparable(data: EvalSet, config: BleuConfig, people: People) -> list[str]:
    """Keys of the metrics that can be evaluated, without the human scores themselves."""
    own = people.key.replace("scores:", PREFIX, 1)
    return [key for key in system_metrics.available(data) if key != own]


def held(data: EvalSet, config: BleuConfig, people: People, metric: str) -> Against | None:
    """A metric against human scores, if counted; None also if they share no system."""
    counted = system_metrics.ready(data, config, metric)
    if counted is None:
        return None
    about = system_metrics.about(data, config, metric)

    def hold() -> Against | None:
        return hold_against(people, dict(zip(data.systems, counted, strict=True)), about)

    versus: Against | None = store.result(
        "held against people",
        store.systems(data, config),
        (people.digest, metric),
        hold,
        lambda one: (
            0 if one is None else sum(m.matrix.nbytes + 16 * len(m.matrix) for m in one.metric)
        ),
    )
    return versus


def measured(data: EvalSet, config: BleuConfig, people: People, metric: str) -> Measured | None:
    """The measures of a metric, if available."""
    place = people.digest, metric
    result: Measured | None = store.ready_result(MEASURED, store.systems(data, config), place)
    return result


def nearer(
    data: EvalSet, config: BleuConfig, people: People, metric: str, other: str
) -> float | None:
    """P-value of the difference of two metrics, if tested."""
    place = people.digest, metric, other
    p: float | None = store.ready_result(NEARER, store.systems(data, config), place)
    return p


def job(data: EvalSet, config: BleuConfig, people: People, metric: str) -> PeopleJob | None:
    """The running or finished evaluation."""
    place = JOB, people.digest, metric
    started: PeopleJob | None = store.find_job(place, store.systems(data, config))
    return started


def start(data: EvalSet, config: BleuConfig, people: People, metric: str) -> None:
    """Start the evaluation, unless it is running or was stopped by someone."""
    before = job(data, config, people, metric)
    if before is None or before.stopped:
        place = JOB, people.digest, metric
        make = partial(PeopleJob, data, config, people, metric)
        started: PeopleJob = store.start_job(
            place, store.systems(data, config), make, instead_of=before
        )
        started.wait(UNSEEN)


def _comes_by_itself(data: EvalSet, config: BleuConfig, key: str) -> bool:
    return key not in NAMES or (
        system_metrics.ready(data, config, key) is not None
        or system_metrics.takes_a_moment(data, config, key)
    )
