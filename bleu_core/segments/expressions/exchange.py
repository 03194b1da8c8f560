"""Swap A and B in an expression."""

from __future__ import annotations

import numpy as np

from bleu_core.segments.columns import ONE, Table
from bleu_core.segments.expressions.checking import check
from bleu_core.segments.expressions.masks import mask
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


def exchanged(node: Node, table: Table) -> Node:
    """The expression with A and B swapped: `a` for `b`, `b.copy` for `a.copy`.

    Symmetric columns keep their names; so do columns without a counterpart, such as "delta".
    """
    match node:
        case And(parts):
            return And(tuple(exchanged(part, table) for part in parts))
        case Or(parts):
            return Or(tuple(exchanged(part, table) for part in parts))
        case Not(part):
            return Not(exchanged(part, table))
        case Flag(name):
            return Flag(_other(name, table))
        case Given(name):
            return Given(_other(name, table))
        case Compared(name, sign, values):
            others = (
                _other(value, table) if isinstance(value, Name) else value for value in values
            )
            return Compared(_other(name, table), sign, tuple(others))
    raise TypeError(node)


def is_exchangeable(node: Node, table: Table) -> bool:
    """Whether an expression selects the same segments when A and B are swapped in any of them.

    If so, its segments can be tested by exchanging the outputs. A column's value depends only on
    the outputs of its segment, so one swap of all segments covers every case.

    Raises
    ------
    ExpressionError
        It does not apply to this comparison.
    """
    check(node, table)
    own = [name for name in names(node) if table.column(name.text).depends_on == ONE]
    if any(_other(name, table) == name for name in own):
        return False
    return not own or np.array_equal(mask(node, table), mask(exchanged(node, table), table))


def _other(name: Name, table: Table) -> Name:
    if name.text not in table.columns or table.column(name.text).depends_on != ONE:
        return name
    side, point, what = name.text.partition(".")
    other = {"a": "b", "b": "a"}.get(side, side) + point + what
    return Name(other, name.at) if other in table.columns else name
