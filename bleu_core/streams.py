"""Streams of segments, as systems and references come: may these be scored together?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from bleu_core.arrow import as_numpy
from bleu_core.numerals import counted, plural, whole
from bleu_core.wording import listed

# One string a segment; None: there is no such segment.
Stream = Sequence[str | None]

# How many lines of one kind of problem a message names.
SHOWN = 5


class InputError(ValueError):
    """Input that cannot be scored. `problems` has a sentence for each thing wrong with it.

    >>> from bleu_core import EvalSet
    >>> try:
    ...     EvalSet({"a": ["one", "two"], "b": ["one"]}, [["one", "two"]])
    ... except InputError as error:
    ...     print(*error.problems)
    system 'b' has 1 segment, system 'a' has 2: from line 2 on system 'b' has nothing to go with.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(problems)  # as given: so it is when another process has sent it
        self.problems = list(problems)

    def __str__(self) -> str:
        return " ".join(self.problems)


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
    problems = [p for name, stream in labelled.items() for p in stream_problems(name, stream)]
    if problems:
        raise InputError(problems)
    size = len(systems[0])
    if not size:
        problems.append(f"{names[0]} is empty: there is no segment to score.")
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
        lines = np.flatnonzero(bare) + 1
        raise InputError([
            f"{counted(len(lines), 'segment has', 'segments have')} no reference at all "
            f"({lines_named(lines)}); give one, or leave the segment out everywhere. "
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


def stream_problems(name: str, stream: object, may_miss: bool = False) -> list[str]:
    """A sentence if it is no stream of strings, or of strings and None where `may_miss`."""
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
    lines = f"{lines_named(np.array(wrong) + 1)} {plural(len(wrong), 'is', 'are')}"
    return [f"{name} has what is not a string: {lines} {kind}."]


def shape_problems(references: object, size: int) -> list[str]:
    """Sentences on references that are no list of streams of `size` segments each."""
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


def presence(stream: Sequence[str | None] | pa.Array) -> np.ndarray:
    """(S,) False where the stream has None: no segment there."""
    if isinstance(stream, pa.Array | pa.ChunkedArray):
        return as_numpy(stream.is_valid())
    return np.array([line is not None for line in stream], dtype=bool)


def lines_named(numbers: np.ndarray) -> str:
    """The first of some lines, and how many others there are.

    >>> lines_named(np.array([7])), lines_named(np.arange(1, 8))
    ('line 7', 'lines 1, 2, 3, 4, 5 and 2 more')
    """
    return f"{plural(len(numbers), 'line')} {listed(map(whole, numbers), SHOWN)}"
