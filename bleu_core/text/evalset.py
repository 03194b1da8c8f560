"""The test set: systems, references, source and documents, checked and aligned by segment."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, fill_nulls
from bleu_core.common.progress import Progress
from bleu_core.messages import Message, lines

# One string per segment; None if it is missing.
Stream = Sequence[str | None]
Streams = Sequence[Stream]


class InputError(ValueError):
    """Input that cannot be scored; `problems` has one `Message` per problem.

    A message is a text with a stable `code` and its `values`.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> try:
    ...     EvalSet({"a": ["one", "two"], "b": ["one"]}, [["one", "two"]])
    ... except InputError as error:
    ...     print(*error.problems)
    system 'b' has 1 segment, but system 'a' has 2. From line 2 on, system 'b' has no text.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(problems)  # as passed, so that it can be pickled
        self.problems = list(problems)

    def __str__(self) -> str:
        return " ".join(self.problems)


def raise_problems(problems: Iterable[Message]) -> None:
    """Raise InputError if there are problems."""
    if messages := list(problems):
        raise InputError(messages)


def check_streams(
    systems: Sequence[Sequence[str]],
    references: Sequence[Sequence[str | None]],
    names: Sequence[str] = ("hypotheses",),
) -> None:
    """Raise InputError unless systems and references can be scored together.

    sacreBLEU accepts streams of unequal length (it truncates to the shortest), a bare string (its
    characters become segments), one list of references per segment, and a segment without any
    reference (which disables the brevity penalty of the others), or reports something else.
    """
    if len(names) != len(systems):
        names = [f"system {number}" for number in range(1, len(systems) + 1)]
    labelled = dict(zip(names, systems, strict=True))
    raise_problems(p for name, stream in labelled.items() for p in stream_problems(name, stream))
    size = len(systems[0])
    empty = [] if size else [lines.no_segments(names[0])]
    raise_problems([*empty, *shape_problems(references, size)])
    labels = {f"reference {number}": stream for number, stream in enumerate(references, 1)}
    raise_problems(p for name, texts in labels.items() for p in stream_problems(name, texts, True))
    raise_problems(length_problems(labelled | labels, names[0], size))
    bare = ~np.any([present_mask(stream) for stream in references], axis=0)
    if bare.any():
        raise InputError([lines.no_reference((np.flatnonzero(bare) + 1).tolist())])


def length_problems(
    streams: Mapping[str, Sequence[str | None]], first: str, size: int
) -> list[Message]:
    """A message for each stream whose length is not `size`, that of the stream `first`."""
    return [
        lines.unequal(name, len(stream), first, size)
        for name, stream in streams.items()
        if len(stream) != size
    ]


def stream_problems(name: str, stream: object, may_miss: bool = False) -> list[Message]:
    """Messages if it is not a stream of strings, or of strings and None if `may_miss`."""
    if isinstance(stream, str | bytes) or not isinstance(
        stream, Sequence | pa.Array | pa.ChunkedArray
    ):
        return [lines.no_list(name, type(stream).__name__)]
    if isinstance(stream, pa.Array | pa.ChunkedArray):
        wrong = [] if may_miss else np.flatnonzero(~present_mask(stream)).tolist()
    else:
        allowed = (str, type(None)) if may_miss else (str,)
        if {type(line) for line in stream} <= set(allowed):  # fast path
            return []
        wrong = [i for i, line in enumerate(stream) if not isinstance(line, allowed)]
    if not wrong:
        return []
    kind = type(stream[wrong[0]]).__name__
    kind = "missing (None)" if kind in ("NoneType", "StringScalar", "LargeStringScalar") else kind
    return [lines.not_strings(name, [i + 1 for i in wrong], kind)]


def shape_problems(references: object, size: int) -> list[Message]:
    """Messages if references are not a list of streams of `size` segments each."""
    if isinstance(references, str | bytes) or not isinstance(references, Sequence):
        of = "reference lists: [[ref, ref, …]]"
        return [lines.no_list("references", type(references).__name__, of)]
    if not len(references):
        return [lines.no_references()]
    if all(isinstance(stream, str) or stream is None for stream in references):
        return [lines.references_flat()]
    sizes = {len(s) for s in references if isinstance(s, Sequence) and not isinstance(s, str)}
    if len(references) == size > 1 and sizes and max(sizes) != size and max(sizes) <= 64:
        streams = {f"reference {n}": stream for n, stream in enumerate(references, 1)}
        as_streams = length_problems(streams, "hypotheses", size)[:1]
        return [lines.references_transposed(size, max(sizes), "".join(as_streams))]
    return []


def present_mask(stream: Sequence[str | None] | pa.Array) -> np.ndarray:
    """(S,) False where the stream has None."""
    if isinstance(stream, pa.Array | pa.ChunkedArray):
        return as_numpy(stream.is_valid())
    return np.array([line is not None for line in stream], dtype=bool)


def stream_lines(stream: Stream, first: int = 0, last: int | None = None) -> list[str | None]:
    """Some segments of a stream, which may be a column, as a list."""
    part = stream[first:last]
    return part.to_pylist() if isinstance(part, pa.Array | pa.ChunkedArray) else list(part)


def count_references(present: ArrayLike) -> int:
    """References per segment, from (R, S) whether each is present; -1 if that varies."""
    numbers = np.asarray(present).sum(axis=0)
    return int(numbers[0]) if (numbers == numbers[0]).all() else -1


Known = TypeVar("Known")
# Separates the digest of the whole from that of the rows in the digest of a part.
DIGEST_SEPARATOR = "/"


class MisalignedColumns(InputError):
    """Columns that do not make an EvalSet only because their numbers of lines differ.

    `columns` are the arguments of EvalSet by name, as pyarrow arrays; `repairs` has sentences on
    changes made while reading them.
    """

    def __init__(
        self, problems: Sequence[str], columns: Mapping[str, Any], repairs: Sequence[str] = ()
    ) -> None:
        super().__init__(problems)
        self.columns = dict(columns)
        self.repairs = list(repairs)


@dataclass(frozen=True)
class Origin:
    """Where texts come from that are too large to be hashed, without absolute paths."""

    facts: Sequence[tuple[str, str]]  # Names and values, such as the files with sizes and times
    command: Sequence[str]  # The words after `bleuscope compare` that open the same again


@dataclass(frozen=True, eq=False)
class EvalSet:
    """A test set: outputs and references of S segments, with source, documents and metadata.

    Columns are stored as pyarrow large_string arrays, in a fifth of the memory of lists.

    Parameters
    ----------
    systems : mapping from system name to S strings
    references : list of R streams of S strings
        None is a missing reference; every segment needs at least one.
    source : S strings, optional
    documents : S strings, optional
        Document name of each segment.
    metadata : mapping from column name to S strings, optional
    ids : pyarrow array of S strings, optional
        Document, NUL and id of each segment, if its files name them. They align tables of scores;
        they are not saved, and not part of the digest: equal texts can have other ids.

    Raises
    ------
    InputError
        A column is not text, or columns do not fit together. A ValueError with one message per
        problem.

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
    ids: pa.Array | None = field(default=None, kw_only=True)

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
        raise_problems(problems or length_problems(present, names[0], size))
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
        """SHA-256 of all contents; saved data and caches refer to the test set by it."""
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

    @cached_property
    def encodings(self) -> dict[Any, Any]:
        """Cache of `bleu_core.text.encoding`: token ids of the columns."""
        return {}

    @property
    def whole(self) -> EvalSet:
        """The complete test set: this one, unless it is an `EvalSetPart`."""
        return self

    @property
    def lines(self) -> NDArray[np.int64]:
        """(S,) line numbers of the segments in the complete test set, from 1."""
        return np.arange(1, len(self) + 1)

    @property
    def where(self) -> str:
        """Expression that selected the segments of an `EvalSetPart`; '' otherwise."""
        return ""

    @property
    def no_test_reason(self) -> str:
        """Why no significance test applies to an `EvalSetPart`; '' otherwise."""
        return ""

    @cached_property
    def num_refs(self) -> int:
        """References per segment; -1 if that varies."""
        return count_references([present_mask(column) for column in self.references])

    def own(self, known: Mapping[int, Known]) -> dict[int, Known]:
        """Re-index values by segment of the complete test set to the segments here."""
        return dict(known)

    def part(
        self, rows: NDArray[np.int64], where: str = "", no_test_reason: str = ""
    ) -> EvalSetPart:
        """Select segments by index, in file order.

        `where` is the expression that selected them, if any; `no_test_reason` is why no test of
        significance applies, as when the expression depends on which output is A and which is B.
        """
        indices = as_arrow(np.ascontiguousarray(rows))

        def taken(columns: Mapping[str, pa.Array]) -> dict[str, pa.Array]:
            return {name: column.take(indices) for name, column in columns.items()}

        return EvalSetPart(
            taken(self.systems),
            [column.take(indices) for column in self.references],
            None if self.source is None else self.source.take(indices),
            None if self.documents is None else self.documents.take(indices),
            taken(self.metadata),
            whole=self,
            rows=np.asarray(rows),
            where=where,
            no_test_reason=no_test_reason,
        )

    @property
    def origin(self) -> Origin | None:
        """Origin of texts that are too large to hash; None for an ordinary test set."""
        return None

    def saved_statistics(
        self, name: str, config: Any, progress: Progress | None = None
    ) -> NDArray[Any] | None:
        """(S, 2 + 2N) saved statistics of a system under a `BleuConfig`; None if there are none."""
        return None

    @property
    def nbytes(self) -> int:
        """Memory of the columns in bytes."""
        columns = [*self.systems.values(), *self.references, *self.metadata.values()]
        columns += [c for c in (self.source, self.documents) if c is not None]
        return sum(column.nbytes for column in columns)


@dataclass(frozen=True, eq=False)
class EvalSetPart(EvalSet):
    """Some segments of a test set: an EvalSet that knows the whole."""

    # Never a part itself: a part of a part refers to the whole.
    whole: EvalSet = None  # type: ignore[assignment]  # after fields with defaults; `part` gives it
    # (S,): indices of its segments in the whole, in file order.
    rows: NDArray[np.int64] = None  # type: ignore[assignment]
    where: str = ""  # The expression that selected them; '' if none did
    no_test_reason: str = ""  # Why no significance test applies to them; '' if one does

    @cached_property
    def digest(self) -> str:
        """The digest of the whole and one of the rows: equal texts elsewhere are another part.

        `digest_of_whole` returns the first of them.
        """
        rows = np.ascontiguousarray(self.rows, "<i8")
        return self.whole.digest + DIGEST_SEPARATOR + hashlib.sha256(rows.tobytes()).hexdigest()

    @property
    def lines(self) -> NDArray[np.int64]:
        return self.rows + 1

    def own(self, known: Mapping[int, Known]) -> dict[int, Known]:
        return {i: known[row] for i, row in enumerate(self.rows.tolist()) if row in known}

    def part(
        self, rows: NDArray[np.int64], where: str = "", no_test_reason: str = ""
    ) -> EvalSetPart:
        return self.whole.part(self.rows[rows], where, no_test_reason or self.no_test_reason)


def digest_of_whole(digest: str) -> str:
    """The digest of the whole test set, from its own or that of a `EvalSetPart`."""
    return digest.partition(DIGEST_SEPARATOR)[0]


def default_pair(names: Sequence[str], a: str = "", b: str = "") -> tuple[str, str]:
    """The names of A and B; by default the first systems that are left, or ''.

    >>> default_pair(["x", "y", "z"]), default_pair(["x", "y", "z"], b="x")
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
    lengths = fill_nulls(pc.binary_length(column), np.int64, null=-1)
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
        broken = [
            i
            for i, line in enumerate(stream, 1)
            if any("\ud800" <= character <= "\udfff" for character in line or "")
        ]
        raise InputError([lines.half_surrogate(name, broken)]) from None
