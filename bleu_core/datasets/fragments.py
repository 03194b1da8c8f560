"""The fragments of a data set: groups of rows of its Parquet files, in order."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bleu_core.messages import Message, dataset
from bleu_core.text.streams import InputError


@dataclass(frozen=True)
class Columns:
    """Which column of a data set is what.

    Attributes
    ----------
    a, b : str
        The outputs of the baseline and of the candidate.
    references : tuple of str
    document, source : str
        "" where there is none.

    Examples
    --------
    >>> columns = Columns("old", "new", ("human", "other"), document="talk")
    >>> columns.texts, columns.named
    (('old', 'new', 'human', 'other'), ('old', 'new', 'human', 'other', 'talk'))
    """

    a: str
    b: str
    references: tuple[str, ...]
    document: str = ""
    source: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """Those that hold the texts of the segments."""
        return (self.a, self.b, *self.references, *filter(None, [self.source]))

    @property
    def needed(self) -> tuple[str, ...]:
        """Those that statistics are counted from, each once."""
        named = (self.a, self.b, *self.references, *filter(None, [self.document]))
        return tuple(dict.fromkeys(named))

    @property
    def named(self) -> tuple[str, ...]:
        """All, each once."""
        return tuple(dict.fromkeys([*self.needed, *self.texts]))


class FragmentError(InputError):
    """A fragment that cannot be counted."""

    @property
    def problem(self) -> Message:
        """What is wrong with it, and which it is."""
        problem = self.problems[0]
        assert isinstance(problem, Message)
        return problem


@dataclass(frozen=True)
class Fragment:
    """A group of rows of a Parquet file: what is counted at a time, and kept under one name.

    Attributes
    ----------
    path : str
        Of the file, absolute.
    size, modified : int
        Bytes of the file, and when it was written, in nanoseconds: a file changed is another.
    group : int
        Which group of rows of the file, from 0.
    rows : int
        Segments.
    first : int
        How many segments of the data set are in front of it.
    start : int
        How many rows of the file are.
    """

    path: str
    size: int
    modified: int
    group: int
    rows: int
    first: int
    start: int = 0

    @property
    def name(self) -> str:
        """As it is told: the file, and which of its groups of rows."""
        return f"{self.path}, group of rows {self.group + 1}"

    def fault(self, what: str) -> FragmentError:
        """What is wrong with it, as an error."""
        return FragmentError([dataset.in_fragment(self.path, self.group + 1, what)])

    def check_unchanged(self) -> None:
        """Raise FragmentError unless the file is there as it was when it was found."""
        try:
            status = Path(self.path).stat()
        except OSError as error:
            raise self.fault(dataset.file_gone(str(error.strerror))) from None
        if (status.st_size, status.st_mtime_ns) != (self.size, self.modified):
            raise self.fault(dataset.file_changed())
