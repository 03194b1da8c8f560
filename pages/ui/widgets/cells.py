"""Cells of a table that tell more than their text: differences, coloured by their sign."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bleu_core.account import spans
from bleu_core.account.spans import Span
from bleu_core.numerals import delta
from pages.ui.widgets.table import Cell


def signed(number: float, write: Callable[[float], str] = delta) -> Cell:
    """A difference as a cell, coloured by its sign; undefined where it is not a number."""
    return toned("undefined" if np.isnan(number) else write(number))


def toned(text: str) -> Cell:
    """A difference that is text already, coloured by its sign."""
    return cell(spans.signed(text))


def cell(span: Span) -> Cell:
    """A cell of a table of the account; what users wrote has the typeface of text."""
    if not (span.tone or span.term):
        return span.text
    tone = "code" if span.tone == "quoted" else span.tone
    return {"t": span.text, "tone": tone} | ({"term": span.term} if span.term else {})
