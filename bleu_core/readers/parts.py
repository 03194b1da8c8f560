"""Parts of an EvalSet in one file, whatever its format, aligned within the file."""

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

# Rows kept as Python objects, which take five times the memory, before they become Arrow arrays.
CHUNK = 65_536
CHUNK_CELLS = 1_000_000


class ReadError(InputError):
    """A file that cannot be read: which, where, why and what to do."""


class File(NamedTuple):
    """A file's name, used in messages and never opened, its bytes, and how to read them.

    `format` is one of `FORMATS` and overrides the guess; `encoding` is that of text that is not
    UTF-8 (see `to_utf8`); `called` overrides the name of its only system (see `read_systems`).
    """

    name: str
    data: bytes
    format: str | None = None
    encoding: str | None = None
    called: str = ""


class Ids(NamedTuple):
    """Identities of S segments: the names of document and segment."""

    documents: pa.Array
    segments: pa.Array


@dataclass(frozen=True, eq=False)
class Parts:
    """Contents of one file. All columns have S entries, pyarrow large_string.

    Parameters
    ----------
    name : str
        The file's name, for messages.
    format : str
        One of `detect.FORMATS`.
    systems, references : mapping from a name to a column
        None is a segment that the file does not have; an empty string has length 0.
    source, documents : column, optional
    metadata : mapping from a name to a column
    ids : Ids, optional
        If the format identifies segments; pairs are unique.
    lines : column, optional
        Plain text, whose role the user knows.
    columns : mapping from a name to a column
        All columns of a table, unchanged; `with_roles` makes parts of them.
    roles : mapping from a column's name to its role
        The roles of `columns`.
    marks : mapping from a name to a column
        All columns of a table of error annotations, unchanged: a row per error, not S entries.
    repairs : messages
        Changes made while reading.
    reading : int
        How many of the repairs do not depend on roles.
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
        columns = [*self.systems.values(), *self.references.values(), *self.columns.values()]
        columns += [c for c in (self.lines, self.source, self.documents) if c is not None]
        return len(columns[0]) if columns else 0

    @property
    def keys(self) -> pa.Array | None:
        """(S,) a string for each identity, equal for equal identities."""
        if self.ids is None:
            return None
        # No name contains NUL, so different pairs have different keys.
        between = strings(["\0"])[0]
        return pc.binary_join_element_wise(self.ids.documents, self.ids.segments, between)


def column(values: Iterable[str | None]) -> pa.Array:
    """Convert strings to a large_string array, by chunks."""
    source = iter(values)
    chunks = []
    while chunk := list(islice(source, CHUNK)):
        chunks.append(strings(chunk))
    return pa.concat_arrays(chunks) if chunks else strings([])


def repeated(keys: pa.Array) -> list[str]:
    """Keys that occur more than once, in order."""
    counts = keys.value_counts()
    more = as_numpy(counts.field("counts")) > 1
    return counts.field("values").filter(pa.array(more)).to_pylist()


def key_name(key: str) -> str:
    """A key as messages write it: document, colon, segment."""
    document, _, segment = key.partition("\0")
    return f"{document}:{segment}" if document else segment


def printable(name: str) -> str:
    """Replace each byte of a name that is not text by the replacement character.

    >>> printable("caf\\udce9.txt")
    'caf�.txt'
    """
    return re.sub("[\ud800-\udfff]", "\ufffd", name)


def first_line(error: BaseException) -> str:
    """The first line of a library's message, truncated: it may quote the file."""
    return cut((str(error).splitlines() or [type(error).__name__])[0].rstrip("."), 120)
