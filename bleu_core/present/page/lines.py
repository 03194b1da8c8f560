"""Tokens of the lines of many segments, and the status of every n-gram occurrence in them.

The results are those of `compare_segment` and `tokens_with_spans` for each segment, computed for
all segments at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.explain.matching_many import NgramCounts, allot_up_to, number_ngrams
from bleu_core.present.page.token_places import TokenPlaces, token_places
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


def set_lines(
    evalset: EvalSet, names: Sequence[str], config: BleuConfig, rows: Rows | None = None
) -> SetLines:
    """The lines of some systems and all references; `rows` are the segments, None for all."""
    columns = [*(evalset.systems[name] for name in names), *evalset.references]
    if rows is None:
        encoded, dictionary = encode_columns(evalset, columns, config)
    else:
        columns = [column.take(pa.array(rows)) for column in columns]
        encoded, dictionary = encode(columns, config)
    words = dictionary.cast(pa.string())
    lines = [
        lines_data(column, stream, words, config)
        for column, stream in zip(columns, encoded, strict=True)
    ]
    outputs, references = encoded[: len(names)], encoded[len(names) :]
    matching = _Matching(outputs, references, config.max_ngram_order)
    systems = [
        SystemLines(own, matching.occurrences(s), matching.covered(s))
        for s, own in enumerate(lines[: len(names)])
    ]
    return SetLines(lines[len(names) :], systems)


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
        for text, first, last in zip(texts, ends[:-1], ends[1:], strict=True)
    ]
    return {"texts": texts, "tokens": tokens, "scored": _scored(places, stream, words)}


def _scored(places: TokenPlaces, stream: EncodedStream, words: pa.Array) -> dict[str, Any]:
    """By line and token, the tokens that are scored otherwise than written."""
    found = np.flatnonzero(places.changed)
    lines = np.searchsorted(stream.offsets, found, side="right") - 1
    texts = words.take(pa.array(stream.ids[found])).to_pylist()
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
        self.streams = [*outputs, *references]
        self.is_reference = len(outputs)
        size = len(self.streams[0].lengths)
        lengths = np.concatenate([stream.lengths for stream in self.streams])
        places = np.arange(len(self.streams) * size, dtype=np.int32)
        self.texts = np.repeat(places, lengths)
        self.segments = np.repeat(places % size, lengths)
        ids = np.concatenate([stream.ids for stream in self.streams])
        self.numbers = number_ngrams(ids, self.texts, max_order)
        self.ends = np.cumsum([0, *(len(stream.ids) for stream in self.streams)]).tolist()
        in_references = np.arange(len(ids)) >= self.ends[self.is_reference]
        # The clip limit of each occurrence, in references too.
        self.clips = np.stack(
            [
                NgramCounts.largest_of(row, self.texts, self.segments, in_references).of(
                    self.segments, row
                )
                for row in self.numbers
            ]
        )

    def _tokens(self, stream: int) -> slice:
        return slice(self.ends[stream], self.ends[stream + 1])

    def occurrences(self, system: int) -> list[list[str]]:
        """By segment and order, the signs of a system's occurrences."""
        own = self._tokens(system)
        limits = self.clips[:, own]
        credited = allot_up_to(limits, self.numbers[:, own], self.texts[own])
        signs = np.where(credited, GOOD, np.where(limits > 0, CLIPPED, BAD)).astype(np.uint8)
        return _by_segment(signs, self.streams[system])

    def covered(self, system: int) -> list[list[list[str] | None]]:
        """By reference, segment and order, the signs of what a system covers of the references."""
        inside = slice(self.ends[self.is_reference], None)
        numbers, segments = self.numbers[:, inside], self.segments[inside]
        limits = np.zeros(numbers.shape, np.int64)
        own = self._tokens(system)
        for order, row in enumerate(self.numbers):
            counts = NgramCounts.largest_of(
                row[own], self.texts[own], self.segments[own], np.ones(own.stop - own.start, bool)
            )
            limits[order] = np.minimum(
                counts.of(segments, numbers[order]), self.clips[order, inside]
            )
        covered = allot_up_to(limits, numbers, self.texts[inside])
        signs = np.where(covered, GOOD, BAD).astype(np.uint8)
        found: list[list[list[str] | None]] = []
        first = 0
        for stream in self.streams[self.is_reference :]:
            last = first + len(stream.ids)
            rows: Iterable[list[str]] = _by_segment(signs[:, first:last], stream)
            present = stream.present.tolist()
            found.append([row if there else None for row, there in zip(rows, present, strict=True)])
            first = last
        return found


def _by_segment(signs: NDArray[np.uint8], stream: EncodedStream) -> list[list[str]]:
    """The signs of each text and order: T - n + 1 of order n."""
    ends = stream.offsets.tolist()
    orders = []
    for skipped, row in enumerate(signs):
        text = row.tobytes().decode("ascii")
        orders.append(
            [
                text[first : max(first, last - skipped)]
                for first, last in zip(ends[:-1], ends[1:], strict=True)
            ]
        )
    return [list(text) for text in zip(*orders, strict=True)]
