"""A data set to hand on: for a terminal, as JSON, HTML or Markdown.

`content.py` is what is said, made once; the other modules write it. Stands on the report of a
comparison and on what is said of a job; the command line stands on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bleu_core.common.wording import listed

if TYPE_CHECKING:
    from bleu_core.present.report.jobs.content import JobContent

SUFFIXES = (".html", ".md")


def render(content: JobContent, suffix: str) -> bytes:
    """The report as a file; `suffix` is one of `SUFFIXES`."""
    match suffix:
        case ".html":
            from bleu_core.present.report.jobs.html import to_html

            return to_html(content).encode()
        case ".md":
            from bleu_core.present.report.jobs.markdown import to_markdown

            return to_markdown(content).encode()
    raise ValueError(
        f"The report of a data set is written as {listed(SUFFIXES, last='or')}, not {suffix!r}."
    )
