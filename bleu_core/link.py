"""Settings in the query string of a link: what the app reads and what others may write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from bleu_core.config import BleuConfig

# URL parameter: field, how it is read, how it is written. The order counts: an
# n-gram order is read before the weights that are to fit it.
Fields = dict[str, tuple[str, Callable[[str], object], Callable[[Any], str]]]


def read_yes_no(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def write_yes_no(on: bool) -> str:
    return "yes" if on else "no"


def _weights(text: str) -> tuple[float, ...]:
    return tuple(float(part) for part in text.split(","))


SETTINGS: Fields = {
    "tok": ("tokenize", str, str),
    "lc": ("lowercase", read_yes_no, write_yes_no),
    "smooth": ("smooth_method", str, str),
    "value": ("smooth_value", float, repr),
    "order": ("max_ngram_order", int, str),
    "weights": ("weights", _weights, lambda weights: ",".join(map(repr, weights))),
    "eff": ("effective_order", read_yes_no, write_yes_no),
    "reflen": ("reference_length", str, str),
}


def written(fields: Fields, part: object, usual: object) -> dict[str, str]:
    """The parameters for `part`: what equals the usual value is left out."""
    params = {}
    for name, (field, _, write) in fields.items():
        value = getattr(part, field)
        if value != getattr(usual, field):
            params[name] = write(value)
    return params


def query(digest: str, config: BleuConfig) -> str:
    """The query string that opens a comparison under these settings in the app."""
    return urlencode({"data": digest} | written(SETTINGS, config, BleuConfig()))
