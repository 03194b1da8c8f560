"""The boxes of the filter panel: read from an expression, and written into it.

The expression is the filter. A box shows the one or two conjuncts that it can express; all other
conjuncts are the rest, which no box changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from bleu_core.segments import expressions
from bleu_core.segments.annotations import Filter as AnnotationFilter
from bleu_core.segments.expressions import ExpressionError, Node, conjunction, conjuncts, parse
from bleu_core.segments.worklist.box_conjuncts import USUAL, Metrics, Values, guesses, nodes_of
from bleu_core.segments.worklist.filters import Filters

# Fields that have no meaning alone, and the box that they belong to.
_PART_OF = {"place": "text", "slice_by": "slice", "mine": "marked"}


class Boxes(NamedTuple):
    """An expression as the boxes show it.

    Attributes
    ----------
    filters : Filters
    annotation_filter : annotations.Filter
    rest : str
        The expression of the conjuncts that no box can show; '' for none.
    """

    filters: Filters
    annotation_filter: AnnotationFilter
    rest: str

    def active(self) -> list[str]:
        """Names of the boxes that show something."""
        return [*self.filters.active(), *self.annotation_filter.active()]


def read(text: str, metrics: Metrics = Filters.metrics) -> Boxes:
    """Read the boxes from an expression; '' is the empty expression.

    Parameters
    ----------
    text : str
    metrics : (str, str)
        The two metrics of `Filters.delta_1`, `delta_2` and `opposed`.

    Raises
    ------
    ExpressionError
        The text is not an expression.

    >>> boxes = read('delta < 0 and a.copy and document = "x"')
    >>> boxes.filters.sign, boxes.filters.document, boxes.rest
    ('loss', 'x', 'a.copy')
    """
    values, rest = _read(_parts(text), metrics)
    annotation_filter = {
        field.name: values.pop(field.name)
        for field in fields(AnnotationFilter)
        if field.name in values
    }
    return Boxes(
        Filters(**values, metrics=metrics), AnnotationFilter(**annotation_filter), _text(rest)
    )


def with_box(text: str, name: str, value: Any, metrics: Metrics = Filters.metrics) -> str:
    """The expression with another value of one box: see `with_boxes`.

    >>> with_box('delta < 0 and a.copy', "sign", "gain")
    'delta > 0 and a.copy'
    >>> with_box('delta < 0 and a.copy', "sign", "any")
    'a.copy'
    >>> with_box('', "delta", (-5.0, 0.0))
    'delta >= -5 and delta <= 0'
    """
    return with_boxes(text, {name: value}, metrics)


def with_boxes(text: str, values: Values, metrics: Metrics = Filters.metrics) -> str:
    """The expression with other values of some boxes; all other conjuncts stay.

    Parameters
    ----------
    text : str
        '' for none.
    values : mapping of str
        By field name of `Filters` and `annotations.Filter`; the default clears a box. `place`,
        `slice_by` and `mine` have no effect without a text, part or mark.
    metrics : (str, str)
        As in `read`.

    Raises
    ------
    ExpressionError
        The text is not an expression, or a value cannot be written in one.

    >>> with_boxes('a contains "cat"', {"place": "A, not B"})
    'a contains "cat" and not b contains "cat"'
    """
    parts = list(_parts(text))
    current, _ = _read(parts, metrics)
    before, after = {**USUAL, **current}, {**USUAL, **current, **values}
    for name in dict.fromkeys(_PART_OF.get(name, name) for name in values):
        old = nodes_of(name, before, metrics)
        place = min((parts.index(node) for node in old), default=len(parts))
        for node in old:
            parts.remove(node)
        parts[place:place] = _nodes(name, after, metrics)
    return _text(parts)


def written(filters: Filters, annotation_filter: AnnotationFilter | None = None) -> str:
    """The expression of filters; '' if none is set.

    >>> written(Filters(document="x", text="cat", place="A, not B"))
    'a contains "cat" and not b contains "cat" and document = "x"'
    """
    both = (filters, annotation_filter or AnnotationFilter())
    values = {field.name: getattr(one, field.name) for one in both for field in fields(one)}
    return _text([node for name in values for node in _nodes(name, values, filters.metrics)])


def _parts(text: str) -> tuple[Node, ...]:
    return conjuncts(parse(text)) if text.strip() else ()


def _text(parts: Sequence[Node]) -> str:
    return expressions.written(conjunction(parts)) if parts else ""


def _nodes(name: str, values: Mapping[str, Any], metrics: Metrics) -> list[Node]:
    try:
        return nodes_of(name, values, metrics)
    except ValueError as error:
        raise ExpressionError(error.args[0]) from None


def _read(parts: Sequence[Node], metrics: Metrics) -> tuple[dict[str, Any], list[Node]]:
    """Values of boxes, each from the first conjunct it can show; and the remaining conjuncts."""
    left, values = list(parts), dict[str, Any]()
    for part in parts:
        for guess in guesses(part, left, metrics):
            nodes = nodes_of(next(iter(guess)), {**USUAL, **guess}, metrics)
            if part in nodes and not guess.keys() & values.keys() and _among(nodes, left):
                values |= guess
                for node in nodes:
                    left.remove(node)
                break
    return values, left


def _among(nodes: Sequence[Node], parts: Sequence[Node]) -> bool:
    return all(parts.count(node) >= nodes.count(node) for node in nodes)
