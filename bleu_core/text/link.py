"""Read and write settings in the query string of a link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, default_pair

# URL parameter: field, reader, writer. The order matters: the n-gram order is read before the
# weights, which must fit it.
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


def write_parameters(fields: Fields, part: object, usual: object) -> dict[str, str]:
    """The query parameters for `part`, without those that equal the default."""
    params = {}
    for name, (field, _, write) in fields.items():
        value = getattr(part, field)
        if value != getattr(usual, field):
            params[name] = write(value)
    return params


def link_query(evalset: EvalSet, config: BleuConfig, pair: tuple[str, str] | None = None) -> str:
    """The query string that opens a test set under these settings, with an unusual pair."""
    params = {"data": evalset.digest}
    usual, other = default_pair(list(evalset.systems))
    if pair and pair != (usual, other or usual):
        params |= dict(zip("ab", pair, strict=True))
    return urlencode(params | write_parameters(SETTINGS, config, BleuConfig()))
