"""Parts of one file; limits on memory, by the size of the file, checked before unpacking."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import as_numpy, string_array
from bleu_core.common.formatting import truncate
from bleu_core.messages import archive, file, table
from bleu_core.text.evalset import InputError

# Rows kept as Python objects, which take five times the memory, before they become Arrow arrays.
CHUNK = 65_536
CHUNK_CELLS = 1_000_000


class ReadError(InputError):
    """A file that cannot be read, with the place, the reason and what to do."""


class File(NamedTuple):
    """A file's name, used in messages and never opened, its bytes, and how to read them."""

    name: str
    data: bytes
    format: str | None = None  # one of `formats()`, overrides the guess
    encoding: str | None = None  # of text that is not UTF-8 (see `to_utf8`)
    called: str = ""  # overrides the name of its only system (see `read_systems`)
    column: str = ""  # the one to use, by its name in the file, instead of guessed ones


class Ids(NamedTuple):
    """Identities of S segments: the names of document and segment."""

    documents: pa.Array
    segments: pa.Array


@dataclass(frozen=True, eq=False)
class Parts:
    """Contents of one file. All columns have S entries, pyarrow large_string."""

    name: str
    format: str
    systems: Mapping[str, pa.Array] = field(default_factory=dict)  # None: not in the file
    references: Mapping[str, pa.Array] = field(default_factory=dict)  # None: not in the file
    source: pa.Array | None = None
    documents: pa.Array | None = None
    metadata: Mapping[str, pa.Array] = field(default_factory=dict)
    ids: Ids | None = None  # unique pairs, if the format has them
    lines: pa.Array | None = None  # plain text, whose role the user knows
    columns: Mapping[str, pa.Array] = field(default_factory=dict)  # of a table, unchanged
    roles: Mapping[str, str] = field(default_factory=dict)  # of `columns`
    marks: Mapping[str, pa.Array] = field(default_factory=dict)  # a row per error annotation
    repairs: tuple[str, ...] = ()  # changes made while reading
    reading: int = 0  # how many `repairs`, the first, depend on no role

    def __len__(self) -> int:
        """Number of segments."""
        columns = [*self.systems.values(), *self.references.values(), *self.columns.values()]
        columns += [c for c in (self.lines, self.source, self.documents) if c is not None]
        return len(columns[0]) if columns else 0

    @property
    def keys(self) -> pa.Array | None:
        """(S,) a string for each identity, equal for equal identities."""
        if self.ids is None:
            return None
        return joined(self.ids)


def joined(columns: Iterable[pa.Array | pa.Scalar], between: str = "\0") -> pa.Array:
    """Columns of texts as one: no name contains NUL, so different pairs have different keys."""
    return pc.binary_join_element_wise(*columns, pa.scalar(between, pa.large_string()))


def text_column(values: Iterable[str | None]) -> pa.Array:
    """Convert strings to a large_string array, by chunks."""
    source = iter(values)
    chunks = []
    while chunk := list(islice(source, CHUNK)):
        chunks.append(string_array(chunk))
    return pa.concat_arrays(chunks) if chunks else string_array([])


def repeated_keys(keys: pa.Array) -> list[str]:
    """Keys that occur more than once, in order."""
    counts = keys.value_counts()
    more = as_numpy(counts.field("counts")) > 1
    return counts.field("values").filter(pa.array(more)).to_pylist()


def key_name(key: str) -> str:
    """Return a key as shown in messages: document, colon, segment."""
    return key.removeprefix("\0").replace("\0", ":")


def printable_name(name: str) -> str:
    """Replace each byte of a name that is not text by the replacement character."""
    return re.sub("[\ud800-\udfff]", "\ufffd", name)


def unique_name(wanted: str, taken: Container[str]) -> str:
    """Return the name, with a number such as "a (2)" if it is taken."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} ({number})"
    return name


@contextmanager
def report_damage(errors: tuple[type[Exception], ...], name: str, kind: str) -> Iterator[None]:
    """Turn a library's errors into a ReadError, with the first line of its message."""
    try:
        yield
    except ReadError:
        raise
    except errors as error:
        line = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
        reason = truncate(line, 120)  # it may quote the file
        raise ReadError([file.unreadable(name, kind, reason)]) from None


@contextmanager
def collecting(problems: list[str]) -> Iterator[None]:
    """Add the problems of an InputError to a list."""
    try:
        yield
    except InputError as error:
        problems += error.problems


MAX_COLUMNS = 1_000
# Bytes that a packed file may unpack to: test sets shrink 3 to 20 times, also as tables that
# repeat the source of each system; small results are harmless anyway.
MAX_EXPANDED = 2_000_000_000
MAX_RATIO = 30
HARMLESS = 8_000_000
# Bytes that columns may take: for each byte of the file, and in addition.
_FOR_EACH, _FREE = 10, 60_000_000
CELL = 8  # bytes of an empty cell in Arrow: where it ends
# The fewest bytes of a segment: <seg id="1">a</seg> has 19.
_SEGMENT, _FREE_SEGMENTS = 16, 100_000


class UnpackBudget:
    """Bytes that unpacking may still produce, over all entries together."""

    def __init__(self, packed: int) -> None:
        self._most = min(MAX_EXPANDED, HARMLESS + packed * MAX_RATIO)
        self.left = self._most

    def spend(self, size: int, name: str) -> None:
        """Subtract bytes, if possible before they are produced; ReadError if fewer are left."""
        self.left -= size
        if self.left < 0:
            raise ReadError([archive.too_large(name, self._most)])


def check_columns(rows: int, columns: int, size: int, name: str, text: int = 0) -> None:
    """Refuse a table too large for its file of `size` bytes; `text` bytes are repeated in cells."""
    if rows * columns * CELL + text > _FREE + _FOR_EACH * size:
        raise ReadError([table.too_sparse(name, rows, columns)])


def check_segments(number: int, size: int, name: str) -> None:
    """Refuse markup with more segments than its bytes can hold."""
    if number > _FREE_SEGMENTS + size // _SEGMENT:
        raise ReadError([file.too_many(name, number - 1, "segments")])
