"""Conditions for the slice finder, made from columns, words and word pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, factorize
from bleu_core.segments.columns import (
    ANNOTATION_COLUMNS,
    FLAG,
    NUMBER,
    ONE,
    TEXT,
    SegmentColumn,
    SegmentTable,
)
from bleu_core.segments.columns.binning import round_digits
from bleu_core.segments.expressions import And, ColumnTest, Flag, Name, Node, Not, Or, mask
from bleu_core.text.encoding import EncodedStream, encode_columns
from bleu_core.text.tokenizers import tokenize_block

Mask = NDArray[np.bool_]

# Quantiles at which a column of numbers is cut.
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
DIGITS = 3  # significant digits of a cut
# Most frequent values used per column of texts.
MAX_VALUES = 40
# Columns that are not used. Points, differences and scores define a loss, so choosing by them
# selects the losers; so does the similarity of A and B, because equal outputs lose nothing. Texts
# are handled word by word; a line number is not a property of a segment.
SCORE_COLUMNS = {"points", "delta", "gain", "same", "similarity", "sentence BLEU"}
SCORE_KEYS = {"bleu", "unseen"}
RUNNING_TEXTS = {"source", "reference", "a", "b", "text"}
POSITIONS = {"line"}


@dataclass(frozen=True, eq=False)
class SliceCondition:
    """A condition, (S,) which segments match, and whether swapping A and B leaves it unchanged."""

    node: Node
    mask: Mask
    exchangeable: bool


class SearchSplit(NamedTuple):
    """(S,) which segments are searched, and how many a slice needs in each half."""

    searched: Mask
    min_segments: int
    min_held_out: int

    def allow(self, chosen: Mask) -> bool:
        """Whether a slice has enough segments in each half, but not all searched ones."""
        there = int((chosen & self.searched).sum())
        held_out = int(chosen.sum()) - there
        few = there < self.min_segments or held_out < self.min_held_out
        return not few and there < int(self.searched.sum())


def conditions_of(table: SegmentTable, halves: SearchSplit) -> Iterator[SliceCondition]:
    """Conditions from all columns, without those from words; no two select the same segments.

    Exchangeable ones come first, so that they win over a condition on one output that selects the
    same segments.
    """
    seen: set[bytes] = set()
    for one in sorted(_column_conditions(table), key=lambda one: not one.exchangeable):
        key = np.packbits(one.mask).tobytes()
        if key not in seen and halves.allow(one.mask):
            seen.add(key)
            yield one


def _usable_columns(table: SegmentTable) -> dict[str, SegmentColumn]:
    """The columns that can explain a loss."""
    banned = SCORE_COLUMNS | RUNNING_TEXTS | ANNOTATION_COLUMNS | POSITIONS
    usable = {}
    for name, column in table.columns.items():
        start, _, key = name.partition(".")
        # A score of an output, or a count that a score is made of.
        is_score = start in ("a", "b") and (
            key in SCORE_KEYS or key.startswith("matches") or f"delta.{key}" in table.columns
        )
        is_part = start in {"points", "delta", "gain"}
        if not (column.missing or name in banned or is_part or is_score):
            usable[name] = column
    return usable


def _column_conditions(table: SegmentTable) -> Iterator[SliceCondition]:
    columns = _usable_columns(table)
    for name, column in columns.items():
        alike = column.depends_on != ONE
        if column.kind == FLAG and alike:
            for flag in (Flag(Name(name)), Not(Flag(Name(name)))):
                yield SliceCondition(flag, mask(flag, table), True)
        elif column.kind == FLAG:
            yield from _detector_conditions(name, columns, table)
        elif column.kind == NUMBER:
            for node in _number_conditions(name, table.numbers(name)):
                yield SliceCondition(node, mask(node, table), alike)
        elif column.kind == TEXT:
            for node in _text_conditions(name, table):
                yield SliceCondition(node, mask(node, table), alike)


def _detector_conditions(
    name: str, columns: Iterable[str], table: SegmentTable
) -> Iterator[SliceCondition]:
    """Conditions from a detector: on either output, which is symmetric, and on one only."""
    side, _, key = name.partition(".")
    other = f"b.{key}"
    if side == "a" and other in columns:
        a, b = Flag(Name(name)), Flag(Name(other))
        for node in (Or((a, b)), And((b, Not(a))), And((a, Not(b)))):
            yield SliceCondition(node, mask(node, table), isinstance(node, Or))


def _number_conditions(name: str, numbers: NDArray[np.float64]) -> Iterator[Node]:
    known = numbers[np.isfinite(numbers)]
    if not len(known):
        return
    cuts = np.quantile(known, QUANTILES)
    whole = bool((known == np.round(known)).all())
    rounded = {float(np.ceil(c)) if whole else round_digits(float(c), DIGITS) for c in cuts}
    for cut in sorted(rounded):
        yield ColumnTest(Name(name), ">=", (cut,))
        yield ColumnTest(Name(name), "<", (cut,))


def _text_conditions(name: str, table: SegmentTable) -> Iterator[Node]:
    texts = table.texts(name)
    found: Counter[str] = Counter()
    for column, _ in texts.parts:
        numbers, values = factorize(column)
        counts = np.bincount(numbers, minlength=len(values))
        often = np.argsort(-counts, kind="stable")[: MAX_VALUES + 1]
        names = values.take(as_arrow(often)).to_pylist()
        found.update({v: n for v, n in zip(names, counts[often].tolist(), strict=True) if v})
    for value in sorted(found, key=lambda value: (-found[value], value))[:MAX_VALUES]:
        yield ColumnTest(Name(name), "=", (value,))


Ints = NDArray[np.int64]


def word_conditions(
    table: SegmentTable, halves: SearchSplit, excess: NDArray[np.float64], limit: int
) -> Iterator[SliceCondition]:
    """At most `limit` words and bigrams, those with the largest excess.

    `excess` (S,) has the points beyond its share of each segment of the searched half, 0 for the
    others: the choice of words is part of the search.
    """
    comparison = table.comparison
    data = comparison.evalset
    name = "reference" if data.source is None else "source"
    texts = list(data.references) if data.source is None else [data.source]
    encoded, dictionary = encode_columns(data, texts, comparison.config)
    words = dictionary.cast(pa.large_string())
    candidates: list[tuple[float, list[int], Ints]] = []
    for order in (1, 2):
        candidates += _ngram_excess(encoded, order, len(table), max(len(words), 1), halves, excess)
    candidates.sort(key=lambda one: (-one[0], len(one[1]), one[1]))
    result = 0
    for _, ids, segments in candidates:
        if result == limit:
            return
        tokens = words.take(as_arrow(np.array(ids, np.int64))).to_pylist()
        text = " ".join(tokens)
        # `has` uses the same tokenizer.
        read_back, _ = tokenize_block([text], comparison.config)
        if read_back.cast(pa.large_string()).to_pylist() != tokens:
            continue
        chosen = np.zeros(len(table), bool)
        chosen[segments] = True
        yield SliceCondition(ColumnTest(Name(name), "has", (text,)), chosen, True)
        result += 1


def _ngram_excess(
    encoded: list[EncodedStream],
    order: int,
    size: int,
    base: int,
    halves: SearchSplit,
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
