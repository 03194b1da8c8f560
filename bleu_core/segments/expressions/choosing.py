"""Select segments by an expression."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core.segments.columns import Table
from bleu_core.segments.expressions.masks import mask
from bleu_core.segments.expressions.parsing import parse


def chosen(text: str, table: Table) -> NDArray[np.int64]:
    """Indices of the segments that match an expression, in file order.

    Raises
    ------
    ExpressionError
        The text is not an expression, or does not apply to this comparison.

    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> texts = ["x", "y", "z"]
    >>> data = EvalSet({"A": texts}, [texts], metadata={"kind": ["m", "n", "m"]})
    >>> chosen('kind = "m" and line > 1', table_of(Comparison.of(data))).tolist()
    [2]
    """
    return np.flatnonzero(mask(parse(text), table))
