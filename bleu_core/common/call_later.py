"""Functions of higher packages that lower ones call.

A comparison cannot import the packages that draw it, because they import it. `bleu_core/__init__`
registers where each function is; methods such as `Comparison._repr_html_` call it by name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_MODULES: dict[str, str] = {}


def register(module: str, *functions: str) -> None:
    """Register functions of a module, which is imported when one of them is first called."""
    _MODULES.update(dict.fromkeys(functions, module))


def call_later(name: str, *arguments: Any) -> Any:
    """Call a registered function."""
    return getattr(import_module(_MODULES[name]), name)(*arguments)
