"""The script (Latin, Cyrillic, …) of a text, by the Unicode property of its letters."""

from __future__ import annotations

from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, mask, string_array

# Lines per block: their characters take four bytes each.
BLOCK = 4_000
# Chinese and Japanese mix several scripts. The last entry takes letters of any other script; signs
# that Unicode assigns to no script, such as the prolonged sound mark of kana, have none.
SCRIPTS = {
    "Latin": r"\p{Latin}", "Cyrillic": r"\p{Cyrillic}", "Greek": r"\p{Greek}",
    "Arabic": r"\p{Arabic}", "Hebrew": r"\p{Hebrew}", "Devanagari": r"\p{Devanagari}",
    "Bengali": r"\p{Bengali}", "Gurmukhi": r"\p{Gurmukhi}", "Gujarati": r"\p{Gujarati}",
    "Oriya": r"\p{Oriya}", "Tamil": r"\p{Tamil}", "Telugu": r"\p{Telugu}",
    "Kannada": r"\p{Kannada}", "Malayalam": r"\p{Malayalam}", "Sinhala": r"\p{Sinhala}",
    "Thai": r"\p{Thai}", "Lao": r"\p{Lao}", "Tibetan": r"\p{Tibetan}", "Myanmar": r"\p{Myanmar}",
    "Khmer": r"\p{Khmer}", "Georgian": r"\p{Georgian}", "Armenian": r"\p{Armenian}",
    "Ethiopic": r"\p{Ethiopic}", "Mongolian": r"\p{Mongolian}", "Hangul": r"\p{Hangul}",
    "Chinese or Japanese": r"[\p{Han}\p{Hiragana}\p{Katakana}]",
    "another script": r"[^\p{Common}\p{Inherited}]",
}  # fmt: skip
_NONE, _UNSEEN = len(SCRIPTS), 255


def count_letters(texts: pa.Array) -> NDArray[np.int64]:
    """(S, `SCRIPTS`) letters of each script in each text; 0 for a null.

    >>> counts = count_letters(pa.array(["Ну, ok", "42", None]))
    >>> dict(zip(SCRIPTS, counts[0].tolist()))["Cyrillic"], counts.sum(axis=1).tolist()
    (2, [4, 0, 0])
    """
    counts = np.zeros((len(texts), len(SCRIPTS)), np.int64)
    for first in range(0, len(texts), BLOCK):
        lines = [line or "" for line in texts[first : first + BLOCK].to_pylist()]
        codes = np.frombuffer("".join(lines).encode("utf-32-le"), np.uint32)
        line = np.repeat(np.arange(len(lines)), [len(text) for text in lines])
        cells = line * (_NONE + 1) + script_numbers(codes)
        cells = np.bincount(cells, minlength=len(lines) * (_NONE + 1))
        counts[first : first + len(lines)] = cells.reshape(len(lines), _NONE + 1)[:, :_NONE]
    return counts


def main_script(texts: pa.Array) -> pa.Array:
    """(S,) the script of most letters of each text, the first of equals; null without a letter.

    >>> main_script(pa.array(["Ну, ok!", "日本", "42"])).to_pylist()
    ['Latin', 'Chinese or Japanese', None]
    """
    counts = count_letters(texts)
    names = string_array(list(SCRIPTS)).take(as_arrow(counts.argmax(axis=1)))
    return pc.if_else(as_arrow(counts.max(axis=1)).cast(pa.bool_()), names, None)


def script_numbers(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """(C,) the place in `SCRIPTS` of each letter's script; `len(SCRIPTS)` for other characters."""
    known = _known()
    seen = np.flatnonzero(np.bincount(codes, minlength=1))
    # RE2 classifies the characters not seen before: some hundreds per language.
    new = seen[known[seen] == _UNSEEN]
    characters = string_array(list(map(chr, new.tolist())))
    numbers = np.full(len(new), _NONE, np.uint8)
    is_letter = mask(pc.match_substring_regex(characters, r"^\p{L}"))
    # In reverse, so that a script of its own overrides "another script".
    for number, pattern in reversed(list(enumerate(SCRIPTS.values()))):
        numbers[is_letter & mask(pc.match_substring_regex(characters, pattern))] = number
    known[new] = numbers
    return known[codes]


@cache
def _known() -> NDArray[np.uint8]:
    """The number of each character's script, once it was seen."""
    return np.full(0x110000, _UNSEEN, np.uint8)
