"""Power: which differences the test of a pair of systems would detect on a test set like this.

The test is simulated on bootstrap resamples of the pair. On each, Δ differs from that of all
segments by an error e, and has a standard error s of its own: the test detects a difference δ if
|δ + e| / s exceeds Student's limit. (Randomization and this t-test reject alike.) A normal
approximation, 1.96 and 0.84 standard errors (Card et al. 2020, "With Little Power Comes Great
Responsibility", https://aclanthology.org/2020.emnlp-main.745), is off by up to 14 percentage points
where a few segments have a large part of the variance: then e and s depend on whether a resample
has them (tests/benchmarks/power.txt).

The power for the observed Δ says no more than its p: use the detectable difference (Hoenig and
Heisey 2001, "The Abuse of Power", The American Statistician 55).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.common.formatting import (
    LEVEL,
    format_count,
    format_int,
    format_p_below,
    format_percent,
    format_score,
    join_words,
    round_count,
)
from bleu_core.common.progress import Progress
from bleu_core.common.stats import student_limit
from bleu_core.common.trials import SAMPLES, SEED
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import Additive, FloatArray
from bleu_core.metrics.facts import MetricInfo
from bleu_core.significance.paired_tests import NORMAL, Bootstrap, errors_within, paired_bootstrap
from bleu_core.significance.resampling import (
    MOST_DEGREES,
    ROWS,
    influence,
    multiply_blocks,
    observed_delta,
    resampling_units,
)
from bleu_core.significance.units import MIN_DOCUMENTS, MIN_SEGMENTS, clusters_of, unit_of

# The usual power to plan for, as in Card et al.
TARGET = 0.8
# Differences, in BLEU, of which screens and reports give the power.
SIZES = 0.5, 1.0
# With more false positives on resamples, these do not tell the standard error.
MOST_FALSE = 0.2
# No test set is planned with more.
MOST_UNITS = 10**12


@dataclass(frozen=True, eq=False)
class Power:
    """Power of the test of a pair at a level, in points of the metric: see `power_of`."""

    standard_error: float  # Of Δ
    errors: FloatArray  # (samples,) Δ of each resample, minus Δ
    limits: FloatArray  # (samples,) what |Δ| must exceed on each resample to be significant
    segments: int
    units: int  # Number of segments, or of documents, that are resampled

    @property
    def swapped(self) -> Power:
        """The power for Δ = A − B."""
        return replace(self, errors=-self.errors)

    def at(self, delta: float) -> float:
        """Probability, 0 to 1, that a true difference of `delta` is significant."""
        return float((np.abs(self.errors + delta) > self.limits).mean())

    def for_size(self, size: float) -> float:
        """Probability that a true difference is significant: mean of `size` and of −`size`."""
        return (self.at(size) + self.at(-size)) / 2

    @cached_property
    def detectable_delta(self) -> float:
        """The smallest difference, in points, that is significant with probability 0.8."""
        return self.detectable(TARGET)

    def detectable(self, power: float) -> float:
        """The smallest difference, in points, that is significant with this probability."""
        low, high = 0.0, float((np.abs(self.errors) + self.limits).max())
        while high - low > 1e-4 * high:
            middle = (low + high) / 2
            if self.for_size(middle) < power:
                low = middle
            else:
                high = middle
        return high

    def segments_for(self, size: float, power: float = TARGET) -> int:
        """Number of segments that would detect a difference of `size` with this probability.

        Of systems and documents like these: the standard error falls with the square root of the
        number of segments, and Student's limit with that of the units. (`power_for_units` simulates
        a test set of that size, and may differ by a tenth.)
        """
        return math.ceil(self.segments * self.units_for(size, power) / self.units)

    def units_for(self, size: float, power: float = TARGET) -> int:
        """`segments_for`, in units: documents, if documents are resampled."""
        beyond = NormalDist().inv_cdf(power)

        def detected(units: int) -> float:  # up to a factor
            limit = student_limit(1 - LEVEL, min(units - 1, MOST_DEGREES))
            return (limit + beyond) / math.sqrt(units)

        here = self.detectable(power)  # 0 where false positives alone are this frequent
        enough = detected(self.units) * size / here if here else math.inf
        return bisect_left(range(MOST_UNITS), True, 2, key=lambda units: detected(units) <= enough)


def power_of(bootstrap: Bootstrap, segments: int, level: float = LEVEL) -> Power | None:
    """The power of the test of a pair, from its bootstrap.

    Parameters
    ----------
    bootstrap : Bootstrap
        Result of `paired_bootstrap`.
    segments : int
        Number of segments.
    level : float
        Significance level: a difference is significant if p is below it.

    Returns
    -------
    Power or None
        None if Δ is the same on all resamples, or if only one unit differs, so that its standard
        error is not known.

    Examples
    --------
    Unigrams only, outputs as long as their references: BLEU is a mean. Differences of 0 and 20
    points on 50 segments each have the standard deviation 10 and the standard error 1, and 2.8
    standard errors are detected with a power of 80%.

    >>> from bleu_core import BleuConfig, SegmentStatistics, paired_bootstrap
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[10, 10, 8, 10]] * 100), config)
    >>> b = SegmentStatistics(np.array([[10, 10, 8, 10], [10, 10, 10, 10]] * 50), config)
    >>> power = power_of(paired_bootstrap(a, b, samples=5000), 100)
    >>> round(power.standard_error, 1), round(power.detectable_delta, 1)
    (1.0, 2.8)
    >>> round(power.at(2.8), 1), power.for_size(0) < 0.07
    (0.8, True)
    >>> 90 < power.segments_for(2.8) < 110
    True
    """
    units = bootstrap.units
    if units < 2 or not np.ptp(bootstrap.deltas):
        return None
    power = _power(bootstrap.deltas - bootstrap.delta, bootstrap.errors, segments, units, level)
    return _if_known(power, level)


def power_for_units(
    stats_a: Additive,
    stats_b: Additive,
    units: int,
    samples: int = SAMPLES,
    seed: int = SEED,
    clusters: ArrayLike | None = None,
) -> Power | None:
    """The power of the test on a smaller or larger test set of segments like these.

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same S segments, a pilot.
    units : int
        Number of segments of the test set, or of documents if `clusters` are given.
    samples, seed, clusters
        As in `paired_bootstrap`.

    Returns
    -------
    Power or None
        As from `power_of`; None also where a test set of this size would have too few of the units
        that differ.

    Examples
    --------
    A test set four times as large detects half the difference:

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[10, 10, 8, 10]] * 100), config)
    >>> b = SegmentStatistics(np.array([[10, 10, 8, 10], [10, 10, 10, 10]] * 50), config)
    >>> [round(power_for_units(a, b, n, 5000).detectable_delta, 1) for n in (100, 400)]
    [2.8, 1.4]
    """
    a, b = resampling_units(stats_a, stats_b, clusters, samples)
    size, width = a.matrix.shape
    # The mean test set of this size: with smoothing, Δ depends on the size.
    scaled = [stats.with_rows(stats.matrix * (units / size)) for stats in (a, b)]
    own = influence(*scaled)[:, None]
    rng = np.random.default_rng(seed)
    rows = np.full(size, 1 / size)
    counts = (rng.multinomial(units, rows, size=ROWS) for _ in range(0, samples, ROWS))
    matrix = np.hstack([a.matrix, b.matrix, own, own**2])
    drawn = multiply_blocks(counts, matrix, -(-samples // ROWS) * ROWS, None)
    deltas = a.scores(drawn[:, width : 2 * width]) - a.scores(drawn[:, :width])
    if units < 2 or not np.ptp(deltas):
        return None
    errors = size / units * errors_within(drawn[:, -2], drawn[:, -1], units)
    segments = round(units * len(stats_a.matrix) / size)
    return _if_known(_power(deltas - observed_delta(*scaled)[0], errors, segments, units), LEVEL)


def _if_known(power: Power, level: float) -> Power | None:
    """None if resamples without the few units that differ find any shift, also one of 0.

    If one unit differs, 36% of resamples are without it. (On ten documents of real texts, up to 15%
    find a shift of 0.)
    """
    return power if power.for_size(0) < max(MOST_FALSE, 2 * level) else None


def _power(
    deviations: FloatArray,
    errors: FloatArray | None,
    segments: int,
    units: int,
    level: float = LEVEL,
) -> Power:
    """`deviations` of resamples from Δ; None as `errors`: that of each is about that of all."""
    # The variance over resamples of n units is (n − 1)/n of the true one.
    wider = math.sqrt(units / (units - 1))
    error = wider * float(deviations.std())
    own = np.full(len(deviations), error) if errors is None else wider * errors
    limit = student_limit(1 - level, min(units - 1, MOST_DEGREES))
    return Power(error, deviations, limit * own, segments, units)


# --- Planning a test set

# Standard deviation of Δ per segment, in BLEU points, of the 78 pairs of 13 systems on 529 segments
# of TED talks, English to German (WMT 2021, with one reference): the standard error of Δ times the
# square root of the number of segments. The 10th, 50th and 90th percentile.
TYPICAL = 11.6, 13.5, 17.3
# Sizes to report, relative to the size needed.
AROUND = 0.25, 0.5, 1, 2
# A simulation at the estimated size estimates it again, until it changes by less than this.
CLOSE, MOST_ROUNDS = 0.02, 8


@dataclass(frozen=True)
class PlannedSize:
    """A size of test sets, and what tests on them would detect."""

    segments: int
    units: int
    detectable_delta: float  # with the power of the plan
    power: float  # for the difference of the plan


@dataclass(frozen=True)
class Plan:
    """Result of `plan_from_pilot`."""

    delta: float
    power: float
    needed: PlannedSize
    sizes: list[PlannedSize]  # with the needed one and that of the pilot, in ascending order
    unit: str
    pilot: PlannedSize
    pilot_delta: float
    standard_error: float  # of `pilot_delta`


def plan_from_pilot(
    comparison: Comparison,
    delta: float,
    power: float = TARGET,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Plan | None:
    """Plan a test set for systems that differ as those of a pilot do.

    It detects `delta`, in points, with probability `power` at p < 0.05. None if Δ is the same on
    all resamples of the pilot. The other arguments are as in `paired_bootstrap`.
    """
    stats, clusters = (comparison.stats_a, comparison.stats_b), clusters_of(comparison.evalset)
    own = power_of(paired_bootstrap(*stats, samples, seed, None, clusters), len(comparison))
    if own is None:
        return None

    def size(found: Power) -> PlannedSize:
        return PlannedSize(
            found.segments, found.units, found.detectable(power), found.for_size(delta)
        )

    def simulated(units: int) -> Power | None:
        if units == own.units:
            return own
        return power_for_units(*stats, units, samples, seed, clusters)

    found, fewest = own, MIN_SEGMENTS if clusters is None else MIN_DOCUMENTS
    # Where few units differ, the power of small test sets is unknown: no smaller one is planned.
    while fewest < own.units and simulated(fewest) is None:
        fewest = min(2 * fewest, own.units)
    for done in range(MOST_ROUNDS):
        units = max(fewest, found.units_for(delta, power))
        if abs(units / found.units - 1) < CLOSE:
            break
        found = simulated(units) or own
        if progress is not None:
            progress((done + 1) / (MOST_ROUNDS + 1))
    needed, pilot = size(found), size(own)
    others = {max(fewest, round(part * found.units)) for part in AROUND} - {found.units, own.units}
    around = filter(None, map(simulated, others))
    sizes = [needed, pilot, *map(size, around)]
    return Plan(
        delta, power, needed,
        sorted(dict.fromkeys(sizes), key=lambda one: one.units),
        unit_of(comparison.evalset), pilot, comparison.delta, own.standard_error,
    )  # fmt: skip


def typical_segments(delta: float, power: float = TARGET) -> tuple[int, int, int]:
    """Number of segments to detect a difference between systems of which nothing is known.

    For similar systems, typical ones, and those that differ much: see `TYPICAL`. By the normal
    approximation: ((1.96 + z) · standard deviation / delta)², and no fewer than tests need.

    >>> typical_segments(1.0)
    (1057, 1431, 2350)
    """
    errors = NORMAL + NormalDist().inv_cdf(power)
    low, middle, high = (math.ceil((errors * spread / delta) ** 2) for spread in TYPICAL)
    return max(MIN_SEGMENTS, low), max(MIN_SEGMENTS, middle), max(MIN_SEGMENTS, high)


# --- Sentences


def describe_power(power: Power, unit: str) -> str:
    """The detectable difference, the power for `SIZES`, and the segments needed for the first.

    `unit` is the resampling unit.
    """
    found = format_detectable(power)
    smaller = SIZES[0]
    # One that looks like `found` would have two probabilities.
    sizes = [size for size in SIZES if found not in (format_score(size, 1), format_score(size))]
    parts = [f"a probability of {format_percent(TARGET)}"]
    for size in sizes:
        share = power.for_size(size)
        probability = "over 99%" if share > 0.99 else format_percent(share)
        parts.append(f"{format_score(size, 1)} BLEU with {probability}")
    first = (
        f"Power: a difference of {found} BLEU between these two outputs would be detected with "
        f"{join_words(parts)}."
    )
    if power.detectable_delta <= smaller or smaller not in sizes:
        return first
    needed = f"{format_int(round_count(power.segments_for(smaller)))} segments"
    if unit == "document":
        needed += f" in {format_count(round_count(power.units_for(smaller)), 'document')}"
    return (
        f"{first} Detecting {format_score(smaller, 1)} BLEU with {format_percent(TARGET)} takes "
        f"about {needed} like these."
    )


def describe_powers(powers: Sequence[Power], about: MetricInfo) -> str:
    """The range of the detectable differences of several pairs, by a metric."""
    by_size = sorted(powers, key=lambda power: power.detectable_delta)
    both = (by_size[0], by_size[-1])
    ends = dict.fromkeys(format_detectable(power, about.decimals) for power in both)
    unit = " points" if about.unit == "points" else ""
    single = len(powers) == 1
    between = "the two" if single else "two of these systems"
    level = format_p_below(LEVEL) + ("" if single else ", before Holm's correction")
    return (
        f"Power: a difference of {' to '.join(ends)}{unit} between {between} would be detected "
        f"with a probability of {format_percent(TARGET)} ({level})."
    )


def format_detectable(power: Power, decimals: int = 2) -> str:
    """The detectable difference with about two significant digits, or these decimals below 1."""
    found = power.detectable_delta
    return format_score(found, 0 if found > 9.95 else 1 if found > 0.995 else decimals)
