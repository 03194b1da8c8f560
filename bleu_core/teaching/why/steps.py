"""From one number to the other on a test set, one field at a time.

The order of the fields is fixed, that of `_FIELDS`: what changes the texts that are compared
first, then what changes their tokens, then what changes the formula. Each step has the points
that its field brings when those before it have been changed already. Another order gives other
steps and the same sum: the steps are one way among several, and no share of blame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from bleu_core.common.numerals import whole
from bleu_core.common.progress import Progress, part_of
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu_score import SegmentStatistics, statistics_of
from bleu_core.teaching.why import words
from bleu_core.teaching.why.recipe import Recipe, Unreadable
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.streams import presence

# Their models are fetched from the network where they are missing, which no pasted text may cause.
FETCHED = ("spm", "flores101", "flores200")
# Fields of settings that change together, in the order of the steps, after the references.
_FIELDS: dict[str, tuple[str, ...]] = {
    "tokenizer": ("tokenize",),
    "case": ("lowercase",),
    "reference length": ("reference_length",),
    "n-gram orders": ("max_ngram_order", "weights"),
    "smoothing": ("smooth_method", "smooth_value"),
    "effective order": ("effective_order",),
}
REFERENCES, SHORT = "references", "segments too short for an order"


@dataclass(frozen=True)
class Setup:
    """What a score of given texts depends on; `references` is how many of the first are used."""

    references: int
    config: BleuConfig
    counts_short: bool = False


@dataclass(frozen=True)
class Stage:
    """The scores, one a system, after a field has been changed; "" for the first number."""

    field: str
    setup: Setup
    scores: tuple[float, ...]


@dataclass(frozen=True)
class Step:
    """The points that a changed field brings, one a system; `before` and `after` are its values."""

    field: str
    before: str
    after: str
    points: tuple[float, ...]

    @property
    def delta(self) -> float:
        """What it brings to Δ, B − A, in points; 0 for one system."""
        return self.points[-1] - self.points[0] if len(self.points) > 1 else 0.0


@dataclass(frozen=True)
class Way:
    """The way from the first number to the second.

    Attributes
    ----------
    systems : tuple of str
        A and B, or the one system that there is.
    stages : tuple of Stage
        The first number, then what each changed field makes of it, to the second number.
    remarks : tuple of Message
        On the references that were taken.
    """

    systems: tuple[str, ...]
    stages: tuple[Stage, ...]
    remarks: tuple[Message, ...] = ()

    @property
    def first(self) -> tuple[float, ...]:
        """The first number, one a system."""
        return self.stages[0].scores

    @property
    def second(self) -> tuple[float, ...]:
        """The second number, one a system."""
        return self.stages[-1].scores

    @property
    def steps(self) -> list[Step]:
        """What each changed field brings; they sum to the difference of the numbers."""
        return [
            Step(
                after.field,
                _value(after.field, before.setup),
                _value(after.field, after.setup),
                _less(after.scores, before.scores),
            )
            for before, after in pairwise(self.stages)
        ]

    @property
    def change(self) -> tuple[float, ...]:
        """The second number less the first, one a system."""
        return _less(self.second, self.first)


def way(
    first: Recipe,
    second: Recipe,
    evalset: EvalSet,
    systems: Sequence[str],
    comparison: Comparison | None = None,
    progress: Progress | None = None,
) -> Way:
    """Both numbers of one or two systems of a test set, and the steps between them.

    Parameters
    ----------
    first, second : Recipe
    evalset : EvalSet
    systems : names of one or two of its systems
    comparison : Comparison, optional
        Of these very systems: what has been counted for it is not counted again.
    progress : optional
        Called with the part done, 0 to 1.

    Raises
    ------
    Unreadable
        Where a number cannot be counted here, with a message for each reason.
    InputError
        Where the test set cannot be scored.
    """
    known = comparison.config.tokenize if comparison else ""
    problems = [
        problem
        for name, recipe in (("first", first), ("second", second))
        for problem in _hindrances(name, recipe, known)
    ]
    if first.config is None or second.config is None or problems:
        raise Unreadable(problems)
    numbers, remarks = _references(first, second, evalset)
    start = Setup(numbers[0], first.config, first.counts_short)
    end = Setup(numbers[1], second.config, second.counts_short)
    planned = list(_planned(start, end))
    count = _Counting(
        evalset, systems, max(s.config.max_ngram_order for _, s in planned), comparison
    )
    stages = []
    for i, (field, setup) in enumerate(planned):
        part = part_of(progress, i / len(planned), (i + 1) / len(planned))
        stages.append(Stage(field, setup, count.scores(setup, part)))
    return Way(tuple(systems), tuple(stages), tuple(remarks))


def _hindrances(name: str, recipe: Recipe, known: str) -> Iterator[Message]:
    if recipe.metric != "BLEU":
        yield messages.other_metric(name, recipe.metric)
    elif recipe.config is None:
        yield messages.not_counted(name)
    elif recipe.config.tokenize in FETCHED and recipe.config.tokenize != known:
        yield messages.needs_model(name, recipe.config.tokenize)


def _planned(start: Setup, end: Setup) -> Iterator[tuple[str, Setup]]:
    """Each field that differs, with the setup once it and those before it are changed."""
    setup = start
    yield "", setup
    if setup.references != end.references:
        setup = replace(setup, references=end.references)
        yield REFERENCES, setup
    for field, names in _FIELDS.items():
        values = {name: getattr(end.config, name) for name in names}
        config = replace(setup.config, **values)
        if config != setup.config:
            setup = replace(setup, config=config)
            yield field, setup
    if setup.counts_short != end.counts_short:
        yield SHORT, replace(setup, counts_short=end.counts_short)


def _value(field: str, setup: Setup) -> str:
    """The value of a field, in words."""
    config = setup.config
    values = {
        REFERENCES: whole(setup.references),
        "tokenizer": config.tokenize,
        "case": words.case(config),
        "reference length": config.reference_length,
        "n-gram orders": words.orders(config),
        "smoothing": words.smoothing(config),
        "effective order": words.effective_order(config),
        SHORT: words.short_segments(setup.counts_short),
    }
    return values[field]


class _Counting:
    """Scores under setups; text is counted once for all that need the same counts."""

    def __init__(
        self, evalset: EvalSet, systems: Sequence[str], order: int, comparison: Comparison | None
    ) -> None:
        self._streams = [evalset.systems[name] for name in systems]
        self._references = evalset.references
        self._order = order
        self._held: dict[object, list[SegmentStatistics]] = {}
        if comparison is not None and comparison.config.max_ngram_order >= order:
            key = _counts(Setup(len(self._references), comparison.config))
            self._held[key] = [comparison.stats_a, comparison.stats_b][: len(systems)]

    def scores(self, setup: Setup, progress: Progress | None) -> tuple[float, ...]:
        key = _counts(setup)
        if key not in self._held:
            config = replace(setup.config, max_ngram_order=self._order, weights=None)
            some = self._references[: setup.references]
            self._held[key] = statistics_of(self._streams, some, config, progress)
        return tuple(_score(stats, setup) for stats in self._held[key])


def _counts(setup: Setup) -> object:
    """What the counts of a setup depend on, but for the order."""
    config = setup.config
    # Of one reference all rules take the length.
    rule = config.reference_length if setup.references > 1 else ""
    return setup.references, config.tokenize, config.lowercase, rule


def _score(stats: SegmentStatistics, setup: Setup) -> float:
    config = setup.config
    names = ("max_ngram_order", "weights", "smooth_method", "smooth_value", "effective_order")
    rescored = stats.rescored(**{name: getattr(config, name) for name in names})
    if setup.counts_short:
        # NLTK's denominators are max(1, n-grams of the segment): nltk.translate.bleu_score,
        # modified_precision.
        matrix = rescored.matrix.copy()
        totals = matrix[:, 2 + config.max_ngram_order :]
        np.maximum(totals, 1, out=totals)
        rescored = rescored.with_rows(matrix)
    return score_of(rescored)


def _references(first: Recipe, second: Recipe, evalset: EvalSet) -> tuple[list[int], list[Message]]:
    """How many references each number takes, and what is to be said of that."""
    there = len(evalset.references)
    remarks: dict[Message, None] = {}
    numbers = []
    for recipe, other in ((first, second), (second, first)):
        said = recipe.references or other.references or -1
        if said > there:
            remarks[messages.fewer_references(said, there)] = None
        number = there if said == -1 else min(said, there)
        some = evalset.references[:number]
        if number < there and not np.any([presence(one) for one in some], axis=0).all():
            number = there
            remarks[messages.patchy_references()] = None
        elif number < there:
            remarks[messages.first_references(there, number)] = None
        numbers.append(number)
    return numbers, list(remarks)


def _less(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(x - y for x, y in zip(a, b, strict=True))
