"""Text of users made inert for formats that have no escape of their own at hand.

What comes out of a translation system can be anything: markup, a mention of
somebody, a terminal's control sequence. It is data, and is to read as such.
"""

from __future__ import annotations

import re

from bleu_core.numerals import MINUS, THIN
from bleu_core.visible import visible

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}", "'": r"\textquotesingle{}", "-": "{-}",
    # What pdfLaTeX does not know by itself, of what the numbers are written with.
    MINUS: "$-$", THIN: r"\,", "Δ": r"$\Delta$", "±": r"$\pm$", "…": r"\ldots{}",
    "→": r"$\to$", "–": "--",
}  # fmt: skip


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
    """Text for LaTeX: no character of it is a command.

    >>> latex("50 % of {x}")
    '50 \\\\% of \\\\{x\\\\}'
    """
    return "".join(_LATEX.get(character, character) for character in visible(text, most))
