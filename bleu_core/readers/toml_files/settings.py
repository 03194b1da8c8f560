"""BLEU's settings in a file, under the names that `BleuConfig` has for them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from bleu_core.messages import Message, toml
from bleu_core.readers.toml_files.fields import (
    Fields,
    is_number,
    is_numbers,
    is_text,
    is_whole,
    is_yes_or_no,
)
from bleu_core.text.config import TOKENIZERS

# Of each setting whether a value may be it, and what is said of one that may not.
SETTINGS: dict[str, tuple[Callable[[object], bool], Callable[[str], Message]]] = {
    "tokenize": (is_text, toml.not_text),
    "lowercase": (is_yes_or_no, toml.not_true_or_false),
    "smooth_method": (is_text, toml.not_text),
    "smooth_value": (is_number, toml.not_number),
    "max_ngram_order": (is_whole, toml.not_whole_number),
    "weights": (is_numbers, toml.not_numbers),
    "effective_order": (is_yes_or_no, toml.not_true_or_false),
    "reference_length": (is_text, toml.not_text),
}


def read_settings(fields: Fields, tokenizers: Collection[str] = TOKENIZERS) -> dict[str, Any]:
    """Those that a table says, each of its type; whether they fit together, `BleuConfig` knows."""
    found: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in SETTINGS:
            continue
        fits, problem = SETTINGS[name]
        if not fits(value):
            fields.fault(name, problem(name))
        elif name == "tokenize" and value not in tokenizers:
            fields.fault(name, toml.unknown_tokenizer(list(tokenizers)))
        else:
            found[name] = tuple(value) if isinstance(value, list) else value
    return found
