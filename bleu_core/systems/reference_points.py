"""Human reference points: how references score as outputs, beside systems.

Papineni et al. (2002, section 4) score a human translator against the other references, and the
systems too. More references give more matches, so all outputs here are scored against the same
number, K − 1 of K references: a reference against the others, and a system against each K − 1 of
them, averaged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, SEED
from bleu_core.significance.paired_tests import bootstrap_interval
from bleu_core.significance.resampling import (
    multiply_blocks,
    resample_counts,
    resampling_units,
)
from bleu_core.significance.units import Ints
from bleu_core.systems.reference_counts import ReferenceCounts


class ReferencePoint(NamedTuple):
    """The score of a reference or system, each against K − 1 references.

    `reference` is the number of a reference, from 1; 0 for a system. `system` is its name. The ends
    of the 95% CI are None below 30 segments.
    """

    reference: int
    system: str
    score: float
    ci_low: float | None
    ci_high: float | None


class ReferencePoints(NamedTuple):
    """References and systems, best first; `segments` are those that have all `references`."""

    points: list[ReferencePoint]
    references: int
    segments: int


def reference_points(
    counts: ReferenceCounts, samples: int = SAMPLES, seed: int = SEED
) -> ReferencePoints:
    """Score each reference as an output, and systems under the same number of references.

    Papineni et al. (2002), section 4, https://aclanthology.org/P02-1040; `samples` and `seed` as in
    `paired_bootstrap`. Two people agree on one of two sentences; the system wrote what the second
    did:

    >>> from bleu_core import BleuConfig, EvalSet
    >>> from bleu_core.systems.reference_counts import count_references
    >>> references = [["they came home late", "it rains"], ["they came home late", "rain falls"]]
    >>> texts = EvalSet({"new": ["they came home late", "rain falls"]}, references)
    >>> found = reference_points(count_references(texts, ["new"], BleuConfig(max_ngram_order=1)))
    >>> [(p.reference, p.system, round(p.score, 1)) for p in found.points]
    [(0, 'new', 83.3), (1, '', 66.7), (2, '', 66.7)]
    """
    people = enumerate(counts.references, 1)
    outputs = [(number, "", [stats]) for number, stats in people]
    outputs += [(0, name, against) for name, against in counts.systems.items()]
    intervals = _intervals([one[-1] for one in outputs], counts.clusters, samples, seed)
    points = [
        ReferencePoint(
            number, name, float(np.mean([score_of(stats) for stats in against])), *interval
        )
        for (number, name, against), interval in zip(outputs, intervals, strict=True)
    ]
    points.sort(key=lambda one: -one.score)
    return ReferencePoints(points, len(counts.references), len(counts.rows))


def _intervals(
    scored: list[list[SegmentStatistics]], clusters: Ints | None, samples: int, seed: int
) -> list[tuple[float | None, float | None]]:
    """The 95% CI of each mean of scores, on the same resamples."""
    if len(scored[0][0].matrix) < MIN_SEGMENTS:
        return [(None, None)] * len(scored)
    units = [
        [resampling_units(one, one, clusters, samples)[0] for one in against] for against in scored
    ]
    size, width = units[0][0].matrix.shape
    matrix = np.hstack([one.matrix for against in units for one in against])
    drawn = multiply_blocks(resample_counts(size, samples, seed), matrix, samples, None)
    parts = iter(np.split(drawn, range(width, drawn.shape[1], width), axis=1))
    means = [np.mean([one.scores(next(parts)) for one in against], axis=0) for against in units]
    return [bootstrap_interval(mean, size, clusters is not None) for mean in means]
