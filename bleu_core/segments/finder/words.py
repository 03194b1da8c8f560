"""Conditions for the slice finder, made from words and word pairs of source or references."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.segments.columns import Table
from bleu_core.segments.expressions import Compared, Name
from bleu_core.segments.finder.conditions import Condition, Halves
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode
from bleu_core.text.tokenizers import tokenize_block

Ints = NDArray[np.int64]


def word_conditions(
    table: Table, halves: Halves, excess: NDArray[np.float64], limit: int
) -> Iterator[Condition]:
    """At most `limit` words and bigrams, those farthest from carrying their share.

    Parameters
    ----------
    table : Table
    halves : Halves
    excess : (S,) array
        Points beyond its share of each segment of the searched half, 0 for the others: the
        choice of words is part of the search.
    most : int
    """
    comparison = table.comparison
    data = comparison.evalset
    name = "reference" if data.source is None else "source"
    texts = list(data.references) if data.source is None else [data.source]
    encoded, dictionary = encode(texts, comparison.config)
    words = dictionary.cast(pa.large_string())
    candidates: list[tuple[float, list[int], Ints]] = []
    for order in (1, 2):
        candidates += _held(encoded, order, len(table), max(len(words), 1), halves, excess)
    candidates.sort(key=lambda one: (-one[0], len(one[1]), one[1]))
    result = 0
    for _, ids, segments in candidates:
        if result == limit:
            return
        tokens = words.take(pa.array(ids, pa.int64())).to_pylist()
        text = " ".join(tokens)
        if not _reads_back(text, tokens, comparison.config):
            continue
        chosen = np.zeros(len(table), bool)
        chosen[segments] = True
        yield Condition(Compared(Name(name), "has", (text,)), chosen, True)
        result += 1


def _held(
    encoded: list[EncodedStream],
    order: int,
    size: int,
    base: int,
    halves: Halves,
    excess: NDArray[np.float64],
) -> list[tuple[float, list[int], Ints]]:
    """Excess points of each n-gram, its tokens, and the segments that contain it."""
    grams, places = [], []
    for stream in encoded:
        segment = np.repeat(np.arange(size), stream.lengths)
        ids = stream.ids.astype(np.int64)
        if order == 2:
            inside = segment[1:] == segment[:-1]
            ids, segment = (ids[:-1] * base + ids[1:])[inside], segment[1:][inside]
        grams.append(ids)
        places.append(segment)
    gram, where = np.concatenate(grams), np.concatenate(places)
    kinds, gram = np.unique(gram, return_inverse=True)
    pairs = np.unique(gram.ravel() * size + where)  # an n-gram counts once per segment
    gram, where = np.divmod(pairs, size)
    there = np.bincount(gram, halves.searched[where], len(kinds))
    held_out = np.bincount(gram, ~halves.searched[where], len(kinds))
    often = (there >= halves.min_segments) & (held_out >= halves.min_held_out)
    often &= there < halves.searched.sum()
    far = np.abs(np.bincount(gram, excess[where], len(kinds)))
    starts = np.searchsorted(gram, np.arange(len(kinds) + 1))
    return [
        (
            float(far[i]),
            [int(kinds[i])] if order == 1 else [int(n) for n in divmod(int(kinds[i]), base)],
            where[starts[i] : starts[i + 1]],
        )
        for i in np.flatnonzero(often).tolist()
    ]


def _reads_back(text: str, tokens: list[str], config: BleuConfig) -> bool:
    """Whether the text has exactly these tokens: `has` uses the same tokenizer."""
    result = tokenize_block([text], config).tokens.cast(pa.large_string()).to_pylist()
    return bool(result == tokens)
