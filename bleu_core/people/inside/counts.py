"""N-grams that BLEU credits against errors that annotators marked.

Of the n-gram occurrences that BLEU does not credit, how many lie in a marked error, and how many do
not: BLEU's false alarms. Of those it credits, how many lie in a marked error: missed errors.

A word without a mark is not necessarily correct. Annotators mark the errors they notice, often a
few per segment at most, and an omission has no word in the output to mark. Nor does BLEU say that
what it does not credit is wrong: only that no reference has it, or not that often. This module
counts how far the two differ.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.additive import FloatArray
from bleu_core.people.inside.occurrences import Occurrences
from bleu_core.significance.bootstrap import interval
from bleu_core.significance.judging import MIN_SEGMENTS
from bleu_core.significance.resampling import SAMPLES, SEED, products, resample_counts

# Severities that count by default. Google's annotators also use "neutral".
SEVERITIES = ("minor", "major", "critical")

# Class of an occurrence: 2 if credited, plus 1 if marked.
FALSE_ALARM, CAUGHT, AGREED, NOT_SEEN = range(4)
NO_NGRAM = -1

Interval = tuple[float, float]


@dataclass(frozen=True)
class OrderCounts:
    """N-gram occurrences of an order, by whether BLEU credits and people marked them.

    Attributes
    ----------
    order : int
    not_credited_unmarked, not_credited_marked, credited_unmarked, credited_marked : int
        Numbers of occurrences.
    false_alarms_interval, not_seen_interval : (low, high) or None
        The 95% interval of the two shares, over resamples of the rated segments; None for fewer
        than 30, or if a resample has an empty denominator.
    """

    order: int
    not_credited_unmarked: int
    not_credited_marked: int
    credited_unmarked: int
    credited_marked: int
    false_alarms_interval: Interval | None = None
    not_seen_interval: Interval | None = None

    @property
    def not_credited(self) -> int:
        return self.not_credited_unmarked + self.not_credited_marked

    @property
    def credited(self) -> int:
        return self.credited_unmarked + self.credited_marked

    @property
    def false_alarms(self) -> float | None:
        """Share of uncredited occurrences that nobody marked, 0 to 1; None without any."""
        return self.not_credited_unmarked / self.not_credited if self.not_credited else None

    @property
    def not_seen(self) -> float | None:
        """Share of credited occurrences in a marked error; None without any."""
        return self.credited_marked / self.credited if self.credited else None


@dataclass(frozen=True, eq=False)
class Inside:
    """The class of each n-gram occurrence, for the chosen marks and systems.

    Attributes
    ----------
    occurrences : Occurrences
    systems : tuple of str
        Systems whose outputs count.
    segments : int
        Number of segments with a rated output of these.
    became : (N, T) int8 array
        FALSE_ALARM, CAUGHT, AGREED or NOT_SEEN; NO_NGRAM if no n-gram begins there, or its system
        was not chosen.
    orders : tuple of N OrderCounts
    """

    occurrences: Occurrences
    systems: tuple[str, ...]
    segments: int
    became: NDArray[np.int8]
    orders: tuple[OrderCounts, ...]

    @cached_property
    def nbytes(self) -> int:
        """Bytes of memory, without the occurrences."""
        return self.became.nbytes


def look_inside(
    occurrences: Occurrences,
    severities: Collection[str] = SEVERITIES,
    systems: Collection[str] | None = None,
    categories: Collection[str] | None = None,
) -> Inside:
    """Count credited against marked n-grams.

    Parameters
    ----------
    occurrences : Occurrences
        From `find_occurrences`.
    severities : collection of str
        Marks of other severities do not count.
    systems : collection of str, optional
        Count only their outputs; default: all rated ones.
    categories : collection of str, optional
        Count only marks of these; default: all.

    Examples
    --------
    The reference is "the cat sat"; an annotator marked "dog" and "the" in the output:

    >>> from bleu_core import BleuConfig, EvalSet
    >>> from bleu_core.segments.marks import Mark, Rating
    >>> from bleu_core.people.inside.occurrences import find_occurrences
    >>> texts = EvalSet({"A": ["a dog sat the"]}, [["the cat sat"]])
    >>> marks = (Mark("Mistranslation", "major", 2, 5), Mark("Grammar", "minor", 10, 13))
    >>> found = find_occurrences(texts, BleuConfig(), [Rating(0, "A", "one", marks)])
    >>> words = look_inside(found).orders[0]
    >>> words.not_credited_unmarked, words.not_credited_marked  # "a", "dog"
    (1, 1)
    >>> words.credited_unmarked, words.credited_marked  # "sat", "the"
    (1, 1)
    """
    chosen = [systems is None or name in systems for name in occurrences.systems]
    of_chosen = np.array(chosen, np.bool_)[occurrences.system_of]
    counts = np.array(
        [
            any(
                severity in severities and (categories is None or category in categories)
                for severity, category in kinds
            )
            for kinds in occurrences.sets
        ],
        np.bool_,
    )
    became = 2 * occurrences.credited.astype(np.int8) + counts[occurrences.kinds]
    became[(occurrences.numbers < 0) | ~of_chosen[occurrences.output_of]] = NO_NGRAM
    rated, line_of = np.unique(occurrences.segment_of[of_chosen], return_inverse=True)
    lines = np.zeros(len(of_chosen), np.int64)
    lines[of_chosen] = line_of
    table = _by_segment(became, lines[occurrences.output_of], len(rated))
    return Inside(
        occurrences=occurrences,
        systems=tuple(np.array(occurrences.systems, object)[chosen]),
        segments=len(rated),
        became=became,
        orders=_orders(table),
    )


def _by_segment(
    became: NDArray[np.int8], lines: NDArray[np.int64], segments: int
) -> NDArray[np.int64]:
    """(segments, N, 4) occurrences by class."""
    result = np.zeros((segments, len(became), 4), np.int64)
    for order, row in enumerate(became):
        there = row >= 0
        cells = np.bincount(4 * lines[there] + row[there], minlength=4 * segments)
        result[:, order] = cells.reshape(segments, 4)
    return result


def _orders(table: NDArray[np.int64]) -> tuple[OrderCounts, ...]:
    """The counts, and intervals of the shares: a bootstrap of segments, with all systems' outputs
    of a segment together (Efron and Tibshirani 1993, section 13.3)."""
    segments, orders, _ = table.shape
    sums = table.sum(axis=0).tolist()
    intervals: list[tuple[Interval | None, Interval | None]] = [(None, None)] * orders
    if segments >= MIN_SEGMENTS:
        blocks = resample_counts(segments, SAMPLES, SEED)
        drawn = products(blocks, table.reshape(segments, -1), SAMPLES, None)
        drawn = drawn.reshape(SAMPLES, orders, 4)
        intervals = [
            (
                _interval(drawn[:, n, FALSE_ALARM], drawn[:, n, CAUGHT], segments),
                _interval(drawn[:, n, NOT_SEEN], drawn[:, n, AGREED], segments),
            )
            for n in range(orders)
        ]
    return tuple(
        OrderCounts(
            order=n,
            not_credited_unmarked=cells[FALSE_ALARM],
            not_credited_marked=cells[CAUGHT],
            credited_unmarked=cells[AGREED],
            credited_marked=cells[NOT_SEEN],
            false_alarms_interval=false_alarms,
            not_seen_interval=not_seen,
        )
        for n, (cells, (false_alarms, not_seen)) in enumerate(zip(sums, intervals, strict=True), 1)
    )


def _interval(part: FloatArray, rest: FloatArray, segments: int) -> Interval | None:
    whole = part + rest
    return None if not whole.all() else interval(part / whole, segments, clustered=False)
