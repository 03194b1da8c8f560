"""From one score to the other on a test set, one field at a time.

The order of the fields is fixed (`_FIELDS`): first those that change the compared texts, then the
tokens, then the formula. Each step has the points that its field adds after the fields before it
have been changed. Another order gives other steps with the same sum, so a step is no share of
blame.
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
from bleu_core.teaching.why.recipe import Recipe, Unreadable
from bleu_core.teaching.why.words import case, effective_order, orders, short_segments, smoothing
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.streams import presence

# Their models are downloaded if they are missing, which no pasted text may cause.
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
    """The settings of a score; only the first `references` references are used."""

    references: int
    config: BleuConfig
    counts_short: bool = False


@dataclass(frozen=True)
class Stage:
    """The scores, one per system, after a field has changed; "" for the first score."""

    field: str
    setup: Setup
    scores: tuple[float, ...]


@dataclass(frozen=True)
class Step:
    """The points that a changed field adds, one per system, and its values before and after."""

    field: str
    before: str
    after: str
    points: tuple[float, ...]

    @property
    def delta(self) -> float:
        """What it adds to Δ, B − A, in points; 0 for one system."""
        return self.points[-1] - self.points[0] if len(self.points) > 1 else 0.0


@dataclass(frozen=True)
class Way:
    """The steps from the first score to the second.

    Attributes
    ----------
    systems : tuple of str
        A and B, or one system.
    stages : tuple of Stage
        The first score, then the score after each changed field, up to the second score.
    remarks : tuple of Message
        About the references that were used.
    """

    systems: tuple[str, ...]
    stages: tuple[Stage, ...]
    remarks: tuple[Message, ...] = ()

    @property
    def first(self) -> tuple[float, ...]:
        """The first score, one per system."""
        return self.stages[0].scores

    @property
    def second(self) -> tuple[float, ...]:
        """The second score, one per system."""
        return self.stages[-1].scores

    @property
    def steps(self) -> list[Step]:
        """What each changed field adds; the steps sum to the difference of the scores."""
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
        """The second score minus the first, one per system."""
        return _less(self.second, self.first)


def way(
    first: Recipe,
    second: Recipe,
    evalset: EvalSet,
    systems: Sequence[str],
    comparison: Comparison | None = None,
    progress: Progress | None = None,
) -> Way:
    """Both scores of one or two systems of a test set, and the steps between them.

    Parameters
    ----------
    first, second : Recipe
    evalset : EvalSet
    systems : sequence of str
        One or two of its systems.
    comparison : Comparison, optional
        Of the same systems: its statistics are used.
    progress : optional
        Called with the part done, 0 to 1.

    Raises
    ------
    Unreadable
        If a score cannot be computed here, with a message for each reason.
    InputError
        If the test set cannot be scored.
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
    """Each field that differs, with the setup after it and those before it are changed."""
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
        "case": case(config),
        "reference length": config.reference_length,
        "n-gram orders": orders(config),
        "smoothing": smoothing(config),
        "effective order": effective_order(config),
        SHORT: short_segments(setup.counts_short),
    }
    return values[field]


class _Counting:
    """Scores of setups; statistics are counted once for all setups that share them."""

    def __init__(
        self, evalset: EvalSet, systems: Sequence[str], order: int, comparison: Comparison | None
    ) -> None:
        self._streams = [evalset.systems[name] for name in systems]
        self._references = evalset.references
        self._order = order
        self._counted: dict[object, list[SegmentStatistics]] = {}
        if comparison is not None and comparison.config.max_ngram_order >= order:
            key = _counts(Setup(len(self._references), comparison.config))
            self._counted[key] = [comparison.stats_a, comparison.stats_b][: len(systems)]

    def scores(self, setup: Setup, progress: Progress | None) -> tuple[float, ...]:
        key = _counts(setup)
        if key not in self._counted:
            config = replace(setup.config, max_ngram_order=self._order, weights=None)
            references = self._references[: setup.references]
            self._counted[key] = statistics_of(self._streams, references, config, progress)
        return tuple(_score(stats, setup) for stats in self._counted[key])


def _counts(setup: Setup) -> object:
    """What the statistics of a setup depend on, except the order."""
    config = setup.config
    # With one reference all rules agree.
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
    """How many references each score uses, and remarks about them."""
    available = len(evalset.references)
    remarks: dict[Message, None] = {}
    numbers = []
    for recipe, other in ((first, second), (second, first)):
        wanted = recipe.references or other.references or -1
        if wanted > available:
            remarks[messages.fewer_references(wanted, available)] = None
        number = available if wanted == -1 else min(wanted, available)
        streams = evalset.references[:number]
        if number < available and not np.any([presence(s) for s in streams], axis=0).all():
            number = available
            remarks[messages.patchy_references()] = None
        elif number < available:
            remarks[messages.first_references(available, number)] = None
        numbers.append(number)
    return numbers, list(remarks)


def _less(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(x - y for x, y in zip(a, b, strict=True))
