"""Packages whose names are imported on first use.

numpy, pyarrow and sacreBLEU take half a second to import, and the command's help and completion
need none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_attributes(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__` (PEP 562); `homes` maps its modules to their public names.

    No name may equal that of a module of the package: once loaded, the module would be found
    instead.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home[name]}"), name)

    return find
