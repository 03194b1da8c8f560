"""Files that match a pattern, and folders within a folder, however many links lead to them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from glob import escape, glob
from pathlib import Path


def walk_once(
    top: str | Path, onerror: Callable[[OSError], None] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield what `os.walk` does, following links, but each folder once.

    Links can lead back to a folder above them, and two such links to 2^40 paths.
    """
    visited = set[str]()
    for folder, inner, files in os.walk(top, onerror=onerror, followlinks=True):
        real = os.path.realpath(folder)
        if real in visited:
            inner.clear()
            continue
        visited.add(real)
        yield folder, inner, files


def matching_paths(pattern: str) -> Iterator[str]:
    """The paths that match a pattern of the shell; "**" matches any folders, each once.

    As in the shell, wildcards do not match hidden files and folders. A path can be repeated.
    """
    parts = Path(pattern).parts
    if "**" not in parts:
        yield from glob(pattern)
        return
    at = parts.index("**")
    rest = parts[at + 1 :] or ("*",)
    for top in glob(str(Path(*parts[:at]))):
        for folder, inner, _ in walk_once(top):
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            yield from matching_paths(str(Path(escape(folder), *rest)))
