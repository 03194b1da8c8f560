"""The checks of a detector and of a column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np

from bleu_core.common.formatting import format_int, join_words
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns import table_of
from bleu_core.segments.columns.plugin_columns import checked_values
from bleu_core.segments.columns.table import (
    BOTH,
    FLAG,
    INPUT,
    NUMBER,
    ONE,
    TEXT,
    SegmentColumn,
    SegmentTexts,
)
from bleu_core.segments.detectors import Detector, DetectorInput, Thresholds
from bleu_core.testing.texts import OUTPUTS, REFERENCES, SOURCE, require
from bleu_core.text.evalset import EvalSet

A, B = OUTPUTS
# Of another system, with an empty output elsewhere.
OTHER = ["", "It costs €3.50 €3.50.", "where is ana", "Sí.", "Llueve mucho hoy.", "………"]


def check_detector(detector: Detector) -> None:
    """Check a detector: its texts and its flags.

    Parameters
    ----------
    detector : Detector
        The object of the entry point.

    Raises
    ------
    AssertionError
        The detector breaks a rule, which the sentence names.

    Examples
    --------
    >>> from bleu_core.segments.detectors import Detector
    >>> from bleu_core.testing import check_detector
    >>> def find(texts, side, thresholds):
    ...     return np.array(["TODO" in text for text in texts.output(side).to_pylist()])
    >>> about = "The output contains TODO."
    >>> check_detector(Detector("todo", "to do", about, find, without_source=about))
    """
    require(isinstance(detector, Detector), "A detector must be a Detector.")
    for name in ("name", "label", "about"):
        text = getattr(detector, name)
        require(text.strip() and text.isprintable(), f"{name} must not be empty.")
    require(len(detector.label.split()) <= 4, "The label must have one to four words.")
    for about in filter(None, (detector.about, detector.without_source)):
        require(about.endswith("."), f"{about!r} must be a sentence that ends with a full stop.")
    names = [field.name for field in fields(Thresholds)]
    require(
        detector.threshold in ("", *names),
        f"threshold must be '' or one of {join_words(names)}.",
    )
    for source in [SOURCE, None] if detector.without_source else [SOURCE]:
        _check_flags(detector, source)


def _check_flags(detector: Detector, source: list[str] | None) -> None:
    flags = {side: _flags(detector, side, A, B, source) for side in "ab"}
    require(
        np.array_equal(flags["a"], _flags(detector, "a", A, B, source)),
        "find must return the same flags each time.",
    )
    require(
        np.array_equal(flags["a"], _flags(detector, "b", B, A, source)),
        "The flags of an output must not depend on whether it is A or B.",
    )
    require(
        np.array_equal(flags["a"], _flags(detector, "a", A, OTHER, source)),
        "The flags of an output must not depend on the other output: otherwise no slice by it can "
        "be tested.",
    )


def _flags(
    detector: Detector, side: str, a: list[str], b: list[str], source: list[str] | None
) -> Any:
    comparison = Comparison.of(EvalSet({"A": a, "B": b}, REFERENCES, source=source))
    flags: Any = detector.find(DetectorInput.of(comparison), side, Thresholds())
    require(
        isinstance(flags, np.ndarray) and flags.dtype == bool and flags.shape == (len(a),),
        f"find must return an array of bool with a flag for each of {format_int(len(a))} segments.",
    )
    return flags


def check_column(create: Callable[[Comparison], SegmentColumn]) -> None:
    """Check a column: its facts and its values.

    Parameters
    ----------
    create : callable
        The object of the entry point: it creates the column of a comparison.

    Raises
    ------
    AssertionError
        The column breaks a rule, which the sentence names.

    Examples
    --------
    >>> from bleu_core.segments.columns import NUMBER, ONE, SegmentColumn
    >>> from bleu_core.testing import check_column
    >>> def create(comparison):
    ...     about = "Clipped unigrams of B per segment."
    ...     return SegmentColumn("hits", NUMBER, about, ONE, lambda t: t.numbers("b.matches1"))
    >>> check_column(create)
    """
    first = _compared(A, B)
    column = create(first)
    require(isinstance(column, SegmentColumn), "The function must return a SegmentColumn.")
    require(column.name.strip() and column.name.isprintable(), "name must not be empty.")
    require(column.about.strip().endswith("."), "about must be a sentence with a full stop.")
    require(column.kind in (NUMBER, FLAG, TEXT), "kind must be NUMBER, FLAG or TEXT.")
    require(column.depends_on in (INPUT, BOTH, ONE), "depends_on must be INPUT, BOTH or ONE.")
    values = _values(create, first)
    require(_same(values, _values(create, first)), "make must return the same values each time.")
    if column.depends_on in (INPUT, BOTH):
        require(
            _same(values, _values(create, _compared(B, A))),
            "depends_on must be ONE: the values change if A and B are swapped.",
        )
    if column.depends_on == INPUT:
        require(
            _same(values, _values(create, _compared(A, OTHER))),
            "depends_on must not be INPUT: the values change with the outputs.",
        )
    _values(create, Comparison.of(EvalSet({"A": A, "B": B}, REFERENCES[:1])))


def _compared(a: list[str], b: list[str]) -> Comparison:
    documents = ["one", "one", "one", "two", "two", "two"]
    return Comparison.of(EvalSet({"A": a, "B": b}, REFERENCES, source=SOURCE, documents=documents))


def _values(create: Callable[[Comparison], SegmentColumn], comparison: Comparison) -> Any:
    """The values of a column; None if it says that the comparison lacks them."""
    column = create(comparison)
    if column.missing:
        return None
    values = column.make(table_of(comparison))
    try:
        return checked_values(values, column.kind, len(comparison))
    except (ValueError, TypeError) as error:
        raise AssertionError(f"make must return a value for each segment: {error}") from None


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, SegmentTexts) and isinstance(other, SegmentTexts):
        return _texts_of_rows(one) == _texts_of_rows(other)
    if one is None or other is None:
        return one is other
    return bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))


def _texts_of_rows(texts: SegmentTexts) -> list[list[str]]:
    """The texts of each segment, in no order: a condition holds if it holds for any of them."""
    found: list[list[str]] = [[] for _ in range(texts.size)]
    for column, segments in texts.parts:
        rows = range(texts.size) if segments is None else np.asarray(segments).tolist()
        for row, text in zip(rows, column.to_pylist(), strict=True):
            found[row].append(text or "")
    return [sorted(row) for row in found]
