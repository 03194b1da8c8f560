"""A ranking for a paper: a table with booktabs, to be \\input."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.escaping import latex as text
from bleu_core.present.account.ranking_tables import beside
from bleu_core.present.account.spans import text as plain
from bleu_core.present.report.latex import PREAMBLE, table, warning
from bleu_core.present.report.ranking.content import Standings


def to_latex(standings: Standings) -> str:
    """What is serious about the input, and the table with what it says as its caption."""
    return "\n".join(_lines(standings)) + "\n"


def _lines(standings: Standings) -> Iterator[str]:
    yield PREAMBLE
    yield from warning(standings.serious)
    found = beside(standings.ranked, standings.made_of)
    signatures = "; ".join(
        rf"{text(standings.metrics[key].label)}: \texttt{{{text(signature)}}}"
        for key, signature in standings.signatures.items()
    )
    told = " ".join([plain(standings.headline), *standings.about_tests])
    caption = f"{text(told)} Signatures: {signatures}"
    names = [text(row[0].text) for row in found.rows]
    yield from table(found, caption, "tab:bleu-ranking", names)
