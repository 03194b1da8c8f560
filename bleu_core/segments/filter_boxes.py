"""The filter panel: its boxes, and how they read and write an expression.

The expression is the filter. A box shows the one or two conjuncts that it can express; no box
changes the other conjuncts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from bleu_core.segments.annotations import AnnotationFilter
from bleu_core.segments.columns import ANNOTATION_COLUMNS
from bleu_core.segments.expressions import (
    And,
    ColumnTest,
    ExpressionError,
    Flag,
    HasValue,
    Name,
    Node,
    Not,
    Or,
    Pattern,
    equals_or_missing,
    parse_conjuncts,
    written_conjuncts,
)
from bleu_core.segments.slice_criteria import DOCUMENT

Range = tuple[float, float]

PLACES = ("anywhere", "source", "references", "A", "B", "A, not B", "B, not A")
SIGNS = ("any", "gain", "loss", "changed", "same")
# Which of two metrics prefers B while the other prefers A.
OPPOSED = ("any", "first", "second", "either")


@dataclass(frozen=True)
class Filters:
    """Conditions for a segment; all must hold.

    The ends of ranges are inclusive, and a score beyond an end by rounding error alone
    (100.00000000000004) is at it.
    """

    # Text that must occur, ignoring case; between slashes, /…/, a case-sensitive RE2 pattern.
    text: str = ""
    place: str = "anywhere"  # one of `PLACES`; "A, not B": A contains it and B does not
    document: str | None = ""  # its name; '' for any, None for segments without a document
    sign: str = "any"  # of sentence Δ, one of `SIGNS`
    differ: bool = False  # leave out segments with identical outputs
    delta: Range | None = None  # sentence Δ
    score_a: Range | None = None  # sentence BLEU
    score_b: Range | None = None
    length: Range | None = None  # reference length in tokens: mean of those used for A and for B
    lines: Range | None = None  # line number from 1
    slice_by: str = ""  # a column of texts
    slice: str | None = ""  # its value; None for segments without a value
    metrics: tuple[str, str] = ("bleu", "chrf")  # keys of the two metrics of the following fields
    delta_1: Range | None = None  # Δ of a segment by either metric, in its own points, not turned
    delta_2: Range | None = None
    opposed: str = "any"  # which metric prefers B while the other prefers A, one of `OPPOSED`

    def active(self) -> list[str]:
        """Names of the filters that are set, without `place` and others that belong to one."""
        default = Filters()
        names = [f.name for f in fields(self) if getattr(self, f.name) != getattr(default, f.name)]
        return [name for name in names if name not in ("place", "slice_by", "metrics")]


Metrics = tuple[str, str]
# Values of boxes, by field name of `Filters` and `annotations.Filter`.
Values = Mapping[str, Any]

DEFAULTS: Values = {
    one.name: one.default for kind in (Filters, AnnotationFilter) for one in fields(kind)
}
# By `Filters.place`: the column that contains the text, and the one that does not.
_PLACES = {
    "A, not B": ("a", "b"), "B, not A": ("b", "a"), "anywhere": ("text", ""),
    "source": ("source", ""), "references": ("reference", ""), "A": ("a", ""), "B": ("b", ""),
}  # fmt: skip
_RANGES = {
    "delta": "delta", "score_a": "a.bleu", "score_b": "b.bleu", "length": "reference.length",
    "lines": "line",
}  # fmt: skip
_SIGNS = {"gain": ">", "loss": "<", "changed": "!=", "same": "="}
_OPPOSED = {"first": (">", "<"), "second": ("<", ">")}
# Columns of texts that do not define parts of a test set.
_NO_PARTS = {"text", "source", "reference", "a", "b", *ANNOTATION_COLUMNS}


def box_nodes(name: str, values: Values, metrics: Metrics) -> list[Node]:
    """The conjuncts of a box; none if it is at its default."""
    value = values[name]
    ranges = _range_columns(metrics)
    if value == DEFAULTS[name]:
        return []
    if name in ranges:
        return _range_nodes(ranges[name], value)
    match name:
        case "text":
            return _text_nodes(value, *_PLACES[values["place"]])
        case "document":
            return [equals_or_missing(DOCUMENT, value)]
        case "slice" if values["slice_by"]:
            return [equals_or_missing(values["slice_by"], value)]
        case "sign":
            return [ColumnTest(Name("delta"), _SIGNS[value], (0.0,))]
        case "opposed":
            return _opposed_nodes(value, metrics)
        case "differ":
            return [Not(Flag(Name("same")))]
        case "marked":
            start, (column, _, kind) = "my." if values["mine"] else "", value.partition(":")
            if value == "any":
                return [HasValue(Name(f"{start}severity"))]
            return [ColumnTest(Name(start + column), "=", (kind,))]
        case "verdict" if value == "given":
            return [HasValue(Name("verdict"))]
        case "verdict" if value == "none":
            return [Not(HasValue(Name("verdict")))]
        case "verdict" | "label":
            return [ColumnTest(Name(name), "=", (value,))]
        case "noted":
            return [HasValue(Name("note"))]
    return []


def _range_nodes(column: str, limits: Range) -> list[Node]:
    low, high = limits
    ends: list[Node] = [ColumnTest(Name(column), ">=", (float(low),))] if low > -math.inf else []
    return ends + ([ColumnTest(Name(column), "<=", (float(high),))] if high < math.inf else [])


def _text_nodes(text: str, column: str, other: str) -> list[Node]:
    pattern = len(text) > 2 and text.startswith("/") and text.endswith("/")
    sign, value = ("~", Pattern(text[1:-1])) if pattern else ("contains", text)
    result = ColumnTest(Name(column), sign, (value,))
    return [result, Not(ColumnTest(Name(other), sign, (value,)))] if other else [result]


def _opposed_nodes(which: str, metrics: Metrics) -> list[Node]:
    if which == "either":
        return [Or(tuple(And(tuple(_opposed_nodes(one, metrics))) for one in _OPPOSED))]
    return [
        ColumnTest(Name(_metric_column("gain", key)), sign, (0.0,))
        for key, sign in zip(metrics, _OPPOSED[which], strict=True)
    ]


def _range_columns(metrics: Metrics) -> dict[str, str]:
    """Columns of range boxes, by field."""
    return _RANGES | {
        f"delta_{i}": _metric_column("delta", key) for i, key in enumerate(metrics, 1)
    }


def _metric_column(what: str, key: str) -> str:
    return what if key == "bleu" else f"{what}.{key}"


def box_guesses(part: Node, left: Sequence[Node], metrics: Metrics) -> Iterator[dict[str, Any]]:
    """Boxes that may show a conjunct, named first; those that take two of `left` come first.

    `box_nodes` decides whether one does.
    """
    match part:
        case Not(Flag()):
            yield {"differ": True}
        case Not(ColumnTest(_, _, (str() | Pattern() as wanted,))):
            yield from _guessed_text(wanted)
        case ColumnTest(_, "contains" | "~", (str() | Pattern() as wanted,)):
            yield from _guessed_text(wanted)
        case HasValue():
            yield from ({"verdict": "given"}, {"noted": True})
            yield from _guessed_marks("any")
        case Not(HasValue(name)):
            yield {"verdict": "none"}
            yield from _guessed_part(name.text, None)
        case ColumnTest(name, "=", (str() as value,)):
            for kind in ("severity", "category"):
                yield from _guessed_marks(f"{kind}:{value}")
            yield from ({kind: value} for kind in ("verdict", "label"))
            yield from _guessed_part(name.text, value)
        case ColumnTest(name, _, (float(),)):
            yield from ({"opposed": which} for which in _OPPOSED)
            yield from ({"sign": sign} for sign in _SIGNS)
            limits = _limits(name.text, left)
            yield from ({field: limits} for field in _range_columns(metrics))
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
        if isinstance(one, ColumnTest) and one.name.text == column and one.sign in ends:
            (value,) = one.values
            if isinstance(value, float):
                ends[one.sign] = value
    return ends[">="], ends["<="]


# Fields that have no meaning alone, and the box that they belong to.
_PART_OF = {"place": "text", "slice_by": "slice", "mine": "marked"}


class Boxes(NamedTuple):
    """An expression as the boxes show it, and the rest: conjuncts that no box can show, or ''."""

    filters: Filters
    annotation_filter: AnnotationFilter
    rest: str

    def active(self) -> list[str]:
        """Names of the boxes that show something."""
        return [*self.filters.active(), *self.annotation_filter.active()]


def read_boxes(text: str, metrics: Metrics = Filters.metrics) -> Boxes:
    """Read the boxes from an expression; '' is the empty one. ExpressionError if it is none.

    `metrics` are the two of `Filters.delta_1`, `delta_2` and `opposed`.

    >>> boxes = read_boxes('delta < 0 and a.copy and document = "x"')
    >>> boxes.filters.sign, boxes.filters.document, boxes.rest
    ('loss', 'x', 'a.copy')
    """
    values, rest = _match_boxes(parse_conjuncts(text), metrics)
    names = {field.name for field in fields(AnnotationFilter)} & values.keys()
    annotation_filter = AnnotationFilter(**{name: values.pop(name) for name in names})
    filters = Filters(**values, metrics=metrics)
    return Boxes(filters, annotation_filter, written_conjuncts(rest))


def with_boxes(text: str, values: Values, metrics: Metrics = Filters.metrics) -> str:
    """The expression with other values of some boxes; all other conjuncts stay.

    `values` are by field name of `Filters` and `AnnotationFilter`; the default clears a box.
    `place`, `slice_by` and `mine` have no effect without a text, part or mark. ExpressionError if
    the text is not an expression, or a value cannot be written in one.

    >>> with_boxes('a contains "cat"', {"place": "A, not B"})
    'a contains "cat" and not b contains "cat"'
    >>> with_boxes('delta < 0 and a.copy', {"sign": "gain"})
    'delta > 0 and a.copy'
    """
    parts = list(parse_conjuncts(text))
    current, _ = _match_boxes(parts, metrics)
    before, after = {**DEFAULTS, **current}, {**DEFAULTS, **current, **values}
    for name in dict.fromkeys(_PART_OF.get(name, name) for name in values):
        old = box_nodes(name, before, metrics)
        place = min((parts.index(node) for node in old), default=len(parts))
        for node in old:
            parts.remove(node)
        parts[place:place] = _checked_nodes(name, after, metrics)
    return written_conjuncts(parts)


def text_search(text: str) -> str:
    """The expression that searches all texts for `text`, as the box of texts does.

    >>> text_search("cat"), text_search("/c.t/"), text_search("")
    ('text contains "cat"', 'text ~ /c.t/', '')
    """
    return with_boxes("", {"text": text})


def searched_text(expression: str) -> str:
    """The text that an expression searches all texts for; '' if it does anything else.

    >>> searched_text('text ~ /c.t/'), searched_text('text contains "cat" and delta < 0')
    ('/c.t/', '')
    """
    try:
        text = read_boxes(expression).filters.text
        return text if text_search(text) == expression else ""
    except ExpressionError:
        return ""


def filters_expression(filters: Filters, annotation_filter: AnnotationFilter | None = None) -> str:
    """The expression of filters; '' if none is set."""
    both = (filters, annotation_filter or AnnotationFilter())
    values = {field.name: getattr(one, field.name) for one in both for field in fields(one)}
    return written_conjuncts(
        node for name in values for node in _checked_nodes(name, values, filters.metrics)
    )


def _checked_nodes(name: str, values: Mapping[str, Any], metrics: Metrics) -> list[Node]:
    try:
        return box_nodes(name, values, metrics)
    except ValueError as error:
        raise ExpressionError(error.args[0]) from None


def _match_boxes(parts: Sequence[Node], metrics: Metrics) -> tuple[dict[str, Any], list[Node]]:
    """Values of boxes, each from the first conjunct it can show; and the remaining conjuncts."""
    left, values = list(parts), dict[str, Any]()
    for part in parts:
        for guess in box_guesses(part, left, metrics):
            nodes = box_nodes(next(iter(guess)), {**DEFAULTS, **guess}, metrics)
            fits = all(left.count(node) >= nodes.count(node) for node in nodes)
            if part in nodes and fits and not guess.keys() & values.keys():
                values |= guess
                for node in nodes:
                    left.remove(node)
                break
    return values, left
