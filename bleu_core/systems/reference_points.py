"""Human reference points: how references score as outputs, beside systems.

Papineni et al. (2002, section 4) score a human translator against the other references, and the
systems too. More references give more matches, so all outputs here are scored against the same
number, K − 1 of K references: a reference against the others, and a system against each K − 1 of
them, averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bleu_core.common.arrays import as_arrow
from bleu_core.common.progress import Progress
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu import SegmentStatistics, segment_statistics
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, SEED, documents_of
from bleu_core.significance.paired_tests import bootstrap_interval
from bleu_core.significance.resampling import (
    multiply_blocks,
    resample_counts,
    resampling_units,
)
from bleu_core.significance.units import Ints, clusters_among
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, present_mask


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
    evalset: EvalSet,
    systems: Sequence[str],
    config: BleuConfig = BleuConfig(),
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> ReferencePoints | None:
    """Score each reference as an output, and systems under the same number of references.

    Parameters
    ----------
    evalset : EvalSet
    systems : list of str
        Names of systems of the test set.
    config : BleuConfig
    samples, seed, progress
        As in `paired_bootstrap`.

    Returns
    -------
    ReferencePoints or None
        None with fewer than two references, or if no segment has all of them.

    References
    ----------
    Papineni et al. (2002), "BLEU: a Method for Automatic Evaluation of Machine Translation",
    section 4, https://aclanthology.org/P02-1040.

    Examples
    --------
    Two people agree on one of two sentences; the system wrote what the second did:

    >>> references = [["they came home late", "it rains"], ["they came home late", "rain falls"]]
    >>> texts = EvalSet({"new": ["they came home late", "rain falls"]}, references)
    >>> found = reference_points(texts, ["new"], BleuConfig(max_ngram_order=1))
    >>> [(p.reference, p.system, round(p.score, 1)) for p in found.points]
    [(0, 'new', 83.3), (1, '', 66.7), (2, '', 66.7)]
    """
    number = len(evalset.references)
    if number < 2:
        return None
    rows = np.flatnonzero(np.all([present_mask(one) for one in evalset.references], axis=0))
    if not len(rows):
        return None
    references = [one.take(as_arrow(rows)) for one in evalset.references]
    outputs = [evalset.systems[name].take(as_arrow(rows)) for name in systems]
    scored: list[list[SegmentStatistics]] = [[] for _ in range(number + len(outputs))]
    for left_out, reference in enumerate(references):
        others = references[:left_out] + references[left_out + 1 :]
        scored[left_out].append(segment_statistics(reference, others, config))
        for place, output in enumerate(outputs, number):
            scored[place].append(segment_statistics(output, others, config))
        if progress is not None:
            progress((left_out + 1) / (number + 1))
    documents = documents_of(evalset)
    clusters = clusters_among(None if documents is None else documents[rows], len(rows))
    intervals = _intervals(scored, clusters, samples, seed)
    points = [
        ReferencePoint(
            place + 1 if place < number else 0,
            "" if place < number else systems[place - number],
            float(np.mean([score_of(stats) for stats in against])),
            *interval,
        )
        for place, (against, interval) in enumerate(zip(scored, intervals, strict=True))
    ]
    return ReferencePoints(sorted(points, key=lambda one: -one.score), number, len(rows))


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
