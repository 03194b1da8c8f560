"""Texts as arrays of characters, and properties of characters."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import utf8_buffer

Characters = NDArray[np.uint32]
Ints = NDArray[np.int64]

_UNSEEN = 255


def characters_of(texts: pa.Array) -> tuple[Characters, Ints]:
    """Code points of all texts, (C,), and where each text begins, (S,); no text is null."""
    data, offsets = utf8_buffer(texts)
    characters = np.frombuffer(data.tobytes().decode().encode("utf-32-le"), np.uint32)
    if len(characters) == len(data):
        return characters, offsets[:-1]
    # A character has one byte that does not continue another.
    before = np.append(0, np.cumsum(data & 0xC0 != 0x80))
    return characters, before[offsets[:-1]]


class CharacterKinds:
    """A property of characters, below 255, that is determined when one is first seen."""

    def __init__(self, kind: Callable[[str], int]) -> None:
        self._kind = kind
        self._known = np.zeros(0, np.uint8)

    def of(self, characters: Characters) -> NDArray[np.uint8]:
        """(C,) the property of each."""
        if not len(self._known):
            self._known = np.full(0x110000, _UNSEEN, np.uint8)
        kinds = self._known[characters]
        if len(new := np.flatnonzero(kinds == _UNSEEN)):
            for code in set(characters[new].tolist()):
                self._known[code] = self._kind(chr(code))
            kinds = self._known[characters]
        return kinds
