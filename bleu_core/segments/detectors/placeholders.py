"""Placeholders, markup, addresses and brackets in texts.

Most texts only have brackets, which are found in all texts at once. A regular expression reads only
texts in which a quick test finds more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, nulls_as_empty, utf8_buffer

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

# In this order: a URL may contain all others.
_PLACEHOLDER = re.compile(
    r"(?P<address>(?:https?://|www\.)[^\s<>]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
    r"|</?[A-Za-z][^<>]{0,200}>"  # <b>, </b>, <x id="1"/>
    r"|&(?:\w{1,30}|#\d{1,7});"  # &amp;
    r"|\$?\{\w{0,50}\}"  # {0}, {name}, ${x}
    r"|%(?:\d\$)?[-+0#]?\d{0,3}(?:\.\d{1,3})?[sdifux](?![^\W_])"  # %s, %1$d, %.2f
    r"|%\(\w{1,50}\)[sdif]"  # %(name)s
    r"|[()\[\]{}（）［］｛｝]"
)
# Full-width and half-width brackets count as equal.
_WIDE = str.maketrans("（）［］｛｝", "()[]{}")
# Brackets are items themselves, unless they are within others: these have one of the signs.
_BRACKETS = "()[]"
_WIDE_BRACKETS = {"（": "(", "）": ")", "［": "[", "］": "]"}
_SIGNS = "{}@<&%:.｛"
# Bytes that may follow a sign for which not all bytes may; those beyond ASCII always.
_ALNUM = bytes(range(48, 58)) + bytes(range(65, 91)) + bytes(range(97, 123))
_AFTER = {"<": b"/" + _ALNUM, "&": b"#_" + _ALNUM, "%": b"(-+#.sdifux0123456789"}
BLOCK = 4_000


def placeholders_of(text: str) -> Iterator[str]:
    """Placeholders, markup, addresses and brackets of one text.

    >>> list(placeholders_of("See {0} (www.x.org)."))
    ['{0}', '(', 'www.x.org']
    """
    for match in _PLACEHOLDER.finditer(text):
        address = match["address"]
        # Sentence-final punctuation does not belong to an address.
        yield address.rstrip(".,;:!?)'\"") if address else match[0].translate(_WIDE)


def placeholder_items(columns: Mapping[str, pa.Array]) -> dict[str, tuple[Ints, Ints]]:
    """The placeholders of columns of texts: for each the text, and a number of its own."""
    kinds = {bracket: number for number, bracket in enumerate(_BRACKETS)}
    found = {}
    for name, texts in columns.items():
        parts = [(np.zeros(0, np.int64), np.zeros(0, np.int64))]
        for first in range(0, len(texts), BLOCK):
            block = nulls_as_empty(texts[first : first + BLOCK])
            rows, items, others = _brackets_and_others(block)
            parts.append((first + rows, items))
            lines = block.take(as_arrow(others)).to_pylist()
            read = [
                (row, kinds.setdefault(item, len(kinds)))
                for row, line in zip(others.tolist(), lines, strict=True)
                for item in placeholders_of(line)
            ]
            more = np.array(read, np.int64).reshape(-1, 2)
            parts.append((first + more[:, 0], more[:, 1]))
        found[name] = np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])
    return found


def _brackets_and_others(texts: pa.Array) -> tuple[Ints, Ints, Ints]:
    """The texts and numbers of brackets, and the texts that may have other placeholders."""
    data, offsets = utf8_buffer(texts)
    classes = np.frombuffer(data.tobytes().translate(_CLASSES), np.uint8)
    at = np.flatnonzero(classes != 0)  # of booleans: several times as fast
    sign, rows = classes[at], np.searchsorted(offsets, at, side="right") - 1
    # Neighbours of the first and the last bytes: a text that follows does no harm.
    padded = np.concatenate([np.zeros(3, np.uint8), data, np.zeros(3, np.uint8)])
    before, after = (padded[[at + 3 + step for step in steps]] for steps in ((-3, -2, -1), (1, 2)))
    items = sign.astype(np.int64) - 1
    wide = sign == _WIDE_CLASS
    last_bytes = after[0].astype(np.int64) << 8 | after[1]
    for bracket, plain in _WIDE_BRACKETS.items():
        items[wide & (last_bytes == _last_bytes(bracket))] = _BRACKETS.index(plain)
    is_bracket = items < len(_BRACKETS)
    other = ~is_bracket & ~wide
    for character, may_follow in _AFTER.items():
        table = np.zeros(256, bool)
        table[[*may_follow, *range(128, 256)]] = True
        other &= (sign != _class_of(character)) | table[after[0]]
    other &= (sign != _class_of(":")) | (after == ord("/")).all(axis=0)
    other &= (sign != _class_of(".")) | (before == ord("w")).all(axis=0)
    for bracket in "｛｝":
        other |= wide & (last_bytes == _last_bytes(bracket))
    has_other = np.zeros(len(texts), bool)
    has_other[rows[other]] = True
    is_bracket &= ~has_other[rows]
    return rows[is_bracket], items[is_bracket], np.flatnonzero(has_other)


def _class_of(character: str) -> int:
    return 1 + (_BRACKETS + _SIGNS).index(character)


def _last_bytes(character: str) -> int:
    """The second and third byte in UTF-8 of a full-width bracket."""
    return int.from_bytes(character.encode()[1:], "big")


# The class of each first byte: of a bracket, a sign, or a full-width bracket; else 0.
_CLASSES = bytearray(256)
for _character in _BRACKETS + _SIGNS:
    _CLASSES[_character.encode()[0]] = _class_of(_character)
_WIDE_CLASS = _class_of("｛")
