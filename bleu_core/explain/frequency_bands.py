"""Words of outputs and references in each segment, by how frequent they are.

A word is a token of the score, and its band is that of its occurrences: in all references of the
test set, or as a file says. In a segment a word matches as often as the output has it, but at most
as often as one reference has it. Recall is against the reference that is closest in length, as
under reference_length="closest": of two that are equally close the shorter one, of two equally
long ones the first. With one reference this is the word accuracy of compare-mt (Neubig et al. 2019,
https://aclanthology.org/N19-4007).
"""

from __future__ import annotations

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
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode_columns
from bleu_core.text.evalset import EvalSet

Ints = NDArray[np.int64]

# The bands, each with the fewest occurrences of its words.
BANDS = {"0": 0, "1": 1, "2-4": 2, "5-9": 5, "10-49": 10, "50+": 50}
# Tokens that are counted at a time: their arrays fit into a processor's cache.
BLOCK_TOKENS = 80_000


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


class BandRows(NamedTuple):
    """The words of a band: how many all references together have, and the rows of A and B."""

    words: int
    a: BandRecall
    b: BandRecall


def band_rows(
    comparison: Comparison, frequencies: Mapping[str, int] | None = None
) -> list[BandRows]:
    """The words of each band in all segments; `frequencies` are those of a file, by token."""
    evalset, config = comparison.evalset, comparison.config
    systems = [evalset.systems[name] for name in (comparison.a, comparison.b)]
    encoded, dictionary = encode_columns(evalset, [*systems, *evalset.references], config)
    bands = _bands(dictionary, evalset, config, frequencies)
    counts, matches = _count(encoded, bands)
    outputs, references = encoded[:2], encoded[2:]
    lengths = np.stack([stream.lengths for stream in references])
    present = np.stack([stream.present for stream in references])
    sides = []
    for side, output in enumerate(outputs):
        closest = reference_lengths(output.lengths, lengths, present, "closest")
        which = np.argmax(lengths == closest, axis=0)
        of_reference = counts[2 + which, np.arange(len(which))]
        sides.append(np.stack([matches[side], of_reference, counts[side]], axis=2))
    words = counts[2:].sum(axis=(0, 1)).tolist()
    return [
        BandRows(words[i], *(BandRecall(band, side[:, i]) for side in sides))
        for i, band in enumerate(BANDS)
    ]


def _bands(
    dictionary: pa.BinaryArray,
    evalset: EvalSet,
    config: BleuConfig,
    frequencies: Mapping[str, int] | None,
) -> Ints:
    """(V,) the band of each token."""
    occurrences: Counter[str] = Counter()
    if frequencies is None:
        references, known = encode_columns(evalset.whole, evalset.whole.references, config)
        numbers = np.concatenate([stream.ids for stream in references])
        counts = np.bincount(numbers, minlength=len(known)).tolist()
        occurrences.update(dict(zip(_texts(known), counts, strict=True)))
    else:
        for token, count in frequencies.items():
            occurrences[token.lower() if config.lowercase else token] += count
    numbers = np.array([occurrences[token] for token in _texts(dictionary)], np.int64)
    bands: Ints = np.searchsorted(list(BANDS.values()), numbers, "right") - 1
    return bands


def _texts(tokens: pa.BinaryArray) -> list[str]:
    texts: list[str] = tokens.cast(pa.large_string()).to_pylist()
    return texts


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
