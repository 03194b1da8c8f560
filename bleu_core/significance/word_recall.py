"""Recall and precision of A and B on words by frequency, with intervals of Δ of recall.

A word's band is that of its occurrences: in all references of the test set, or as a file says. With
one reference, recall is the word accuracy of compare-mt (Neubig et al. 2019).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.parallel import in_order, runs
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.statistics import reference_lengths
from bleu_core.significance.comparison_tests import Significance
from bleu_core.significance.paired_tests import bootstrap_of
from bleu_core.significance.shared_draws import resample_together
from bleu_core.significance.units import MIN_DOCUMENTS, MIN_SEGMENTS, clusters_of
from bleu_core.text.encoding import EncodedStream, encode_columns

Ints = NDArray[np.int64]

# The bands, each with the fewest occurrences of its words.
BANDS = {"0": 0, "1": 1, "2-4": 2, "5-9": 5, "10-49": 10, "50+": 50}
# Tokens that are counted at a time: their arrays fit into a processor's cache.
BLOCK_TOKENS = 80_000


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
    words, pairs = band_recalls(comparison, frequencies)
    intervals = {} if significance is None else _intervals(comparison, significance, pairs)
    bands = []
    for number, (a, b) in zip(words, pairs, strict=True):
        sums = [recall.matrix.sum(axis=0).tolist() for recall in (a, b)]
        counts = {
            f"{name}_{side}": count
            for side, row in zip("ab", sums, strict=True)
            for name, count in zip(("matches", "reference", "output"), row, strict=True)
        }
        (recall_a, precision_a, f_a), (recall_b, precision_b, f_b) = (
            # The harmonic mean of m/r and m/o is 2m/(r + o).
            (_percent(m, r), _percent(m, o), _percent(2 * m, r + o))
            for m, r, o in sums
        )
        low, high = intervals.get(a.band, (None, None))
        bands.append(FrequencyBand(
            a.band, number, counts, recall_a, recall_b, precision_a, precision_b, f_a, f_b,
            recall_b - recall_a, low, high,
        ))  # fmt: skip
    return bands


@dataclass(frozen=True, eq=False)
class BandRecall:
    """The words of a band in the segments of a system: an `AdditiveMetric`, of recall in %."""

    band: str
    matrix: Rows  # (S, 3): matches, words of the closest reference, words of the output

    @property
    def settings(self) -> Mapping[str, object]:
        return {"band": self.band}

    def scores(self, sums: Rows) -> FloatArray:
        """Recall of sums of rows; NaN without a word in the references."""
        with np.errstate(invalid="ignore", divide="ignore"):
            recall: FloatArray = 100 * sums[:, 0] / sums[:, 1]
        return recall

    quick_scores = scores

    def with_rows(self, matrix: Rows) -> Self:
        return replace(self, matrix=matrix)


def band_recalls(
    comparison: Comparison, frequencies: Mapping[str, int] | None = None
) -> tuple[list[int], list[tuple[BandRecall, BandRecall]]]:
    """For each band, how many of its words all references have, and the recall of A and of B."""
    evalset, config = comparison.evalset, comparison.config
    systems = [evalset.systems[name] for name in (comparison.a, comparison.b)]
    encoded, dictionary = encode_columns(evalset, [*systems, *evalset.references], config)
    counts, matches = _count(encoded, _bands(dictionary, comparison, frequencies))
    lengths = np.stack([stream.lengths for stream in encoded[2:]])
    present = np.stack([stream.present for stream in encoded[2:]])
    sides = []
    for side, output in enumerate(encoded[:2]):
        closest = reference_lengths(output.lengths, lengths, present, "closest")
        which = np.argmax(lengths == closest, axis=0)
        of_reference = counts[2 + which, np.arange(len(which))]
        sides.append(np.stack([matches[side], of_reference, counts[side]], axis=2))
    pairs = [
        (BandRecall(band, sides[0][:, i]), BandRecall(band, sides[1][:, i]))
        for i, band in enumerate(BANDS)
    ]
    return counts[2:].sum(axis=(0, 1)).tolist(), pairs


def _bands(
    dictionary: pa.Array, comparison: Comparison, frequencies: Mapping[str, int] | None
) -> Ints:
    """(V,) the band of each token."""
    evalset, config = comparison.evalset.whole, comparison.config
    occurrences: Counter[str] = Counter()
    if frequencies is None:
        references, known = encode_columns(evalset, evalset.references, config)
        numbers = np.concatenate([stream.ids for stream in references])
        counts = np.bincount(numbers, minlength=len(known)).tolist()
        texts = known.cast(pa.large_string()).to_pylist()
        occurrences.update(dict(zip(texts, counts, strict=True)))
    else:
        for token, count in frequencies.items():
            occurrences[token.lower() if config.lowercase else token] += count
    tokens = dictionary.cast(pa.large_string()).to_pylist()
    numbers = np.array([occurrences[token] for token in tokens], np.int64)
    bands: Ints = np.searchsorted(list(BANDS.values()), numbers, "right") - 1
    return bands


def _count(encoded: list[EncodedStream], bands: Ints) -> tuple[Ints, Ints]:
    """(K, S, bands) words of each of K streams, and (2, S, bands) matches of the first two."""
    offsets, tokens, width = [stream.offsets for stream in encoded], len(bands), len(BANDS)

    def count(block: tuple[int, int]) -> Ints:
        first, last = block
        pairs = []
        for stream, own in zip(encoded, offsets, strict=True):
            segments = np.repeat(np.arange(last - first), stream.lengths[first:last])
            keys = segments * tokens + stream.ids[own[first] : own[last]]
            pairs.append(np.unique(keys, return_counts=True))

        def by_band(keys: Ints, times: Ints) -> Ints:
            segments, words = np.divmod(keys, tokens)
            numbers = segments * width + bands[words]
            sums = np.bincount(numbers, times, (last - first) * width)
            return sums.astype(np.int64).reshape(-1, width)

        matches = []
        for keys, times in pairs[:2]:
            most = np.zeros_like(times)
            for others, limits in pairs[2:]:
                places = np.minimum(np.searchsorted(others, keys), len(others) - 1)
                limit = np.where(others[places] == keys, limits[places], 0) if len(others) else 0
                most = np.maximum(most, np.minimum(times, limit))
            matches.append(by_band(keys, most))
        return np.stack([*(by_band(*pair) for pair in pairs), *matches])

    # A segment counts as a token more, so that one without any is in a block, too.
    before = np.sum(offsets, axis=0) + np.arange(len(offsets[0]))
    counted = np.concatenate(list(in_order(count, runs(before, BLOCK_TOKENS))), axis=1)
    return counted[:-2], counted[-2:]


def _intervals(
    comparison: Comparison, significance: Significance, pairs: list[tuple[BandRecall, BandRecall]]
) -> dict[str, tuple[float, float]]:
    """The intervals of Δ of recall by band, where it is tested; resampled with the same draws."""
    clusters = clusters_of(comparison.evalset)

    def is_tested(a: BandRecall, b: BandRecall) -> bool:
        has_words = a.matrix[:, 1] + b.matrix[:, 1] > 0
        units = MIN_DOCUMENTS if clusters is None else len(np.unique(clusters[has_words]))
        return int(has_words.sum()) >= MIN_SEGMENTS and units >= MIN_DOCUMENTS

    tested = [pair for pair in pairs if is_tested(*pair)]
    samples, seed = len(significance.bootstrap.deltas), significance.bootstrap.seed
    ends = {}
    # Without trials: there is no p.
    for draws in resample_together(tested, 1, samples, seed, clusters) if tested else ():
        drawn = bootstrap_of(draws.a, draws.b, draws.drawn, seed, draws.clustered)
        if math.isfinite(drawn.ci_low + drawn.ci_high):  # every sample has such words
            ends[draws.a.band] = drawn.ci_low, drawn.ci_high
    return ends


def _percent(count: int, total: int) -> float:
    return 100 * count / total if total else math.nan
