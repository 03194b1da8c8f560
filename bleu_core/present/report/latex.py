"""LaTeX for a paper: tables with booktabs, to be \\input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bleu_core.common.escaping import latex as text
from bleu_core.common.numerals import counted, p_value
from bleu_core.present.account import LOOK, opinions
from bleu_core.present.account.degenerate import DEGENERATE, degenerate_table
from bleu_core.present.account.found_slices import slice_tables, slices_told
from bleu_core.present.account.spans import text as plain
from bleu_core.present.account.tables import Table, parts_table
from bleu_core.present.report.content import Content, phrases_table
from bleu_core.present.report.subset import only
from bleu_core.readers.health import Finding

PHRASES, LENGTH = 10, 60
PREAMBLE = r"""% Needs \usepackage{booktabs} and, for pdfLaTeX, \usepackage[T1]{fontenc}.
% Text beyond Latin letters needs XeLaTeX or LuaLaTeX with a font that has it."""


def to_latex(content: Content) -> str:
    """What is serious of the input, the table of parts; those of other metrics and of n-grams."""
    return "\n".join(_lines(content)) + "\n"


def _lines(content: Content) -> Iterator[str]:
    a, b = (text(name, LENGTH) for name in content.names)
    yield PREAMBLE
    yield from warning(content.serious)
    found = content.significance
    judged = ""
    if found is not None:
        judged = f"; {_math(p_value(found.randomization.p_value))}, by "
        judged += text(counted(found.units, found.unit))
    among = f"{text(content.among)} " if content.among else ""
    if told := only(content):
        where = rf": \texttt{{{text(content.where)}}}" if content.where else ""
        among += f"{text(told)}{where}. "
    signature = text(content.comparison.score_a.signature)
    caption = (
        f"BLEU of {a} (A) and {b} (B), and the BLEU points that each part carries of the "
        rf"difference{judged}. {among}Signature: \texttt{{{signature}}}"
    )
    parts = parts_table(content.parts)
    orders = range(1, len(content.parts.precisions) + 1)
    names = [*(f"$p_{n}$" for n in orders), "BP", "length c / r", "BLEU"]
    yield from table(parts, caption, "tab:bleu-parts", names)
    if content.opinions:
        yield from _opinions(content)
    if (broken := degenerate_table(content.detectors)).rows:
        names = [text(row[0].text) for row in broken.rows]
        caption = f"{DEGENERATE}, by exact rules."
        yield from table(broken, caption, "tab:bleu-degenerate", names)
    if content.slices is not None:
        told = " ".join(slices_told(content.slices))
        for number, found_slices in enumerate(slice_tables(content.slices), 1):
            names = [rf"\texttt{{{text(row[0].text, LENGTH)}}}" for row in found_slices.rows]
            caption = text(f"{found_slices.label}. {told}")
            yield from table(found_slices, caption, f"tab:bleu-slices-{number}", names)
    if content.phrases:
        phrases = phrases_table(content, PHRASES)
        closing = [text(row[0].text) for row in phrases.rows[len(content.phrases[:PHRASES]) :]]
        names = [rf"\texttt{{{text(one.text, LENGTH)}}}" for one in content.phrases[:PHRASES]]
        caption = (
            r"The $n$-grams with most points, by themselves and with the shorter ones inside them "
            r"that stand and fall with them; $q$ is the false discovery rate over all $n$-grams."
        )
        yield from table(phrases, caption, "tab:bleu-ngrams", [*names, *closing])


def warning(found: Sequence[Finding]) -> Iterator[str]:
    """What is serious about the input, if anything is."""
    if found:
        yield from (rf"\textbf{{{text(LOOK)}}}", r"\begin{itemize}")
        yield from (rf"\item {text(finding.sentence)}" for finding in found)
        yield r"\end{itemize}"


def _opinions(content: Content) -> Iterator[str]:
    judged = content.all_opinions
    told = " ".join(plain(made(judged)) for made in (opinions.agreement, opinions.people))
    scores = [one.opinion.a.corpus() for one in content.opinions]
    signatures = "; ".join(
        rf"{text(score.name)}: \texttt{{{text(score.signature)}}}" for score in scores
    )
    found = opinions.opinions_table(judged)
    names = [text(row[0].text) for row in found.rows]
    caption = f"Other metrics beside BLEU. {text(told)} Signatures: {signatures}"
    yield from table(found, caption, "tab:bleu-opinions", names)


def table(found: Table, caption: str, label: str, names: Sequence[str]) -> Iterator[str]:
    """A table with these names, which are LaTeX, for the first cells of its rows."""
    columns = "".join("l" if column.is_text else "r" for column in found.columns)
    yield from (r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule")
    yield " & ".join(map(text, found.titles)) + r" \\"
    yield r"\midrule"
    for number, (name, (_, *cells)) in enumerate(zip(names, found.texts, strict=True)):
        yield " & ".join([name, *map(text, cells)]) + r" \\"
        if number in found.rules:
            yield r"\midrule"
    yield from (r"\bottomrule", r"\end{tabular}")
    yield from (rf"\caption{{{caption}}}", rf"\label{{{label}}}", r"\end{table}")


def _math(p: str) -> str:
    """ "p < 0.0001" in mathematics."""
    return f"${p}$"
