"""The size of a test set that detects a difference, from a pilot or from typical pairs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.significance.comparison_tests import MIN_SEGMENTS
from bleu_core.significance.paired_tests import NORMAL, paired_bootstrap
from bleu_core.significance.power import TARGET, Power, power_for_units, power_of
from bleu_core.significance.resampling import SAMPLES, SEED
from bleu_core.significance.units import MIN_DOCUMENTS, clusters_of, unit_of

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
