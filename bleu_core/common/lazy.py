"""Imports that happen on first use.

A package that imports all of its modules makes every importer wait for all of them: numpy,
pyarrow and sacreBLEU take half a second, and the command's help and completion need none of
them. A comparison renders itself in a notebook with a module that imports the comparison, and
so cannot import it at its top.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def function(module: str, name: str) -> Callable[..., Any]:
    """Import a function of a module of `bleu_core` by name.

    >>> function("common.numerals", "whole")(12)
    '12'
    """
    imported: Callable[..., Any] = getattr(import_module(f"bleu_core.{module}"), name)
    return imported


def names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__` (PEP 562); `homes` maps its modules to their public names.

    No name may equal that of a module of the package: once loaded, the module would be found
    instead.

    >>> names("bleu_core.common", {"numerals": "whole points"})("whole")(12)
    '12'
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home[name]}"), name)

    return find
