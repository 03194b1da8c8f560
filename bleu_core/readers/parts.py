"""What one file holds, whatever its format: the parts of an EvalSet, aligned within the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrow import as_numpy, strings
from bleu_core.common.wording import cut
from bleu_core.text.streams import InputError

# Rows that wait as Python objects before they become an Arrow array: a fifth of the memory.
CHUNK = 65_536
CHUNK_CELLS = 1_000_000


class ReadError(InputError):
    """A file that cannot be read as it is: which, where, why and what to do."""


class File(NamedTuple):
    """A file's name, used in messages and never opened, its bytes, and how to read them.

    `format` is one of `detect.FORMATS`, against the guess; `encoding` is for
    what is text and not UTF-8 (see `decoding.to_utf8`); `called` is the name of the
    only system that it holds, against what it says itself (see `many.read_systems`).
    """

    name: str
    data: bytes
    format: str | None = None
    encoding: str | None = None
    called: str = ""


class Ids(NamedTuple):
    """The identity of S segments: the document's and the segment's name, one pair a segment."""

    documents: pa.Array
    segments: pa.Array


@dataclass(frozen=True, eq=False)
class Parts:
    """What one file holds. All columns have S entries, pyarrow large_string.

    Parameters
    ----------
    name : str
        The file's name, for messages.
    format : str
        One of `detect.FORMATS`.
    systems, references : mapping from a name to a column
        None is a segment that the file does not have there. An empty string is
        a segment of length 0.
    source, documents : column, optional
    metadata : mapping from a name to a column
    ids : Ids, optional
        Where the format identifies segments; no pair occurs twice.
    lines : column, optional
        Plain text, whose role the user knows.
    columns : mapping from a name to a column
        All columns of a table as they stand; `columns.with_roles` makes parts of them.
    roles : mapping from a column's name to its role
        What `columns` were taken for.
    marks : mapping from a name to a column
        Of a table of people's marks all columns as they stand, a row an error; not of S entries.
    repairs : sentences
        All that was mended or left out.
    reading : int
        How many of the repairs are of reading, whatever the roles.
    """

    name: str
    format: str
    systems: Mapping[str, pa.Array] = field(default_factory=dict)
    references: Mapping[str, pa.Array] = field(default_factory=dict)
    source: pa.Array | None = None
    documents: pa.Array | None = None
    metadata: Mapping[str, pa.Array] = field(default_factory=dict)
    ids: Ids | None = None
    lines: pa.Array | None = None
    columns: Mapping[str, pa.Array] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, pa.Array] = field(default_factory=dict)
    repairs: tuple[str, ...] = ()
    reading: int = 0

    def __len__(self) -> int:
        """Number of segments."""
        held = [*self.systems.values(), *self.references.values(), *self.columns.values()]
        held += [c for c in (self.lines, self.source, self.documents) if c is not None]
        return len(held[0]) if held else 0

    @property
    def keys(self) -> pa.Array | None:
        """(S,) one string for each identity, equal where the identities are equal."""
        if self.ids is None:
            return None
        # NUL is in no name that a reader gives, so that no two pairs fall together.
        between = strings(["\0"])[0]
        return pc.binary_join_element_wise(self.ids.documents, self.ids.segments, between)


def column(values: Iterable[str | None]) -> pa.Array:
    """Strings to a large_string array, by chunks."""
    source = iter(values)
    chunks = []
    while chunk := list(islice(source, CHUNK)):
        chunks.append(strings(chunk))
    return pa.concat_arrays(chunks) if chunks else strings([])


def repeated(keys: pa.Array) -> list[str]:
    """The keys that occur more than once, in order."""
    counts = keys.value_counts()
    more = as_numpy(counts.field("counts")) > 1
    return counts.field("values").filter(pa.array(more)).to_pylist()


def key_name(key: str) -> str:
    """How a key reads in a message: document, colon, segment."""
    document, _, segment = key.partition("\0")
    return f"{document}:{segment}" if document else segment


def printable(name: str) -> str:
    """A name that can be shown and written: what is no text in it has a sign for each such byte.

    >>> printable("caf\\udce9.txt")
    'caf�.txt'
    """
    return re.sub("[\ud800-\udfff]", "\ufffd", name)


def first_line(error: BaseException) -> str:
    """The first line of a library's message, cut: it may quote the file."""
    return cut((str(error).splitlines() or [type(error).__name__])[0].rstrip("."), 120)
