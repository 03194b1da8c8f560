"""Tokens of the lines of many segments, and the status of every n-gram occurrence in them.

The results are those of `compare_segment` and `tokens_with_spans` for each segment, computed for
all segments at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow
from bleu_core.explain.credit import CreditedLines, SegmentNgramCounts, allot_up_to, number_ngrams
from bleu_core.present.viewer.token_places import TokenPlaces, token_places
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode, encode_columns
from bleu_core.text.evalset import EvalSet

Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]
Int32s = NDArray[np.int32]
# Signs of occurrences, as in document.js.
GOOD, CLIPPED, BAD = b"+^-"


class SystemLines(NamedTuple):
    """The output of a system: its `Lines` of document.js, and signs of n-gram occurrences.

    `occurrences` are by place and order, `covered` by reference, place and order.
    """

    lines: dict[str, Any]
    occurrences: list[list[str]]
    covered: list[list[list[str] | None]]


class SetLines(NamedTuple):
    """The lines of a test set: of each reference, and of each system in the requested order."""

    references: list[dict[str, Any]]
    systems: list[SystemLines]
    credited: list[CreditedLines]  # of each system


def set_lines(
    evalset: EvalSet, names: Sequence[str], config: BleuConfig, rows: Rows | None = None
) -> SetLines:
    """The lines of some systems and all references; `rows` are the segments, None for all."""
    columns = [*(evalset.systems[name] for name in names), *evalset.references]
    if rows is None:
        encoded, dictionary = encode_columns(evalset, columns, config)
    else:
        columns = [column.take(as_arrow(rows)) for column in columns]
        encoded, dictionary = encode(columns, config)
    words = dictionary.cast(pa.string())
    lines = [
        lines_data(column, stream, words, config)
        for column, stream in zip(columns, encoded, strict=True)
    ]
    outputs, references = encoded[: len(names)], encoded[len(names) :]
    matching = _Matching(outputs, references, config.max_ngram_order)
    credited = [matching.credited_lines(s) for s in range(len(names))]
    systems = [
        SystemLines(own, matching.occurrences(s, credited[s].credited), matching.covered(s))
        for s, own in enumerate(lines[: len(names)])
    ]
    return SetLines(lines[len(names) :], systems, credited)


def lines_data(
    column: pa.Array, stream: EncodedStream, words: pa.Array, config: BleuConfig
) -> dict[str, Any]:
    """The `Lines` of document.js: a column of texts with its tokens."""
    texts: list[str | None] = column.to_pylist()
    places = token_places(texts, stream, words, config)
    numbers = np.column_stack([places.gaps, places.sizes]).ravel().tolist()
    ends = (2 * stream.offsets).tolist()
    tokens = [
        None if text is None else numbers[first:last]
        for text, (first, last) in zip(texts, pairwise(ends), strict=True)
    ]
    return {"texts": texts, "tokens": tokens, "scored": _scored(places, stream, words)}


def _scored(places: TokenPlaces, stream: EncodedStream, words: pa.Array) -> dict[str, Any]:
    """By line and token, the tokens that are scored otherwise than written."""
    found = np.flatnonzero(places.changed)
    lines = np.searchsorted(stream.offsets, found, side="right") - 1
    texts = words.take(as_arrow(stream.ids[found])).to_pylist()
    scored: dict[str, dict[str, str]] = {}
    numbers = (found - stream.offsets[lines]).tolist()
    for line, token, text in zip(lines.tolist(), numbers, texts, strict=True):
        scored.setdefault(str(line), {})[str(token)] = text
    return scored


class _Matching:
    """The n-grams of all systems and references of some segments, numbered together."""

    def __init__(
        self, outputs: list[EncodedStream], references: list[EncodedStream], max_order: int
    ) -> None:
        self.outputs, self.references = outputs, references
        streams = [*outputs, *references]
        size = len(references[0].lengths)
        lengths = np.concatenate([stream.lengths for stream in streams])
        places = np.arange(len(streams) * size, dtype=np.int32)
        self.texts = np.repeat(places, lengths)
        self.segments = np.repeat(places % size, lengths)
        ids = np.concatenate([stream.ids for stream in streams])
        self.numbers = number_ngrams(ids, self.texts, max_order)
        self.ends = np.cumsum([0, *(len(stream.ids) for stream in streams)]).tolist()
        self.in_references = slice(self.ends[len(outputs)], None)
        is_reference = np.arange(len(ids)) >= self.in_references.start
        # (N, T) the clip limit of each occurrence, in references too.
        self.clips = np.stack(
            [
                self._largest(row, is_reference).of(self.segments, row).astype(np.int32)
                for row in self.numbers
            ]
        )

    def _largest(self, row: Int32s, counted: Flags) -> SegmentNgramCounts:
        return SegmentNgramCounts.largest_of(row, self.texts, self.segments, counted)

    def _own(self, system: int) -> slice:
        return slice(self.ends[system], self.ends[system + 1])

    def credited_lines(self, system: int) -> CreditedLines:
        """The tokens of a system, and which of its occurrences are credited."""
        own = self._own(system)
        credited = allot_up_to(self.clips[:, own], self.numbers[:, own], self.texts[own])
        return CreditedLines(self.outputs[system].offsets, self.numbers[:, own], credited)

    def occurrences(self, system: int, credited: Flags) -> list[list[str]]:
        """By segment and order, the signs of a system's occurrences."""
        limits = self.clips[:, self._own(system)]
        signs = np.where(credited, GOOD, np.where(limits > 0, CLIPPED, BAD)).astype(np.uint8)
        return signs_by_segment(signs, self.outputs[system].offsets)

    def covered(self, system: int) -> list[list[list[str] | None]]:
        """By reference, segment and order, the signs of what a system covers of the references."""
        inside, own = self.in_references, np.zeros(len(self.texts), np.bool_)
        own[self._own(system)] = True
        numbers, clips = self.numbers[:, inside], self.clips[:, inside]
        # As many as the system has credited.
        limits = [
            np.minimum(self._largest(row, own).of(self.segments[inside], row[inside]), clip)
            for row, clip in zip(self.numbers, clips, strict=True)
        ]
        covered = allot_up_to(np.stack(limits), numbers, self.texts[inside])
        signs = np.where(covered, GOOD, BAD).astype(np.uint8)
        ends = np.cumsum([0, *(len(stream.ids) for stream in self.references)]).tolist()
        found = [
            signs_by_segment(signs[:, first:last], stream.offsets)
            for stream, (first, last) in zip(self.references, pairwise(ends), strict=True)
        ]
        return [
            [
                row if there else None
                for row, there in zip(rows, stream.present.tolist(), strict=True)
            ]
            for stream, rows in zip(self.references, found, strict=True)
        ]


def signs_by_segment(signs: NDArray[np.uint8], offsets: NDArray[np.int64]) -> list[list[str]]:
    """The signs of each text and order: T - n + 1 of order n."""
    ends = offsets.tolist()
    orders = []
    for skipped, row in enumerate(signs):
        text = row.tobytes().decode("ascii")
        orders.append([text[first : max(first, last - skipped)] for first, last in pairwise(ends)])
    return [list(text) for text in zip(*orders, strict=True)]
