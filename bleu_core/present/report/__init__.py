"""Reports of comparisons and rankings, as files and as text.

Documents define the content of a report; a module here renders any document in a medium. This file
chooses the medium by the ending of a file name: ".html" is the interactive page of
`bleu_core.present.viewer`, ".static.html" a document without scripts.

- `html`, `markdown`, `latex`, `terminal`: renderers of documents
- `markup`: HTML that is always escaped
- `marked_lines`: texts of a segment with the difference marked
- `svg`: charts as SVG
- `json_report`: results as JSON
- `sheets`: data as CSV and XLSX
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bleu_core.common import escaping
from bleu_core.common.formatting import join_words
from bleu_core.messages import screen

if TYPE_CHECKING:
    from bleu_core.explain.comparison import Comparison
    from bleu_core.present.comparison_report import ComparisonReport
    from bleu_core.present.document import Document, Medium
    from bleu_core.present.ranking_report import RankingReport

STATIC = ".static.html"
SUFFIXES = (".html", STATIC, ".md", ".tex", ".csv", ".xlsx")
RANKING_SUFFIXES = (".html", STATIC, ".md", ".tex", ".csv", ".json", ".xlsx")
# Up to this many segments a report has n-grams by default: a million take half a minute on two
# cores, and 2.2 GB with everything else.
MOST_FOR_NGRAMS = 1_000_000

# Characters of a system's name in a file's name, which may have 255 bytes.
LONGEST_IN_NAME = 24


def report_suffix(path: Path) -> str:
    """The ending of a file's name that says how to write a report.

    >>> report_suffix(Path("page.HTML")), report_suffix(Path("page.static.html"))
    ('.html', '.static.html')
    """
    return STATIC if path.name.lower().endswith(STATIC) else path.suffix.lower()


def file_name(comparison: Comparison, suffix: str) -> str:
    """The name of a report's file: both systems, the digest, and "-20-of-40" for some segments."""
    a, b = (
        re.sub(r"[\W_]+", "-", name)[:LONGEST_IN_NAME].strip("-")
        for name in (comparison.a, comparison.b)
    )
    data = comparison.evalset
    some = "" if data.whole is data else f"-{len(data)}-of-{len(data.whole)}"
    return f"bleuscope-{a or 'A'}-vs-{b or 'B'}-{data.digest[:8]}{some}{suffix}"


def render(content: ComparisonReport, suffix: str) -> bytes:
    """The report as a file; ImportError without openpyxl, ValueError for too many segments."""
    # Each format needs another library (pandas, openpyxl) that takes its time to load.
    if suffix in (".csv", ".xlsx"):
        from bleu_core.present.report import sheets

        return sheets.to_csv(content) if suffix == ".csv" else sheets.to_xlsx(content)
    if suffix == ".html":
        from bleu_core.present.viewer import render_page
        from bleu_core.present.viewer.contents import MOST_IN_PAGE

        if len(content.comparison) > MOST_IN_PAGE:
            raise ValueError(
                screen.too_many(len(content.comparison), MOST_IN_PAGE, "an interactive page")
            )
        return render_page(content)
    from bleu_core.present.comparison_document import comparison_document

    return render_document(partial(comparison_document, content), suffix, SUFFIXES)


def render_ranking(standings: RankingReport, suffix: str) -> bytes:
    """The report of a ranking as a file; ImportError for XLSX without openpyxl."""
    if suffix == ".json":
        from bleu_core.present.report.json_report import ranking_json

        return ranking_json(standings).encode()
    if suffix in (".csv", ".xlsx"):
        from bleu_core.present.report import sheets

        if suffix == ".csv":
            return escaping.to_csv(sheets.ranking_frame(standings))
        return sheets.workbook(sheets.ranking_sheets(standings))
    if suffix == ".html":
        from bleu_core.present.viewer.ranking import render_ranking_page

        return render_ranking_page(standings)
    from bleu_core.present.ranking_report import ranking_document

    return render_document(partial(ranking_document, standings), suffix, RANKING_SUFFIXES)


def render_document(
    build: Callable[[Medium], Document], suffix: str, suffixes: Sequence[str]
) -> bytes:
    """A document as a file: ".static.html", ".md" or ".tex", if that is among `suffixes`."""
    from bleu_core.present import document
    from bleu_core.present.report.html import to_html
    from bleu_core.present.report.latex import to_latex
    from bleu_core.present.report.markdown import to_markdown

    media = {
        STATIC: (to_html, document.HTML),
        ".md": (to_markdown, document.MARKDOWN),
        ".tex": (to_latex, document.LATEX),
    }
    if suffix not in media or suffix not in suffixes:
        known = join_words(suffixes, last="or")
        raise ValueError(f"Unknown report format {suffix!r}: use {known}.")
    write, medium = media[suffix]
    return write(build(medium)).encode()


def comparison_text(content: ComparisonReport) -> str:
    """The report of a comparison for a terminal."""
    from bleu_core.present.comparison_document import comparison_document

    return render_text(partial(comparison_document, content))


def ranking_text(standings: RankingReport, width: int) -> str:
    """The report of a ranking for a terminal of so many characters."""
    from bleu_core.present.ranking_report import ranking_document

    return render_text(partial(ranking_document, standings), width)


def render_text(build: Callable[[Medium], Document], width: int | None = None) -> str:
    """A document for a terminal, of so many characters if it has tables of any width."""
    from bleu_core.present.document import TERMINAL
    from bleu_core.present.report.terminal import to_text

    return to_text(build(TERMINAL._replace(width=width)))
