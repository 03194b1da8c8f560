"""The data of pages without a server."""

import gzip
import json
import re
from base64 import b64decode
from typing import Any


def saved_document(page: str) -> dict[str, Any]:
    """The document of a page, as document.js declares it."""
    packed = re.search(r'<script[^>]* id="document"[^>]*>([^<]*)</script>', page)
    assert packed
    document: dict[str, Any] = json.loads(gzip.decompress(b64decode(packed[1])))
    return document


def saved_html(document: dict[str, Any]) -> str:
    """The HTML of its first screen: the parts of a report."""
    first = document["ranking"] or document["suite"]
    parts = first["folded"] if first else document["sets"][0]["pairs"][0]["overview"]["folds"]
    above = first.get("above", "") if first else ""
    return above + "".join(part["html"] for part in parts)
