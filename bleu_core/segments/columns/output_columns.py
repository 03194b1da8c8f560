"""Columns that compare the texts of a segment, and columns of the detectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property, partial

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.pair import SIDES, A, B
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import slice as messages
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.metrics.match_counting import count_matches
from bleu_core.metrics.statistics import reference_lengths
from bleu_core.segments.columns.table import (
    BOTH,
    FLAG,
    INPUT,
    NUMBER,
    ONE,
    SegmentColumn,
    SegmentTable,
)
from bleu_core.segments.detectors import DETECTORS, SAMENESS, DetectorInput, Thresholds
from bleu_core.text.encoding import EncodedStream, encode_columns
from bleu_core.text.evalset import EvalSetPart

# Segments compared before other threads get their turn.
SIMILARITY_BLOCK = 1_000

Floats = NDArray[np.float64]


def text_comparison_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Similarity of outputs, agreement of references, rare and unseen tokens."""
    several, tokens = len(comparison.evalset.references) > 1, _Tokens(comparison)
    yield SegmentColumn(
        "similarity",
        NUMBER,
        f"Similarity of the outputs of {A} and {B}, 0 to 1: one minus the Levenshtein distance in "
        "characters, divided by the length of the longer output; 1 if they are equal.",
        BOTH,
        _similarity,
    )
    yield SegmentColumn(
        "agreement",
        NUMBER,
        "Agreement of the references, 0 to 100: mean sentence BLEU (effective order) of each "
        "against the others; missing if a segment has only one reference.",
        INPUT,
        partial(_agreement, tokens),
        "" if several else messages.unavailable("references"),
    )
    yield SegmentColumn(
        "rarest",
        NUMBER,
        "Frequency, in all references, of the rarest token in the segment’s references; missing "
        "if they have no tokens.",
        INPUT,
        _rarest,
    )
    for side in "ab":
        yield SegmentColumn(
            f"{side}.unseen",
            NUMBER,
            f"Share of tokens in {SIDES[side]}’s output that no reference of the segment "
            "contains, 0 to 1; missing if the output has no tokens.",
            ONE,
            partial(_unseen_share, tokens, side),
        )


class _Tokens:
    """Tokens of outputs and references, encoded once for all columns of a table."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison

    @cached_property
    def _encoded(self) -> tuple[list[EncodedStream], int]:
        data = self.comparison.evalset
        outputs = [data.systems[name] for name in (self.comparison.a, self.comparison.b)]
        streams, words = encode_columns(data, [*outputs, *data.references], self.comparison.config)
        return streams, len(words)

    @property
    def references(self) -> list[EncodedStream]:
        return self._encoded[0][2:]

    def output(self, side: str) -> EncodedStream:
        return self._encoded[0]["ab".index(side)]

    def keys(self, stream: EncodedStream) -> NDArray[np.int64]:
        """(T,) a key for each token, unique within and across segments."""
        segments = np.repeat(np.arange(len(stream.lengths)), stream.lengths)
        return stream.ids + segments * self._encoded[1]

    @cached_property
    def seen(self) -> NDArray[np.int64]:
        """Sorted keys of the tokens of all references."""
        return np.sort(np.concatenate(list(map(self.keys, self.references))))


def _similarity(table: SegmentTable) -> Floats:
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cpdist

    comparison = table.comparison
    a, b = (comparison.evalset.systems[name] for name in (comparison.a, comparison.b))
    result = np.empty(len(table))
    for first in range(0, len(table), SIMILARITY_BLOCK):
        block = slice(first, first + SIMILARITY_BLOCK)
        result[block] = cpdist(
            a[block].to_pylist(),
            b[block].to_pylist(),
            scorer=Levenshtein.normalized_similarity,
            dtype=np.float64,
        )
    return result


def _agreement(tokens: _Tokens, table: SegmentTable) -> Floats:
    references = tokens.references
    sums, numbers = np.zeros(len(table)), np.zeros(len(table))
    for i, one in enumerate(references):
        others = references[:i] + references[i + 1 :]
        rows = np.flatnonzero(one.present & np.any([other.present for other in others], axis=0))
        sums[rows] += _bleu_against_others(table.comparison, one, others, rows)
        numbers[rows] += 1
    return np.divide(sums, numbers, out=np.full(len(table), np.nan), where=numbers > 0)


def _bleu_against_others(
    comparison: Comparison, one: EncodedStream, others: list[EncodedStream], rows: NDArray[np.int64]
) -> Floats:
    """(R,) sentence BLEU of one stream against others, in rows where both exist."""
    config = comparison.config
    (matched,) = count_matches([one], others, config.max_ngram_order)
    lengths = np.stack([other.lengths[rows] for other in others])
    present = np.stack([other.present[rows] for other in others])
    own = one.lengths[rows]
    ref_len = reference_lengths(own, lengths, present, config.reference_length)
    totals = np.maximum(own[:, None] - np.arange(config.max_ngram_order), 0)
    matrix = np.column_stack([own, ref_len, matched[rows], totals])
    return SegmentStatistics(matrix, config).effective_sentence_scores


def _rarest(table: SegmentTable) -> Floats:
    data = table.comparison.evalset  # tokens are counted in the whole test set, also for a part
    references, _ = encode_columns(data.whole, data.whole.references, table.comparison.config)
    ids = np.concatenate([reference.ids for reference in references])
    times = np.bincount(ids, minlength=1)
    result = np.full(len(data.whole), np.inf)
    for reference in references:
        has = np.flatnonzero(reference.lengths)
        if len(has):
            least = np.minimum.reduceat(times[reference.ids], reference.offsets[has])
            result[has] = np.minimum(result[has], least)
    found = np.where(np.isinf(result), np.nan, result)
    return found[data.rows] if isinstance(data, EvalSetPart) else found


def _unseen_share(tokens: _Tokens, side: str, table: SegmentTable) -> Floats:
    own = tokens.output(side)
    # Sorted search takes a tenth of the time of `isin`: both arrays are ordered by segment.
    keys = tokens.keys(own)
    places = np.searchsorted(tokens.seen, keys)
    unseen = np.append(tokens.seen, -1)[places] != keys
    segment = np.repeat(np.arange(len(table)), own.lengths)
    number = np.bincount(segment, unseen, len(table))
    return np.divide(number, own.lengths, out=np.full(len(table), np.nan), where=own.lengths > 0)


def detector_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Columns of all detectors; they share one detector input, made on first use."""
    shared = cache(lambda: DetectorInput.of(comparison))
    has_source = comparison.evalset.source is not None
    for own in DETECTORS:
        about, missing = own.description(has_source), own.missing(has_source)
        for side in "ab":
            make = partial(_flags, shared, own.find, side)
            text = f"{SIDES[side]}: {about}"
            yield SegmentColumn(f"{side}.{own.name}", FLAG, text, ONE, make, missing)
    for alike in SAMENESS:
        make = partial(_alike, shared, alike.find)
        yield SegmentColumn(alike.name, FLAG, alike.about, BOTH, make)


def _flags(
    shared: Callable[[], DetectorInput],
    find: Callable[[DetectorInput, str, Thresholds], NDArray[np.bool_]],
    side: str,
    table: SegmentTable,
) -> NDArray[np.bool_]:
    return find(shared(), side, table.thresholds)


def _alike(
    shared: Callable[[], DetectorInput],
    find: Callable[[DetectorInput], NDArray[np.bool_]],
    _: SegmentTable,
) -> NDArray[np.bool_]:
    return find(shared())
