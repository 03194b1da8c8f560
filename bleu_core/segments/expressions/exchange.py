"""What an expression says when A and B change places."""

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
    """The same of the other output: `a` for `b`, `b.copy` for `a.copy`.

    Columns that stay as they are when A and B change places keep their names; so do those, such
    as "delta", that do not and have no counterpart.
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
            others = (_other(one, table) if isinstance(one, Name) else one for one in values)
            return Compared(_other(name, table), sign, tuple(others))
    raise TypeError(node)


def is_exchangeable(node: Node, table: Table) -> bool:
    """Whether it chooses the same segments when A and B change places in any of them.

    Then a test by exchanging the outputs may be made on what it chooses. What a column says of a
    segment hangs on the outputs of that segment alone, so that one exchange of all tells of any.

    Raises
    ------
    ExpressionError
        For what means nothing for this comparison.
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
