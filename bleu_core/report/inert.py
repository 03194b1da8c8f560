"""Text of users made inert for formats that have no escape of their own at hand.

What comes out of a translation system can be anything: markup, a mention of
somebody, a terminal's control sequence. It is data, and is to read as such.
"""

from __future__ import annotations

import re

from bleu_core.words import MINUS, THIN

# C0 and C1 controls; line and paragraph separators; marks that reverse the
# direction of what follows ("Trojan Source", CVE-2021-42574).
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}", "'": r"\textquotesingle{}", "-": "{-}",
    # What pdfLaTeX does not know by itself, of what the numbers are written with.
    MINUS: "$-$", THIN: r"\,", "Δ": r"$\Delta$", "±": r"$\pm$", "…": r"\ldots{}",
    "→": r"$\to$", "–": "--",
}  # fmt: skip


def visible(text: str, most: int | None = None) -> str:
    r"""Text on one line, without characters that act instead of being seen; cut after `most`.

    >>> visible("\x1b[31mred\n")
    '␛[31mred␊'
    """
    text = text if most is None or len(text) <= most else text[: most - 1] + "…"
    return _CONTROL.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:  # Unicode has pictures of these
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"


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
