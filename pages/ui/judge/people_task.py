"""Metrics against human scores, measured and tested in the background."""

from __future__ import annotations

from functools import partial

from bleu_core import BleuConfig, EvalSet, InputError
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.metrics import METRIC_KEYS
from bleu_core.metrics.imported import KEY_PREFIX
from bleu_core.people.meta_evaluation.human_scores import (
    HumanScores,
    scores_from_file,
    scores_from_marks,
    scores_from_session,
)
from bleu_core.people.meta_evaluation.metric_vs_human import (
    MetricVsHuman,
    evaluate_metric,
    perm_both_p_value,
)
from bleu_core.people.meta_evaluation.system_level import SystemLevelResult, evaluate_systems
from bleu_core.people.sessions.item_answers import unblind
from bleu_core.significance import clusters_of
from bleu_core.systems import ScoredSystems
from bleu_core.text.tokenizers import TokenizerUnavailable
from bleu_core.workspace import Workspace
from bleu_core.workspace.answers import load_answers
from bleu_core.workspace.marks import load_ratings
from bleu_core.workspace.sessions import load_sessions
from pages.ui import metric_results, results, store, user_workspace
from pages.ui.cache import BackgroundTask, result
from pages.ui.widgets.alert import error_sentences


def human_score_sources(data: EvalSet) -> list[HumanScores]:
    """Error marks, unblinded sessions, and imported scores; only the user knows which of these
    are human.
    """
    scores = [scores_from_file(one) for one in results.imported_scores(data).values()]
    return [*user_workspace.ask(lambda space: _saved_sources(space, data), []), *scores]


def _sources_nbytes(found: list[HumanScores]) -> int:
    # A rating with its marks takes a few hundred bytes.
    return sum(
        8 * sum(map(len, people.values.values())) + 500 * len(people.ratings) for people in found
    )


@result(size=_sources_nbytes)
def _saved_sources(space: Workspace, data: EvalSet) -> list[HumanScores]:
    """Saved annotations, read again after every change."""
    found = scores_from_marks(load_ratings(space, data.digest), len(data))
    for session in load_sessions(space, data.digest):
        if session.plan is not None and session.unblinded is not None:
            judged = unblind(session.plan, load_answers(space, session.id))
            found += scores_from_session(session.id, session.plan, judged, len(data))
    return found


# Seconds before a bar is shown; earlier it would only flicker.
UNSEEN = 0.25


class MetaEvaluationTask(BackgroundTask):
    """A background evaluation, for `system_level_result` and `perm_both_result`.

    Attributes
    ----------
    doing : str
        Key of the metric at work.
    problems : dict from key to sentence
    """

    def __init__(self, data: EvalSet, config: BleuConfig, people: HumanScores, metric: str) -> None:
        self.doing = metric
        self.problems: dict[str, str] = {}
        super().__init__(partial(self._work, data, config, people, metric))

    def _work(
        self,
        data: EvalSet,
        config: BleuConfig,
        people: HumanScores,
        metric: str,
        progress: Progress,
    ) -> None:
        systems = store.systems(data, config)
        keys = [metric, *(key for key in comparable_metrics(data, config, people) if key != metric)]
        for place, key in enumerate(keys):
            self.doing = key
            part = sub_progress(progress, place / len(keys), (place + 1) / len(keys))
            if key != metric and not _starts_automatically(data, config, key):
                continue
            try:
                metric_results.system_statistics(data, config, key, sub_progress(part, 0, 0.5))
            except (InputError, TokenizerUnavailable) as error:
                self.problems[key] = error_sentences(error)[0]
                continue
            _measured(systems, people, key, sub_progress(part, 0.5, 1))
            if key != metric:
                _nearer(systems, people, metric, key)


def comparable_metrics(data: EvalSet, config: BleuConfig, people: HumanScores) -> list[str]:
    """Keys of the metrics that can be evaluated, without the human scores themselves."""
    own = people.key.replace("scores:", KEY_PREFIX, 1)
    return [key for key in metric_results.system_metric_keys(data) if key != own]


def metric_vs_human(
    data: EvalSet, config: BleuConfig, people: HumanScores, metric: str
) -> MetricVsHuman | None:
    """A metric against human scores, if counted; None also if they share no system."""
    return _held(store.systems(data, config), people, metric)


def _size_of_held(made: MetricVsHuman | None) -> int:
    return 0 if made is None else sum(m.matrix.nbytes + 16 * len(m.matrix) for m in made.metric)


@result(size=_size_of_held)
def _held(systems: ScoredSystems, people: HumanScores, metric: str) -> MetricVsHuman | None:
    data, config = systems.evalset, systems.config
    counted = metric_results.ready_system_statistics(data, config, metric)
    if counted is None:
        return None
    about = metric_results.system_metric_info(data, config, metric)
    return evaluate_metric(people, dict(zip(data.systems, counted, strict=True)), about)


def system_level_result(
    data: EvalSet, config: BleuConfig, people: HumanScores, metric: str
) -> SystemLevelResult | None:
    """The measures of a metric, if available."""
    return _measured.ready(store.systems(data, config), people, metric)


@result()
def _measured(
    systems: ScoredSystems, people: HumanScores, metric: str, progress: Progress | None = None
) -> SystemLevelResult | None:
    against = _held(systems, people, metric)
    if against is None:
        return None
    return evaluate_systems(against, clusters_of(systems.evalset), progress=progress)


def perm_both_result(
    data: EvalSet, config: BleuConfig, people: HumanScores, metric: str, other: str
) -> float | None:
    """P-value of the difference of two metrics, if tested."""
    return _nearer.ready(store.systems(data, config), people, metric, other)


@result()
def _nearer(systems: ScoredSystems, people: HumanScores, metric: str, other: str) -> float | None:
    one, another = (_held(systems, people, key) for key in (metric, other))
    return None if one is None or another is None else perm_both_p_value(one, another)


def meta_evaluation_task(
    data: EvalSet, config: BleuConfig, people: HumanScores, metric: str
) -> MetaEvaluationTask | None:
    """The running or finished evaluation."""
    return _task.ready(store.systems(data, config), people, metric)


def start_meta_evaluation(
    data: EvalSet, config: BleuConfig, people: HumanScores, metric: str
) -> None:
    """Start the evaluation, unless it is running or was stopped by someone."""
    before = meta_evaluation_task(data, config, people, metric)
    if before is None or before.stopped:
        _task.renew(before, store.systems(data, config), people, metric).wait(UNSEEN)


@result()
def _task(systems: ScoredSystems, people: HumanScores, metric: str) -> MetaEvaluationTask:
    return MetaEvaluationTask(systems.evalset, systems.config, people, metric)


def _starts_automatically(data: EvalSet, config: BleuConfig, key: str) -> bool:
    return key not in METRIC_KEYS or (
        metric_results.ready_system_statistics(data, config, key) is not None
        or metric_results.is_quick_for_systems(data, config, key)
    )
