"""N-gram level: where BLEU and annotators disagree.

It counts the n-gram occurrences without BLEU's credit that are annotated as errors, and those that
are not: BLEU's false alarms. Of those with credit, it counts the ones that are annotated as errors:
missed errors.

A word without annotation is not necessarily correct. Annotators mark the errors they notice, often
a few per segment at most, and an omission has no word in the output to mark. Nor does BLEU say that
an n-gram without credit is wrong: only that no reference has it, or not that often. This module
counts how far the two differ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, repeat_character
from bleu_core.explain.concordance import Context, context_at
from bleu_core.explain.match_results import HypothesisMatch
from bleu_core.explain.matching import compare_segment
from bleu_core.metrics.additive import FloatArray
from bleu_core.people.ngram_occurrences import Occurrences
from bleu_core.segments.marks import Rating
from bleu_core.significance.comparison_tests import MIN_SEGMENTS
from bleu_core.significance.paired_tests import bootstrap_interval
from bleu_core.significance.resampling import SAMPLES, SEED, multiply_blocks, resample_counts
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.spans import contains

# Severities that count by default. Google's annotators also use "neutral".
COUNTED_SEVERITIES = ("minor", "major", "critical")

# Class of an occurrence: 2 if credited, plus 1 if marked.
FALSE_ALARM, BOTH_REJECT, BOTH_ACCEPT, MISSED = range(4)
NO_NGRAM = -1

ShareInterval = tuple[float, float]


@dataclass(frozen=True)
class OrderCounts:
    """N-gram occurrences of an order, by whether BLEU credits and annotators marked them."""

    order: int
    not_credited_unmarked: int
    not_credited_marked: int
    credited_unmarked: int
    credited_marked: int
    # The 95% CI of the two shares, over resamples of the rated segments;
    # None for fewer than 30, or if a resample has an empty denominator.
    false_alarms_interval: ShareInterval | None = None
    not_seen_interval: ShareInterval | None = None

    @property
    def not_credited(self) -> int:
        return self.not_credited_unmarked + self.not_credited_marked

    @property
    def credited(self) -> int:
        return self.credited_unmarked + self.credited_marked

    @property
    def false_alarms(self) -> float | None:
        """Share of uncredited occurrences outside annotated errors, 0 to 1; None without any."""
        return self.not_credited_unmarked / self.not_credited if self.not_credited else None

    @property
    def not_seen(self) -> float | None:
        """Share of credited occurrences in an annotated error; None without any."""
        return self.credited_marked / self.credited if self.credited else None


@dataclass(frozen=True, eq=False)
class NgramVsMarks:
    """The class of each n-gram occurrence, for the chosen marks and systems."""

    occurrences: Occurrences
    systems: tuple[str, ...]  # Systems whose outputs count
    segments: int  # Number of segments with a rated output of these
    unplaced: int  # Number of errors that mark no n-gram: they have no span in the output
    # (N, T) FALSE_ALARM, BOTH_REJECT, BOTH_ACCEPT or MISSED; NO_NGRAM if no n-gram begins there,
    # or its system was not chosen.
    became: NDArray[np.int8]
    orders: tuple[OrderCounts, ...]  # N, from 1

    @property
    def nbytes(self) -> int:
        """Bytes of memory, without the occurrences."""
        return self.became.nbytes


def count_ngrams_vs_marks(
    occurrences: Occurrences,
    severities: Collection[str] = COUNTED_SEVERITIES,
    systems: Collection[str] | None = None,
    categories: Collection[str] | None = None,
) -> NgramVsMarks:
    """Count credited against marked n-grams in outputs of the systems; by default all rated ones.

    Only marks of these severities, and of these categories if they are given, count.

    Examples
    --------
    The reference is "the cat sat"; an annotator marked "dog" and "the" in the output:

    >>> from bleu_core import BleuConfig, EvalSet
    >>> from bleu_core.segments.marks import Mark, Rating
    >>> from bleu_core.people.ngram_occurrences import find_occurrences
    >>> texts = EvalSet({"A": ["a dog sat the"]}, [["the cat sat"]])
    >>> marks = (Mark("Mistranslation", "major", 2, 5), Mark("Grammar", "minor", 10, 13))
    >>> found = find_occurrences(texts, BleuConfig(), [Rating(0, "A", "one", marks)])
    >>> words = count_ngrams_vs_marks(found).orders[0]
    >>> words.not_credited_unmarked, words.not_credited_marked  # "a", "dog"
    (1, 1)
    >>> words.credited_unmarked, words.credited_marked  # "sat", "the"
    (1, 1)
    """
    chosen = [systems is None or name in systems for name in occurrences.systems]
    of_chosen = np.array(chosen, np.bool_)[occurrences.system_of]

    def counts(severity: str, category: str) -> bool:
        return severity in severities and (categories is None or category in categories)

    marked = np.array(
        [any(counts(*kind) for kind in kinds) for kinds in occurrences.sets], np.bool_
    )
    became = 2 * occurrences.credited.astype(np.int8) + marked[occurrences.kinds]
    became[(occurrences.numbers < 0) | ~of_chosen[occurrences.output_of]] = NO_NGRAM
    rated, line_of = np.unique(occurrences.segment_of[of_chosen], return_inverse=True)
    lines = np.zeros(len(of_chosen), np.int64)
    lines[of_chosen] = line_of
    table = _counts_by_segment(became, lines[occurrences.output_of], len(rated))
    return NgramVsMarks(
        occurrences=occurrences,
        systems=tuple(np.array(occurrences.systems, object)[chosen]),
        segments=len(rated),
        unplaced=sum(
            number
            for (system, kind), number in occurrences.unplaced.items()
            if (systems is None or system in systems) and counts(*kind)
        ),
        became=became,
        orders=_counts_by_order(table),
    )


def _counts_by_segment(
    became: NDArray[np.int8], lines: NDArray[np.int64], segments: int
) -> NDArray[np.int64]:
    """(segments, N, 4) occurrences by class."""
    result = np.zeros((segments, len(became), 4), np.int64)
    for order, row in enumerate(became):
        there = row >= 0
        cells = np.bincount(4 * lines[there] + row[there], minlength=4 * segments)
        result[:, order] = cells.reshape(segments, 4)
    return result


def _counts_by_order(table: NDArray[np.int64]) -> tuple[OrderCounts, ...]:
    """The counts, and intervals of the shares: a bootstrap of segments, with all systems' outputs
    of a segment together (Efron and Tibshirani 1993, section 13.3)."""
    segments, orders, _ = table.shape
    sums = table.sum(axis=0).tolist()
    intervals: list[tuple[ShareInterval | None, ShareInterval | None]] = [(None, None)] * orders
    if segments >= MIN_SEGMENTS:
        blocks = resample_counts(segments, SAMPLES, SEED)
        drawn = multiply_blocks(blocks, table.reshape(segments, -1), SAMPLES, None)
        drawn = drawn.reshape(SAMPLES, orders, 4)
        intervals = [
            (
                _share_interval(drawn[:, n, FALSE_ALARM], drawn[:, n, BOTH_REJECT], segments),
                _share_interval(drawn[:, n, MISSED], drawn[:, n, BOTH_ACCEPT], segments),
            )
            for n in range(orders)
        ]
    rows = enumerate(zip(sums, intervals, strict=True), 1)
    return tuple(
        OrderCounts(n, false_alarms, both_reject, both_accept, missed, *of_shares)
        for n, ((false_alarms, both_reject, both_accept, missed), of_shares) in rows
    )


def _share_interval(part: FloatArray, rest: FloatArray, segments: int) -> ShareInterval | None:
    whole = part + rest
    return None if not whole.all() else bootstrap_interval(part / whole, segments, clustered=False)


# The lists, and the class of their occurrences.
LISTS = {"false alarms": FALSE_ALARM, "not seen": MISSED}

# Most tokens of an opened segment: a damaged file may have millions.
MAX_TOKENS = 1_000

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DiscordantNgrams:
    """The G n-grams of an order on which BLEU and annotators disagree, most frequent first."""

    order: int
    became: int  # The class listed: FALSE_ALARM or MISSED
    texts: pa.Array  # (G,) their tokens, joined by spaces
    counts: Ints  # (G, 4) occurrences in FALSE_ALARM, BOTH_REJECT, BOTH_ACCEPT, MISSED
    # (G,) numbers of systems, and segments, with listed occurrences.
    systems: Ints
    segments: Ints

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def nbytes(self) -> int:
        return int(self.texts.nbytes) + 6 * 8 * len(self)

    def containing(self, text: str) -> Ints:
        """Rows whose n-gram contains a text, ignoring case, or matches it if it is "/…/".

        ValueError if the text between the slashes is not a regular expression.
        """
        return np.flatnonzero(contains(self.texts, text)) if text else np.arange(len(self))


def list_ngrams(inside: NgramVsMarks, which: str, order: int) -> DiscordantNgrams:
    """N-grams of an order by frequency in one of `LISTS`.

    Ties are in order of first appearance in the outputs.
    """
    listed, occurrences = LISTS[which], inside.occurrences
    numbers, became = occurrences.numbers[order - 1], inside.became[order - 1]
    there = np.flatnonzero(became >= 0)
    size = int(numbers.max(initial=-1)) + 1
    cells = np.bincount(4 * numbers[there].astype(np.int64) + became[there], minlength=4 * size)
    counts = cells.reshape(size, 4)
    hits = np.flatnonzero(became == listed)
    example = np.full(size, len(numbers), np.int64)
    np.minimum.at(example, numbers[hits], hits)
    rows = np.flatnonzero(counts[:, listed])
    rows = rows[np.lexsort((example[rows], -counts[rows, listed]))]
    outputs = occurrences.output_of[hits]
    ngrams = numbers[hits].astype(np.int64)
    return DiscordantNgrams(
        order=order,
        became=listed,
        texts=_ngram_texts(occurrences, example[rows], order),
        counts=counts[rows],
        systems=_count_distinct(ngrams, occurrences.system_of[outputs], size)[rows],
        segments=_count_distinct(ngrams, occurrences.segment_of[outputs], size)[rows],
    )


def _ngram_texts(occurrences: Occurrences, starts: Ints, order: int) -> pa.Array:
    ids = occurrences.ids[starts[:, None] + np.arange(order)].ravel()
    tokens = occurrences.dictionary.take(as_arrow(np.ascontiguousarray(ids)))
    ends = np.arange(0, len(ids) + 1, order)
    lists = pa.LargeListArray.from_arrays(as_arrow(ends), tokens)
    return pc.binary_join(lists, repeat_character(" ", len(lists)))


def _count_distinct(ngrams: Ints, among: NDArray[np.int32], size: int) -> Ints:
    """(size,) number of distinct values of `among` per n-gram."""
    kinds = int(among.max(initial=0)) + 1
    return np.bincount(np.unique(ngrams * kinds + among) // kinds, minlength=size)


class NgramPlace(NamedTuple):
    """An output with an n-gram: system, segment from 0, and first tokens of its occurrences."""

    system: str
    segment: int
    starts: tuple[int, ...]


def find_places(inside: NgramVsMarks, which: str, ngram: str) -> list[NgramPlace]:
    """Outputs with an n-gram, its tokens joined by spaces, in one of `LISTS`.

    By segment, then in the order of the systems. Empty if no output has it, or its order is not
    counted.
    """
    occurrences, tokens = inside.occurrences, ngram.split()
    if not 0 < len(tokens) <= len(inside.became):
        return []
    ids = pc.index_in(pa.array(tokens, pa.large_string()), occurrences.dictionary)
    if ids.null_count:
        return []
    hits = np.flatnonzero(inside.became[len(tokens) - 1] == LISTS[which])
    for i, number in enumerate(as_numpy(ids)):
        hits = hits[occurrences.ids[hits + i] == number]
    outputs = occurrences.output_of[hits]
    firsts = np.searchsorted(occurrences.output_of, outputs)
    result: dict[tuple[int, int], list[int]] = {}
    for output, start in zip(outputs.tolist(), (hits - firsts).tolist(), strict=True):
        place = int(occurrences.segment_of[output]), int(occurrences.system_of[output])
        result.setdefault(place, []).append(start)
    return [
        NgramPlace(occurrences.systems[system], segment, tuple(starts))
        for (segment, system), starts in sorted(result.items())
    ]


def place_in_context(inside: NgramVsMarks, place: NgramPlace, ngram: str) -> Context:
    """The first occurrence of an n-gram at a place, in its text."""
    occurrences = inside.occurrences
    text = occurrences.evalset.systems[place.system][place.segment].as_py()
    return context_at(text, place.starts[0], len(ngram.split()), occurrences.config)


class AnnotatedSegment(NamedTuple):
    """A segment of a system, with BLEU's matches and error annotations."""

    match: HypothesisMatch
    references: tuple[str, ...]  # The references that exist
    text: str
    ratings: tuple[Rating, ...]  # One per annotator who rated it


def annotated_segment(
    evalset: EvalSet, config: BleuConfig, ratings: Iterable[Rating], system: str, segment: int
) -> AnnotatedSegment:
    """A segment of a system with matches and marks, cut to a size that is easily drawn."""
    text = evalset.systems[system][segment].as_py()
    references = [stream[segment].as_py() for stream in evalset.references]
    result = compare_segment(text, text, references, config, most=MAX_TOKENS)
    own = tuple(each for each in ratings if (each.system, each.segment) == (system, segment))
    present = tuple(reference for reference in references if reference is not None)
    return AnnotatedSegment(result.match_a, present, text, own)
