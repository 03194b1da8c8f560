"""Tables to files that other programs open: text stays text there too."""

from __future__ import annotations

import re

import pandas as pd

from bleu_core.visible import visible

# A spreadsheet takes a cell that begins with one of these for a formula (OWASP, "CSV Injection").
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# What acts in a terminal, or is dropped by a spreadsheet, which then runs what follows.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def to_csv(frame: pd.DataFrame) -> bytes:
    """UTF-8 CSV with a byte order mark, as Excel needs it; no cell of text is a formula.

    Numbers stay numbers. Text that a spreadsheet would run gets an apostrophe
    in front, which the spreadsheet takes for "this is text". Control characters,
    but for tabs and line ends, become their pictures.
    """
    texts = frame.select_dtypes(exclude="number")
    safe = frame.assign(**{str(name): texts[name].map(_inert) for name in texts})
    safe.columns = pd.Index([_inert(str(name)) for name in safe.columns])
    # As RFC 4180 has it; then a lone carriage return is quoted too, which ends a row otherwise.
    text: str = safe.to_csv(index=False, lineterminator="\r\n")
    return text.encode("utf-8-sig")


def original(cell: str) -> str:
    """The text that `to_csv` made this cell of."""
    return cell[1:] if cell.startswith("'") and _acts(cell) else cell


def _inert(value: object) -> object:
    if not isinstance(value, str):
        return value
    seen = _CONTROL.sub(lambda control: visible(control[0]), value)
    return "'" + seen if _acts(seen) else seen


def _acts(text: str) -> bool:
    """A spreadsheet would run it, or it has an apostrophe that would be taken for ours."""
    return text.lstrip("'").startswith(FORMULA_STARTS)
