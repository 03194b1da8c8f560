"""Where a class answers with what stands to its right: imported when it is asked for.

Whoever holds a comparison in a notebook asks the comparison itself for its frames, and a notebook
asks it for HTML. What makes these stands on the comparison; so no module here may name it at its
top, as `bleu_core/__init__.py` names nothing that has not been asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def function(module: str, name: str) -> Callable[..., Any]:
    """A function of a module of `bleu_core`, by their names.

    >>> function("common.numerals", "whole")(12)
    '12'
    """
    found: Callable[..., Any] = getattr(import_module(f"bleu_core.{module}"), name)
    return found
