"""Functions that higher packages register for lower ones.

A comparison cannot import the packages that draw it, because they import it. `bleu_core/__init__`
registers each function here; methods such as `Comparison._repr_html_` call it by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_FUNCTIONS: dict[str, Callable[..., Any]] = {}


def register(name: str, function: Callable[..., Any]) -> None:
    """Register a function under a name; the last one is used."""
    _FUNCTIONS[name] = function


def call_later(name: str, *arguments: Any) -> Any:
    """Call the function that is registered under a name."""
    return _FUNCTIONS[name](*arguments)
