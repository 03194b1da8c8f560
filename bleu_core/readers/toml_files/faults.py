"""The faults of a TOML file, all at once, each with its line."""

from __future__ import annotations

from bleu_core.messages import toml
from bleu_core.readers.toml_files.lines import Path
from bleu_core.text.streams import InputError

MOST_TOLD = 30


class TomlFaults(InputError):
    """A file with faults: a `toml.fault` for each, by line."""


class Faults:
    """Collects the faults of a file.

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
        self._paths: dict[tuple[int, str], Path] = {}

    def add(self, path: Path, problem: str, quoted: str = "") -> None:
        """Add a fault of the value at a path; at the line of `quoted` if that is in the value."""
        line = self.line(path)
        if quoted:
            below = range(line, len(self._text) + 1)
            line = next((n for n in below if quoted in self._text[n - 1]), line)
        self._paths[line, problem] = path

    def line(self, path: Path) -> int:
        """The line of the value at a path, or of the nearest table around it, from 1."""
        while path not in self._lines and path:
            path = path[:-1]
        return self._lines.get(path, 1)

    def at(self, line: int, problem: str) -> None:
        """Add a fault at a line, from 1."""
        self._paths[line, problem] = ()

    def within(self, path: Path) -> bool:
        """Whether there is a fault at or below a path."""
        return any(each[: len(path)] == path for each in self._paths.values())

    def end(self) -> None:
        """Raise TomlFaults if there are faults."""
        if not self._paths:
            return
        messages = [toml.fault(self._name, line, problem) for line, problem in sorted(self._paths)]
        more = len(messages) - MOST_TOLD
        if more > 0:
            messages = [*messages[:MOST_TOLD], toml.more_faults(more)]
        raise TomlFaults(messages)
