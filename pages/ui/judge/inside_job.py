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
from pages.ui import store
from pages.ui.background import Job
from pages.ui.widgets.notice import reasons

FOUND = "occurrences"
# Seconds before a bar is shown; earlier it would only flicker.
UNSEEN = 0.25


class InsideJob(Job):
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
            occurrences = find_occurrences(data, config, people.ratings, progress)
        except ValueError as error:
            self.problem = reasons(error)[0]
            return
        systems = store.systems(data, config)
        store.put_result(FOUND, systems, people.digest, occurrences, occurrences.nbytes)


def found(data: EvalSet, config: BleuConfig, people: People) -> Occurrences | None:
    """The n-gram occurrences in rated outputs, if counted."""
    occurrences: Occurrences | None = store.ready_result(
        FOUND, store.systems(data, config), people.digest
    )
    return occurrences


def job(data: EvalSet, config: BleuConfig, people: People) -> InsideJob | None:
    """The running or finished count."""
    started: InsideJob | None = store.find_job(_place(people), store.systems(data, config))
    return started


def start(data: EvalSet, config: BleuConfig, people: People) -> None:
    """Start counting, in place of a count that was stopped or whose result is gone."""
    before = job(data, config, people)
    make = partial(InsideJob, data, config, people)
    started: InsideJob = store.start_job(
        _place(people), store.systems(data, config), make, instead_of=before
    )
    started.wait(UNSEEN)


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
    categories = [choice.category] if choice.category else None
    counts: Inside = store.result(
        "inside",
        store.systems(data, config),
        (people.digest, choice),
        partial(look_inside, occurrences, choice.severities, choice.systems, categories),
        lambda counts: counts.nbytes,
    )
    return counts


def ngrams(counts: Inside, people: People, choice: Choice, which: str, order: int) -> PartedNgrams:
    """N-grams of an order on which BLEU and annotators disagree."""
    occurrences = counts.occurrences
    listed: PartedNgrams = store.result(
        "inside n-grams",
        store.systems(occurrences.evalset, occurrences.config),
        (people.digest, choice, which, order),
        partial(list_ngrams, counts, which, order),
        lambda listed: listed.nbytes,
    )
    return listed


def _place(people: People) -> tuple[str, str]:
    return "inside", people.digest
