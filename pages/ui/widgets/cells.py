"""Cells of a table that tell more than their text: differences, coloured by their sign."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bleu_core.numerals import MINUS, delta
from pages.ui.widgets.table import Cell


def signed(number: float, write: Callable[[float], str] = delta) -> Cell:
    """A difference as a cell, coloured by its sign; undefined where it is not a number."""
    return toned("undefined" if np.isnan(number) else write(number))


def toned(text: str) -> Cell:
    """A difference that is text already, coloured by its sign."""
    tone = "gain" if text.startswith("+") else "loss" if text.startswith(MINUS) else "muted"
    return {"t": text, "tone": tone}
