"""Reports of a suite run: terminal, Markdown, JUnit XML, JSON, HTML.

- `document`: the report as sentences, tables and sections
- `page`: the interactive page; `screen`: its first screen
- `junit`: JUnit XML
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from bleu_core.common.formatting import join_words
from bleu_core.present.report import STATIC

if TYPE_CHECKING:
    # The command imports this package at every start; `results` imports numpy.
    from bleu_core.suite.results import SuiteResult

SUFFIXES = (".md", ".xml", ".json", ".html", STATIC)


def render(result: SuiteResult, suffix: str, sets: Mapping[str, str] | None = None) -> bytes:
    """The run as a file; `suffix` is one of `SUFFIXES`.

    `sets` are the `set_report`s of a page, by name of the set; without them, it has only numbers.
    """
    # Each format needs other libraries (pandas) that are slow to import.
    match suffix:
        case ".md" | ".static.html":
            from bleu_core.present.report import render_document
            from bleu_core.suite.rendering.document import suite_document

            return render_document(partial(suite_document, result), suffix, SUFFIXES)
        case ".xml":
            from bleu_core.suite.rendering.junit import to_junit

            return to_junit(result)
        case ".json":
            from bleu_core.present.report.json_report import as_json
            from bleu_core.suite.results import to_json

            return as_json(to_json(result)).encode()
        case ".html":
            from bleu_core.suite.rendering.page import render_suite_page

            return render_suite_page(result, sets or {})
    raise ValueError(f"Cannot write a run as {suffix!r}; use {join_words(SUFFIXES, last='or')}.")


def suite_text(result: SuiteResult) -> str:
    """The run as text for a terminal."""
    from bleu_core.present.report import render_text
    from bleu_core.suite.rendering.document import suite_document

    return render_text(partial(suite_document, result))
