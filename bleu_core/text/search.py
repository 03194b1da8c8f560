"""Search texts for words, or for a regular expression between slashes."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import mask
from bleu_core.messages import search


def matches(texts: pa.Array, wanted: str) -> NDArray[np.bool_]:
    """(S,) which texts contain `wanted`, ignoring case, or match it if it is "/…/".

    Raises
    ------
    ValueError
        If the text between the slashes is not a regular expression.

    >>> matches(pa.array(["The cat", "concatenate", None]), "CAT").tolist()
    [True, True, False]
    >>> matches(pa.array(["The cat", "concatenate", None]), "/^The/").tolist()
    [True, False, False]
    """
    # RE2 takes linear time, so no user's pattern can stall a server.
    if _is_pattern(wanted):
        try:
            return mask(pc.match_substring_regex(texts, wanted[1:-1]))
        except pa.ArrowInvalid as error:
            reason = re.sub(r"^Invalid regular expression:\s*", "", str(error))
            raise ValueError(search.not_a_pattern(wanted, reason)) from None
    return mask(pc.match_substring(texts, wanted, ignore_case=True))


def places(text: str, wanted: str) -> list[tuple[int, int]]:
    """The non-empty occurrences in a text: (start, end) in characters, in order.

    >>> places("The cat", "CAT")
    [(4, 7)]
    """
    mark = next(c for c in map(chr, range(0xE000, 0xF8FF)) if c not in text)
    pattern = wanted[1:-1] if _is_pattern(wanted) else f"(?i){re.escape(wanted)}"
    try:
        # pyarrow's RE2 returns no positions, but can put marks around the matches.
        marked = pc.replace_substring_regex(pa.scalar(text), pattern, rf"{mark}\0{mark}").as_py()
    except pa.ArrowInvalid:
        return []
    spans, position = [], 0
    for i, piece in enumerate(marked.split(mark)):
        if i % 2 and piece:
            spans.append((position, position + len(piece)))
        position += len(piece)
    return spans


def united(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans, and merge those that overlap.

    >>> united([(4, 7), (0, 2), (6, 9)])
    [(0, 2), (4, 9)]
    """
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _is_pattern(wanted: str) -> bool:
    return len(wanted) > 2 and wanted.startswith("/") and wanted.endswith("/")
