"""Places of the tokens of many lines in their texts: `spans.align_tokens` for a column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, utf8_buffer
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream
from bleu_core.text.spans import align_tokens
from bleu_core.text.tokenizers import WHITESPACE

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


class TokenPlaces(NamedTuple):
    """For (T,) tokens: characters since the end of the one before, characters, and whether it is
    scored otherwise than written."""

    gaps: Ints
    sizes: Ints
    changed: Flags


def token_places(
    texts: Sequence[str | None], stream: EncodedStream, words: pa.Array, config: BleuConfig
) -> TokenPlaces:
    """The places of the tokens of lines.

    Nearly always the characters of a line's tokens are those of the line without white space, which
    gives the places. `align_tokens` finds those of the other lines.

    >>> from bleu_core.text.encoding import encode
    >>> texts = ["It  rains.", "a &lt; b"]
    >>> (stream,), words = encode([texts], BleuConfig())
    >>> places = token_places(texts, stream, words.cast(pa.string()), BleuConfig())
    >>> places.gaps.tolist(), places.sizes.tolist(), places.changed.astype(int).tolist()
    ([0, 2, 0, 0, 1, 1], [2, 5, 1, 1, 4, 1], [0, 0, 0, 0, 1, 0])
    """
    lines = [text or "" for text in texts]
    places, fits = _plain_places(lines, stream, words, config.lowercase)
    gaps, sizes, changed = places
    ends = stream.offsets.tolist()
    for number in np.flatnonzero(~fits).tolist():
        own = slice(ends[number], ends[number + 1])
        tokens = words.take(as_arrow(stream.ids[own])).to_pylist()
        text, end = lines[number], 0
        for t, token in enumerate(align_tokens(tokens, text, config), own.start):
            gaps[t], sizes[t] = token.start - end, token.end - token.start
            changed[t] = text[token.start : token.end] != token.text
            end = token.end
    return places


# By code point; the last is for all beyond.
_IS_SPACE = np.zeros(0x3002, np.bool_)
_IS_SPACE[[ord(character) for character in WHITESPACE]] = True


def _plain_places(
    lines: list[str], stream: EncodedStream, words: pa.Array, lowercase: bool
) -> tuple[TokenPlaces, Flags]:
    """The places of tokens in lines of which they are all characters but white space.

    Also returns (L,) which lines these are; the tokens of the others have no places yet.
    """
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
    places = TokenPlaces(np.zeros_like(sizes), sizes, np.zeros(len(sizes), np.bool_))
    if not len(characters):
        return places, fits
    line = np.repeat(np.arange(len(lines)), stream.lengths)[tokens]
    sizes = sizes[tokens]
    firsts = np.cumsum(sizes) - sizes
    starts, ends = characters[firsts], characters[firsts + sizes - 1] + 1
    differs = points[characters] != _token_points(words, stream.ids[tokens])
    fits[line[(ends - starts != sizes) | np.logical_or.reduceat(differs, firsts)]] = False
    is_first = np.diff(line, prepend=-1) > 0
    places.gaps[tokens] = starts - np.where(is_first, begins[line], np.append(0, ends[:-1]))
    if lowercase:
        lowered = (points != _code_points(lines))[characters]
        places.changed[tokens] = np.logical_or.reduceat(lowered, firsts)
    return places, fits


def _lengths(lines: list[str]) -> Ints:
    return np.fromiter(map(len, lines), np.int64, len(lines))


def _emptied(lines: list[str], which: Flags) -> list[str]:
    return ["" if empty else line for line, empty in zip(lines, which.tolist(), strict=True)]


def _code_points(lines: list[str]) -> NDArray[np.uint32]:
    return np.frombuffer("".join(lines).encode("utf-32-le"), np.uint32)


def _token_points(words: pa.Array, ids: NDArray[np.int32]) -> NDArray[np.uint32]:
    """The code points of tokens, one after another."""
    text, _ = utf8_buffer(words.cast(pa.large_string()).take(as_arrow(ids)))
    return _code_points([text.tobytes().decode()])
