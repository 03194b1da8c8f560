"""Tokens of many lines, their places and matches, as by `match_segment` for each segment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow
from bleu_core.explain.credit import CreditedLines, SegmentNgramCounts, allot_up_to, number_ngrams
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode, encode_columns
from bleu_core.text.evalset import EvalSet
from bleu_core.text.spans import TokenSpan, align_tokens

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
# By line, the signs of each order.
Signs = list[list[str]]
# Signs of occurrences, as in document.js.
GOOD, CLIPPED, BAD = b"+^-"


class SetLines(NamedTuple):
    """Lines of each reference, and of systems with n-gram signs by reference (None: missing)."""

    references: list[dict[str, Any]]
    systems: list[tuple[dict[str, Any], Signs, list[list[list[str] | None]]]]
    credited: list[CreditedLines]  # of each system
    tokens: list[list[Sequence[TokenSpan]]]  # of each system


def set_lines(
    evalset: EvalSet, names: Sequence[str], config: BleuConfig, rows: Ints | None = None
) -> SetLines:
    """The lines of some systems and all references; `rows` are the segments, None for all."""
    columns = [*(evalset.systems[name] for name in names), *evalset.references]
    if rows is None:
        streams, dictionary = encode_columns(evalset, columns, config)
    else:
        columns = [column.take(as_arrow(rows)) for column in columns]
        streams, dictionary = encode(columns, config)
    words = dictionary.cast(pa.string())
    found = [_lines(*both, words, config) for both in zip(columns, streams, strict=True)]
    lines = [data for data, _ in found]

    # The n-grams of all lines are numbered together.
    size, first_reference = len(streams[0].lengths), len(names)
    lengths = np.concatenate([stream.lengths for stream in streams])
    places = np.arange(len(streams) * size, dtype=np.int32)
    texts, segments = np.repeat(places, lengths), np.repeat(places % size, lengths)
    ids = np.concatenate([stream.ids for stream in streams])
    ends = np.cumsum([0, *(len(stream.ids) for stream in streams)])
    numbers = number_ngrams(ids, texts, config.max_ngram_order)
    inside = slice(ends[first_reference], None)

    def largest(row: NDArray[np.int32], counted: Flags, of: slice) -> NDArray[np.int32]:
        """The most of each n-gram in one counted text, by occurrence."""
        counts = SegmentNgramCounts.largest_of(row, texts, segments, counted)
        return counts.of(segments[of], row[of]).astype(np.int32)

    is_reference = np.arange(len(ids)) >= inside.start
    # (N, T) the clip limit of each occurrence, in references too.
    clips = np.stack([largest(row, is_reference, slice(None)) for row in numbers])
    systems, credited = [], []
    for s, stream in enumerate(streams[:first_reference]):
        own = slice(ends[s], ends[s + 1])
        good = allot_up_to(clips[:, own], numbers[:, own], texts[own])
        signs = np.where(good, GOOD, np.where(clips[:, own] > 0, CLIPPED, BAD)).astype(np.uint8)
        # Of the references it covers as many as it has credited.
        is_own = np.zeros(len(ids), np.bool_)
        is_own[own] = True
        limits = [
            np.minimum(largest(row, is_own, inside), clip)
            for row, clip in zip(numbers, clips[:, inside], strict=True)
        ]
        hits = allot_up_to(np.stack(limits), numbers[:, inside], texts[inside])
        covered = np.split(
            good_signs(hits), (ends[first_reference + 1 : -1] - inside.start), axis=1
        )
        by_reference = [
            [
                row if there else None
                for row, there in zip(rows, other.present.tolist(), strict=True)
            ]
            for other, part in zip(streams[first_reference:], covered, strict=True)
            for rows in [signs_by_segment(part, other.offsets)]
        ]
        systems.append((lines[s], signs_by_segment(signs, stream.offsets), by_reference))
        credited.append(CreditedLines(stream.offsets, numbers[:, own], good))
    tokens = [spans for _, spans in found[:first_reference]]
    return SetLines(lines[first_reference:], systems, credited, tokens)


def good_signs(flags: Flags) -> NDArray[np.uint8]:
    """A sign for each flag."""
    return np.where(flags, GOOD, BAD).astype(np.uint8)


def signs_by_segment(signs: NDArray[np.uint8], offsets: Ints) -> Signs:
    """The signs of each text and order: T - n + 1 of order n."""
    ends = offsets.tolist()
    orders = []
    for skipped, row in enumerate(signs):
        text = row.tobytes().decode("ascii")
        orders.append([text[first : max(first, last - skipped)] for first, last in pairwise(ends)])
    return [list(text) for text in zip(*orders, strict=True)]


def _lines(
    column: pa.Array, stream: EncodedStream, words: pa.Array, config: BleuConfig
) -> tuple[dict[str, Any], list[Sequence[TokenSpan]]]:
    """The `Lines` of document.js, and their tokens."""
    texts: list[str | None] = column.to_pylist()
    written = words.take(as_arrow(stream.ids)).to_pylist()
    spans: list[Sequence[TokenSpan]] = []
    scored: dict[str, dict[str, str]] = {}
    for text, (first, last) in zip(texts, pairwise(stream.offsets.tolist()), strict=True):
        tokens = line_tokens(written[first:last], text or "", config)
        # By line and token, those that are scored otherwise than written.
        for t, token in enumerate(tokens):
            if text and text[token.start : token.end] != token.text:
                scored.setdefault(str(len(spans)), {})[str(t)] = token.text
        spans.append(tokens)
    places = [
        None if text is None else _places(tokens) for text, tokens in zip(texts, spans, strict=True)
    ]
    return {"texts": texts, "tokens": places, "scored": scored}, spans


def _places(tokens: Sequence[TokenSpan]) -> list[int]:
    """For each token the characters since the end of the one before, and its own."""
    ends = [0, *(token.end for token in tokens)]
    return [
        number
        for before, token in zip(ends, tokens, strict=False)
        for number in (token.start - before, token.end - token.start)
    ]


def line_tokens(tokens: Sequence[str], text: str, config: BleuConfig) -> Sequence[TokenSpan]:
    """As `align_tokens`, several times as fast where tokens are all of a text but white space."""
    own, found, end = text.lower() if config.lowercase else text, list[TokenSpan](), 0
    for token in tokens:
        start = own.find(token, end)
        if start < 0 or own[end:start].strip():
            return align_tokens(tokens, text, config)
        end = start + len(token)
        found.append(TokenSpan(token, start, end))
    is_all = len(own) == len(text) and not own[end:].strip()
    return found if is_all else align_tokens(tokens, text, config)
