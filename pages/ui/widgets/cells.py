"""Cells of a table that tell more than their text: differences, coloured by their sign."""

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
    """A difference as a cell, coloured by its sign; undefined where it is not a number."""
    return toned("undefined" if np.isnan(number) else write(number), higher_is_better)


def toned(text: str, higher_is_better: bool = True) -> Cell:
    """A difference that is text already, coloured by whether its sign is better or worse."""
    return cell(spans.signed(text, higher_is_better=higher_is_better))


def cell(span: Span) -> Cell:
    """A cell of a table of the account; what users wrote has the typeface of text."""
    if not (span.tone or span.term):
        return span.text
    tone = "code" if span.tone == "quoted" else span.tone
    return {"t": span.text, "tone": tone} | ({"term": span.term} if span.term else {})
