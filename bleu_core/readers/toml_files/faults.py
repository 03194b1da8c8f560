"""Faults of a TOML file: each with its line, all at once."""

from __future__ import annotations

from bleu_core.messages import toml
from bleu_core.readers.toml_files.lines import Path
from bleu_core.text.streams import InputError

MOST_TOLD = 30


class TomlFaults(InputError):
    """A file that cannot be read; `problems` has a `toml.fault` for each fault, by line."""


class Faults:
    """Collect the faults of a file.

    Parameters
    ----------
    name : str
        The file's, for messages; '' for none.
    text : str
    lines : mapping of a path to its line
        From `lines_of`.
    """

    def __init__(self, name: str, text: str = "", lines: dict[Path, int] | None = None) -> None:
        self._name = name
        self._text = text.split("\n")
        self._lines = lines or {}
        self._found: dict[tuple[int, str], Path] = {}

    def add(self, path: Path, problem: str, quoted: str = "") -> None:
        """Add a fault of the value at a path; `quoted` is part of it, perhaps lines below."""
        line = self.line(path)
        if quoted:
            below = range(line, len(self._text) + 1)
            line = next((n for n in below if quoted in self._text[n - 1]), line)
        self._found[line, problem] = path

    def line(self, path: Path) -> int:
        """The line, from 1, of the value at a path, or of the nearest table around it."""
        while path not in self._lines and path:
            path = path[:-1]
        return self._lines.get(path, 1)

    def at(self, line: int, problem: str) -> None:
        """Add a fault at a line, from 1."""
        self._found[line, problem] = ()

    def within(self, path: Path) -> bool:
        """Whether there is a fault at a path or inside it."""
        return any(each[: len(path)] == path for each in self._found.values())

    def end(self) -> None:
        """Raise TomlFaults if there are any."""
        if not self._found:
            return
        messages = [toml.fault(self._name, line, problem) for line, problem in sorted(self._found)]
        more = len(messages) - MOST_TOLD
        if more > 0:
            messages = [*messages[:MOST_TOLD], toml.more_faults(more)]
        raise TomlFaults(messages)
