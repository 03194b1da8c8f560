"""What each reference contributes to the scores of two systems: matches, lengths, Δ without it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bleu_core.common.arrays import as_arrow
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu import SegmentStatistics, segment_statistics
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, SEED, documents_of, paired_bootstrap
from bleu_core.significance.units import clusters_among
from bleu_core.text.evalset import present_mask


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
    comparison: Comparison, samples: int = SAMPLES, seed: int = SEED
) -> ReferenceShares | None:
    """Compute what each reference contributes to a comparison.

    Parameters
    ----------
    comparison : Comparison
    samples, seed : int
        As in `paired_bootstrap`.

    Returns
    -------
    ReferenceShares or None
        None with fewer than two references, or if no segment has all of them.

    Examples
    --------
    Only the second reference has the words of B:

    >>> from bleu_core import BleuConfig, EvalSet
    >>> references = [["they came home late"], ["they arrived home late"]]
    >>> texts = EvalSet({"a": ["they came home"], "b": ["they arrived home"]}, references)
    >>> found = reference_shares(Comparison.of(texts, BleuConfig(max_ngram_order=1)))
    >>> [(share.reference, share.matches_a, share.matches_b) for share in found.shares]
    [(1, 1, 0), (2, 0, 1)]
    """
    evalset, config = comparison.evalset, comparison.config
    rows = np.flatnonzero(np.all([present_mask(one) for one in evalset.references], axis=0))
    if len(evalset.references) < 2 or not len(rows):
        return None
    taken = as_arrow(rows)
    references = [one.take(taken) for one in evalset.references]
    a, b = (evalset.systems[name].take(taken) for name in (comparison.a, comparison.b))
    all_a, all_b = comparison.stats_a.subset(rows), comparison.stats_b.subset(rows)
    documents = documents_of(evalset)
    clusters = clusters_among(None if documents is None else documents[rows], len(rows))
    shares = []
    for place, reference in enumerate(references):
        others = references[:place] + references[place + 1 :]
        without_a, without_b = (segment_statistics(one, others, config) for one in (a, b))
        lengths = segment_statistics(reference, others, config).sys_len
        ends: tuple[float | None, float | None] = None, None
        if len(rows) >= MIN_SEGMENTS:
            drawn = paired_bootstrap(without_a, without_b, samples, seed, clusters=clusters)
            ends = drawn.ci_low, drawn.ci_high
        share = ReferenceShare(
            place + 1,
            _matches(all_a) - _matches(without_a),
            _matches(all_b) - _matches(without_b),
            int((all_a.ref_len == lengths).sum()),
            int((all_b.ref_len == lengths).sum()),
            score_of(without_b) - score_of(without_a),
            *ends,
        )
        shares.append(share)
    delta = score_of(all_b) - score_of(all_a)
    return ReferenceShares(shares, _matches(all_a), _matches(all_b), delta, len(rows))


def _matches(stats: SegmentStatistics) -> int:
    return int(stats.counts.sum())
