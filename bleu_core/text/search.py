"""What a user searches texts for: words, or a regular expression between slashes."""

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
    """(S,) which texts contain what is wanted, case ignored, or fit it where it is "/…/".

    Raises
    ------
    ValueError
        Where what stands between the slashes is no regular expression.

    >>> matches(pa.array(["The cat", "concatenate", None]), "CAT").tolist()
    [True, True, False]
    >>> matches(pa.array(["The cat", "concatenate", None]), "/^The/").tolist()
    [True, False, False]
    """
    # RE2 takes time linear in the text, so no pattern of a user's can stall a server.
    if _is_pattern(wanted):
        try:
            return mask(pc.match_substring_regex(texts, wanted[1:-1]))
        except pa.ArrowInvalid as error:
            reason = re.sub(r"^Invalid regular expression:\s*", "", str(error))
            raise ValueError(search.not_a_pattern(wanted, reason)) from None
    return mask(pc.match_substring(texts, wanted, ignore_case=True))


def places(text: str, wanted: str) -> list[tuple[int, int]]:
    """Where in a text it stands: (start, end) in characters, in order; nothing of no length.

    >>> places("The cat", "CAT")
    [(4, 7)]
    """
    mark = next(c for c in map(chr, range(0xE000, 0xF8FF)) if c not in text)
    pattern = wanted[1:-1] if _is_pattern(wanted) else f"(?i){re.escape(wanted)}"
    try:
        # RE2 by way of pyarrow tells no places; but it puts marks around what it finds.
        marked = pc.replace_substring_regex(pa.scalar(text), pattern, rf"{mark}\0{mark}").as_py()
    except pa.ArrowInvalid:
        return []
    found, position = [], 0
    for i, piece in enumerate(marked.split(mark)):
        if i % 2 and piece:
            found.append((position, position + len(piece)))
        position += len(piece)
    return found


def united(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that overlap as one.

    >>> united([(4, 7), (0, 2), (6, 9)])
    [(0, 2), (4, 9)]
    """
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _is_pattern(wanted: str) -> bool:
    return len(wanted) > 2 and wanted.startswith("/") and wanted.endswith("/")
