"""Which groups of rows of a file of statistics cannot hold a segment that is asked for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.common.rounding import rounded
from bleu_core.segments.expressions import Compared, Node
from bleu_core.text.config import BleuConfig

if TYPE_CHECKING:
    import pyarrow.compute as pc

# Numbers are compared but for rounding: see `expressions.mask`.
_SLACK = 1e-6


def groups_to_read(
    path: Path, first: int, parts: Sequence[Node], kept: Mapping[str, str], config: BleuConfig
) -> Iterator[tuple[int, int]]:
    """The groups of rows that may hold segments that fulfil all conditions.

    Parameters
    ----------
    path : Path
        Of the statistics of a fragment.
    first : int
        How many segments of the data set are in front of it.
    parts : sequence of Node
        Conditions.
    kept : mapping of str to str
        See `conditions.kept_names`.
    config : BleuConfig

    Yields
    ------
    (int, int)
        The number of a group, and how many segments of the data set are in front of it.
    """
    about = pq.read_metadata(path)
    may_hold = _by_what_is_kept(path, about.schema.to_arrow_schema(), parts, kept, config)
    low, high = _lines(parts)
    for group in range(about.num_row_groups):
        rows = about.row_group(group).num_rows
        in_range = low <= first + rows and first + 1 <= high
        if in_range and (may_hold is None or group in may_hold):
            yield group, first
        first += rows


def _by_what_is_kept(
    path: Path,
    schema: pa.Schema,
    parts: Sequence[Node],
    kept: Mapping[str, str],
    config: BleuConfig,
) -> set[int] | None:
    """The groups that pass the filters; None for all of them."""
    filters = [*_of_numbers(parts, config), *_of_texts(parts, kept, schema)]
    if not filters:
        return None
    import pyarrow.dataset as ds  # slow to load
    from pyarrow.fs import LocalFileSystem

    file = ds.ParquetFileFormat().make_fragment(str(path), LocalFileSystem())
    passed = file.split_by_row_group(reduce(and_, filters), schema)
    return {group.id for one in passed for group in one.row_groups}


def _lines(parts: Sequence[Node]) -> tuple[float, float]:
    """Between which lines segments are that fulfil conditions; both ends belong to it."""
    low, high = -math.inf, math.inf
    for sign, number in _limits("line", parts):
        low = low if sign in ("<", "<=") else max(low, number - _SLACK)
        high = high if sign in (">", ">=") else min(high, number + _SLACK)
    return low, high


def _of_numbers(parts: Sequence[Node], config: BleuConfig) -> Iterator[pc.Expression]:
    import pyarrow.compute as pc

    orders = range(1, config.max_ngram_order + 1)
    for what in ("length", *(f"matches{n}" for n in orders)):
        for name in (f"{side}.{what}" for side in "ab"):
            for sign, number in _limits(name, parts):
                yield _within(pc.field(name), sign, number)
    for sign, number in _limits("reference.length", parts):
        if sign != "=":  # where the mean of two is, one of them is as well
            a, b = (_within(pc.field(f"{side}.reference"), sign, number) for side in "ab")
            yield a | b


def _of_texts(
    parts: Sequence[Node], kept: Mapping[str, str], schema: pa.Schema
) -> Iterator[pc.Expression]:
    import pyarrow.compute as pc

    for part in parts:
        match part:
            case Compared(name, "=" | "in", values) if name.text in kept:
                field = schema.field(kept[name.text])
                is_text = pa.types.is_string(field.type) or pa.types.is_large_string(field.type)
                if is_text and all(isinstance(value, str) for value in values):
                    wanted = (pc.scalar(pa.scalar(value, field.type)) for value in values)
                    yield reduce(or_, [pc.field(field.name) == value for value in wanted])


def _limits(name: str, parts: Sequence[Node]) -> Iterator[tuple[str, float]]:
    """Where conditions hold a column of numbers against a number: the sign, and the number."""
    for part in parts:
        match part:
            case Compared(column, "=" | "<" | "<=" | ">" | ">=" as sign, (float() as number,)):
                if column.text == name:
                    yield sign, float(rounded(number))


def _within(field: pc.Expression, sign: str, number: float) -> pc.Expression:
    low, high = field >= number - _SLACK, field <= number + _SLACK
    return low & high if sign == "=" else high if sign in ("<", "<=") else low
