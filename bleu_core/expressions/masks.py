"""Which segments fulfil an expression."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core import arrow
from bleu_core.columns import FLAG, NUMBER, TEXT, Table, Texts
from bleu_core.expressions.faults import ExpressionError
from bleu_core.expressions.tree import And, Compared, Flag, Given, Name, Node, Not, Or, Pattern
from bleu_core.rounding import rounded

Mask = NDArray[np.bool_]
_SIGNS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def mask(node: Node, table: Table) -> Mask:
    """(S,) which segments fulfil it.

    Numbers are compared as `rounded`; a number that is missing fulfils no comparison. A column of
    several texts, such as "reference", fulfils what any of its texts does.

    Raises
    ------
    ExpressionError
        For a name that is no column of this comparison, and for a value that is of another kind.
    """
    match node:
        case And(parts):
            return np.logical_and.reduce([mask(part, table) for part in parts])
        case Or(parts):
            return np.logical_or.reduce([mask(part, table) for part in parts])
        case Not(part):
            return ~mask(part, table)
        case Flag(name):
            _require(name, table, FLAG)
            return table.flags(name.text)
        case Given(name):
            return _given(name, table)
        case Compared(name, sign, values):
            return _compared(name, sign, values, table)
    raise TypeError(node)


def _given(name: Name, table: Table) -> Mask:
    kind = _require(name, table, NUMBER, TEXT)
    if kind == NUMBER:
        return ~np.isnan(table.numbers(name.text))
    return _any(table.texts(name.text), lambda texts: pc.greater(pc.binary_length(texts), 0))


def _compared(name: Name, sign: str, values: tuple[Any, ...], table: Table) -> Mask:
    if sign in ("<", "<=", ">", ">=") or any(isinstance(v, float) for v in values):
        _require(name, table, NUMBER)
        numbers = rounded(table.numbers(name.text))
        if sign == "in":
            return np.isin(numbers, rounded(np.array(values, float)))
        (value,) = values
        if isinstance(value, Name):
            _require(value, table, NUMBER)
            other: Any = rounded(table.numbers(value.text))
        elif isinstance(value, float):
            other = rounded(value)
        else:
            raise ExpressionError(f"{name.text} is held against a number.", name.at)
        found: Mask = _SIGNS[sign](numbers, other) & ~np.isnan(numbers)
        return found
    _require(name, table, TEXT)
    texts = table.texts(name.text)
    if sign == "in":
        return _any(texts, lambda one: pc.is_in(one, pa.array(list(values), pa.large_string())))
    (value,) = values
    if isinstance(value, Pattern):
        try:
            return _any(texts, lambda one: pc.match_substring_regex(one, value.text))
        except pa.ArrowInvalid as error:
            raise ExpressionError(f"/{value.text}/: {error}", name.at) from None
    if sign == "contains":
        return _any(texts, lambda one: pc.match_substring(one, value, ignore_case=True))
    same = _any(texts, lambda one: pc.equal(one, value))
    return ~same if sign == "!=" else same


def _any(texts: Texts, test: Any) -> Mask:
    found = np.zeros(texts.size, bool)
    for column, segments in texts.parts:
        hits = arrow.mask(test(column))
        if segments is None:
            found |= hits
        else:
            found[segments[hits]] = True
    return found


def _require(name: Name, table: Table, *kinds: str) -> str:
    if name.text not in table.columns:
        raise ExpressionError(f"There is no column {name.text!r}.", name.at)
    column = table.column(name.text)
    if column.missing:
        raise ExpressionError(column.missing, name.at)
    if column.kind not in kinds:
        raise ExpressionError(f"{name.text} is a {column.kind}.", name.at)
    return column.kind
