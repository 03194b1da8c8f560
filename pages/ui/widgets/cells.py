"""Cells with more than text: differences, coloured by their sign."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bleu_core.common.numerals import delta
from bleu_core.present.account import spans
from bleu_core.present.account.spans import Span
from pages.ui.widgets.table import Cell


def signed(
    number: float, write: Callable[[float], str] = delta, higher_is_better: bool = True
) -> Cell:
    """A difference as a cell, coloured by its sign; "undefined" for NaN."""
    return toned("undefined" if np.isnan(number) else write(number), higher_is_better)


def toned(text: str, higher_is_better: bool = True) -> Cell:
    """A formatted difference, coloured by whether it is better or worse."""
    return cell(spans.signed(text, higher_is_better=higher_is_better))


def cell(span: Span) -> Cell:
    """A cell from a span; user text has its own typeface."""
    if not (span.tone or span.term):
        return span.text
    tone = "code" if span.tone == "quoted" else span.tone
    return {"t": span.text, "tone": tone} | ({"term": span.term} if span.term else {})
