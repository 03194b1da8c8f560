"""Texts of a test set as files of marks write them, and the unmarked forms of a marked text."""

from __future__ import annotations

import re
from itertools import islice

import pyarrow as pa

from bleu_core.text.evalset import EvalSet

# Most tags in a text for which all pairs are tried.
MOST_TAGS = 8
TAG = re.compile("</?v>")
# Not allowed in a TSV cell; each is written as one space, so that offsets stay valid.
_WRITTEN = str.maketrans("\t\n\r", "   ")
Place = tuple[int, int] | None


class Texts:
    """Texts of a test set as files write them, indexed on demand."""

    def __init__(self, evalset: EvalSet) -> None:
        self.evalset = evalset
        self.source = _column(evalset.source)
        self.documents = _column(evalset.documents)
        self._systems: dict[str, list[str]] = {}
        self._index: dict[str, dict[str, list[int]]] = {}

    def of(self, system: str) -> list[str]:
        if system not in self._systems:
            self._systems[system] = _column(self.evalset.systems[system]) or []
        return self._systems[system]

    def segments(self, system: str, marked: str) -> list[int]:
        """Segments where a system's text may be the given marked text."""
        if system not in self._index:
            index: dict[str, list[int]] = {}
            for segment, text in enumerate(self.of(system)):
                index.setdefault(text, []).append(segment)
            self._index[system] = index
        index = self._index[system]
        found = [index[text] for text in readings(marked) if text in index]
        return found[0] if len(found) == 1 else sorted({s for result in found for s in result})


def as_written(text: str | None) -> str:
    """A text as a TSV cell: same length, without tabs and line ends."""
    return (text or "").translate(_WRITTEN)


def _column(column: pa.Array | None) -> list[str] | None:
    return None if column is None else [as_written(text) for text in column.to_pylist()]


def readings(marked: str) -> dict[str, Place]:
    """Unmarked forms of a marked text, each with its span or None.

    >>> readings("a <v>b</v>")
    {'a b': (2, 3), 'a <v>b</v>': None}
    """
    text = as_written(marked)
    tags = [(result.start(), result[0]) for result in islice(TAG.finditer(text), MOST_TAGS + 1)]
    if not tags:
        return {text: None}
    result: dict[str, Place] = {}
    if len(tags) <= MOST_TAGS:
        for start, opening in tags:
            for end, closing in tags:
                if (opening, closing) == ("<v>", "</v>") and start < end:
                    plain = text[:start] + text[start + 3 : end] + text[end + 4 :]
                    result.setdefault(plain, (start, end - 3))
    result.setdefault(TAG.sub("", text), None)
    result.setdefault(text, None)
    return result
