"""Select the segments that match an expression."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.rounding import rounded
from bleu_core.segments.columns import FLAG, NUMBER, TEXT, Table
from bleu_core.segments.expressions.checking import check
from bleu_core.segments.expressions.texts import Mask, any_text, has_tokens, same_text
from bleu_core.segments.expressions.tree import (
    And,
    Compared,
    Flag,
    Given,
    Name,
    Node,
    Not,
    Or,
    names,
)

_SIGNS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def mask(node: Node, table: Table) -> Mask:
    """(S,) which segments match.

    Numbers are compared as `rounded`; a missing number matches no comparison. A column of several
    texts, such as "reference", matches if any of its texts does.

    Raises
    ------
    ExpressionError
        Unknown columns, and values of another kind.

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
    return _mask(node, table, np.ones(len(table), bool))


def _mask(node: Node, table: Table, among: Mask) -> Mask:
    """(S,) which of the segments `among` match; texts are read for these only."""
    match node:
        case And(parts):
            for part in sorted(parts, key=lambda one: _cost(one, table)):
                among = _mask(part, table, among)
            return among
        case Or(parts):
            result = np.zeros(len(table), bool)
            for part in sorted(parts, key=lambda one: _cost(one, table)):
                result |= _mask(part, table, among & ~result)
            return result
        case Not(part):
            return among & ~_mask(part, table, among)
        case Flag(name):
            return among & table.flags(name.text)
        case Given(name) if table.column(name.text).kind == NUMBER:
            return among & ~np.isnan(table.numbers(name.text))
        case Given(name):
            has_value = any_text(table.texts(name.text), _is_given, among)
            return among & has_value
        case Compared(name, "!=", (value,)) if table.column(name.text).kind != NUMBER:
            return among & ~_mask(Compared(name, "=", (value,)), table, among)
        case Compared(name, sign, values):
            kind = table.column(name.text).kind
            return among & _COMPARED[kind](name.text, sign, values, table, among)
    raise TypeError(node)


def _cost(node: Node, table: Table) -> int:
    """Cheap parts go first: numbers before texts, and texts before tokens."""
    match node:
        case And(parts) | Or(parts):
            return max(_cost(part, table) for part in parts)
        case Not(part):
            return _cost(part, table)
        case Compared(_, "has", _):
            return 2
    return int(any(table.column(name.text).kind == TEXT for name in names(node)))


def _is_given(texts: pa.Array) -> pa.Array:
    return pc.greater(pc.binary_length(texts), 0)


def _numbers(name: str, sign: str, values: tuple[Any, ...], table: Table, among: Mask) -> Mask:
    numbers = rounded(table.numbers(name))
    if sign == "in":
        return np.isin(numbers, rounded(np.array(values, float)))
    (value,) = values
    other = rounded(table.numbers(value.text) if isinstance(value, Name) else value)
    known = ~np.isnan(numbers) & ~np.isnan(other)
    result: Mask = _SIGNS[sign](numbers, other) & known
    return result


def _flags(name: str, sign: str, values: tuple[Any, ...], table: Table, among: Mask) -> Mask:
    (other,) = values
    return table.flags(name) == table.flags(other.text)


def _texts(name: str, sign: str, values: tuple[Any, ...], table: Table, among: Mask) -> Mask:
    texts, value = table.texts(name), values[0]
    if isinstance(value, Name):
        return same_text(texts, table.texts(value.text), among)
    match sign:
        case "in":
            wanted = pa.array(list(values), pa.large_string())
            return any_text(texts, lambda one: pc.is_in(one, wanted), among)
        case "~":
            return any_text(texts, lambda one: pc.match_substring_regex(one, value.text), among)
        case "contains":
            return any_text(
                texts, lambda one: pc.match_substring(one, value, ignore_case=True), among
            )
        case "has":
            return has_tokens(texts, value, table.comparison.config, among)
    return any_text(texts, lambda one: pc.equal(one, value), among)


_COMPARED = {NUMBER: _numbers, FLAG: _flags, TEXT: _texts}
