"""Detectors of lost or added items: numbers, placeholders and markup, names.

An output must contain each item at least as often as the minimum, and at most as often as the
maximum, over source and references. A number written as a word is not an item: if the source has
"8" and the reference "eight", the output may have either; if both have "8", "eight" is a loss.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy
from bleu_core.segments.detectors.text_features import (
    DetectorInput,
    Mask,
    digit_groups,
    matches_any,
    number_values,
)
from bleu_core.segments.detectors.thresholds import Thresholds

Ints = NDArray[np.int64]


class ItemOccurrences(NamedTuple):
    """Occurrences of one kind of item in S texts: numbers, placeholders.

    `rows` (K,) has the text of each, and `names` its name, a large_string; equal items have equal
    names. `present` (S,) has which texts exist.
    """

    rows: Ints
    names: pa.Array
    present: pa.Array


def changed_items(output: ItemOccurrences, others: Sequence[ItemOccurrences]) -> NDArray[np.bool_]:
    """(S,) where an item is lost or added against the others; at least one other is needed.

    The first of four outputs has one "a" too many and the second lacks it; the third equals the
    second other, and the last equals the only one present:

    >>> def things(*texts):
    ...     rows = np.repeat(np.arange(len(texts)), [len(text or "") for text in texts])
    ...     there = pa.array([text is not None for text in texts])
    ...     return ItemOccurrences(rows, pa.array(list("".join(filter(None, texts)))), there)
    >>> others = [things("a", "a", "ab", None), things("", "a", "b", "")]
    >>> changed_items(things("aa", "", "b", ""), others)
    array([ True,  True, False, False])
    """
    streams = [output, *others]
    names = pa.chunked_array([one.names for one in streams]).combine_chunks().dictionary_encode()
    kinds = max(len(names.dictionary), 1)
    keys = np.concatenate([one.rows for one in streams]) * kinds + as_numpy(names.indices)
    cells, cell = np.unique(keys, return_inverse=True)
    stream = np.repeat(np.arange(len(streams)), [len(one.rows) for one in streams])
    times = np.bincount(stream * len(cells) + cell, minlength=len(streams) * len(cells))
    own, *of_others = times.reshape(len(streams), len(cells))
    segments = cells // kinds
    there = [as_numpy(other.present)[segments] for other in others]
    least = np.where(there, of_others, len(keys)).min(axis=0)
    most = np.where(there, of_others, 0).max(axis=0)
    result = np.zeros(len(output.present), bool)
    result[segments[(own < least) | (own > most)]] = True
    return result


class ItemChanges(NamedTuple):
    """Items that are lost or added."""

    lost: Counter[str]
    added: Counter[str]

    def __bool__(self) -> bool:
        return bool(self.lost or self.added)


def item_changes(output: Counter[str], others: Sequence[Counter[str]]) -> ItemChanges:
    """Items lost or added against at least one other.

    >>> item_changes(Counter("aab"), [Counter("abc"), Counter("bc")])
    ItemChanges(lost=Counter({'c': 1}), added=Counter({'a': 1}))
    """
    return ItemChanges(reduce(and_, others) - output, output - reduce(or_, others))


def numbers(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag outputs whose numbers differ from those of source and references.

    An output is flagged only if both readings differ: numbers by value, where 1,000 is 1.000 and 1
    000; and groups of digits, where 10.30 is 10:30.
    """
    result = []
    for reading in (number_values, digit_groups):
        output, *others = (
            ItemOccurrences(*material.numbers[name].read(reading), material.texts[name].is_valid())
            for name in material.compared_texts(side)
        )
        result.append(changed_items(output, others))
    return result[0] & result[1]


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
_ANY_PLACEHOLDER = r"[{}()\[\]<>%&@（）［］｛｝]|://|www\."


def placeholders(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag outputs whose placeholders, markup, addresses or brackets differ."""
    result = np.zeros(len(material), bool)
    likely = matches_any([material.output(side), *material.others], _ANY_PLACEHOLDER)
    for i, output, others in material.rows(likely, side):
        result[i] = bool(placeholder_changes(output, others))
    return result


def placeholder_changes(output: str, others: Sequence[str]) -> ItemChanges:
    """Placeholders that are lost or added.

    >>> placeholder_changes("Press (OK", ["Stlačte (OK).", "Click (OK)."]).lost
    Counter({')': 1})
    """
    return item_changes(_count_placeholders(output), list(map(_count_placeholders, others)))


def _count_placeholders(text: str) -> Counter[str]:
    result: Counter[str] = Counter()
    for match in _PLACEHOLDER.finditer(text):
        address = match["address"]
        # Sentence-final punctuation does not belong to an address.
        result[address.rstrip(".,;:!?)'\"") if address else match[0].translate(_WIDE)] += 1
    return result


_NAME_WORD = re.compile(r"[^\W_]{2,}")
# No sentence begins after a word, or after a comma that follows one.
_INSIDE_SENTENCE = re.compile(r"(?<=[^\W_][\s,]|[\w,]\s)[^\W_]{2,}")


def names(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag outputs that lack a name of source and references."""
    result = np.zeros(len(material), bool)
    if material.source is None:
        return result
    for i, output, others in material.rows(matches_any([material.source], r"\p{Lu}"), side):
        result[i] = len(others) > 1 and bool(lost_names(output, others[0], others[1:]))
    return result


def lost_names(output: str, source: str, references: Sequence[str]) -> set[str]:
    """The names that an output lacks.

    A name is a word of at least two letters or digits with a capital that occurs in the source and
    every reference in the same spelling; not only at the start of a sentence, unless it has a
    capital after its first letter. The output may have it in any case.

    >>> sorted(lost_names("Peter sah ihn.", "Then Peter met Anna.", ["Peter traf Anna."]))
    ['Anna']
    """
    texts = [source, *references]
    words: list[set[str]] = [set(_NAME_WORD.findall(text)) for text in texts]
    shared = {word for word in set.intersection(*words) if word != word.lower()}
    if not shared:
        return shared
    inside = {word for text in texts for word in _INSIDE_SENTENCE.findall(text)}
    own = {word.casefold() for word in _NAME_WORD.findall(output)}
    names = {word for word in shared if word in inside or not word[1:].islower()}
    return {name for name in names if name.casefold() not in own}
