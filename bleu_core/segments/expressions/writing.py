"""Write a tree as text that `parse` reads back."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bleu_core.segments.expressions.parsing import parse
from bleu_core.segments.expressions.tree import (
    And,
    Compared,
    Flag,
    Given,
    Name,
    Node,
    Not,
    Or,
    Pattern,
    Value,
    conjunction,
    conjuncts,
)

_WORD = re.compile(r"[^\W\d]\w*(\.[\w+]+)*")
_KEYWORDS = {"and", "or", "not", "in", "is", "missing", "given", "contains", "has"}


def written(node: Node) -> str:
    """An expression as one line.

    >>> from bleu_core.segments.expressions import And, Compared, Flag, Name, Not, Or
    >>> written(Not(Or((Flag(Name("a.copy")), Compared(Name("kind"), "=", ("news",))))))
    'not (a.copy or kind = "news")'
    """
    match node:
        case Or(parts):
            return " or ".join(_within(part, Or) for part in parts)
        case And(parts):
            return " and ".join(_within(part, And, Or) for part in parts)
        case Not(Given(name)):
            return f"{_name(name)} is missing"
        case Not(part):
            return f"not {_within(part, And, Or)}"
        case Flag(name):
            return _name(name)
        case Given(name):
            return f"{_name(name)} is given"
        case Compared(name, "in", values):
            return f"{_name(name)} in ({', '.join(map(_value, values))})"
        case Compared(name, sign, values):
            return f"{_name(name)} {sign} {_value(values[0])}"
    raise TypeError(node)


def conjoined(expressions: Iterable[str]) -> str:
    """The conjunction of expressions as text; empty ones are left out."""
    parts: list[Node] = []
    for text in expressions:
        if text.strip():
            parts += conjuncts(parse(text))
    return written(conjunction(parts)) if parts else ""


def _within(node: Node, *weaker: type) -> str:
    return f"({written(node)})" if isinstance(node, weaker) else written(node)


def _name(name: Name) -> str:
    if _WORD.fullmatch(name.text) and name.text.lower() not in _KEYWORDS:
        return name.text
    return "`" + name.text.replace("`", "``") + "`"


def _value(value: Value) -> str:
    match value:
        case Name():
            return _name(value)
        case Pattern(text):
            return "/" + text.replace("/", "\\/") + "/"  # slashes are not escaped in it
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value).removesuffix(".0")
