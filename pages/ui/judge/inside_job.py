"""What BLEU credits against what people marked, counted in the background and held."""

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
# Seconds: what is done within them comes without a bar, which would only flicker.
UNSEEN = 0.25


class InsideJob(Job):
    """What `found` then has; `problem` is why there is nothing."""

    def __init__(self, data: EvalSet, config: BleuConfig, people: People) -> None:
        self.problem = ""
        super().__init__(partial(self._find, data, config, people))

    @property
    def over(self) -> bool:
        """Whether it ended without a result, and is not to begin again by itself."""
        return self.stopped or self.failed or bool(self.problem)

    def _find(self, data: EvalSet, config: BleuConfig, people: People, progress: Progress) -> None:
        try:
            made = find_occurrences(data, config, people.ratings, progress)
        except ValueError as error:
            self.problem = reasons(error)[0]
            return
        systems = store.systems(data, config)
        store.put_result(FOUND, systems, people.digest, made, made.nbytes)


def found(data: EvalSet, config: BleuConfig, people: People) -> Occurrences | None:
    """The n-grams of what people rated, if they have been looked at."""
    made: Occurrences | None = store.ready_result(FOUND, store.systems(data, config), people.digest)
    return made


def job(data: EvalSet, config: BleuConfig, people: People) -> InsideJob | None:
    """What looks, or looked, at them."""
    started: InsideJob | None = store.find_job(_place(people), store.systems(data, config))
    return started


def start(data: EvalSet, config: BleuConfig, people: People) -> None:
    """Begin to look at them, in the place of what was stopped, or whose result is gone."""
    before = job(data, config, people)
    make = partial(InsideJob, data, config, people)
    started: InsideJob = store.start_job(
        _place(people), store.systems(data, config), make, instead_of=before
    )
    started.wait(UNSEEN)


@dataclass(frozen=True)
class Choice:
    """Which marks and systems count: all systems for None, all categories for ''."""

    severities: tuple[str, ...]
    systems: tuple[str, ...] | None = None
    category: str = ""


def inside(
    data: EvalSet, config: BleuConfig, people: People, choice: Choice = Choice(SEVERITIES)
) -> Inside | None:
    """What became of them by some marks and systems, if they have been looked at."""
    occurrences = found(data, config, people)
    if occurrences is None:
        return None
    categories = [choice.category] if choice.category else None
    made: Inside = store.result(
        "inside",
        store.systems(data, config),
        (people.digest, choice),
        partial(look_inside, occurrences, choice.severities, choice.systems, categories),
        lambda made: made.nbytes,
    )
    return made


def ngrams(made: Inside, people: People, choice: Choice, which: str, order: int) -> PartedNgrams:
    """The n-grams of an order over which BLEU and people part."""
    occurrences = made.occurrences
    listed: PartedNgrams = store.result(
        "inside n-grams",
        store.systems(occurrences.evalset, occurrences.config),
        (people.digest, choice, which, order),
        partial(list_ngrams, made, which, order),
        lambda listed: listed.nbytes,
    )
    return listed


def _place(people: People) -> tuple[str, str]:
    return "inside", people.digest
