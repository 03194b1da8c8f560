"""LaTeX for a paper: tables with booktabs, to be \\input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bleu_core.escaping import latex as text
from bleu_core.numerals import bare, counted, fine_delta, p_value, whole
from bleu_core.report.content import LOOK, Content

PHRASES, LENGTH = 10, 60
PREAMBLE = r"""% Needs \usepackage{booktabs} and, for pdfLaTeX, \usepackage[T1]{fontenc}.
% Text beyond Latin letters needs XeLaTeX or LuaLaTeX with a font that has it."""


def to_latex(content: Content) -> str:
    """What is serious of the input, the table of parts, and that of n-grams if there are any."""
    return "\n".join(_lines(content)) + "\n"


def _lines(content: Content) -> Iterator[str]:
    a, b = (text(name, LENGTH) for name in content.names)
    yield PREAMBLE
    if content.serious:
        yield from (rf"\textbf{{{text(LOOK)}}}", r"\begin{itemize}")
        yield from (rf"\item {text(finding.sentence)}" for finding in content.serious)
        yield r"\end{itemize}"
    rows = [[_part(part.name), *map(text, part[1:])] for part in content.parts]
    found = content.significance
    judged = ""
    if found is not None:
        judged = f"; {_math(p_value(found.randomization.p_value))}, by "
        judged += text(counted(found.units, found.unit))
    signature = text(content.comparison.score_a.signature)
    caption = (
        f"BLEU of {a} (A) and {b} (B), and the BLEU points that each part carries of the "
        rf"difference{judged}. Signature: \texttt{{{signature}}}"
    )
    titles = ["", "A", r"\%", "B", r"\%", "B $-$ A", "points"]
    yield from _table("lrrrrrr", titles, rows, caption, "tab:bleu-parts")
    if content.phrases:
        rows = [
            [
                rf"\texttt{{{text(phrase.text, LENGTH)}}}",
                text(whole(phrase.matches_a)),
                text(whole(phrase.matches_b)),
                text(whole(phrase.wins_a)),
                text(whole(phrase.wins_b)),
                _math(bare(phrase.q)),
                text(fine_delta(phrase.points)),
                text(fine_delta(phrase.points_with_folded)),
            ]
            for phrase in content.phrases[:PHRASES]
        ]
        closing = content.closing(content.phrases[:PHRASES])
        rows += [[text(name), *[""] * 6, text(fine_delta(carried))] for name, carried in closing]
        titles = ["$n$-gram", "matches A", "B", "wins A", "B", "$q$", "own points", "with inside"]
        caption = (
            r"The $n$-grams with most points, by themselves and with the shorter ones inside them "
            r"that stand and fall with them; $q$ is the false discovery rate over all $n$-grams."
        )
        yield from _table("lrrrrrrr", titles, rows, caption, "tab:bleu-ngrams")


def _table(
    columns: str, titles: Sequence[str], rows: Sequence[Sequence[str]], caption: str, label: str
) -> Iterator[str]:
    yield from (r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule")
    yield " & ".join(titles) + r" \\"
    yield r"\midrule"
    for row in rows:
        yield " & ".join(row) + r" \\"
    yield from (r"\bottomrule", r"\end{tabular}")
    yield from (rf"\caption{{{caption}}}", rf"\label{{{label}}}", r"\end{table}")


def _part(name: str) -> str:
    return f"$p_{name[1:]}$" if name.startswith("p") else text(name)


def _math(p: str) -> str:
    """ "p < 0.0001" in mathematics."""
    return f"${p}$"
