"""What is wrong with a TOML file: every fault with its line, all at once."""

from __future__ import annotations

from bleu_core.messages import toml
from bleu_core.readers.toml_files.lines import Path
from bleu_core.text.streams import InputError

MOST_TOLD = 30


class TomlFaults(InputError):
    """A file that cannot be read as it is; a `toml.fault` for each fault, by line."""


class Faults:
    """The faults of one file as they are found.

    Parameters
    ----------
    name : str
        The file's, for messages; '' where it has none.
    text : str
    lines : mapping of a path to its line
        As `lines_of` has them.
    """

    def __init__(self, name: str, text: str = "", lines: dict[Path, int] | None = None) -> None:
        self._name = name
        self._text = text.split("\n")
        self._lines = lines or {}
        self._found: dict[tuple[int, str], Path] = {}

    def add(self, path: Path, problem: str, quoted: str = "") -> None:
        """A fault of the value at a path; `quoted` stands in it literally, perhaps lines below."""
        line = self.line(path)
        if quoted:
            below = range(line, len(self._text) + 1)
            line = next((n for n in below if quoted in self._text[n - 1]), line)
        self._found[line, problem] = path

    def line(self, path: Path) -> int:
        """That of the value at a path, or of the nearest table around it, from 1."""
        while path not in self._lines and path:
            path = path[:-1]
        return self._lines.get(path, 1)

    def at(self, line: int, problem: str) -> None:
        """A fault at a line, from 1."""
        self._found[line, problem] = ()

    def within(self, path: Path) -> bool:
        """Whether there is a fault of what stands at a path or in it."""
        return any(each[: len(path)] == path for each in self._found.values())

    def end(self) -> None:
        """Raise TomlFaults if there are any."""
        if not self._found:
            return
        told = [toml.fault(self._name, line, problem) for line, problem in sorted(self._found)]
        more = len(told) - MOST_TOLD
        if more > 0:
            told = [*told[:MOST_TOLD], toml.more_faults(more)]
        raise TomlFaults(told)
