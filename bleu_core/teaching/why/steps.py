"""Steps from one score to the other on a test set, one field at a time.

The order of the fields is fixed (`_FIELDS`): first those that change the compared texts, then the
tokens, then the formula. Each step has the points that its field adds once the fields before it
have been changed. Another order gives other steps with the same sum, so a step does not measure how
much a field is to blame.

The effect of tokenized input is estimated by undoing unambiguous tokenization: the escapes of
Moses' tokenizer.perl, its "@-@", a space before a full stop, a comma or a closing bracket, after an
opening bracket, and before the English 's, n't and the like. Marks that some languages separate
(! ? : ;) and quotes, whose side is not known, stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.formatting import format_int
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu import SegmentStatistics, statistics_of
from bleu_core.readers.input_checks import Finding, text_columns
from bleu_core.teaching.why.recipe import (
    Recipe,
    UnreadableRecipe,
    case_words,
    effective_order_words,
    order_words,
    short_segment_words,
    smoothing_words,
)
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, present_mask

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
class ScoreSetup:
    """The settings of a score; only the first `references` references are used."""

    references: int
    config: BleuConfig
    counts_short: bool = False


@dataclass(frozen=True)
class SetupScores:
    """The scores, one per system, after a field has changed; "" for the first score."""

    field: str
    setup: ScoreSetup
    scores: tuple[float, ...]


@dataclass(frozen=True)
class ScoreStep:
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
class ScoreSteps:
    """The steps from the first score to the second."""

    systems: tuple[str, ...]  # A and B, or one system
    # The first score, then the score after each changed field, up to the second score.
    stages: tuple[SetupScores, ...]
    remarks: tuple[Message, ...] = ()  # About the references that were used

    @property
    def first(self) -> tuple[float, ...]:
        """The first score, one per system."""
        return self.stages[0].scores

    @property
    def second(self) -> tuple[float, ...]:
        """The second score, one per system."""
        return self.stages[-1].scores

    @property
    def steps(self) -> list[ScoreStep]:
        """What each changed field adds; the steps sum to the difference of the scores."""
        return [
            ScoreStep(
                after.field,
                _value(after.field, before.setup),
                _value(after.field, after.setup),
                _minus(after.scores, before.scores),
            )
            for before, after in pairwise(self.stages)
        ]

    @property
    def change(self) -> tuple[float, ...]:
        """The second score minus the first, one per system."""
        return _minus(self.second, self.first)


def score_steps(
    first: Recipe,
    second: Recipe,
    evalset: EvalSet,
    systems: Sequence[str],
    comparison: Comparison | None = None,
    progress: Progress | None = None,
) -> ScoreSteps:
    """Both scores of one or two systems of a test set, and the steps between them.

    The statistics of `comparison`, which has the same systems, are used. Raises UnreadableRecipe
    with a message for each reason if a score cannot be computed here, InputError if the test set
    cannot be scored.
    """
    known = comparison.config.tokenize if comparison else ""
    problems = [*_obstacles("first", first, known), *_obstacles("second", second, known)]
    if first.config is None or second.config is None or problems:
        raise UnreadableRecipe(problems)
    numbers, remarks = _references(first, second, evalset)
    start = ScoreSetup(numbers[0], first.config, first.counts_short)
    end = ScoreSetup(numbers[1], second.config, second.counts_short)
    planned = list(_planned(start, end))
    order = max(setup.config.max_ngram_order for _, setup in planned)
    scorer = _SetupScorer(evalset, systems, order, comparison)
    stages = []
    for i, (field, setup) in enumerate(planned):
        part = sub_progress(progress, i / len(planned), (i + 1) / len(planned))
        stages.append(SetupScores(field, setup, scorer.scores(setup, part)))
    return ScoreSteps(tuple(systems), tuple(stages), tuple(remarks))


def _obstacles(name: str, recipe: Recipe, known: str) -> Iterator[Message]:
    if recipe.metric != "BLEU":
        yield messages.other_metric(name, recipe.metric)
    elif recipe.config is None:
        yield messages.not_counted(name)
    elif recipe.config.tokenize in FETCHED and recipe.config.tokenize != known:
        yield messages.needs_model(name, recipe.config.tokenize)


def _planned(start: ScoreSetup, end: ScoreSetup) -> Iterator[tuple[str, ScoreSetup]]:
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


def _value(field: str, setup: ScoreSetup) -> str:
    """The value of a field, in words."""
    config = setup.config
    values = {
        REFERENCES: format_int(setup.references),
        "tokenizer": config.tokenize,
        "case": case_words(config),
        "reference length": config.reference_length,
        "n-gram orders": order_words(config),
        "smoothing": smoothing_words(config),
        "effective order": effective_order_words(config),
        SHORT: short_segment_words(setup.counts_short),
    }
    return values[field]


class _SetupScorer:
    """Scores of setups; statistics are counted once for all setups that share them."""

    def __init__(
        self, evalset: EvalSet, systems: Sequence[str], order: int, comparison: Comparison | None
    ) -> None:
        self._streams = [evalset.systems[name] for name in systems]
        self._references = evalset.references
        self._order = order
        self._counted: dict[object, list[SegmentStatistics]] = {}
        if comparison is not None and comparison.config.max_ngram_order >= order:
            key = _counts_key(ScoreSetup(len(self._references), comparison.config))
            self._counted[key] = [comparison.stats_a, comparison.stats_b][: len(systems)]

    def scores(self, setup: ScoreSetup, progress: Progress | None) -> tuple[float, ...]:
        key = _counts_key(setup)
        if key not in self._counted:
            config = replace(setup.config, max_ngram_order=self._order, weights=None)
            references = self._references[: setup.references]
            self._counted[key] = statistics_of(self._streams, references, config, progress)
        return tuple(_score(stats, setup) for stats in self._counted[key])


def _counts_key(setup: ScoreSetup) -> object:
    """What the statistics of a setup depend on, except the order."""
    config = setup.config
    # With one reference all rules agree.
    rule = config.reference_length if setup.references > 1 else ""
    return setup.references, config.tokenize, config.lowercase, rule


def _score(stats: SegmentStatistics, setup: ScoreSetup) -> float:
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
        if number < available and not np.any([present_mask(s) for s in streams], axis=0).all():
            number = available
            remarks[messages.patchy_references()] = None
        elif number < available:
            remarks[messages.first_references(available, number)] = None
        numbers.append(number)
    return numbers, list(remarks)


def _minus(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(x - y for x, y in zip(a, b, strict=True))


# For RE2, whose time is linear in the text. The entity of & comes last, as it is escaped first.
_RULES = (
    (r" ?@([-/])@ ?", r"\1"),
    (r"&apos;", "'"),
    (r"&quot;", '"'),
    (r"&lt;", "<"),
    (r"&gt;", ">"),
    (r"&#124;", "|"),
    (r"&#91;", "["),
    (r"&#93;", "]"),
    (r"&amp;", "&"),
    (r"(\pL) (n't|'(?:s|t|m|d|re|ve|ll))(\PL|$)", r"\1\2\3"),
    (r"([(\[{]) ", r"\1"),
    (r" ([)\]}])", r"\1"),
    (r" ([.,]+)( |$|[\"'”’])", r"\1\2"),
)


# The least number and share of lines for which a column counts as tokenized (sacreBLEU warns at
# 100 lines).
TOKENIZED_LINES, TOKENIZED_SHARE = 100, 0.05


@dataclass(frozen=True)
class DetokenizedEstimate:
    """Both scores on detokenized input."""

    findings: Sequence[Finding]  # The columns that look tokenized, with their lines
    way: ScoreSteps  # The steps between the scores on the detokenized texts
    changed: int  # Lines that the rules changed, in all columns


def estimate_detokenized(
    first: Recipe,
    second: Recipe,
    evalset: EvalSet,
    systems: Sequence[str],
    findings: Sequence[Finding],
    progress: Progress | None = None,
) -> DetokenizedEstimate | None:
    """Estimate the scores of detokenized systems and references; None if none looks tokenized.

    Of the findings about the evalset, only those of the kind "tokenized" are used.
    """
    scored = {stream.name for stream in text_columns(evalset) if stream.role != "source"}
    scored -= {f"system {name!r}" for name in evalset.systems if name not in systems}
    least = min(TOKENIZED_LINES, TOKENIZED_SHARE * len(evalset))
    of_kind = [finding for finding in findings if finding.kind == "tokenized"]
    tokenized = [each for each in of_kind if each.stream in scored and each.count >= least]
    if not tokenized:
        return None
    names = {finding.stream for finding in tokenized}
    outputs, references, changed = {}, [], 0
    for stream in text_columns(evalset):
        texts = stream.texts
        if stream.name in names:
            texts = undo_tokenization(texts)
            changed += pc.sum(pc.not_equal(texts, stream.texts)).as_py() or 0
        if stream.role == "reference":
            references.append(texts)
        elif stream.role == "system":
            outputs[stream.name] = texts
    undone = {name: outputs[f"system {name!r}"] for name in systems}
    plain = replace(evalset, systems=undone, references=references)
    steps = score_steps(first, second, plain, systems, progress=progress)
    return DetokenizedEstimate(tokenized, steps, changed)


def undo_tokenization(texts: pa.Array) -> pa.Array:
    """(S,) The texts with unambiguous tokenization undone.

    >>> line = "It &apos;s ( well ) @-@ known , isn &apos;t it ."
    >>> undo_tokenization(pa.array([line])).to_pylist()
    ["It's (well)-known, isn't it."]
    """
    for pattern, written in _RULES:
        texts = pc.replace_substring_regex(texts, pattern, written)
    return texts
