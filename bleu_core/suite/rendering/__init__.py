"""A run of a suite to read or to hand on: terminal, Markdown, JUnit XML, JSON, HTML.

`told.py` says it once, in sentences and tables; each of the others writes that in a form.
"""

from __future__ import annotations

from collections.abc import Mapping

from bleu_core.common.wording import listed
from bleu_core.suite.results import SuiteResult

SUFFIXES = (".md", ".xml", ".json", ".html")


def render(result: SuiteResult, suffix: str, pages: Mapping[str, str] | None = None) -> bytes:
    """The run as a file; `suffix` is one of `SUFFIXES`, `pages` is as `page.to_html` has it."""
    # Each needs another library (plotly, pandas) that takes its time to load.
    match suffix:
        case ".md":
            from bleu_core.suite.rendering.markdown import to_markdown

            return to_markdown(result).encode()
        case ".xml":
            from bleu_core.suite.rendering.junit import to_junit

            return to_junit(result)
        case ".json":
            from bleu_core.present.report.terminal import as_json
            from bleu_core.suite.exchange import to_json

            return as_json(to_json(result)).encode()
        case ".html":
            from bleu_core.suite.rendering.page import to_html

            return to_html(result, pages or {}).encode()
    raise ValueError(f"A run is written as {listed(SUFFIXES, last='or')}, not {suffix!r}.")
