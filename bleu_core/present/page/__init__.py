"""A comparison as one HTML file that needs no server: the reading half of the app.

The file holds one JSON document (see `document.js` and docs/reference/page-format.md), which is
compressed, and the scripts that draw it, which the app uses too.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from pathlib import Path
from typing import Any

from bleu_core.common import theme
from bleu_core.present.browser import link_files
from bleu_core.present.report.markup import Html, content_policy, element, resource

HERE = Path(__file__).parent


def to_page(document: dict[str, Any]) -> str:
    """The page of a document."""
    script, sheet = link_files(HERE / "page.js"), link_files(HERE / "page.css")
    style = f"{theme.CSS}@scope (.overview) {{\n{resource('report.css')}}}\n{sheet}"
    head = element(
        "head",
        Html('<meta charset="utf-8">'),
        content_policy([script], [style]),
        Html('<meta name="viewport" content="width=device-width">'),
        element("title", document["title"]),
        element("style", Html(style)),
    )
    data = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    packed = b64encode(gzip.compress(data.encode(), 9, mtime=0)).decode()
    body = element(
        "body",
        element("main", "Loading …"),
        element("script", Html(packed), type="application/gzip", id="document"),
        element("script", Html(script), type="module"),
    )
    return f'<!DOCTYPE html>\n<html lang="en">{head}{body}</html>\n'
