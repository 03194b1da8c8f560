"""References as outputs, beside systems, and what each contributes to the scores of two systems.

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
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu import SegmentStatistics, statistics_of
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, SEED, documents_of, paired_bootstrap
from bleu_core.significance.paired_tests import bootstrap_interval
from bleu_core.significance.resampling import multiply_blocks, resample_counts, resampling_units
from bleu_core.significance.units import Ints, clusters_among
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, present_mask

# Counting so many lines takes a few seconds.
MOST_LINES = 250_000


def most_segments(references: int, systems: int) -> int:
    """Number of segments up to which counting these references and systems takes a few seconds.

    >>> most_segments(2, systems=4)
    25000
    """
    return MOST_LINES // (references * (systems + 1))


class ReferenceCounts(NamedTuple):
    """The statistics of the segments that have all K references, each against K − 1 of them."""

    rows: Ints  # (S,) these segments
    references: list[SegmentStatistics]  # Each reference as an output, against the others
    systems: dict[str, list[SegmentStatistics]]  # Each without reference 1, without 2, and so on
    clusters: Ints | None  # (S,) document of each segment; None if segments are resampled


def count_references(
    evalset: EvalSet,
    systems: Sequence[str],
    config: BleuConfig = BleuConfig(),
    progress: Progress | None = None,
) -> ReferenceCounts | None:
    """Count the matches of references and named systems against all references but one.

    None with fewer than two references, or if no segment has all of them.
    """
    if len(evalset.references) < 2:
        return None
    rows = np.flatnonzero(np.all([present_mask(ref) for ref in evalset.references], axis=0))
    if not len(rows):
        return None
    references = [reference.take(as_arrow(rows)) for reference in evalset.references]
    outputs = {name: evalset.systems[name].take(as_arrow(rows)) for name in systems}
    people: list[SegmentStatistics] = []
    counts: dict[str, list[SegmentStatistics]] = {name: [] for name in outputs}
    for i, reference in enumerate(references):
        others = references[:i] + references[i + 1 :]
        person, *counted = statistics_of([reference, *outputs.values()], others, config)
        people.append(person)
        for name, stats in zip(outputs, counted, strict=True):
            counts[name].append(stats)
        if progress is not None:
            progress((i + 1) / len(references))
    documents = documents_of(evalset)
    clusters = clusters_among(None if documents is None else documents[rows], len(rows))
    return ReferenceCounts(rows, people, counts, clusters)


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

    >>> references = [["they came home late", "it rains"], ["they came home late", "rain falls"]]
    >>> texts = EvalSet({"new": ["they came home late", "rain falls"]}, references)
    >>> found = reference_points(count_references(texts, ["new"], BleuConfig(max_ngram_order=1)))
    >>> [(p.reference, p.system, round(p.score, 1)) for p in found.points]
    [(0, 'new', 83.3), (1, '', 66.7), (2, '', 66.7)]
    """
    outputs = [(number, "", [stats]) for number, stats in enumerate(counts.references, 1)]
    outputs += [(0, name, against) for name, against in counts.systems.items()]
    scored = [against for *_, against in outputs]
    scores = [float(np.mean(list(map(score_of, against)))) for against in scored]
    intervals = _intervals(scored, counts.clusters, samples, seed)
    points = [
        ReferencePoint(number, name, score, *interval)
        for (number, name, _), score, interval in zip(outputs, scores, intervals, strict=True)
    ]
    points.sort(key=lambda point: -point.score)
    return ReferencePoints(points, len(counts.references), len(counts.rows))


def _intervals(
    scored: list[list[SegmentStatistics]], clusters: Ints | None, samples: int, seed: int
) -> list[tuple[float | None, float | None]]:
    """The 95% CI of each mean of scores, on the same resamples."""
    if len(scored[0][0].matrix) < MIN_SEGMENTS:
        return [(None, None)] * len(scored)
    units = [
        [resampling_units(stats, stats, clusters, samples)[0] for stats in against]
        for against in scored
    ]
    size, width = units[0][0].matrix.shape
    matrix = np.hstack([stats.matrix for against in units for stats in against])
    drawn = multiply_blocks(resample_counts(size, samples, seed), matrix, samples, None)
    parts = iter(np.split(drawn, range(width, drawn.shape[1], width), axis=1))
    means = [np.mean([stats.scores(next(parts)) for stats in against], axis=0) for against in units]
    return [bootstrap_interval(mean, size, clusters is not None) for mean in means]


class ReferenceShare(NamedTuple):
    """What one reference contributes, on the segments that have all references.

    `matches_a` and `matches_b` are the clipped matches, of all orders, that are lost without it.
    `lengths_a` and `lengths_b` are the numbers of segments whose reference length is its length.
    `delta` is Δ without it, with the ends of its 95% CI (None below 30 segments).
    """

    reference: int
    matches_a: int
    matches_b: int
    lengths_a: int
    lengths_b: int
    delta: float
    ci_low: float | None
    ci_high: float | None


class ReferenceShares(NamedTuple):
    """The shares of all references; `matches_a` and `matches_b` are all clipped matches."""

    shares: list[ReferenceShare]
    matches_a: int
    matches_b: int
    delta: float  # on these segments, with all references
    segments: int


def reference_shares(
    comparison: Comparison, counts: ReferenceCounts, samples: int = SAMPLES, seed: int = SEED
) -> ReferenceShares:
    """Compute what each reference contributes to a comparison.

    `counts` are of its systems under its settings; `samples` and `seed` as in `paired_bootstrap`.
    """
    all_a, all_b = (s.subset(counts.rows) for s in (comparison.stats_a, comparison.stats_b))
    without = (counts.systems[name] for name in (comparison.a, comparison.b))
    shares = []
    for number, (person, a, b) in enumerate(zip(counts.references, *without, strict=True), 1):
        ends: tuple[float | None, float | None] = None, None
        if len(counts.rows) >= MIN_SEGMENTS:
            drawn = paired_bootstrap(a, b, samples, seed, clusters=counts.clusters)
            ends = drawn.ci_low, drawn.ci_high
        share = ReferenceShare(
            number,
            _matches(all_a) - _matches(a),
            _matches(all_b) - _matches(b),
            int((all_a.ref_len == person.sys_len).sum()),
            int((all_b.ref_len == person.sys_len).sum()),
            score_of(b) - score_of(a),
            *ends,
        )
        shares.append(share)
    delta = score_of(all_b) - score_of(all_a)
    return ReferenceShares(shares, _matches(all_a), _matches(all_b), delta, len(counts.rows))


def _matches(stats: SegmentStatistics) -> int:
    return int(stats.counts.sum())
