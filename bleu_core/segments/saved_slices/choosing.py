"""Segments by an expression, or by the name of a saved slice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.segments.columns import Table
from bleu_core.segments.expressions import ExpressionError, chosen
from bleu_core.segments.saved_slices.saved_slice import SavedSlice


class NoSlice(ValueError):
    """A text that is no expression of a comparison, and names no saved slice that is one.

    Attributes
    ----------
    expression : str
        What was read: the text, or the expression of the saved slice that it names.
    is_saved : bool
        Whether it names one.
    error : ExpressionError
        What is wrong with the expression.
    """

    def __init__(self, expression: str, is_saved: bool, error: ExpressionError) -> None:
        super().__init__(error.problem)
        self.expression = expression
        self.is_saved = is_saved
        self.error = error


class Choice(NamedTuple):
    """An expression, the indices of the segments that fulfil it, and the columns that it is of."""

    expression: str
    rows: NDArray[np.int64]
    table: Table


def rows_of(
    text: str, table: Table, saved_slice: Callable[[str], SavedSlice | None]
) -> tuple[str, NDArray[np.int64]]:
    """The expression that is meant, and the segments that fulfil it: see `choice_of`."""
    return choice_of(text, table, saved_slice)[:2]


def choice_of(text: str, table: Table, saved_slice: Callable[[str], SavedSlice | None]) -> Choice:
    """The segments that a text chooses.

    What is an expression of this comparison is read as one, so that it says the same wherever it
    is read; else it is the name of a saved slice, which chooses what it chose where it was saved.

    Parameters
    ----------
    text : str
    table : Table
        Of all segments.
    saved_slice : function
        The saved slice of a name; None where there is none.

    Raises
    ------
    NoSlice
    """
    try:
        return Choice(text, chosen(text, table), table)
    except ExpressionError as error:
        saved = saved_slice(text)
        if saved is None:
            raise NoSlice(text, False, error) from None
    table = replace(table, thresholds=saved.thresholds)
    try:
        return Choice(saved.expression, chosen(saved.expression, table), table)
    except ExpressionError as error:
        raise NoSlice(saved.expression, True, error) from None
