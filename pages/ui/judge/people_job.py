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
from bleu_core.systems import ScoredSystems
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import store, system_metrics
from pages.ui.cache import BackgroundTask, result
from pages.ui.widgets.notice import reasons

# Seconds before a bar is shown; earlier it would only flicker.
UNSEEN = 0.25


class PeopleJob(BackgroundTask):
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
        systems = store.systems(data, config)
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
            _measured(systems, people, key, part_of(part, 0.5, 1))
            if key != metric:
                _nearer(systems, people, metric, key)


def comparable(data: EvalSet, config: BleuConfig, people: People) -> list[str]:
    """Keys of the metrics that can be evaluated, without the human scores themselves."""
    own = people.key.replace("scores:", PREFIX, 1)
    return [key for key in system_metrics.available(data) if key != own]


def held(data: EvalSet, config: BleuConfig, people: People, metric: str) -> Against | None:
    """A metric against human scores, if counted; None also if they share no system."""
    return _held(store.systems(data, config), people, metric)


def _size_of_held(made: Against | None) -> int:
    return 0 if made is None else sum(m.matrix.nbytes + 16 * len(m.matrix) for m in made.metric)


@result(size=_size_of_held)
def _held(systems: ScoredSystems, people: People, metric: str) -> Against | None:
    data, config = systems.evalset, systems.config
    counted = system_metrics.ready(data, config, metric)
    if counted is None:
        return None
    about = system_metrics.about(data, config, metric)
    return hold_against(people, dict(zip(data.systems, counted, strict=True)), about)


def measured(data: EvalSet, config: BleuConfig, people: People, metric: str) -> Measured | None:
    """The measures of a metric, if available."""
    return _measured.ready(store.systems(data, config), people, metric)


@result()
def _measured(
    systems: ScoredSystems, people: People, metric: str, progress: Progress | None = None
) -> Measured | None:
    against = _held(systems, people, metric)
    if against is None:
        return None
    return measure(against, clusters_of(systems.evalset), progress=progress)


def nearer(
    data: EvalSet, config: BleuConfig, people: People, metric: str, other: str
) -> float | None:
    """P-value of the difference of two metrics, if tested."""
    return _nearer.ready(store.systems(data, config), people, metric, other)


@result()
def _nearer(systems: ScoredSystems, people: People, metric: str, other: str) -> float | None:
    one, another = (_held(systems, people, key) for key in (metric, other))
    return None if one is None or another is None else nearer_by_chance(one, another)


def job(data: EvalSet, config: BleuConfig, people: People, metric: str) -> PeopleJob | None:
    """The running or finished evaluation."""
    return _task.ready(store.systems(data, config), people, metric)


def start(data: EvalSet, config: BleuConfig, people: People, metric: str) -> None:
    """Start the evaluation, unless it is running or was stopped by someone."""
    before = job(data, config, people, metric)
    if before is None or before.stopped:
        _task.renew(before, store.systems(data, config), people, metric).wait(UNSEEN)


@result()
def _task(systems: ScoredSystems, people: People, metric: str) -> PeopleJob:
    return PeopleJob(systems.evalset, systems.config, people, metric)


def _comes_by_itself(data: EvalSet, config: BleuConfig, key: str) -> bool:
    return key not in NAMES or (
        system_metrics.ready(data, config, key) is not None
        or system_metrics.takes_a_moment(data, config, key)
    )
