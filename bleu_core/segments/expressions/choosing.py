"""From a line of text to the segments that it chooses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core.segments.columns import Table
from bleu_core.segments.expressions.masks import mask
from bleu_core.segments.expressions.parsing import parse


def chosen(text: str, table: Table) -> NDArray[np.int64]:
    """The segments that fulfil an expression, by index, in file order.

    Raises
    ------
    ExpressionError
        For what is no expression, and for one that means nothing for this comparison.

    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> texts = ["x", "y", "z"]
    >>> data = EvalSet({"A": texts}, [texts], metadata={"kind": ["m", "n", "m"]})
    >>> chosen('kind = "m" and line > 1', table_of(Comparison.of(data))).tolist()
    [2]
    """
    return np.flatnonzero(mask(parse(text), table))
