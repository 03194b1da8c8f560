"""Tokens of many lines, their places and matches, as by `match_segment` for each segment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, utf8_buffer
from bleu_core.explain.credit import CreditedLines, SegmentNgramCounts, allot_up_to, number_ngrams
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode, encode_columns
from bleu_core.text.evalset import EvalSet
from bleu_core.text.spans import align_tokens
from bleu_core.text.tokenizers import WHITESPACE

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
    lines = [_lines(*both, words, config) for both in zip(columns, streams, strict=True)]

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
    return SetLines(lines[first_reference:], systems, credited)


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
) -> dict[str, Any]:
    """The `Lines` of document.js: a column of texts with its tokens."""
    texts: list[str | None] = column.to_pylist()
    gaps, sizes, changed = token_places(texts, stream, words, config)
    numbers = np.column_stack([gaps, sizes]).ravel().tolist()
    tokens = [
        None if text is None else numbers[first:last]
        for text, (first, last) in zip(texts, pairwise((2 * stream.offsets).tolist()), strict=True)
    ]
    # By line and token, those that are scored otherwise than written.
    others = np.flatnonzero(changed)
    lines = np.searchsorted(stream.offsets, others, side="right") - 1
    scored: dict[str, dict[str, str]] = {}
    written = words.take(as_arrow(stream.ids[others])).to_pylist()
    places = (others - stream.offsets[lines]).tolist()
    for line, token, text in zip(lines.tolist(), places, written, strict=True):
        scored.setdefault(str(line), {})[str(token)] = text
    return {"texts": texts, "tokens": tokens, "scored": scored}


def token_places(
    texts: Sequence[str | None], stream: EncodedStream, words: pa.Array, config: BleuConfig
) -> tuple[Ints, Ints, Flags]:
    """The places of the tokens of lines: `spans.align_tokens` for a column.

    Returns for (T,) tokens the characters since the end of the one before, their own, and whether
    they are scored otherwise than written. Nearly always the characters of a line's tokens are
    those of the line without white space, which gives the places; else `align_tokens` finds them.

    >>> from bleu_core.text.encoding import encode
    >>> texts = ["It  rains.", "a &lt; b"]
    >>> (stream,), words = encode([texts], BleuConfig())
    >>> gaps, sizes, changed = token_places(texts, stream, words.cast(pa.string()), BleuConfig())
    >>> gaps.tolist(), sizes.tolist(), changed.astype(int).tolist()
    ([0, 2, 0, 0, 1, 1], [2, 5, 1, 1, 4, 1], [0, 0, 0, 0, 1, 0])
    """
    lines = [text or "" for text in texts]
    gaps, sizes, changed, fits = _plain_places(lines, stream, words, config.lowercase)
    ends = stream.offsets.tolist()
    for number in np.flatnonzero(~fits).tolist():
        own = slice(ends[number], ends[number + 1])
        tokens = words.take(as_arrow(stream.ids[own])).to_pylist()
        text, end = lines[number], 0
        for t, token in enumerate(align_tokens(tokens, text, config), own.start):
            gaps[t], sizes[t] = token.start - end, token.end - token.start
            changed[t] = text[token.start : token.end] != token.text
            end = token.end
    return gaps, sizes, changed


# By code point; the last is for all beyond.
_IS_SPACE = np.zeros(0x3002, np.bool_)
_IS_SPACE[[ord(character) for character in WHITESPACE]] = True


def _plain_places(
    lines: list[str], stream: EncodedStream, words: pa.Array, lowercase: bool
) -> tuple[Ints, Ints, Flags, Flags]:
    """`token_places` of lines whose tokens are all but white space; (L,) which lines these are."""
    scored, fits = lines, np.ones(len(lines), np.bool_)
    if lowercase:
        scored = [line.lower() for line in lines]
        fits = _lengths(lines) == _lengths(scored)
        lines, scored = _emptied(lines, ~fits), _emptied(scored, ~fits)
    points, begins = _code_points(scored), np.append(0, np.cumsum(_lengths(scored)))
    characters = np.flatnonzero(~_IS_SPACE[np.minimum(points, len(_IS_SPACE) - 1)])
    sizes = as_numpy(pc.utf8_length(words)).astype(np.int64)[stream.ids]
    numbers = np.diff(np.searchsorted(characters, begins))
    fits &= numbers == np.diff(np.append(0, np.cumsum(sizes))[stream.offsets])
    # Of these lines: the characters, one after another, and the tokens that they should be.
    characters, tokens = characters[np.repeat(fits, numbers)], np.repeat(fits, stream.lengths)
    gaps, all_sizes, changed = np.zeros_like(sizes), sizes, np.zeros(len(sizes), np.bool_)
    if not len(characters):
        return gaps, all_sizes, changed, fits
    line = np.repeat(np.arange(len(lines)), stream.lengths)[tokens]
    sizes = sizes[tokens]
    firsts = np.cumsum(sizes) - sizes
    starts, ends = characters[firsts], characters[firsts + sizes - 1] + 1
    own = utf8_buffer(words.cast(pa.large_string()).take(as_arrow(stream.ids[tokens])))[0]
    differs = points[characters] != _code_points([own.tobytes().decode()])
    fits[line[(ends - starts != sizes) | np.logical_or.reduceat(differs, firsts)]] = False
    is_first = np.diff(line, prepend=-1) > 0
    gaps[tokens] = starts - np.where(is_first, begins[line], np.append(0, ends[:-1]))
    if lowercase:
        lowered = (points != _code_points(lines))[characters]
        changed[tokens] = np.logical_or.reduceat(lowered, firsts)
    return gaps, all_sizes, changed, fits


def _lengths(lines: list[str]) -> Ints:
    return np.fromiter(map(len, lines), np.int64, len(lines))


def _emptied(lines: list[str], which: Flags) -> list[str]:
    return ["" if empty else line for line, empty in zip(lines, which.tolist(), strict=True)]


def _code_points(lines: list[str]) -> NDArray[np.uint32]:
    return np.frombuffer("".join(lines).encode("utf-32-le"), np.uint32)
