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
