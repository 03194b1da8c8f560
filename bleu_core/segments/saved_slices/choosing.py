"""Select segments by an expression, or by the name of a saved slice."""

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
    """The text is neither an expression for this comparison nor the name of a saved slice with one.

    Attributes
    ----------
    expression : str
        The text, or the expression of the saved slice that it names.
    is_saved : bool
        Whether the text names a saved slice.
    error : ExpressionError
        The problem with the expression.
    """

    def __init__(self, expression: str, is_saved: bool, error: ExpressionError) -> None:
        super().__init__(error.problem)
        self.expression = expression
        self.is_saved = is_saved
        self.error = error


class Choice(NamedTuple):
    """An expression, the indices of its segments, and the columns it was evaluated on."""

    expression: str
    rows: NDArray[np.int64]
    table: Table


def rows_of(
    text: str, table: Table, saved_slice: Callable[[str], SavedSlice | None]
) -> tuple[str, NDArray[np.int64]]:
    """The expression of a text, and the segments that match: see `choice_of`."""
    return choice_of(text, table, saved_slice)[:2]


def choice_of(text: str, table: Table, saved_slice: Callable[[str], SavedSlice | None]) -> Choice:
    """Select segments by a text.

    A valid expression is used as one, so that it always means the same; otherwise the text is the
    name of a saved slice, which uses the thresholds it was saved with.

    Parameters
    ----------
    text : str
    table : Table
        The columns of all segments.
    saved_slice : function
        Returns the saved slice of a name, or None.

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
