"""Merge slices of nearly the same segments into one with variants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.segments.finder.search import Conjunction

# Jaccard index from which two slices are merged.
OVERLAP = 0.5
VARIANTS = 5
# A simpler slice is preferred if it has at least this share of the best one's excess.
NEARLY = 0.9


@dataclass(eq=False)
class Folded:
    """A slice, and others of nearly the same segments, best first."""

    shown: Conjunction
    mask: NDArray[np.bool_]
    variants: list[Conjunction] = field(default_factory=list)


def fold(
    found: Iterable[tuple[Conjunction, NDArray[np.bool_]]],
    excess: NDArray[np.float64],
    max_results: int,
) -> list[Folded]:
    """The first `max_results` distinct slices.

    Parameters
    ----------
    found : conjunctions, best first, with (S,) which segments they choose
    beyond : (S,) array
        Points of each segment beyond its share. A slice with less than half of its excess outside
        earlier slices of the same direction adds nothing new and is left out.
    most : int
    """
    groups: list[Folded] = []
    covered: dict[bool, Any] = {
        direction: np.zeros(len(excess), bool) for direction in (False, True)
    }
    for candidate, mask in found:
        loses = candidate.excess_points < 0
        alike = (group for group in groups if (group.shown.excess_points < 0) == loses)
        near = next((group for group in alike if overlap(group.mask, mask) >= OVERLAP), None)
        if near is not None:
            _join(near, candidate, mask)
        elif len(groups) < max_results:
            outside = float(excess[mask & ~covered[loses]].sum())
            if (
                outside * candidate.excess_points > 0
                and abs(outside) >= abs(candidate.excess_points) / 2
            ):
                groups.append(Folded(candidate, mask))
                covered[loses] |= mask
    return groups


def overlap(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Jaccard index: segments in both, divided by segments in either."""
    both = np.count_nonzero(one & other)
    either = np.count_nonzero(one) + np.count_nonzero(other) - both
    return both / either if either else 1.0


def _join(group: Folded, candidate: Conjunction, mask: NDArray[np.bool_]) -> None:
    simpler = len(candidate.parts) < len(group.shown.parts)
    if simpler and abs(candidate.excess_points) >= NEARLY * abs(group.shown.excess_points):
        group.variants.insert(0, group.shown)
        group.shown, group.mask = candidate, mask
    else:
        group.variants.append(candidate)
    del group.variants[VARIANTS:]
