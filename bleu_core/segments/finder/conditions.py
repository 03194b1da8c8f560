"""Conditions for the slice finder, made from columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrow import numbered
from bleu_core.segments.columns import FLAG, NUMBER, ONE, SAID, TEXT, Column, Table
from bleu_core.segments.columns.bands import round_digits
from bleu_core.segments.expressions import And, Compared, Flag, Name, Node, Not, Or, mask

Mask = NDArray[np.bool_]

# Quantiles at which a column of numbers is cut.
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
DIGITS = 3  # significant digits of a cut
# Most frequent values used per column of texts.
VALUES = 40
# Columns that are not used. Points, differences and scores define a loss, so choosing by them
# selects the losers; so does the similarity of A and B, because equal outputs lose nothing. Texts
# are handled word by word; a line number is not a property of a segment.
DEFINED = {"points", "delta", "gain", "same", "similarity", "sentence BLEU"}
SCORES = {"bleu", "unseen"}
TEXTS = {"source", "reference", "a", "b", "text"}
PLACES = {"line"}


@dataclass(frozen=True, eq=False)
class Condition:
    """A condition on segments.

    Attributes
    ----------
    node : Node
    mask : (S,) array
        Which segments match.
    exchangeable : bool
        Whether it is unchanged when A and B are swapped.
    """

    node: Node
    mask: Mask
    exchangeable: bool


class Halves(NamedTuple):
    """(S,) which segments are searched, and how many a slice needs in each half."""

    searched: Mask
    min_segments: int
    min_held_out: int

    def allow(self, chosen: Mask) -> bool:
        """Whether a slice has enough segments in each half, but not all searched ones."""
        there = int((chosen & self.searched).sum())
        held_out = int(chosen.sum()) - there
        return (
            there >= self.min_segments
            and held_out >= self.min_held_out
            and there < int(self.searched.sum())
        )


def conditions_of(table: Table, halves: Halves) -> Iterator[Condition]:
    """Conditions from all columns, without those from words.

    No two select the same segments. Exchangeable conditions come first, so that they win over a
    condition on one output that selects the same segments.
    """
    seen: set[bytes] = set()
    for one in sorted(_all(table), key=lambda one: not one.exchangeable):
        key = np.packbits(one.mask).tobytes()
        if key not in seen and halves.allow(one.mask):
            seen.add(key)
            yield one


def is_score(name: str, table: Table) -> bool:
    """Whether a column is a score of an output, or a count that a score is made of."""
    side, _, key = name.partition(".")
    return side in ("a", "b") and (
        key in SCORES or key.startswith("matches") or f"delta.{key}" in table.columns
    )


def telling(table: Table) -> Iterator[Column]:
    """The columns that can explain a loss."""
    banned = DEFINED | TEXTS | SAID | PLACES
    for name, column in table.columns.items():
        is_part = name.partition(".")[0] in {"points", "delta", "gain"}
        if not (column.missing or name in banned or is_part or is_score(name, table)):
            yield column


def _all(table: Table) -> Iterator[Condition]:
    columns = {column.name: column for column in telling(table)}
    for name, column in columns.items():
        alike = column.depends_on != ONE
        if column.kind == FLAG and alike:
            for flag in (Flag(Name(name)), Not(Flag(Name(name)))):
                yield Condition(flag, mask(flag, table), True)
        elif column.kind == FLAG:
            yield from _of_sides(name, columns, table)
        elif column.kind == NUMBER:
            for node in _cuts(name, table.numbers(name)):
                yield Condition(node, mask(node, table), alike)
        elif column.kind == TEXT:
            for node in _values(name, table):
                yield Condition(node, mask(node, table), alike)


def _of_sides(name: str, columns: Iterable[str], table: Table) -> Iterator[Condition]:
    """Conditions from a detector: on either output, which is symmetric, and on one only."""
    side, _, key = name.partition(".")
    other = f"b.{key}"
    if side == "a" and other in columns:
        a, b = Flag(Name(name)), Flag(Name(other))
        result: list[tuple[Node, bool]] = [
            (Or((a, b)), True),
            (And((b, Not(a))), False),
            (And((a, Not(b))), False),
        ]
        for node, alike in result:
            yield Condition(node, mask(node, table), alike)


def _cuts(name: str, numbers: NDArray[np.float64]) -> Iterator[Node]:
    known = numbers[np.isfinite(numbers)]
    if not len(known):
        return
    cuts = np.quantile(known, QUANTILES)
    whole = bool((known == np.round(known)).all())
    for cut in sorted(
        {float(np.ceil(c)) if whole else round_digits(float(c), DIGITS) for c in cuts}
    ):
        yield Compared(Name(name), ">=", (cut,))
        yield Compared(Name(name), "<", (cut,))


def _values(name: str, table: Table) -> Iterator[Node]:
    texts = table.texts(name)
    found: dict[str, int] = {}
    for column, _ in texts.parts:
        numbers, values = numbered(column)
        counts = np.bincount(numbers, minlength=len(values))
        often = np.argsort(-counts, kind="stable")[: VALUES + 1]
        for value, count in zip(
            values.take(pa.array(often)).to_pylist(), counts[often].tolist(), strict=True
        ):
            if value:
                found[value] = found.get(value, 0) + count
    for value in sorted(found, key=lambda result: (-found[result], result))[:VALUES]:
        yield Compared(Name(name), "=", (value,))
