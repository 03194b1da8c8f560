"""Sample segments to judge: at random, evenly over |Δ|, or in proportion."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import mask
from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.people.sessions.draft import Draft
from bleu_core.segments.slices import DOCUMENT
from bleu_core.segments.slices.criteria import bands_of
from bleu_core.systems.scored import ScoredSystems
from bleu_core.text.evalset import EvalSet

# Lower edges of bands of |Δ| in points; "balanced" draws about equally from each.
BANDS = (0, 5, 10, 20, 40)
Mask = NDArray[np.bool_]
Ints = NDArray[np.int64]


def differing(evalset: EvalSet, systems: Sequence[str]) -> Mask:
    """(S,) where not all outputs are equal."""
    first, *others = (evalset.systems[name] for name in systems)
    return ~np.logical_and.reduce([mask(pc.equal(first, other)) for other in others])


def sample(
    draft: Draft,
    scored: ScoredSystems,
    comparison: Comparison,
    segments: list[int],
    random: Random,
) -> list[int]:
    """Sample `draft.number` of the given segments, by the draft's method."""
    if draft.sampling == "balanced":
        return _evenly(_grouped(segments, _bands(scored, draft.systems)), draft.number, random)
    if draft.sampling in ("document", "slice"):
        by = DOCUMENT if draft.sampling == "document" else draft.by
        part = bands_of(comparison, by).part
        return _in_proportion(_grouped(segments, part), draft.number, random)
    return random.sample(segments, draft.number)


def _bands(scored: ScoredSystems, systems: Sequence[str]) -> Ints:
    """(S,) the band of |Δ|; of several systems, of the two farthest apart."""
    scores = [scored.statistics[name].sentence_scores() for name in systems]
    spread = rounded(np.max(scores, axis=0) - np.min(scores, axis=0))
    return np.searchsorted(BANDS, spread, side="right").astype(np.int64)


def _grouped(segments: list[int], part: Ints) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for segment in segments:
        groups.setdefault(int(part[segment]), []).append(segment)
    return [groups[label] for label in sorted(groups)]


def _evenly(groups: list[list[int]], number: int, random: Random) -> list[int]:
    """Sample equally from each group, as far as it has segments."""
    left = [random.sample(group, len(group)) for group in groups]
    result: list[int] = []
    while len(result) < number:
        left = random.sample([group for group in left if group], sum(map(bool, left)))
        result += [group.pop() for group in left[: number - len(result)]]
    return result


def _in_proportion(groups: list[list[int]], number: int, random: Random) -> list[int]:
    """Sample in proportion to group sizes, rounded by largest remainders."""
    total = sum(map(len, groups))
    exact = [number * len(group) / total for group in groups]
    takes = [int(quota) for quota in exact]
    places = random.sample(range(len(groups)), len(groups))
    places.sort(key=lambda place: takes[place] - exact[place])
    for place in places[: number - sum(takes)]:
        takes[place] += 1
    return [s for group, n in zip(groups, takes, strict=True) for s in random.sample(group, n)]
