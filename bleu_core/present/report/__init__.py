"""One comparison to hand on: as HTML, Markdown, LaTeX, CSV or XLSX.

Stands on all that explains a comparison; command line and screens stand on it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bleu_core.common.wording import listed

if TYPE_CHECKING:
    from bleu_core.explain.comparison import Comparison
    from bleu_core.present.report.content import Content

SUFFIXES = (".html", ".md", ".tex", ".csv", ".xlsx")
# Segments up to which a report has n-grams unasked: to count those of a million
# takes 6 GB and minutes, all else 2.5 GB.
MOST_FOR_NGRAMS = 300_000


# Characters of a system's name in a file's name, which may have 255 bytes.
LONGEST_IN_NAME = 24


def file_name(comparison: Comparison, suffix: str) -> str:
    """What a report's file goes by: both systems, letters and digits of them, and the digest.

    Of some of the segments it says how many.

    "bleuscope-moses-vs-transformer-big-1a2b3c4d.html"
    """
    a, b = (
        re.sub(r"[\W_]+", "-", name)[:LONGEST_IN_NAME].strip("-")
        for name in (comparison.a, comparison.b)
    )
    data = comparison.evalset
    some = "" if data.whole is data else f"-{len(data)}-of-{len(data.whole)}"
    return f"bleuscope-{a or 'A'}-vs-{b or 'B'}-{data.digest[:8]}{some}{suffix}"


def render(content: Content, suffix: str) -> bytes:
    """The report as a file; `suffix` is one of `SUFFIXES`.

    Raises
    ------
    ImportError
        For XLSX, where openpyxl is not installed.
    """
    # Each format needs another library (plotly, pandas, openpyxl) that takes its time to load.
    match suffix:
        case ".html":
            from bleu_core.present.report.html import to_html

            return to_html(content).encode()
        case ".md":
            from bleu_core.present.report.markdown import to_markdown

            return to_markdown(content).encode()
        case ".tex":
            from bleu_core.present.report.latex import to_latex

            return to_latex(content).encode()
        case ".csv":
            from bleu_core.present.report.sheets import to_csv

            return to_csv(content)
        case ".xlsx":
            from bleu_core.present.report.sheets import to_xlsx

            return to_xlsx(content)
    raise ValueError(f"A report is written as {listed(SUFFIXES, last='or')}, not {suffix!r}.")
