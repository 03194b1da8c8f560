"""Nodes of an expression. A name knows its position in the text; equality ignores it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bleu_core.messages import expression

_ESCAPED = re.compile(r"\\.", re.DOTALL)


@dataclass(frozen=True)
class Name:
    """The name of a column."""

    text: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Pattern:
    """A regular expression, without its slashes. "\\/" is "/" in it: both mean a slash.

    Raises
    ------
    ValueError
        It ends in a single backslash.
    """

    text: str

    def __post_init__(self) -> None:
        text = _ESCAPED.sub(lambda pair: "/" if pair[0] == "\\/" else pair[0], self.text)
        if _ESCAPED.sub("", text).endswith("\\"):
            raise ValueError(expression.single_backslash(0))
        object.__setattr__(self, "text", text)


# Right-hand side of a comparison.
Value = float | str | Pattern | Name


@dataclass(frozen=True)
class Compared:
    """A column compared with values.

    `sign` is =, !=, <, <=, >, >=, contains, has, ~ (a pattern) or in (several values).
    """

    name: Name
    sign: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Flag:
    """A column that is true."""

    name: Name


@dataclass(frozen=True)
class Given:
    """A column with a value: "is given"; its negation is written "is missing"."""

    name: Name


@dataclass(frozen=True)
class Not:
    part: Node


@dataclass(frozen=True)
class And:
    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Or:
    parts: tuple[Node, ...]


Node = Compared | Flag | Given | Not | And | Or


def names(node: Node) -> Iterator[Name]:
    """All columns in an expression, in order; may repeat."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from names(part)
        case Not(part):
            yield from names(part)
        case Compared(name, _, values):
            yield name
            yield from (value for value in values if isinstance(value, Name))
        case Flag(name) | Given(name):
            yield name


def conjuncts(node: Node) -> tuple[Node, ...]:
    """The parts of a conjunction, nested ones flattened; else the node alone."""
    if not isinstance(node, And):
        return (node,)
    return tuple(one for part in node.parts for one in conjuncts(part))


def conjunction(parts: Sequence[Node]) -> Node:
    """The conjunction of at least one part, as one node."""
    return parts[0] if len(parts) == 1 else And(tuple(parts))
