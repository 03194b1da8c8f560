"""Slices of nearly the same segments are one, with its variants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.segments.finder.search import Conjunction

# Of the segments of two slices together, how many both have to have to be one.
OVERLAP = 0.5
VARIANTS = 5
# A simpler one is shown instead if it is not worse than so much of the best.
NEARLY = 0.9


@dataclass(eq=False)
class Folded:
    """A slice that is shown, and others of nearly the same segments, best first."""

    shown: Conjunction
    mask: NDArray[np.bool_]
    variants: list[Conjunction] = field(default_factory=list)


def fold(
    found: Iterable[tuple[Conjunction, NDArray[np.bool_]]],
    beyond: NDArray[np.float64],
    most: int,
) -> list[Folded]:
    """The first `most` slices that differ.

    Parameters
    ----------
    found : conjunctions, best first, with (S,) which segments they choose
    beyond : (S,) array
        What each segment carries beyond its share. A slice that carries less than half of its
        own outside of those before it that go the same way says nothing new, and is left out.
    most : int
    """
    groups: list[Folded] = []
    covered: dict[bool, Any] = {way: np.zeros(len(beyond), bool) for way in (False, True)}
    for one, mask in found:
        loses = one.beyond < 0
        alike = (group for group in groups if (group.shown.beyond < 0) == loses)
        near = next((group for group in alike if overlap(group.mask, mask) >= OVERLAP), None)
        if near is not None:
            _join(near, one, mask)
        elif len(groups) < most:
            outside = float(beyond[mask & ~covered[loses]].sum())
            if outside * one.beyond > 0 and abs(outside) >= abs(one.beyond) / 2:
                groups.append(Folded(one, mask))
                covered[loses] |= mask
    return groups


def overlap(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Segments that both have, of those that either has: Jaccard's index."""
    both = np.count_nonzero(one & other)
    either = np.count_nonzero(one) + np.count_nonzero(other) - both
    return both / either if either else 1.0


def _join(group: Folded, one: Conjunction, mask: NDArray[np.bool_]) -> None:
    simpler = len(one.parts) < len(group.shown.parts)
    if simpler and abs(one.beyond) >= NEARLY * abs(group.shown.beyond):
        group.variants.insert(0, group.shown)
        group.shown, group.mask = one, mask
    else:
        group.variants.append(one)
    del group.variants[VARIANTS:]
