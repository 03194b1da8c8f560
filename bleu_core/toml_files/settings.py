"""BLEU's settings in a file, under the names that `BleuConfig` has for them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from bleu_core.config import TOKENIZERS
from bleu_core.toml_files.fields import (
    Fields,
    is_number,
    is_numbers,
    is_text,
    is_whole,
    is_yes_or_no,
)
from bleu_core.wording import listed

# Of each setting what it may be, and that in words.
SETTINGS: dict[str, tuple[Callable[[object], bool], str]] = {
    "tokenize": (is_text, "a name in quotes"),
    "lowercase": (is_yes_or_no, "true or false"),
    "smooth_method": (is_text, "a name in quotes"),
    "smooth_value": (is_number, "a number"),
    "max_ngram_order": (is_whole, "a whole number"),
    "weights": (is_numbers, "a list of numbers"),
    "effective_order": (is_yes_or_no, "true or false"),
    "reference_length": (is_text, "a name in quotes"),
}


def read_settings(fields: Fields, tokenizers: Collection[str] = TOKENIZERS) -> dict[str, Any]:
    """Those that a table says, each of its type; whether they fit together, `BleuConfig` knows."""
    found: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in SETTINGS:
            continue
        kind, what = SETTINGS[name]
        if not kind(value):
            fields.fault(name, f"“{name}” is to be {what}.")
        elif name == "tokenize" and value not in tokenizers:
            fields.fault(name, f"“tokenize” is to be {listed(tokenizers, last='or')}.")
        else:
            found[name] = tuple(value) if isinstance(value, list) else value
    return found
