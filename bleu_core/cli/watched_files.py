"""The files that match patterns: which are new or changed, and no longer being written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from glob import has_magic
from pathlib import Path, PurePath
from typing import NamedTuple

from bleu_core.common.file_patterns import matching_paths
from bleu_core.readers.parts import printable_name, unique_name


class FileState(NamedTuple):
    """What changes when a file is written."""

    size: int  # in bytes
    modified: int  # in nanoseconds since 1970


class SettledFile(NamedTuple):
    """A file that did not change between two looks."""

    path: str
    name: str  # unique among the files that were seen
    state: FileState

    @property
    def key(self) -> tuple[object, ...]:
        """Sort key: the numbers in the name; files without a number follow, by time.

        >>> names = ["step-10", "step-2", "step-2b", "last"]
        >>> files = [SettledFile("", name, FileState(0, 0)) for name in names]
        >>> [file.name for file in sorted(files, key=lambda file: file.key)]
        ['step-2', 'step-2b', 'step-10', 'last']
        """
        numbers = tuple(map(int, re.findall("[0-9]+", self.name)))
        return (0, numbers, self.name) if numbers else (1, (self.state.modified,), self.name)


class WatchedFiles:
    """Files that match patterns such as "out/step-*.txt".

    Parameters
    ----------
    patterns : list of str
        Paths, or patterns of the shell; "**" matches any folders, each once.
    others : list of str
        Paths that are never watched, such as the references.
    """

    def __init__(self, patterns: Sequence[str], others: Iterable[str] = ()) -> None:
        self.patterns = [os.path.expanduser(pattern) for pattern in patterns]
        self._others = set(map(os.path.realpath, others))
        self._names: dict[str, str] = {}
        self._seen: dict[str, FileState] = {}
        self._returned: dict[str, FileState] = {}

    @property
    def are_fixed(self) -> bool:
        """Whether they can match no file that does not exist yet, as they have no wildcard."""
        return not any(map(has_magic, self.patterns))

    @property
    def paths(self) -> list[str]:
        """The files of the last look."""
        return list(self._seen)

    def look(self) -> list[SettledFile]:
        """Look at the files; return those that are as at the last look, and new since then.

        A file is returned once, and again after each change. They are sorted by `SettledFile.key`.
        """
        seen = dict(self._states())
        settled = [
            SettledFile(path, self._name(path, root), state)
            for (path, root), state in seen.items()
            if self._seen.get(path) == state != self._returned.get(path)
        ]
        self._seen = {path: state for (path, _), state in seen.items()}
        # Without those that are gone: they are new when they are there again.
        self._returned = {path: own for path, own in self._returned.items() if path in self._seen}
        self._returned |= {file.path: file.state for file in settled}
        return sorted(settled, key=lambda file: file.key)

    def _states(self) -> Iterator[tuple[tuple[str, str], FileState]]:
        """Each file once, whatever links there are to it, with the folder of its name."""
        taken = set(self._others)
        for pattern in self.patterns:
            root = _root(pattern)
            # Files before links to them, so that they are called by their own names.
            found = sorted(matching_paths(pattern), key=lambda path: (os.path.islink(path), path))
            for path in found or [pattern]:
                try:
                    about = os.stat(path)
                except OSError:  # deleted meanwhile, or a pattern without a match
                    continue
                real = os.path.realpath(path)
                if os.path.isfile(path) and real not in taken:
                    taken.add(real)
                    yield (path, root), FileState(about.st_size, about.st_mtime_ns)

    def _name(self, path: str, root: str) -> str:
        """A name from what the pattern leaves open: "step-2" for out/step-2.txt."""
        if path not in self._names:
            relative = PurePath(os.path.relpath(path, root)).with_suffix("").as_posix()
            self._names[path] = unique_name(printable_name(relative), self._names.values())
        return self._names[path]


def _root(pattern: str) -> str:
    """The folder of a pattern up to its first wildcard.

    >>> _root("out/step-*.txt"), _root("runs/*/hyp.txt"), _root("step-1.txt")
    ('out', 'runs', '.')
    """
    parts = Path(pattern).parts[:-1]
    fixed = next((i for i, part in enumerate(parts) if has_magic(part)), len(parts))
    return str(Path(*parts[:fixed]))
