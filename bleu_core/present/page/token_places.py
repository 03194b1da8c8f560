"""Places of the tokens of many lines in their texts: `spans.align_tokens` for a column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy, utf8_buffer
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
    written = [text or "" for text in texts]
    scored = [text.lower() for text in written] if config.lowercase else written
    plain = _PlainLines(written, scored, stream, words)
    gaps, sizes, changed = plain.places
    ends = stream.offsets.tolist()
    for line in np.flatnonzero(~plain.fits).tolist():
        own = slice(ends[line], ends[line + 1])
        tokens = words.take(pa.array(stream.ids[own])).to_pylist()
        text, end = written[line], 0
        for t, token in enumerate(align_tokens(tokens, text, config), own.start):
            gaps[t], sizes[t] = token.start - end, token.end - token.start
            changed[t] = text[token.start : token.end] != token.text
            end = token.end
    return TokenPlaces(gaps, sizes, changed)


# By code point; the last is for all beyond.
_IS_SPACE = np.zeros(0x3002, np.bool_)
_IS_SPACE[[ord(character) for character in WHITESPACE]] = True


class _PlainLines:
    """Lines whose tokens are all of their characters but white space, in order.

    `scored` are the lines as they are tokenized. `fits` (L,) tells which lines are such lines;
    `places` are right for the tokens of these, and have room for the others.
    """

    def __init__(
        self, written: list[str], scored: list[str], stream: EncodedStream, words: pa.Array
    ) -> None:
        self.stream = stream
        self.places = TokenPlaces(
            *(np.zeros(len(stream.ids), kind) for kind in (np.int64, np.int64, np.bool_))
        )
        lengths, same = _lengths(written), None
        if scored is not written:
            same = lengths == _lengths(scored)
            written, scored = _blank(written, same), _blank(scored, same)
            lengths = np.where(same, lengths, 0)
        points = _code_points(scored)
        characters = np.flatnonzero(~_IS_SPACE[np.minimum(points, len(_IS_SPACE) - 1)])
        begins = np.concatenate([[0], np.cumsum(lengths)])
        numbers = np.diff(np.searchsorted(characters, begins))
        sizes = as_numpy(pc.utf8_length(words)).astype(np.int64)[stream.ids]
        sums = np.diff(np.concatenate([[0], np.cumsum(sizes)])[stream.offsets])
        self.fits: Flags = numbers == sums
        if same is not None:
            self.fits &= same
        tokens = np.repeat(self.fits, stream.lengths)
        characters = characters[np.repeat(self.fits, numbers)]
        ids, sizes = stream.ids[tokens], sizes[tokens]
        lines = np.repeat(np.arange(len(lengths)), stream.lengths)[tokens]
        text, _ = utf8_buffer(words.cast(pa.large_string()).take(pa.array(ids)))
        differ = points[characters] != _code_points([text.tobytes().decode()])
        firsts = np.cumsum(sizes) - sizes
        starts, ends = characters[firsts], characters[firsts + sizes - 1] + 1
        apart = ends - starts != sizes
        if len(firsts):
            apart |= np.logical_or.reduceat(differ, firsts)
        self.fits[lines[apart]] = False
        gaps = starts - np.concatenate([[0], ends])[:-1]
        first_in_line = np.flatnonzero(np.diff(lines, prepend=-1))
        gaps[first_in_line] = (starts - begins[lines])[first_in_line]
        self.places.gaps[tokens], self.places.sizes[tokens] = gaps, sizes
        if scored is not written and len(firsts):
            lowered = (_code_points(written) != points)[characters]
            self.places.changed[tokens] = np.logical_or.reduceat(lowered, firsts)


def _lengths(lines: list[str]) -> Ints:
    return np.fromiter(map(len, lines), np.int64, len(lines))


def _blank(lines: list[str], kept: Flags) -> list[str]:
    return [line if keep else "" for line, keep in zip(lines, kept.tolist(), strict=True)]


def _code_points(lines: Sequence[str]) -> NDArray[Any]:
    return np.frombuffer("".join(lines).encode("utf-32-le"), np.uint32)
