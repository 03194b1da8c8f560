"""Which scripts texts have letters of, for all scripts at once."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import as_arrow, as_numpy, mask, strings, utf8_of, with_empty

_NAMES = (
    "Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil "
    "Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Khmer "
    "Mongolian"
)
# By RE2's classes. What Chinese and Japanese are written in is one.
SCRIPTS = {name: rf"\p{{{name}}}" for name in _NAMES.split()}
SCRIPTS["Han"] = r"\p{Han}\p{Hiragana}\p{Katakana}"
# What Unicode counts to none of these, and what was not met before.
_NONE, _UNSEEN = len(SCRIPTS), 255
# Texts looked at together: their characters take four bytes each.
BLOCK = 4_000

Bits = NDArray[np.uint32]


def scripts_seen(texts: pa.Array, in_a_row: int) -> Bits:
    """(S,) of which scripts texts have so many letters in a row, 1 or 2: bit i, of SCRIPTS' i-th.

    >>> found = scripts_seen(pa.array(["α cat", "αβ", "12", None], pa.large_string()), 2)
    >>> [[name for i, name in enumerate(SCRIPTS) if bits >> i & 1] for bits in found.tolist()]
    [['Latin'], ['Greek'], [], []]
    """
    texts = with_empty(texts)
    # The one script of ASCII is the first of all.
    found = mask(pc.match_substring_regex(texts, f"[A-Za-z]{{{in_a_row}}}")).astype(np.uint32)
    others = np.flatnonzero(~mask(pc.string_is_ascii(texts)))
    known = np.full(0x110000, _UNSEEN, np.uint8)
    for first in range(0, len(others), BLOCK):
        rows = others[first : first + BLOCK]
        found[rows] = _in_block(texts.take(as_arrow(rows)), in_a_row, known)
    return found


def _in_block(texts: pa.Array, in_a_row: int, known: NDArray[np.uint8]) -> Bits:
    """The same of texts none of which is empty; `known` is the script of each character so far."""
    data, _ = utf8_of(texts)
    characters = np.frombuffer(data.tobytes().decode().encode("utf-32-le"), np.uint32)
    _learn(known, characters)
    script = known[characters]
    starts = np.cumsum(as_numpy(pc.utf8_length(texts)), dtype=np.int64)
    starts = np.append(0, starts[:-1])
    if in_a_row == 2:
        alone = script != np.append(_NONE, script[:-1])
        alone[starts] = True
        script = np.where(alone, _NONE, script)
    bits = np.append(np.uint32(1) << np.arange(_NONE, dtype=np.uint32), np.uint32(0))
    return np.bitwise_or.reduceat(bits[script], starts)


def _learn(known: NDArray[np.uint8], characters: NDArray[np.uint32]) -> None:
    """Ask RE2 about the characters that were not met before: some hundreds of a language."""
    new = np.unique(characters[known[characters] == _UNSEEN])
    if not len(new):
        return
    texts = strings(list(map(chr, new.tolist())))
    known[new] = _NONE
    for number, letters in enumerate(SCRIPTS.values()):
        known[new[mask(pc.match_substring_regex(texts, f"[{letters}]"))]] = number
