"""Recall and precision of A and B on words by frequency, with intervals of Δ of recall."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from bleu_core.explain.comparison import Comparison
from bleu_core.explain.frequency_bands import BandRows, band_rows
from bleu_core.significance.comparison_tests import MIN_SEGMENTS, Significance
from bleu_core.significance.paired_tests import bootstrap_of
from bleu_core.significance.shared_draws import resample_together
from bleu_core.significance.units import MIN_DOCUMENTS, clusters_of

Ends = tuple[float | None, float | None]


class FrequencyBand(NamedTuple):
    """Words of one band: recall, precision, F and Δ of recall in %; NaN where undefined."""

    band: str
    words: int  # in all references of the compared segments
    # matches_a, reference_a (words of the closest references), output_a, and the same of B
    counts: dict[str, int]
    recall_a: float
    recall_b: float
    precision_a: float
    precision_b: float
    f_a: float
    f_b: float
    delta: float
    ci_low: float | None
    ci_high: float | None


def frequency_bands(
    comparison: Comparison,
    significance: Significance | None = None,
    frequencies: Mapping[str, int] | None = None,
) -> list[FrequencyBand]:
    """Compare how well two systems translate words by how frequent they are.

    A word is a token, under the tokenizer and case of the comparison. In each segment a word
    matches as often as the output has it, but at most as often as one reference has it. Recall is
    matches over the words of the reference that is closest in length: of two that are equally close
    the shorter one, of two equally long ones the first. With several references, recall can
    exceed 100. Precision is matches over the words of the output.

    Parameters
    ----------
    comparison : Comparison
    significance : Significance, optional
        From `run_tests`; without it there are no intervals. Its seed, samples and units are used.
    frequencies : mapping from str to int, optional
        Occurrences of each token, which decide on its band. By default they are counted in all
        references of the test set, also where only some segments are compared. If the comparison
        is lowercased, so are these tokens.

    Returns
    -------
    list of FrequencyBand
        For 0, 1, 2-4, 5-9, 10-49 and 50 occurrences or more: `band`, `words` in the references,
        `counts`; `recall_a`, `precision_a`, `f_a` (their harmonic mean) and the same of B, in
        per cent, NaN where undefined; `delta` of recall, B − A, and its 95% CI, `ci_low` and
        `ci_high`: None for words in fewer than 30 segments, or 10 documents where these are units.

    References
    ----------
    Neubig et al. (2019), "compare-mt: A Tool for Holistic Comparison of Language Generation
    Systems", https://aclanthology.org/N19-4007.

    Examples
    --------
    The references have "the" twice, and each other word once. A has 2 of the 2, and 2 of the 4:

    >>> from bleu_core import EvalSet
    >>> outputs = {"old": ["the cat sat", "the cat"], "new": ["a cat sat", "the dog ran"]}
    >>> comparison = Comparison.of(EvalSet(outputs, [["the cat sat", "the dog ran"]]))
    >>> found = frequency_bands(comparison)
    >>> [(row.band, row.words, row.recall_a, row.recall_b) for row in found if row.words]
    [('1', 4, 50.0, 100.0), ('2-4', 2, 100.0, 50.0)]
    """
    found = band_rows(comparison, frequencies)
    intervals: list[Ends] = [(None, None)] * len(found)
    if significance is not None:
        intervals = _intervals(comparison, significance, found)
    return [_band(own, ends) for own, ends in zip(found, intervals, strict=True)]


def _intervals(
    comparison: Comparison, significance: Significance, found: Sequence[BandRows]
) -> list[Ends]:
    """The intervals of Δ of recall, resampled with the same draws."""
    clusters = clusters_of(comparison.evalset)

    def is_tested(own: BandRows) -> bool:
        there = own.a.matrix[:, 1] + own.b.matrix[:, 1] > 0
        units = MIN_DOCUMENTS if clusters is None else len(np.unique(clusters[there]))
        return int(there.sum()) >= MIN_SEGMENTS and units >= MIN_DOCUMENTS

    tested = [own for own in found if is_tested(own)]
    if not tested:
        return [(None, None)] * len(found)
    samples, seed = len(significance.bootstrap.deltas), significance.bootstrap.seed
    pairs = [(own.a, own.b) for own in tested]
    ends: dict[str, Ends] = {}
    for draws in resample_together(pairs, 1, samples, seed, clusters):  # no trials: there is no p
        drawn = bootstrap_of(draws.a, draws.b, draws.drawn, seed, draws.clustered)
        if math.isfinite(drawn.ci_low + drawn.ci_high):  # every sample has such words
            ends[draws.a.band] = drawn.ci_low, drawn.ci_high
    return [ends.get(own.a.band, (None, None)) for own in found]


def _band(own: BandRows, ends: Ends) -> FrequencyBand:
    names = "matches", "reference", "output"
    sums = [recall.matrix.sum(axis=0).tolist() for recall in (own.a, own.b)]
    counts = {
        f"{name}_{side}": count
        for side, row in zip("ab", sums, strict=True)
        for name, count in zip(names, row, strict=True)
    }
    (recall_a, precision_a, f_a), (recall_b, precision_b, f_b) = (
        # The harmonic mean of m/r and m/o is 2m/(r + o).
        (_percent(m, r), _percent(m, o), _percent(2 * m, r + o))
        for m, r, o in sums
    )
    return FrequencyBand(
        own.a.band, own.words, counts, recall_a, recall_b, precision_a, precision_b, f_a, f_b,
        recall_b - recall_a, *ends,
    )  # fmt: skip


def _percent(count: int, of: int) -> float:
    return 100 * count / of if of else math.nan
