"""An expression as a list of conditions: described, removed, or searched for in texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from bleu_core.segments.columns import Table
from bleu_core.segments.expressions import (
    And,
    Compared,
    ExpressionError,
    Node,
    Or,
    Pattern,
    check,
    conjunction,
    conjuncts,
    names,
    parse,
    written,
)

# Signs of the ends of a range, as printed.
_ENDS = {">=": "≥", ">": ">", "<=": "≤", "<": "<"}
# Columns of texts in the open segment; "reference" and "text" are several lines.
_TEXTS = ("source", "reference", "a", "b", "text")
# Prefixes of a metric's columns, before a dot and its key.
_OF_METRIC = ("a", "b", "delta", "gain")


class Condition(NamedTuple):
    """A condition of an expression that can be removed: its text, and the rest without it."""

    text: str
    rest: str


def conditions(expression: str) -> list[Condition]:
    """The conditions of a conjunction; both ends of a range are one condition.

    Empty if the expression is invalid.

    >>> conditions('delta >= -5 and kind = "news" and delta < 0')
    [Condition(text='delta ≥ -5 and < 0', rest='kind = "news"'), \
Condition(text='kind = "news"', rest='delta >= -5 and delta < 0')]
    """
    try:
        parts = _parts(expression)
    except ExpressionError:
        return []
    groups: dict[object, list[int]] = {}
    for i, part in enumerate(parts):
        is_end = isinstance(part, Compared) and part.sign in _ENDS
        groups.setdefault(
            part.name.text if is_end and isinstance(part, Compared) else i, []
        ).append(i)
    return [
        Condition(
            _told([parts[i] for i in group]),
            _joined(part for i, part in enumerate(parts) if i not in group),
        )
        for group in groups.values()
    ]


def metrics_named(expression: str, known: Collection[str]) -> tuple[str, ...]:
    """Which of these metrics an expression uses, in order.

    >>> metrics_named("delta.chrf < 0 and gain > 0", ["bleu", "chrf", "ter"])
    ('chrf',)
    """
    try:
        result = [_metric(name.text) for name in names(parse(expression))] if expression else []
    except ExpressionError:
        return ()
    return tuple(dict.fromkeys(key for key in result if key in known))


def without_metrics(expression: str, keys: Collection[str]) -> str:
    """The conditions of an expression that use none of these metrics."""
    try:
        parts = _parts(expression)
    except ExpressionError:
        return expression
    remaining = [part for part in parts if not any(_metric(n.text) in keys for n in names(part))]
    return expression if len(remaining) == len(parts) else _joined(remaining)


def with_meaning(expression: str, table: Table) -> str:
    """The conditions of an expression that apply to a comparison; '' for none."""
    try:
        parts = _parts(expression)
    except ExpressionError:
        return ""
    return _joined(part for part in parts if _means_something(part, table))


def searches(expression: str) -> list[tuple[str, str]]:
    """Texts that an expression requires: pairs of a column and a pattern for `search.places`.

    Negated conditions are left out; empty if the expression is invalid.

    >>> searches('a contains "the" and not b contains "the" and source ~ /x+/')
    [('a', 'the'), ('source', '/x+/')]
    """
    try:
        return list(_wanted(parse(expression))) if expression else []
    except ExpressionError:
        return []


def searched_lines(column: str, references: int) -> list[str]:
    """The lines of a segment in a column of texts: "source", "a", "b" or "0", "1" …"""
    lines = [str(r) for r in range(references)]
    return {"reference": lines, "text": ["source", *lines, "a", "b"]}.get(column, [column])


def _means_something(part: Node, table: Table) -> bool:
    try:
        check(part, table)
    except ExpressionError:
        return False
    return True


def _parts(expression: str) -> tuple[Node, ...]:
    return conjuncts(parse(expression)) if expression.strip() else ()


def _joined(parts: Iterable[Node]) -> str:
    nodes = tuple(parts)
    return written(conjunction(nodes)) if nodes else ""


def _told(parts: list[Node]) -> str:
    first, *others = (_end(part) for part in parts)
    return " and ".join([first, *(other.split(" ", 1)[1] for other in others)])


def _end(part: Node) -> str:
    """A condition as printed; the end of a range with its typographic sign."""
    text = written(part)
    if isinstance(part, Compared) and part.sign in _ENDS:
        return text.replace(f" {part.sign} ", f" {_ENDS[part.sign]} ", 1)
    return text


def _metric(name: str) -> str:
    start, _, key = name.partition(".")
    return key if start in _OF_METRIC else ""


def _wanted(node: Node) -> Iterable[tuple[str, str]]:
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _wanted(part)
        case Compared(name, "contains" | "has", (str(value),)) if name.text in _TEXTS:
            yield name.text, value
        case Compared(name, "~", (Pattern(pattern),)) if name.text in _TEXTS:
            yield name.text, f"/{pattern}/"
