"""Scripts of the letters in texts, for all scripts at once."""

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
# RE2 classes. Chinese and Japanese scripts count as one.
SCRIPTS = {name: rf"\p{{{name}}}" for name in _NAMES.split()}
SCRIPTS["Han"] = r"\p{Han}\p{Hiragana}\p{Katakana}"
# Characters of none of these scripts, and characters not classified yet.
_NONE, _UNSEEN = len(SCRIPTS), 255
# Texts processed together; characters take four bytes each.
BLOCK = 4_000

Bits = NDArray[np.uint32]


def scripts_seen(texts: pa.Array, in_a_row: int) -> Bits:
    """(S,) bit i: the text has `in_a_row` letters (1 or 2) of script i of SCRIPTS in a row.

    >>> found = scripts_seen(pa.array(["α cat", "αβ", "12", None], pa.large_string()), 2)
    >>> [[name for i, name in enumerate(SCRIPTS) if bits >> i & 1] for bits in found.tolist()]
    [['Latin'], ['Greek'], [], []]
    """
    texts = with_empty(texts)
    # The first script, Latin, is the only one in ASCII.
    result = mask(pc.match_substring_regex(texts, f"[A-Za-z]{{{in_a_row}}}")).astype(np.uint32)
    others = np.flatnonzero(~mask(pc.string_is_ascii(texts)))
    known = np.full(0x110000, _UNSEEN, np.uint8)
    for first in range(0, len(others), BLOCK):
        rows = others[first : first + BLOCK]
        result[rows] = _in_block(texts.take(as_arrow(rows)), in_a_row, known)
    return result


def _in_block(texts: pa.Array, in_a_row: int, known: NDArray[np.uint8]) -> Bits:
    """Scripts of non-empty texts; `known` caches the script of each character."""
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
    """Classify characters that are new: some hundreds per language."""
    new = np.unique(characters[known[characters] == _UNSEEN])
    if not len(new):
        return
    texts = strings(list(map(chr, new.tolist())))
    known[new] = _NONE
    for number, letters in enumerate(SCRIPTS.values()):
        known[new[mask(pc.match_substring_regex(texts, f"[{letters}]"))]] = number
