"""What each reference contributes to the scores of two systems: matches, lengths, Δ without it."""

from __future__ import annotations

from typing import NamedTuple

from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, SEED, paired_bootstrap
from bleu_core.systems.reference_counts import ReferenceCounts


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
