r"""Text stays text wherever it goes: one line, a spreadsheet, Markdown, LaTeX.

What comes out of a translation system can be anything: markup, a formula, a mention of
somebody, a terminal's control sequence. It is data, and is to read as such. HTML, which
has an escape of its own, is made by `report.markup`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bleu_core.common.numerals import MINUS, THIN
from bleu_core.common.wording import cut

if TYPE_CHECKING:
    import pandas as pd

# C0 and C1 controls; line and paragraph separators; marks that reverse the
# direction of what follows ("Trojan Source", CVE-2021-42574).
_ACTING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
# A spreadsheet takes a cell that begins with one of these for a formula (OWASP, "CSV Injection").
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# What acts in a terminal, or is dropped by a spreadsheet, which then runs what follows.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}", "'": r"\textquotesingle{}", "-": "{-}",
    # What pdfLaTeX does not know by itself, of what the numbers are written with.
    MINUS: "$-$", THIN: r"\,", "Δ": r"$\Delta$", "±": r"$\pm$", "…": r"\ldots{}",
    "→": r"$\to$", "–": "--",
    **{chr(0x2080 + digit): f"$_{digit}$" for digit in range(10)},  # subscripts
}  # fmt: skip


def visible(text: str, most: int | None = None) -> str:
    r"""Text on one line, without characters that act instead of being seen; cut after `most`.

    >>> visible("\x1b[31mred\n")
    '␛[31mred␊'
    """
    return _ACTING.sub(_picture, text if most is None else cut(text, most))


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:  # Unicode has pictures of these
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"


def unmarked(text: str) -> str:
    r"""Text inside a line of Markdown, such as a control's label, that reads as it is.

    >>> unmarked("![x](y) *z* (exact)")
    '\\!\\[x\\](y) \\*z\\* (exact)'
    """
    return re.sub(r"[\\`*_~\[\]!$:#<>&^|]", r"\\\g<0>", visible(text))


def markdown(text: str, most: int | None = None) -> str:
    """A code span: there a Markdown reader takes nothing for markup, a mention or a link.

    >>> markdown("a `b` @c")
    '``a `b` @c``'
    """
    text = visible(text, most)
    runs = {len(run) for run in re.findall("`+", text)}
    fence = "`" * next(n for n in range(1, len(runs) + 2) if n not in runs)
    # One space at either end is taken off again, if there is more than spaces between.
    edge = " " if text[:1] in ("`", " ") or text[-1:] in ("`", " ") else ""
    return f"{fence}{edge}{text or ' '}{edge}{fence}"


def latex(text: str, most: int | None = None) -> str:
    r"""Text for LaTeX: no character of it is a command.

    >>> latex("50 % of {x}")
    '50 \\% of \\{x\\}'
    """
    return "".join(_LATEX.get(character, character) for character in visible(text, most))


def to_csv(frame: pd.DataFrame) -> bytes:
    """A table as UTF-8 CSV with a byte order mark, as Excel needs it; no text is a formula.

    Numbers stay numbers. Text that a spreadsheet would run gets an apostrophe
    in front, which the spreadsheet takes for "this is text". Control characters,
    but for tabs and line ends, become their pictures.
    """
    texts = frame.select_dtypes(exclude="number")
    safe = frame.assign(**{str(name): texts[name].map(_any_cell) for name in texts})
    # As RFC 4180 has it; then a lone carriage return is quoted too, which ends a row otherwise.
    heads = [cell(str(name)) for name in safe.columns]
    text: str = safe.to_csv(index=False, header=heads, lineterminator="\r\n")
    return text.encode("utf-8-sig")


def original(cell: str) -> str:
    """The text that `to_csv` made this cell of."""
    return cell[1:] if cell.startswith("'") and _acts(cell) else cell


def cell(text: str) -> str:
    """A text as a cell that no spreadsheet runs: see `to_csv`."""
    seen = _CONTROL.sub(lambda control: visible(control[0]), text)
    return "'" + seen if _acts(seen) else seen


def _any_cell(value: object) -> object:
    return cell(value) if isinstance(value, str) else value


def _acts(text: str) -> bool:
    """A spreadsheet would run it, or it has an apostrophe that would be taken for ours."""
    return text.lstrip("'").startswith(FORMULA_STARTS)
