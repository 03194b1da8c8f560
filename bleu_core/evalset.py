"""What is compared: systems, references, source and documents, aligned by segment."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.arrow import as_numpy
from bleu_core.numerals import counted, plural, whole
from bleu_core.wording import listed

# How many lines of one kind of problem a message names.
SHOWN = 5


class InputError(ValueError):
    """Input that cannot be scored. `problems` has a sentence for each thing wrong with it."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = list(problems)


class Misaligned(InputError):
    """Columns that would make an EvalSet but for their numbers of lines.

    Attributes
    ----------
    columns : mapping
        What EvalSet takes, by the names of its parameters, as pyarrow arrays.
    repairs : list of str
        Sentences on what was mended or left out in reading them.
    """

    def __init__(
        self, problems: Sequence[str], columns: Mapping[str, Any], repairs: Sequence[str] = ()
    ) -> None:
        super().__init__(problems)
        self.columns = dict(columns)
        self.repairs = list(repairs)


@dataclass(frozen=True, eq=False)
class EvalSet:
    """Systems' outputs and references of S segments, with what is known of the segments.

    Parameters
    ----------
    systems : mapping from a system's name to S strings
    references : list of R streams of S strings
        None in a stream is a reference that is missing there; every segment
        has at least one.
    source : S strings, optional
    documents : S strings, optional
        The name of the document that each segment belongs to.
    metadata : mapping from a column's name to S strings, optional

    All are kept as pyarrow large_string arrays: a fifth of the memory of lists.

    Raises
    ------
    InputError
        A ValueError with one sentence for each problem, all at once.
    """

    systems: Mapping[str, pa.Array]
    references: Sequence[pa.Array]
    source: pa.Array | None = None
    documents: pa.Array | None = None
    metadata: Mapping[str, pa.Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.systems, Mapping) or not self.systems:
            raise InputError(["systems is to be a mapping from at least one name to its output."])
        names = [f"system {name!r}" for name in self.systems]
        check_streams(list(self.systems.values()), self.references, names)
        size = len(next(iter(self.systems.values())))
        extras = {"the source": self.source, "the documents": self.documents}
        extras |= {f"the column {name!r}": column for name, column in self.metadata.items()}
        given = {name: column for name, column in extras.items() if column is not None}
        problems = [p for k, column in given.items() for p in _stream_problems(k, column, True)]
        problems = problems or length_problems(given, names[0], size)
        if problems:
            raise InputError(problems)
        arrays = {
            "systems": {k: _arrow(v, f"system {k!r}") for k, v in self.systems.items()},
            "references": tuple(
                _arrow(v, f"reference {i}") for i, v in enumerate(self.references, 1)
            ),
            "source": None if self.source is None else _arrow(self.source, "the source"),
            "documents": None if self.documents is None else _arrow(self.documents, "documents"),
            "metadata": {k: _arrow(v, f"the column {k!r}") for k, v in self.metadata.items()},
        }
        for name, value in arrays.items():
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return len(next(iter(self.systems.values())))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of everything in it: the name under which it is kept and cached."""
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
        """This, under the digest of a whole of which it is all that could be read.

        Links to the whole, and what was said of its segments, go by that digest.
        """
        vars(self)["digest"] = digest  # where cached_property looks
        return self

    @property
    def nbytes(self) -> int:
        """Bytes of memory held."""
        columns = [*self.systems.values(), *self.references, *self.metadata.values()]
        columns += [c for c in (self.source, self.documents) if c is not None]
        return sum(column.nbytes for column in columns)


def column_digest(column: pa.Array) -> str:
    """SHA-256 of a column of text of an EvalSet."""
    hashed = hashlib.sha256()
    for piece in _contents(column):
        hashed.update(piece)
    return hashed.hexdigest()


def combined_digest(digests: Iterable[str]) -> str:
    """SHA-256 of several digests in their order."""
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()


def _contents(column: pa.Array) -> tuple[bytes, pa.Buffer | bytes]:
    """What tells columns apart: the length of each line, -1 where there is none, and the text."""
    lengths = as_numpy(pc.fill_null(pc.binary_length(column), -1))
    return lengths.tobytes(), column.buffers()[2] or b""


def check_streams(
    systems: Sequence[Sequence[str]],
    references: Sequence[Sequence[str | None]],
    names: Sequence[str] = ("hypotheses",),
) -> None:
    """Raise InputError unless systems and references can be scored together.

    sacreBLEU lets all of these pass, or reports something else: streams of
    unequal length (it truncates to the shortest), a bare string (its characters
    become segments), references one list a segment, a segment without any
    reference (which then lifts the brevity penalty of the others).
    """
    if len(names) != len(systems):
        names = [f"system {number}" for number in range(1, len(systems) + 1)]
    labelled = dict(zip(names, systems, strict=True))
    problems = [p for name, stream in labelled.items() for p in _stream_problems(name, stream)]
    if problems:
        raise InputError(problems)
    size = len(systems[0])
    if not size:
        problems.append(f"{names[0]} is empty: there is no segment to score.")
    problems += _shape_problems(references, size)
    if problems:
        raise InputError(problems)
    labels = {f"reference {number}": stream for number, stream in enumerate(references, 1)}
    problems = [p for name, stream in labels.items() for p in _stream_problems(name, stream, True)]
    if problems:
        raise InputError(problems)
    problems = length_problems(labelled | labels, names[0], size)
    if problems:
        raise InputError(problems)
    bare = ~np.any([presence(stream) for stream in references], axis=0)
    if bare.any():
        lines = np.flatnonzero(bare) + 1
        raise InputError([
            f"{counted(len(lines), 'segment has', 'segments have')} no reference at all "
            f"({_lines(lines)}); give one, or leave the segment out everywhere. "
            "An empty string is a reference of length 0; None is no reference."
        ])  # fmt: skip


def length_problems(
    streams: Mapping[str, Sequence[str | None]], first: str, size: int
) -> list[str]:
    """A sentence for each stream whose length is not `size`, that of the stream `first`."""
    problems = []
    for name, stream in streams.items():
        if len(stream) != size:
            shorter = name if len(stream) < size else first
            from_here = whole(min(len(stream), size) + 1)
            problems.append(
                f"{name} has {counted(len(stream), 'segment')}, {first} has {whole(size)}: "
                f"from line {from_here} on {shorter} has nothing to go with."
            )
    return problems


def _stream_problems(name: str, stream: object, may_miss: bool = False) -> list[str]:
    if isinstance(stream, str | bytes):
        return [f"{name} is a single string; a list of strings belongs there, one a segment."]
    if isinstance(stream, pa.Array | pa.ChunkedArray):
        wrong = [] if may_miss else np.flatnonzero(~presence(stream)).tolist()
    elif not isinstance(stream, Sequence):
        return [f"{name} is a {type(stream).__name__}; a list of strings belongs there."]
    else:
        allowed = (str, type(None)) if may_miss else (str,)
        if {type(line) for line in stream} <= set(allowed):  # quick: the usual case
            return []
        wrong = [i for i, line in enumerate(stream) if not isinstance(line, allowed)]
    if not wrong:
        return []
    kind = type(stream[wrong[0]]).__name__
    kind = "missing (None)" if kind in ("NoneType", "StringScalar", "LargeStringScalar") else kind
    lines = f"{_lines(np.array(wrong) + 1)} {plural(len(wrong), 'is', 'are')}"
    return [f"{name} has what is not a string: {lines} {kind}."]


def _shape_problems(references: object, size: int) -> list[str]:
    if isinstance(references, str | bytes):
        return ["references is a single string; it is to be a list of streams: [[ref, ref, …]]."]
    if not isinstance(references, Sequence):
        return [f"references is a {type(references).__name__}; it is to be a list of streams."]
    if not len(references):
        return ["There are no references; give at least one stream of them."]
    if all(isinstance(stream, str) or stream is None for stream in references):
        return [
            "references is a flat list of strings; it is to be a list of streams, even for one: "
            "write [references]."
        ]
    sizes = {len(s) for s in references if isinstance(s, Sequence) and not isinstance(s, str)}
    if len(references) == size > 1 and sizes and max(sizes) != size and max(sizes) <= 64:
        streams = {f"reference {n}": stream for n, stream in enumerate(references, 1)}
        as_streams = length_problems(streams, "hypotheses", size)[:1]
        return [
            f"references looks transposed: it has {whole(size)} lists, one a segment, of up to "
            f"{whole(max(sizes))} references. It is to be one stream a reference, each with "
            f"{whole(size)} segments; turn it with: list(itertools.zip_longest(*references)).",
            *(f"(Read as streams, {problem[:-1]}.)" for problem in as_streams),
        ]
    return []


def _arrow(stream: Sequence[str | None] | pa.Array, name: str) -> pa.Array:
    if isinstance(stream, pa.ChunkedArray):
        stream = stream.combine_chunks()
    if isinstance(stream, pa.Array):
        array = stream.cast(pa.large_string())
        # A slice would keep, and hash, the whole that it was cut from.
        data, used = array.buffers()[2], pc.sum(pc.binary_length(array), min_count=0).as_py()
        is_slice = array.offset or (data is not None and data.size != used)
        return pa.concat_arrays([array.slice(0, 0), array]) if is_slice else array
    try:
        return pa.array(stream, pa.large_string())
    except UnicodeEncodeError:
        broken = [i for i, line in enumerate(stream, 1) if line and not _encodable(line)]
        raise InputError(
            [f"{name} has half a surrogate pair, which is no text ({_lines(np.array(broken))})."]
        ) from None


def _encodable(line: str) -> bool:
    return not any("\ud800" <= c <= "\udfff" for c in line)


def presence(stream: Sequence[str | None] | pa.Array) -> np.ndarray:
    """(S,) False where the stream has None: no segment there."""
    if isinstance(stream, pa.Array | pa.ChunkedArray):
        return as_numpy(stream.is_valid())
    return np.array([line is not None for line in stream], dtype=bool)


def _lines(numbers: np.ndarray) -> str:
    return f"{plural(len(numbers), 'line')} {listed(map(whole, numbers), SHOWN)}"
