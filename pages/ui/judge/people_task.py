"""Metrics against human scores, measured and tested in the background."""

from __future__ import annotations

import re

from bleu_core import EvalSet, InputError
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.metrics import is_metric
from bleu_core.metrics.imported import KEY_PREFIX
from bleu_core.people.meta_evaluation.human_scores import (
    HumanScores,
    scores_from_file,
    scores_from_marks,
    scores_from_session,
)
from bleu_core.people.meta_evaluation.metric_vs_human import MetricVsHuman, evaluate_metric
from bleu_core.people.meta_evaluation.system_level import SystemLevelResult, evaluate_systems
from bleu_core.people.ngram_vs_marks import NgramVsMarks, count_ngrams_vs_marks
from bleu_core.people.sessions.item_answers import unblind
from bleu_core.significance import documents_of
from bleu_core.systems import ScoredSystems
from bleu_core.text.tokenizers import TokenizerUnavailable
from bleu_core.workspace import Workspace
from bleu_core.workspace.answers import load_answers
from bleu_core.workspace.marks import load_ratings
from bleu_core.workspace.sessions import load_sessions
from pages.ui import metric_results, results, user_workspace
from pages.ui.cache import result

# Usual names of scores that people give.
_OF_PEOPLE = re.compile(r"(?i)(?<![a-z])(mqm|esa|da|sqm|psqm|hter|wmt|human)(?![a-z])")


def human_score_sources(data: EvalSet) -> list[HumanScores]:
    """Unblinded sessions, error annotations, imported scores: those with usual names first."""
    imported = sorted(
        results.imported_scores(data).values(),
        key=lambda one: (bool(one.signature), not _OF_PEOPLE.search(one.name)),
    )
    scores = list(map(scores_from_file, imported))
    return [*user_workspace.ask(lambda space: _saved_sources(space, data), []), *scores]


def _sources_nbytes(found: list[HumanScores]) -> int:
    # A rating with its marks takes a few hundred bytes.
    return sum(8 * sum(map(len, one.values.values())) + 500 * len(one.ratings) for one in found)


@result(size=_sources_nbytes)
def _saved_sources(space: Workspace, data: EvalSet) -> list[HumanScores]:
    """Saved annotations, read again after every change."""
    found: list[HumanScores] = []
    for session in load_sessions(space, data.digest):
        if session.plan is not None and session.unblinded is not None:
            judged = unblind(session.plan, load_answers(space, session.id))
            found += scores_from_session(session.id, session.plan, judged, len(data))
    return [*found, *scores_from_marks(load_ratings(space, data.digest), len(data))]


# It has no value of its own: another start measures again what is not here any more.
@result()
def meta_evaluation(
    systems: ScoredSystems, people: HumanScores, metric: str, progress: Progress | None = None
) -> None:
    """Compute `system_level_result` and `ngram_marks_counts` of a metric, and of quick others."""
    others = comparable_metrics(systems.evalset, people)
    keys = [metric, *(key for key in others if key != metric)]
    failure: Exception | None = None
    for place, key in enumerate(keys):
        part = sub_progress(progress, place / len(keys), (place + 1) / len(keys))
        if key != metric and is_metric(key):
            is_counted = metric_results.ready_system_statistics(systems, key) is not None
            if not (is_counted or metric_results.is_quick_for_systems(systems, key)):
                continue
        try:
            metric_results.system_statistics(systems, key, sub_progress(part, 0, 0.5))
        except (InputError, TokenizerUnavailable) as error:
            if key == metric:
                failure = error
            continue
        system_level_result(systems, people, key, sub_progress(part, 0.5, 0.9))
        if key == metric and people.ratings:
            ngram_marks_counts(systems, people, sub_progress(part, 0.9, 1))
    if failure:
        raise failure


def comparable_metrics(data: EvalSet, people: HumanScores) -> list[str]:
    """Keys of the metrics that can be evaluated, without the human scores themselves."""
    own = people.key.replace("scores:", KEY_PREFIX, 1)
    return [key for key in metric_results.system_metric_keys(data) if key != own]


@result(
    size=lambda made: sum(m.matrix.nbytes + 16 * len(m.matrix) for m in made.metric) if made else 0
)
def metric_vs_human(systems: ScoredSystems, people: HumanScores, key: str) -> MetricVsHuman | None:
    """A metric against human scores, if counted; None also if they share no system."""
    counted = metric_results.ready_system_statistics(systems, key)
    if counted is None:
        return None
    about = metric_results.system_metric_info(systems, key)
    return evaluate_metric(people, dict(zip(systems.names, counted, strict=True)), about)


@result()
def system_level_result(
    systems: ScoredSystems, people: HumanScores, metric: str, progress: Progress | None = None
) -> SystemLevelResult | None:
    against = metric_vs_human(systems, people, metric)
    if against is None:
        return None
    return evaluate_systems(against, documents_of(systems.evalset), progress=progress)


@result(size=lambda _: 1_000)
def ngram_marks_counts(
    systems: ScoredSystems, people: HumanScores, progress: Progress | None = None
) -> NgramVsMarks:
    return count_ngrams_vs_marks(systems.evalset, systems.config, people.ratings, progress)
