"""Detectors of lost or added items: numbers, placeholders and markup, names.

An output must contain each item at least as often as the minimum, and at most as often as the
maximum, over source and references. A number written as a word is not an item: if the source has
"8" and the reference "eight", the output may have either; if both have "8", "eight" is a loss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy
from bleu_core.segments.detectors.names import capital_words, is_in, lost_names
from bleu_core.segments.detectors.text_features import DetectorInput, Mask, matches_any
from bleu_core.segments.detectors.thresholds import Thresholds

Ints = NDArray[np.int64]


class ItemOccurrences(NamedTuple):
    """Occurrences of one kind of item in S texts: numbers, brackets."""

    rows: Ints  # (K,) the text of each
    items: Ints  # (K,) which item it is, as a number
    present: Mask  # (S,) which texts exist


def changed_items(output: ItemOccurrences, others: Sequence[ItemOccurrences]) -> Mask:
    """(S,) where an item is lost or added against the others; at least one other is needed.

    The first of four outputs has one "a" too many and the second lacks it; the third equals the
    second other, and the last equals the only one present:

    >>> def things(*texts):
    ...     rows = np.repeat(np.arange(len(texts)), [len(text or "") for text in texts])
    ...     items = np.array([ord(c) for c in "".join(filter(None, texts))], int)
    ...     return ItemOccurrences(rows, items, np.array([text is not None for text in texts]))
    >>> others = [things("a", "a", "ab", None), things("", "a", "b", "")]
    >>> changed_items(things("aa", "", "b", ""), others)
    array([ True,  True, False, False])
    """
    streams = [output, *others]
    kinds = max(int(one.items.max(initial=0)) for one in streams) + 1
    keys = [(one.rows * kinds + one.items) * len(streams) + i for i, one in enumerate(streams)]
    together = np.sort(np.concatenate(keys))
    cells, stream = np.divmod(together, len(streams))
    new = np.ones(len(cells), bool)
    new[1:] = cells[1:] != cells[:-1]
    cell, cells = np.cumsum(new) - 1, cells[new]
    times = np.bincount(cell * len(streams) + stream, minlength=len(cells) * len(streams))
    own, *of_others = times.reshape(len(cells), len(streams)).T
    segments = cells // kinds
    there = [other.present[segments] for other in others]
    least = np.where(there, of_others, len(together)).min(axis=0)
    most = np.where(there, of_others, 0).max(axis=0)
    result = np.zeros(len(output.present), bool)
    result[segments[(own < least) | (own > most)]] = True
    return result


def numbers(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag outputs whose numbers differ from those of source and references in both readings:
    by value, where 1,000 is 1.000 and 1 000; and by groups of digits, where 10.30 is 10:30.
    """
    by_value, by_groups = (_changed(material, side, values) for values in material.numbers)
    return by_value & by_groups


def placeholders(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag outputs whose placeholders, markup, addresses or brackets differ."""
    return _changed(material, side, material.placeholders)


def _changed(material: DetectorInput, side: str, items: Mapping[str, tuple[Ints, Ints]]) -> Mask:
    """(S,) `changed_items` of an output; `items` are by text name."""
    output, *others = (
        ItemOccurrences(*items[name], as_numpy(material.texts[name].is_valid()))
        for name in material.compared_texts(side)
    )
    return changed_items(output, others)


def names(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag outputs that lack a name of source and references."""
    result = np.zeros(len(material), bool)
    if material.source is None:
        return result
    rows, hashes = material.likely_names
    likely = np.zeros(len(material), bool)
    likely[rows[~is_in(hashes, capital_words(material.output(side))[1])]] = True
    rows = np.flatnonzero(likely)
    likely[rows] = matches_any([material.source.take(as_arrow(rows))], r"\p{Lu}")
    for i, output, others in material.rows(likely, side):
        result[i] = len(others) > 1 and bool(lost_names(output, others[0], others[1:]))
    return result
