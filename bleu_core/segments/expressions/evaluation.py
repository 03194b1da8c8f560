"""Evaluate expressions: which segments match, also with A and B swapped."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common import arrays
from bleu_core.common.rounding import rounded
from bleu_core.messages import slice as messages
from bleu_core.segments.columns import NUMBER, ONE, TEXT, SegmentTable, SegmentTexts
from bleu_core.segments.expressions.checking import check
from bleu_core.segments.expressions.syntax import (
    And,
    ColumnTest,
    Flag,
    HasValue,
    Name,
    Node,
    Not,
    Or,
    names,
    parse,
)
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]


def any_text(texts: SegmentTexts, test: Callable[[pa.Array], pa.Array], among: Mask) -> Mask:
    """(S,) segments among `among` with a text that passes a test; null never does."""
    result = np.zeros(texts.size, bool)
    for column, rows in _texts_among(texts, among):
        result[rows[arrays.mask(test(column))]] = True
    return result


def same_text(texts: SegmentTexts, others: SegmentTexts, among: Mask) -> Mask:
    """(S,) segments among `among` where a text equals one of the others."""
    result = np.zeros(texts.size, bool)
    for (one, rows), (other, at) in product(
        _texts_among(texts, among), _texts_among(others, among)
    ):
        if np.array_equal(rows, at):
            result[rows[arrays.mask(pc.equal(one, other))]] = True
            continue
        texts_of_row: dict[int, set[str | None]] = {}
        for row, text in zip(at.tolist(), other.to_pylist(), strict=True):
            texts_of_row.setdefault(row, set()).add(text)
        for row, text in zip(rows.tolist(), one.to_pylist(), strict=True):
            result[row] |= text is not None and text in texts_of_row.get(row, ())
    return result


def has_tokens(texts: SegmentTexts, phrase: str, config: BleuConfig, among: Mask) -> Mask:
    """(S,) segments among `among` where a text contains a phrase, token by token."""
    result = np.zeros(texts.size, bool)
    columns = list(_texts_among(texts, among))
    streams, _ = encode([arrays.string_array([phrase]), *(c for c, _ in columns)], config)
    wanted = streams[0].ids
    for stream, (_, rows) in zip(streams[1:], columns, strict=True):
        if len(wanted):
            result[rows[_lines_with_tokens(stream, wanted)]] = True
    return result


def _lines_with_tokens(stream: EncodedStream, wanted: NDArray[np.int32]) -> NDArray[np.int64]:
    """Lines of a stream that contain tokens in a row; a line may occur twice."""
    places = np.flatnonzero(stream.ids[: max(len(stream.ids) - len(wanted) + 1, 0)] == wanted[0])
    for i, token in enumerate(wanted[1:], 1):
        places = places[stream.ids[places + i] == token]
    ends = stream.offsets[1:]
    lines = np.searchsorted(ends, places, side="right")
    whole: NDArray[np.int64] = lines[places + len(wanted) <= ends[lines]]
    return whole


def _texts_among(texts: SegmentTexts, among: Mask) -> list[tuple[pa.Array, Rows]]:
    """Texts of the segments `among`, with their segments; all if most are requested, as copying
    takes longer than testing a few too many.
    """
    result = []
    few = 2 * np.count_nonzero(among) < texts.size
    for column, segments in texts.parts:
        rows = np.arange(texts.size) if segments is None else np.asarray(segments, np.int64)
        if few:
            selected = np.flatnonzero(among[rows])
            column, rows = column.take(arrays.as_arrow(selected)), rows[selected]
        result.append((column, rows))
    return result


_SIGNS = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip


def mask(node: Node, table: SegmentTable) -> Mask:
    """Evaluate a parsed expression on every segment.

    Numbers are rounded before they are compared; a missing number matches no comparison. A column
    with several texts per segment, such as "reference", matches if any of its texts does.

    Parameters
    ----------
    node : Node
        Result of `parse`.
    table : SegmentTable

    Returns
    -------
    (S,) bool array
        Which segments match.

    Raises
    ------
    ExpressionError
        A column is unknown, or compared with a value of another kind.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> from bleu_core.segments.expressions import parse
    >>> outputs = {"old": ["a cat sat", "it rains"], "new": ["the cat", "it rained"]}
    >>> table = table_of(Comparison.of(EvalSet(outputs, [["the cat sat", "it rains"]])))
    >>> mask(parse("b.length < a.length"), table).tolist()
    [True, False]
    """
    check(node, table)
    return _mask_among(node, table, np.ones(len(table), bool))


def _mask_among(node: Node, table: SegmentTable, among: Mask) -> Mask:
    """(S,) which of the segments `among` match; texts are read for these only."""
    match node:
        case And(parts):
            for part in sorted(parts, key=lambda one: _cost(one, table)):
                among = _mask_among(part, table, among)
            return among
        case Or(parts):
            result = np.zeros(len(table), bool)
            for part in sorted(parts, key=lambda one: _cost(one, table)):
                result |= _mask_among(part, table, among & ~result)
            return result
        case Not(part):
            return among & ~_mask_among(part, table, among)
        case Flag(name):
            return among & table.flags(name.text)
        case HasValue(name) if table.column(name.text).kind == NUMBER:
            return among & ~np.isnan(table.numbers(name.text))
        case HasValue(name):
            not_empty = lambda texts: pc.greater(pc.binary_length(texts), 0)  # noqa: E731
            return among & any_text(table.texts(name.text), not_empty, among)
        case ColumnTest(name, "!=", (value,)) if table.column(name.text).kind != NUMBER:
            return among & ~_mask_among(ColumnTest(name, "=", (value,)), table, among)
        case ColumnTest(name, sign, values):
            kind = table.column(name.text).kind
            if kind == NUMBER:
                return among & _compare_numbers(name.text, sign, values, table)
            if kind == TEXT:
                return among & _compare_texts(name.text, sign, values, table, among)
            (other,) = (value.text for value in values if isinstance(value, Name))
            return among & (table.flags(name.text) == table.flags(other))
    raise TypeError(node)


def _cost(node: Node, table: SegmentTable) -> int:
    """Cheap parts go first: numbers before texts, and texts before tokens."""
    match node:
        case And(parts) | Or(parts):
            return max(_cost(part, table) for part in parts)
        case Not(part):
            return _cost(part, table)
        case ColumnTest(_, "has", _):
            return 2
    return int(any(table.column(name.text).kind == TEXT for name in names(node)))


def _compare_numbers(name: str, sign: str, values: tuple[Any, ...], table: SegmentTable) -> Mask:
    numbers = rounded(table.numbers(name))
    if sign == "in":
        return np.isin(numbers, rounded(np.array(values, float)))
    (value,) = values
    other = rounded(table.numbers(value.text) if isinstance(value, Name) else value)
    known = ~np.isnan(numbers) & ~np.isnan(other)
    result: Mask = _SIGNS[sign](numbers, other) & known
    return result


def _compare_texts(
    name: str, sign: str, values: tuple[Any, ...], table: SegmentTable, among: Mask
) -> Mask:
    texts, value = table.texts(name), values[0]
    if isinstance(value, Name):
        return same_text(texts, table.texts(value.text), among)
    if sign == "has":
        return has_tokens(texts, value, table.comparison.config, among)
    test: Callable[[pa.Array], pa.Array]
    match sign:
        case "in":
            test = partial(pc.is_in, value_set=arrays.string_array(values))
        case "~":
            test = partial(pc.match_substring_regex, pattern=value.text)
        case "contains":
            test = partial(pc.match_substring, pattern=value, ignore_case=True)
        case _:
            test = partial(pc.equal, arrays.string_array([value])[0])
    return any_text(texts, test, among)


def chosen(text: str, table: SegmentTable) -> NDArray[np.int64]:
    """Select the segments that match an expression.

    Parameters
    ----------
    text : str
        Expression, for example 'points < -0.05 and source ~ /\\d/'.
    table : SegmentTable
        Columns of the comparison: see `table_of`.

    Returns
    -------
    (n,) array
        Indices of the segments, in file order.

    Raises
    ------
    ExpressionError
        The expression has a syntax error, or does not apply to this comparison.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> texts = ["x", "y", "z"]
    >>> data = EvalSet({"A": texts}, [texts], metadata={"kind": ["m", "n", "m"]})
    >>> chosen('kind = "m" and line > 1', table_of(Comparison.of(data))).tolist()
    [2]
    """
    return np.flatnonzero(mask(parse(text), table))


def swap_sides(node: Node, table: SegmentTable) -> Node:
    """The expression with A and B swapped: `a` for `b`, `b.copy` for `a.copy`.

    Symmetric columns keep their names; so do columns without a counterpart, such as "points". A
    difference of a segment's scores, such as "delta", is compared with the negative numbers.
    """
    match node:
        case And(parts) | Or(parts):
            return type(node)(tuple(swap_sides(part, table) for part in parts))
        case Not(part):
            return Not(swap_sides(part, table))
        case Flag(name) | HasValue(name):
            return type(node)(_swapped_name(name, table))
        case ColumnTest(name, sign, values) if _is_of_difference(node, table):
            negative = tuple(-value if isinstance(value, float) else value for value in values)
            return ColumnTest(name, _TURNED.get(sign, sign), negative)
        case ColumnTest(name, sign, values):
            others = (
                _swapped_name(value, table) if isinstance(value, Name) else value
                for value in values
            )
            return ColumnTest(_swapped_name(name, table), sign, tuple(others))
    raise TypeError(node)


def is_symmetric(node: Node, table: SegmentTable) -> bool:
    """Whether an expression selects the same segments when A and B are swapped in any of them.

    If so, its segments can be tested by exchanging the outputs. A column's value depends only on
    the outputs of its segment, so one swap of all segments covers every case. ExpressionError if it
    does not apply to this comparison.
    """
    check(node, table)
    own = [name for name in names(node) if table.column(name.text).depends_on == ONE]
    if any(_swapped_name(name, table) == name for name in _names_not_turned(node, table)):
        return False
    return not own or np.array_equal(mask(node, table), mask(swap_sides(node, table), table))


# Of a segment's scores; contributions ("points") also depend on all other segments.
_DIFFERENCES = ("delta", "gain")
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _is_of_difference(node: Node, table: SegmentTable) -> bool:
    """Whether a test is about a difference of scores alone, which a swap makes negative."""
    match node:
        case HasValue(name):
            own = [name]
        case ColumnTest(name, _, values):
            own = [name, *(value for value in values if isinstance(value, Name))]
        case _:
            return False
    return all(
        name.text.partition(".")[0] in _DIFFERENCES and table.column(name.text).depends_on == ONE
        for name in own
    )


def _names_not_turned(node: Node, table: SegmentTable) -> list[Name]:
    """The columns of one output in an expression, without those of differences that are turned."""
    match node:
        case And(parts) | Or(parts):
            return [name for part in parts for name in _names_not_turned(part, table)]
        case Not(part):
            return _names_not_turned(part, table)
    if _is_of_difference(node, table):
        return []
    return [name for name in names(node) if table.column(name.text).depends_on == ONE]


def asymmetry_reason(where: str, table: SegmentTable) -> str:
    """Why no significance test applies to the segments of an expression; '' if one does."""
    return "" if is_symmetric(parse(where), table) else messages.part_not_exchangeable()


def _swapped_name(name: Name, table: SegmentTable) -> Name:
    if name.text not in table.columns or table.column(name.text).depends_on != ONE:
        return name
    side, point, what = name.text.partition(".")
    other = {"a": "b", "b": "a"}.get(side, side) + point + what
    return Name(other, name.at) if other in table.columns else name
