"""Streams of segments: checks that systems and references can be scored together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from bleu_core.common.arrow import as_numpy
from bleu_core.messages import Message, lines

# One string per segment; None if it is missing.
Stream = Sequence[str | None]


class InputError(ValueError):
    """Input that cannot be scored. `problems` has a `Message` for each problem.

    >>> from bleu_core import EvalSet
    >>> try:
    ...     EvalSet({"a": ["one", "two"], "b": ["one"]}, [["one", "two"]])
    ... except InputError as error:
    ...     print(*error.problems)
    system 'b' has 1 segment, system 'a' has 2: from line 2 on system 'b' has nothing to go with.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(problems)  # as passed, so that it can be pickled
        self.problems = list(problems)

    def __str__(self) -> str:
        return " ".join(self.problems)


def check_streams(
    systems: Sequence[Sequence[str]],
    references: Sequence[Sequence[str | None]],
    names: Sequence[str] = ("hypotheses",),
) -> None:
    """Raise InputError unless systems and references can be scored together.

    sacreBLEU accepts all of these, or reports something else: streams of unequal length (it
    truncates to the shortest), a bare string (its characters become segments), references as one
    list per segment, a segment without any reference (which disables the brevity penalty of the
    others).
    """
    if len(names) != len(systems):
        names = [f"system {number}" for number in range(1, len(systems) + 1)]
    labelled = dict(zip(names, systems, strict=True))
    problems = [p for name, stream in labelled.items() for p in stream_problems(name, stream)]
    if problems:
        raise InputError(problems)
    size = len(systems[0])
    if not size:
        problems.append(lines.no_segments(names[0]))
    problems += shape_problems(references, size)
    if problems:
        raise InputError(problems)
    labels = {f"reference {number}": stream for number, stream in enumerate(references, 1)}
    problems = [p for name, stream in labels.items() for p in stream_problems(name, stream, True)]
    if problems:
        raise InputError(problems)
    problems = length_problems(labelled | labels, names[0], size)
    if problems:
        raise InputError(problems)
    bare = ~np.any([presence(stream) for stream in references], axis=0)
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
    if isinstance(stream, str | bytes):
        return [lines.one_string(name)]
    if isinstance(stream, pa.Array | pa.ChunkedArray):
        wrong = [] if may_miss else np.flatnonzero(~presence(stream)).tolist()
    elif not isinstance(stream, Sequence):
        return [lines.no_list(name, type(stream).__name__)]
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
    if isinstance(references, str | bytes):
        return [lines.references_one_string()]
    if not isinstance(references, Sequence):
        return [lines.references_no_list(type(references).__name__)]
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


def presence(stream: Sequence[str | None] | pa.Array) -> np.ndarray:
    """(S,) False where the stream has None."""
    if isinstance(stream, pa.Array | pa.ChunkedArray):
        return as_numpy(stream.is_valid())
    return np.array([line is not None for line in stream], dtype=bool)
