"""Count credited against marked n-grams in the background, and cache the results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from bleu_core import BleuConfig, EvalSet
from bleu_core.common.progress import Progress
from bleu_core.people.against.people import People
from bleu_core.people.inside.counts import SEVERITIES, Inside, look_inside
from bleu_core.people.inside.ngrams import PartedNgrams, list_ngrams
from bleu_core.people.inside.occurrences import Occurrences, find_occurrences
from bleu_core.systems import ScoredSystems
from pages.ui import store
from pages.ui.cache import BackgroundTask, result
from pages.ui.widgets.notice import reasons

# Seconds before a bar is shown; earlier it would only flicker.
UNSEEN = 0.25


class InsideJob(BackgroundTask):
    """A background count; its result is in `found`, `problem` says why there is none."""

    def __init__(self, data: EvalSet, config: BleuConfig, people: People) -> None:
        self.problem = ""
        super().__init__(partial(self._find, data, config, people))

    @property
    def over(self) -> bool:
        """Whether it ended without a result and must not restart automatically."""
        return self.stopped or self.failed or bool(self.problem)

    def _find(self, data: EvalSet, config: BleuConfig, people: People, progress: Progress) -> None:
        try:
            _occurrences(store.systems(data, config), people, progress)
        except ValueError as error:
            self.problem = reasons(error)[0]


@result()
def _occurrences(
    systems: ScoredSystems, people: People, progress: Progress | None = None
) -> Occurrences:
    return find_occurrences(systems.evalset, systems.config, people.ratings, progress)


def found(data: EvalSet, config: BleuConfig, people: People) -> Occurrences | None:
    """The n-gram occurrences in rated outputs, if counted."""
    return _occurrences.ready(store.systems(data, config), people)


def job(data: EvalSet, config: BleuConfig, people: People) -> InsideJob | None:
    """The running or finished count."""
    return _task.ready(store.systems(data, config), people)


def start(data: EvalSet, config: BleuConfig, people: People) -> None:
    """Start counting, in place of a count that was stopped or whose result is gone."""
    before = job(data, config, people)
    _task.renew(before, store.systems(data, config), people).wait(UNSEEN)


@result()
def _task(systems: ScoredSystems, people: People) -> InsideJob:
    return InsideJob(systems.evalset, systems.config, people)


@dataclass(frozen=True)
class Choice:
    """Which marks and systems count: None for all systems, '' for all categories."""

    severities: tuple[str, ...]
    systems: tuple[str, ...] | None = None
    category: str = ""


def inside(
    data: EvalSet, config: BleuConfig, people: People, choice: Choice = Choice(SEVERITIES)
) -> Inside | None:
    """The classes of the occurrences for some marks and systems, if counted."""
    occurrences = found(data, config, people)
    if occurrences is None:
        return None
    return _inside(store.systems(data, config), people, choice, occurrences)


@result()
def _inside(
    systems: ScoredSystems, people: People, choice: Choice, _occurrences: Occurrences
) -> Inside:
    categories = [choice.category] if choice.category else None
    return look_inside(_occurrences, choice.severities, choice.systems, categories)


def ngrams(made: Inside, people: People, choice: Choice, which: str, order: int) -> PartedNgrams:
    """N-grams of an order on which BLEU and annotators disagree."""
    occurrences = made.occurrences
    systems = store.systems(occurrences.evalset, occurrences.config)
    return _ngrams(systems, people, choice, which, order, made)


@result()
def _ngrams(
    systems: ScoredSystems, people: People, choice: Choice, which: str, order: int, _inside: Inside
) -> PartedNgrams:
    return list_ngrams(_inside, which, order)
