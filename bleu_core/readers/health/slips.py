"""Report and repair misaligned lines.

`places` has the line at which each of the n lines of a column belongs, of S; −1 for a line that
belongs nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.wording import listed
from bleu_core.messages import lines as messages
from bleu_core.readers.health.findings import Finding, Lines, Stream, example_texts, scored_streams
from bleu_core.text.evalset import EvalSet
from bleu_core.text.streams import presence


class Repaired(NamedTuple):
    """An EvalSet with lines moved, and a finding of kind "repaired" for each such column."""

    evalset: EvalSet
    findings: list[Finding]


class Blocks(NamedTuple):
    """Runs of misplaced lines: the first and last of each, and the offset of its place."""

    first: list[int]
    last: list[int]
    by: list[int]


def blocks(places: Lines) -> Blocks:
    """Find blocks of misplaced lines, counted from 1.

    >>> tuple(blocks(np.array([0, 2, 3, 3])))  # first, last, by
    ([2], [3], [1])
    """
    placed = np.flatnonzero(places >= 0)
    by = places[placed] - placed
    edges = [0, *(np.flatnonzero(np.diff(by)) + 1).tolist(), len(by)]
    moved = [(a, b - 1) for a, b in pairwise(edges) if by[a]]
    return Blocks(
        [int(placed[a]) + 1 for a, _ in moved],
        [int(placed[b]) + 1 for _, b in moved],
        [int(by[a]) for a, _ in moved],
    )


def missing(places: Lines, size: int) -> Lines:
    """The lines of S where no line of the column belongs."""
    there = np.zeros(size, bool)
    there[places[places >= 0]] = True
    return np.flatnonzero(~there)


def surplus(places: Lines) -> Lines:
    """Lines of the column that belong nowhere."""
    return np.flatnonzero(places < 0)


def put_in_place(columns: Mapping[str, Any], places: Mapping[str, Lines], size: int) -> Repaired:
    """Make an EvalSet of S segments, with the lines of some columns moved to their places.

    A line that belongs nowhere is dropped. A segment without a line has an output of '' or a
    missing reference; without any reference, it is dropped. Repaired columns get another name, so
    that they are not taken for the original.

    Parameters
    ----------
    columns : mapping
        Arguments of EvalSet, as pyarrow arrays.
    places : mapping from the name of a column to the places of its lines
    size : int
        S.
    """
    originals = scored_streams(columns["systems"], columns["references"])
    streams = [_moved(s, places[s.name], size) if s.name in places else s.texts for s in originals]
    number = len(columns["systems"])
    references = streams[number:]
    kept = np.any([presence(column) for column in references], axis=0)

    def rest(column: pa.Array | None) -> pa.Array | None:
        return None if column is None else column.filter(pa.array(kept))

    names = _names(list(columns["systems"]), originals, places)
    evalset = EvalSet(
        systems={name: rest(texts) for name, texts in zip(names, streams, strict=False)},
        references=[rest(texts) for texts in references],
        source=rest(columns.get("source")),
        documents=rest(columns.get("documents")),
        metadata={name: rest(column) for name, column in columns.get("metadata", {}).items()},
    )
    findings = [
        _told(stream, places[stream.name], kept) for stream in originals if stream.name in places
    ]
    return Repaired(evalset, findings)


def columns_of(evalset: EvalSet) -> dict[str, Any]:
    """The arguments of an EvalSet."""
    return {field.name: getattr(evalset, field.name) for field in fields(evalset)}


def _names(
    names: Sequence[str], streams: Sequence[Stream], places: Mapping[str, Lines]
) -> list[str]:
    references = [s.name for s in streams if s.role == "reference" and s.name in places]
    mark = f" ({listed(references)} repaired)" if references else ""
    found: list[str] = []
    for name, stream in zip(names, streams, strict=False):
        new = name + (" (repaired)" if stream.name in places else "") + mark
        while new in found or (new != name and new in names):
            new += " again"
        found.append(new)
    return found


def _moved(stream: Stream, places: Lines, size: int) -> pa.Array:
    placed = places >= 0
    comes_from = np.full(size, -1)
    comes_from[places[placed]] = np.flatnonzero(placed)
    moved = stream.texts.take(pa.array(comes_from, mask=comes_from < 0))
    return moved.fill_null("") if stream.role == "system" else moved


def _told(stream: Stream, places: Lines, kept: NDArray[np.bool_]) -> Finding:
    lost, left = missing(places, len(kept)), surplus(places)
    lines = lost if len(lost) else left
    sentence = messages.repaired(
        stream.name,
        *blocks(places),
        (lost + 1).tolist(),
        (left + 1).tolist(),
        stream.role == "system",
        int(np.count_nonzero(~kept)),
    )
    return Finding(
        "repaired",
        "notice",
        sentence,
        len(lines),
        lines,
        example_texts(stream.texts, left) if len(left) else (),
        stream.name,
    )
