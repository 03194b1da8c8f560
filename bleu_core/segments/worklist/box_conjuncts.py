"""Boxes of the filter panel as conjuncts of an expression, and back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from bleu_core.segments.annotations import Filter as AnnotationFilter
from bleu_core.segments.columns import SAID
from bleu_core.segments.expressions import And, Compared, Flag, Given, Name, Node, Not, Or, Pattern
from bleu_core.segments.slices import DOCUMENT
from bleu_core.segments.worklist.filters import Filters, Range

Metrics = tuple[str, str]
# Values of boxes, by field name of `Filters` and `annotations.Filter`.
Values = Mapping[str, Any]

USUAL: Values = {
    one.name: one.default for kind in (Filters, AnnotationFilter) for one in fields(kind)
}
# By `Filters.place`: the column that contains the text, and the one that does not.
_PLACES = {
    "A, not B": ("a", "b"),
    "B, not A": ("b", "a"),
    "anywhere": ("text", ""),
    "source": ("source", ""),
    "references": ("reference", ""),
    "A": ("a", ""),
    "B": ("b", ""),
}
_RANGES = {
    "delta": "delta",
    "score_a": "a.bleu",
    "score_b": "b.bleu",
    "length": "reference.length",
    "lines": "line",
}
_SIGNS = {"gain": ">", "loss": "<", "changed": "!=", "same": "="}
_OPPOSED = {"first": (">", "<"), "second": ("<", ">")}
_OF_MARKS = ("severity", "category")
# Prefix of columns of the viewer's own marks.
_MINE = "my."
# Columns of texts that do not define parts of a test set.
_NO_PARTS = {"text", "source", "reference", "a", "b", *SAID}
_LARGEST = 1.7976931348623157e308


def nodes_of(name: str, values: Values, metrics: Metrics) -> list[Node]:
    """The conjuncts of a box; none if it is at its default."""
    value = values[name]
    ranges = _ranges(metrics)
    if value == USUAL[name]:
        return []
    if name in ranges:
        return _range(ranges[name], value)
    match name:
        case "text":
            return _text(value, *_PLACES[values["place"]])
        case "document":
            return [_part(DOCUMENT, value)]
        case "slice" if values["slice_by"]:
            return [_part(values["slice_by"], value)]
        case "sign":
            return [Compared(Name("delta"), _SIGNS[value], (0.0,))]
        case "opposed":
            return _opposed(value, metrics)
        case "differ":
            return [Not(Flag(Name("same")))]
        case "marked":
            return [_marked(value, values["mine"])]
    return _said(name, value)


def _marked(value: str, mine: bool) -> Node:
    start, (column, _, kind) = _MINE if mine else "", value.partition(":")
    if value == "any":
        return Given(Name(f"{start}severity"))
    return Compared(Name(start + column), "=", (kind,))


def _said(name: str, value: str) -> list[Node]:
    match name, value:
        case "verdict", "given":
            return [Given(Name("verdict"))]
        case "verdict", "none":
            return [Not(Given(Name("verdict")))]
        case (("verdict" | "label"), _):
            return [Compared(Name(name), "=", (value,))]
        case "noted", _:
            return [Given(Name("note"))]
    return []


def _range(column: str, limits: Range) -> list[Node]:
    # An old link may have an infinite end, which limits nothing, or everything.
    low, high = min(limits[0], _LARGEST), max(limits[1], -_LARGEST)
    ends: list[Node] = [Compared(Name(column), ">=", (float(low),))] if low > -math.inf else []
    return ends + ([Compared(Name(column), "<=", (float(high),))] if high < math.inf else [])


def _text(text: str, column: str, other: str) -> list[Node]:
    pattern = len(text) > 2 and text.startswith("/") and text.endswith("/")
    sign, value = ("~", Pattern(text[1:-1])) if pattern else ("contains", text)
    result = Compared(Name(column), sign, (value,))
    return [result, Not(Compared(Name(other), sign, (value,)))] if other else [result]


def _part(column: str, name: str | None) -> Node:
    if name is None:
        return Not(Given(Name(column)))
    return Compared(Name(column), "=", (name,))


def _opposed(which: str, metrics: Metrics) -> list[Node]:
    if which == "either":
        return [Or(tuple(And(tuple(_opposed(one, metrics))) for one in _OPPOSED))]
    return [
        Compared(Name(_of_metric("gain", key)), sign, (0.0,))
        for key, sign in zip(metrics, _OPPOSED[which], strict=True)
    ]


def _ranges(metrics: Metrics) -> dict[str, str]:
    """Columns of range boxes, by field."""
    return _RANGES | {f"delta_{i}": _of_metric("delta", key) for i, key in enumerate(metrics, 1)}


def _of_metric(what: str, key: str) -> str:
    return what if key == "bleu" else f"{what}.{key}"


def guesses(part: Node, left: Sequence[Node], metrics: Metrics) -> Iterator[dict[str, Any]]:
    """Boxes that may show a conjunct; those that take two of `left` first.

    `nodes_of` decides whether one does. The name of the box comes first.
    """
    match part:
        case Not(Flag()):
            yield {"differ": True}
        case Not(Compared(_, _, (str() | Pattern() as wanted,))):
            yield from _guessed_text(wanted)
        case Compared(_, "contains" | "~", (str() | Pattern() as wanted,)):
            yield from _guessed_text(wanted)
        case Given():
            yield from ({"verdict": "given"}, {"noted": True})
            yield from _guessed_marks("any")
        case Not(Given(name)):
            yield {"verdict": "none"}
            yield from _guessed_part(name.text, None)
        case Compared(name, "=", (str() as value,)):
            for kind in _OF_MARKS:
                yield from _guessed_marks(f"{kind}:{value}")
            yield from ({kind: value} for kind in ("verdict", "label"))
            yield from _guessed_part(name.text, value)
        case Compared(name, _, (float(),)):
            yield from ({"opposed": which} for which in _OPPOSED)
            yield from ({"sign": sign} for sign in _SIGNS)
            limits = _limits(name.text, left)
            yield from ({field: limits} for field in _ranges(metrics))
        case Or():
            yield {"opposed": "either"}


def _guessed_text(wanted: str | Pattern) -> Iterator[dict[str, Any]]:
    text = f"/{wanted.text}/" if isinstance(wanted, Pattern) else wanted
    yield from ({"text": text, "place": place} for place in _PLACES)


def _guessed_marks(marked: str) -> Iterator[dict[str, Any]]:
    yield from ({"marked": marked, "mine": mine} for mine in (False, True))


def _guessed_part(column: str, name: str | None) -> Iterator[dict[str, Any]]:
    yield {"document": name}
    if column not in _NO_PARTS:
        yield {"slice": name, "slice_by": column}


def _limits(column: str, left: Sequence[Node]) -> Range:
    """The first limits of a column."""
    ends = {">=": -math.inf, "<=": math.inf}
    for one in reversed(left):
        if isinstance(one, Compared) and one.name.text == column and one.sign in ends:
            (value,) = one.values
            if isinstance(value, float):
                ends[one.sign] = value
    return ends[">="], ends["<="]
