"""The segments that an expression chooses."""

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import mask, parse


def select(comparison: Comparison, where: str) -> NDArray[np.bool_]:
    """(S,) which segments match."""
    return mask(parse(where), table_of(comparison))
