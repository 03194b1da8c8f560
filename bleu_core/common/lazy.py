"""Names of a package, each loaded with its module when it is first asked for (PEP 562).

A package that imports all of its modules makes whoever needs one of them wait for all: numpy,
pyarrow and sacreBLEU take half a second, and the command's help and completion need none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: `homes` has the names of each of its modules.

    >>> names("bleu_core.common", {"numerals": "whole points"})("whole")(12)
    '12'
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home[name]}"), name)

    return find
