"""The least-squares line through points: human means on a metric's scores."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bleu_core.metrics.additive import FloatArray
from bleu_core.significance import ROUNDING


class Line(NamedTuple):
    """y = slope · x + intercept."""

    slope: float
    intercept: float


def regression_line(x: FloatArray, y: FloatArray) -> Line | None:
    """The least-squares line; None for fewer than two different x.

    >>> regression_line(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0]))
    Line(slope=2.0, intercept=1.0)
    """
    if len(x) < 2 or not np.ptp(x) > ROUNDING * np.abs(x).max():
        return None
    dx = x - x.mean()
    slope = float((dx * (y - y.mean())).sum() / (dx**2).sum())
    return Line(slope, float(y.mean() - slope * x.mean()))
