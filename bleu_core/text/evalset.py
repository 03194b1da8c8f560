"""The test set: systems, references, source and documents, aligned by segment."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import as_numpy
from bleu_core.messages import lines
from bleu_core.text.streams import (
    InputError,
    check_streams,
    length_problems,
    presence,
    stream_problems,
)

Known = TypeVar("Known")
# Separates the digest of the whole from that of the rows in the digest of a part.
BETWEEN = "/"


class Misaligned(InputError):
    """Columns that do not make an EvalSet only because their numbers of lines differ.

    Attributes
    ----------
    columns : mapping
        Arguments of EvalSet by name, as pyarrow arrays.
    repairs : list of str
        Sentences on changes made while reading them.
    """

    def __init__(
        self, problems: Sequence[str], columns: Mapping[str, Any], repairs: Sequence[str] = ()
    ) -> None:
        super().__init__(problems)
        self.columns = dict(columns)
        self.repairs = list(repairs)


@dataclass(frozen=True, eq=False)
class EvalSet:
    """Systems' outputs and references of S segments, with source, documents and metadata.

    Parameters
    ----------
    systems : mapping from a system's name to S strings
    references : list of R streams of S strings
        None is a missing reference; every segment has at least one reference.
    source : S strings, optional
    documents : S strings, optional
        The document name of each segment.
    metadata : mapping from a column's name to S strings, optional

    All are stored as pyarrow large_string arrays, in a fifth of the memory of lists.

    Raises
    ------
    InputError
        A ValueError with one sentence for each problem, all at once.

    Examples
    --------
    >>> outputs = {"old": ["a cat sat", "it rained"], "new": ["the cat sat", "it rains"]}
    >>> evalset = EvalSet(outputs, [["the cat sat", "it rained"]], documents=["pets", "weather"])
    >>> len(evalset), list(evalset.systems), evalset.num_refs
    (2, ['old', 'new'], 1)
    >>> evalset.systems["new"][1].as_py()
    'it rains'
    """

    systems: Mapping[str, pa.Array]
    references: Sequence[pa.Array]
    source: pa.Array | None = None
    documents: pa.Array | None = None
    metadata: Mapping[str, pa.Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.systems, Mapping) or not self.systems:
            raise InputError([lines.no_systems()])
        names = [f"system {name!r}" for name in self.systems]
        check_streams(list(self.systems.values()), self.references, names)
        size = len(next(iter(self.systems.values())))
        extras = {"the source": self.source, "the documents": self.documents}
        extras |= {f"the column {name!r}": column for name, column in self.metadata.items()}
        present = {name: column for name, column in extras.items() if column is not None}
        problems = [p for k, column in present.items() for p in stream_problems(k, column, True)]
        problems = problems or length_problems(present, names[0], size)
        if problems:
            raise InputError(problems)
        arrays = {
            "systems": {k: text_column(v, f"system {k!r}") for k, v in self.systems.items()},
            "references": tuple(
                text_column(v, f"reference {i}") for i, v in enumerate(self.references, 1)
            ),
            "source": None if self.source is None else text_column(self.source, "the source"),
            "documents": None
            if self.documents is None
            else text_column(self.documents, "documents"),
            "metadata": {k: text_column(v, f"the column {k!r}") for k, v in self.metadata.items()},
        }
        for name, value in arrays.items():
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return len(next(iter(self.systems.values())))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all contents: the key under which it is saved and cached."""
        hashed = hashlib.sha256()
        parts: list[tuple[str, pa.Array | None]] = [
            ("source", self.source),
            ("documents", self.documents),
        ]
        parts += [(f"system {name}", column) for name, column in self.systems.items()]
        parts += [(f"reference {i}", column) for i, column in enumerate(self.references)]
        parts += [(f"column {name}", column) for name, column in self.metadata.items()]
        for name, column in parts:
            if column is not None:
                hashed.update(f"{len(name)} {name} {len(column)} ".encode())
                for piece in _contents(column):
                    hashed.update(piece)
        return hashed.hexdigest()

    def known_as(self, digest: str) -> EvalSet:
        """Set the digest to that of the whole of which this is the readable part.

        Links to the whole, and annotations of its segments, use that digest.
        """
        vars(self)["digest"] = digest  # where cached_property looks
        return self

    @property
    def whole(self) -> EvalSet:
        """The test set of a `Part`; else this test set."""
        return self

    @property
    def lines(self) -> NDArray[np.int64]:
        """(S,) line numbers of the segments in the whole, from 1."""
        return np.arange(1, len(self) + 1)

    @property
    def where(self) -> str:
        """The expression that selected the segments of a `Part`; else ''."""
        return ""

    @cached_property
    def num_refs(self) -> int:
        """References per segment; -1 if that varies."""
        there = np.sum([presence(column) for column in self.references], axis=0)
        return int(there[0]) if (there == there[0]).all() else -1

    def own(self, known: Mapping[int, Known]) -> dict[int, Known]:
        """Values by segment of the whole, re-indexed to the segments of this test set."""
        return dict(known)

    def part(self, rows: NDArray[np.int64], where: str = "") -> Part:
        """An EvalSet of some segments, by index, in file order.

        `where` is the expression that selected them, if any.
        """
        indices = pa.array(rows)

        def taken(columns: Mapping[str, pa.Array]) -> dict[str, pa.Array]:
            return {name: column.take(indices) for name, column in columns.items()}

        return Part(
            taken(self.systems),
            [column.take(indices) for column in self.references],
            None if self.source is None else self.source.take(indices),
            None if self.documents is None else self.documents.take(indices),
            taken(self.metadata),
            whole=self,
            rows=np.asarray(rows),
            where=where,
        )

    @property
    def nbytes(self) -> int:
        """Memory in bytes."""
        columns = [*self.systems.values(), *self.references, *self.metadata.values()]
        columns += [c for c in (self.source, self.documents) if c is not None]
        return sum(column.nbytes for column in columns)


@dataclass(frozen=True, eq=False)
class Part(EvalSet):
    """Some segments of a test set: an EvalSet that knows the whole.

    Attributes
    ----------
    whole : EvalSet
        Never a part itself: a part of a part refers to the whole.
    rows : (S,) array
        Indices of its segments in the whole, in file order.
    where : str
        The expression that selected them; '' if none did.
    """

    whole: EvalSet = None  # type: ignore[assignment]  # after fields with defaults; `part` gives it
    rows: NDArray[np.int64] = None  # type: ignore[assignment]
    where: str = ""

    @cached_property
    def digest(self) -> str:
        """The digest of the whole and one of the rows: equal texts elsewhere are another part.

        `digest_of_whole` returns the first of them.
        """
        rows = np.ascontiguousarray(self.rows, "<i8")
        return self.whole.digest + BETWEEN + hashlib.sha256(rows.tobytes()).hexdigest()

    @property
    def lines(self) -> NDArray[np.int64]:
        return self.rows + 1

    def own(self, known: Mapping[int, Known]) -> dict[int, Known]:
        return {i: known[row] for i, row in enumerate(self.rows.tolist()) if row in known}

    def part(self, rows: NDArray[np.int64], where: str = "") -> Part:
        return self.whole.part(self.rows[rows], where)


def digest_of_whole(digest: str) -> str:
    """The digest of the whole test set, from its own or that of a `Part`."""
    return digest.partition(BETWEEN)[0]


def first_two(names: Sequence[str], a: str = "", b: str = "") -> tuple[str, str]:
    """The names of A and B; by default the first systems that are left, or ''.

    >>> first_two(["x", "y", "z"]), first_two(["x", "y", "z"], b="x")
    (('x', 'y'), ('y', 'x'))
    """
    a = a or next((name for name in names if name != b), "")
    return a, b or next((name for name in names if name != a), "")


def column_digest(column: pa.Array) -> str:
    """SHA-256 of a text column of an EvalSet."""
    hashed = hashlib.sha256()
    for piece in _contents(column):
        hashed.update(piece)
    return hashed.hexdigest()


def combined_digest(digests: Iterable[str]) -> str:
    """SHA-256 of several digests in order."""
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()


def _contents(column: pa.Array) -> tuple[bytes, pa.Buffer | bytes]:
    """The contents of a column: the length of each line, -1 if missing, and the text."""
    lengths = as_numpy(pc.fill_null(pc.binary_length(column), -1))
    return lengths.tobytes(), column.buffers()[2] or b""


def text_column(stream: Sequence[str | None] | pa.Array, name: str) -> pa.Array:
    """A stream of strings as stored in an EvalSet; InputError if it is not text."""
    if isinstance(stream, pa.ChunkedArray):
        stream = stream.combine_chunks()
    if isinstance(stream, pa.Array):
        array = stream.cast(pa.large_string())
        # A slice would retain, and hash, the whole array.
        data, used = array.buffers()[2], pc.sum(pc.binary_length(array), min_count=0).as_py()
        is_slice = array.offset or (data is not None and data.size != used)
        return pa.concat_arrays([array.slice(0, 0), array]) if is_slice else array
    try:
        return pa.array(stream, pa.large_string())
    except UnicodeEncodeError:
        broken = [i for i, line in enumerate(stream, 1) if line and not _encodable(line)]
        raise InputError([lines.half_surrogate(name, broken)]) from None


def _encodable(line: str) -> bool:
    return not any("\ud800" <= c <= "\udfff" for c in line)
