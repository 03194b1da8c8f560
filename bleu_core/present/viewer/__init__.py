"""A comparison as one HTML file that needs no server: the reading half of the app.

The file holds one JSON document (see `document.js` and docs/reference/page-format.md), which is
compressed, and the scripts that draw it, which the app uses too.

- `contents`: the document of a comparison, and the parts that other documents are made of
- `ranking`: the document of a ranking, and its first screen
- `overview`: the overview of a comparison
- `links`: addresses of what spans of a report open
- `ngrams`: families of n-grams and n-grams, whose points add up to Δ
- `columns`: columns and slices, which scripts cannot compute
- `changes`: what B lost and gained in segments, with sentences
- `slices`: intervals of slices, the slice finder, and saved slices
- `lines`: texts with tokens and matches, of many segments at once
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bleu_core.common import theme
from bleu_core.present.browser import link_files
from bleu_core.present.report.markup import Html, element, page, resource

if TYPE_CHECKING:
    from bleu_core.present.comparison_report import ComparisonReport

HERE = Path(__file__).parent
# The style sheet of reports, for what is inside of other pages.
REPORT_STYLE = f"@scope (.report) {{\n{resource('report.css')}}}\n"
# The highest level takes ten times as long for 5% less.
COMPRESSION = 6
NEEDS_SCRIPTS = "This page needs JavaScript. A static report does not."


def render_page(content: ComparisonReport) -> bytes:
    """The page of a comparison as a file."""
    from bleu_core.present.viewer.contents import comparison_contents

    return to_page(comparison_contents(content)).encode()


def to_page(document: dict[str, Any]) -> str:
    """The page of a document."""
    script, sheet = link_files(HERE / "page.js"), link_files(HERE / "page.css")
    body = (
        element("main", "Loading …"),
        element("noscript", NEEDS_SCRIPTS),
        element("script", Html(packed(document)), type="application/gzip", id="document"),
    )
    style = f"{theme.CSS}{REPORT_STYLE}{sheet}"
    return page(document["title"], *body, style=style, script=script)


def packed(document: dict[str, Any]) -> str:
    """A document as compressed JSON in Base64; ValueError if it has a number that JSON lacks."""
    data = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return b64encode(gzip.compress(data.encode(), COMPRESSION, mtime=0)).decode()
