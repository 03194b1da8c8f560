"""A ranking of systems to hand on: for a terminal, as JSON, HTML, Markdown, LaTeX, CSV or XLSX.

`content.py` is what is said, made once; the other modules write it. Stands on the report of a
pair and on what is said of a ranking; the command line stands on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bleu_core.common.wording import listed

if TYPE_CHECKING:
    from bleu_core.present.report.ranking.content import Standings

SUFFIXES = (".html", ".md", ".tex", ".csv", ".json", ".xlsx")


def render(standings: Standings, suffix: str) -> bytes:
    """The report as a file; `suffix` is one of `SUFFIXES`.

    Raises
    ------
    ImportError
        For XLSX, where openpyxl is not installed.
    """
    # Each format needs another library (pandas, openpyxl) that takes its time to load.
    match suffix:
        case ".html":
            from bleu_core.present.report.ranking.html import to_html

            return to_html(standings).encode()
        case ".md":
            from bleu_core.present.report.ranking.markdown import to_markdown

            return to_markdown(standings).encode()
        case ".tex":
            from bleu_core.present.report.ranking.latex import to_latex

            return to_latex(standings).encode()
        case ".json":
            from bleu_core.present.report.ranking.terminal import to_json

            return to_json(standings).encode()
        case ".csv":
            from bleu_core.present.report.ranking.sheets import to_csv

            return to_csv(standings)
        case ".xlsx":
            from bleu_core.present.report.ranking.sheets import to_xlsx

            return to_xlsx(standings)
    raise ValueError(f"A report is written as {listed(SUFFIXES, last='or')}, not {suffix!r}.")
