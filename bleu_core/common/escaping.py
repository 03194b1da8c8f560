r"""Escape text for a line, a spreadsheet, Markdown or LaTeX.

The output of a translation system can contain anything: markup, a formula, a user mention, a
terminal control sequence. It is data and must be shown as such. `report.markup` escapes HTML.
"""

from __future__ import annotations

import re
from typing import Any

from bleu_core.common.formatting import MINUS, truncate

# C0 and C1 controls; line and paragraph separators; marks that reverse the direction of what
# follows ("Trojan Source", CVE-2021-42574); what XML cannot hold, even escaped (XML 1.0, production
# 2). Marks and joiners that scripts need (U+200C to U+200F, U+061C) only act on their neighbours.
_SIGNS = "\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff"
# What has no width differs unseen: always or, of those marks and joiners, in Latin text only.
_LATIN, _NEAR, _MARK = "A-Za-zÀ-ɏḀ-ỿ", "\0-\u024f\u1e00-\u206f", "[\u061c\u180e\u200c-\u200f]"
_INVISIBLE = re.compile(
    f"[\x00-\x1f\xad\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb{_SIGNS}]"
    f"|(?<=[{_LATIN}]){_MARK}(?![^{_NEAR}])|(?<![^{_NEAR}]){_MARK}(?=[{_LATIN}])"
)
# A spreadsheet takes a cell that begins with one of these for a formula (OWASP, "CSV Injection").
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# The same without tabs and line ends, which a text of several lines keeps. A spreadsheet may drop
# a control character, and then run the rest.
_CONTROL = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{_SIGNS}]")
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}", "\0": "{}",
    # Signs of formatted numbers that pdfLaTeX does not know.
    MINUS: "$-$", "Δ": r"$\Delta$", "±": r"$\pm$", "…": r"\ldots{}",
    "→": r"$\to$", "–": "--",
    **{chr(0x2080 + digit): f"$_{digit}$" for digit in range(10)},  # subscripts
}  # fmt: skip


def one_line(text: str, most: int | None = None) -> str:
    r"""Text on one line, invisible characters as pictures; at most `most` characters.

    >>> one_line("\x1b[31mred\n"), one_line("and\u200b")
    ('␛[31mred␊', 'and<U+200B>')
    """
    return _INVISIBLE.sub(_picture, text if most is None else truncate(text, most))


def visible(text: str) -> str:
    r"""Text with its control characters as pictures, except for tabs and line ends.

    >>> visible("\x1b[31mred\n\u202eder")
    '␛[31mred\n<U+202E>der'
    """
    return _CONTROL.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:  # Unicode has a picture for each
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"


def escape_markdown(text: str) -> str:
    r"""Text for a line of Markdown, such as a control's label, with markup escaped.

    >>> escape_markdown("![x](y) *z* (exact)")
    '\\!\\[x\\](y) \\*z\\* (exact)'
    """
    return re.sub(r"[\\`*_~\[\]!$:#<>&^|]", r"\\\g<0>", one_line(text))


def markdown_code(text: str, most: int | None = None) -> str:
    """Text as a Markdown code span, where nothing is markup, a mention or a link.

    >>> markdown_code("a `b` @c")
    '``a `b` @c``'
    """
    text = one_line(text, most)
    runs = {len(run) for run in re.findall("`+", text)}
    fence = "`" * next(n for n in range(1, len(runs) + 2) if n not in runs)
    # Markdown strips one space at either end, unless there are only spaces.
    edge = " " if text[:1] in ("`", " ") or text[-1:] in ("`", " ") else ""
    return f"{fence}{edge}{text or ' '}{edge}{fence}"


def escape_latex(text: str, most: int | None = None) -> str:
    r"""Text for LaTeX with all special characters escaped.

    After a line break, or an item of a list, "[" or "*" at the beginning would be an option of it.

    >>> escape_latex("50% of {x}"), escape_latex("[2cm] [x]")
    ('50\\% of \\{x\\}', '{[}2cm] [x]')
    """
    # Two hyphens would be a dash, two apostrophes a quotation mark.
    parted = re.sub(r"(?<=([-']))(?=\1)", "\0", one_line(text, most))
    written = "".join(_LATEX.get(character, character) for character in parted)
    return re.sub(r"^(\s*)([\[*])", r"\1{\2}", written)


def to_csv(table: Any, columns: list[str] | tuple[str, ...] | None = None) -> bytes:
    """A table as UTF-8 CSV with a byte order mark, as Excel requires; no text is a formula.

    `table` and the names of its `columns` are what `pandas.DataFrame` is made of.
    Numbers stay numbers. Text that a spreadsheet would run gets a leading apostrophe, which the
    spreadsheet reads as "this is text". Control characters become pictures: see `visible`.
    """
    import pandas as pd

    frame = pd.DataFrame(table, columns=columns)
    texts = frame.select_dtypes(exclude="number")

    def escaped(value: object) -> object:
        return escape_cell(value) if isinstance(value, str) else value

    safe = frame.assign(**{str(name): texts[name].map(escaped) for name in texts})
    # CRLF (RFC 4180): pandas then quotes a lone carriage return, which would end a row.
    heads = [escape_cell(str(name)) for name in safe.columns]
    text: str = safe.to_csv(index=False, header=heads, lineterminator="\r\n")
    return text.encode("utf-8-sig")


def unescape_cell(cell: str) -> str:
    """The text that `to_csv` wrote as this cell."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def escape_cell(text: str) -> str:
    """A text as a cell that no spreadsheet runs: see `to_csv`."""
    seen = visible(text)
    return "'" + seen if _is_formula(seen) else seen


def _is_formula(text: str) -> bool:
    """Whether a spreadsheet would run it, or its first apostrophe would look like an added one."""
    return text.lstrip("'").startswith(FORMULA_STARTS)
