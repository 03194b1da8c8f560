"""Assemble the parts of several files to one EvalSet, and report all problems at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.numerals import whole
from bleu_core.common.wording import SHOWN
from bleu_core.messages import Message, file, lines
from bleu_core.messages import systems as messages
from bleu_core.readers.by_id import aligned, contradicted
from bleu_core.readers.parts import Parts, key_name
from bleu_core.text.evalset import EvalSet, Misaligned, first_two
from bleu_core.text.streams import InputError, length_problems, presence


class Assembled(NamedTuple):
    """An EvalSet, and messages on changes made while reading."""

    evalset: EvalSet
    repairs: list[str]


class _Stream(NamedTuple):
    """A column with its name in the EvalSet, its label in messages, and its file."""

    name: str
    label: str
    values: pa.Array
    file: str


class _Streams(NamedTuple):
    systems: list[_Stream]
    references: list[_Stream]
    sources: list[_Stream]
    documents: list[_Stream]
    metadata: list[_Stream]

    def all(self) -> list[_Stream]:
        return list(chain.from_iterable(self))


def assemble(
    parts: Sequence[Parts], a: str = "", b: str = "", by: str = "", least: int = 2
) -> Assembled:
    """Make one EvalSet of all parts, with A and B first.

    Segments are aligned by their ids if every file has ids, in the order of the first file with a
    system; otherwise by line. A missing reference is None; an output may not be missing.

    Parameters
    ----------
    parts
        All with roles: `as_role` gives one to plain text.
    a, b : optional
        Names of the baseline and the candidate; by default the first two systems.
    by : "ids" or "lines", optional
        Overrides the default; "lines" also if ids contradict them.
    least : int
        The lowest number of systems: 1 to score, 2 to compare.

    Raises
    ------
    InputError
        With a message for every problem; Misaligned if only lengths differ.
    """
    repairs = [sentence for part in parts for sentence in part.repairs]
    problems = [file.unknown_role(part.name) for part in parts if part.lines is not None]
    identified = all(part.ids is not None for part in parts)
    keys = None
    if by == "ids" and not identified:
        lacking = [part.name for part in parts if part.ids is None]
        problems.append(lines.no_ids(lacking))
    elif identified and by != "lines" and len(parts) > 0:
        parts, keys = aligned(parts)
    elif any(part.ids is not None for part in parts) and len(parts) > 1:
        repairs.append(lines.aligned_by_line())
        problems += [] if by else contradicted(parts)
    streams = streams_of(parts, repairs)
    problems += _missing(streams, a, b, least)
    unequal = [] if keys is not None else lengths(streams.all())
    problems += unequal + _gaps(streams, keys)
    if problems != unequal:
        raise InputError(problems)
    systems = {s.name: s.values for s in streams.systems}
    leading = [name for name in first_two(list(systems), a, b) if name]
    systems = {name: systems[name] for name in leading} | systems
    columns = _columns(systems, streams, repairs)
    if unequal:
        raise Misaligned(unequal, columns, repairs)
    return Assembled(EvalSet(**columns), repairs)


def as_role(part: Parts, role: str, name: str = "") -> Parts:
    """Make plain text a "system", a "reference", the "source" or the "document" column."""
    if part.lines is None or role not in ("system", "reference", "source", "document"):
        return part
    texts, part = part.lines, replace(part, lines=None)
    match role:
        case "system":
            return replace(part, systems={name or part.name: texts})
        case "reference":
            return replace(part, references={name or part.name: texts})
        case "source":
            return replace(part, source=texts)
    return replace(part, documents=texts)


def lengths(streams: Sequence[_Stream]) -> list[Message]:
    """A message for each column that is empty or not as long as the first."""
    if not streams:
        return []
    label, size = streams[0].label, len(streams[0].values)
    found = [] if size else [lines.no_segments(label)]
    return found + length_problems({s.label: s.values for s in streams}, label, size)


def streams_of(parts: Sequence[Parts], repairs: list[str]) -> _Streams:
    """All columns of all files, with unique names."""
    found = _Streams([], [], [], [], [])
    for part in parts:

        def named(name: str, values: pa.Array, label: str = "", part: Parts = part) -> _Stream:
            return _Stream(name, f"{label or name} ({part.name})", values, part.name)

        found.systems.extend(named(*item) for item in part.systems.items())
        for name, values in part.references.items():
            number = len(found.references) + 1
            found.references.append(named(name, values, f"reference {number}"))
        if part.source is not None:
            found.sources.append(named("source", part.source))
        if part.documents is not None:
            found.documents.append(named("documents", part.documents))
        found.metadata.extend(named(*item) for item in part.metadata.items())
    found.systems[:] = _distinct(found.systems, repairs)
    for columns in (found.sources, found.documents, found.metadata):
        columns[:] = _once(columns, repairs)
    return found


def _distinct(streams: Sequence[_Stream], repairs: list[str]) -> list[_Stream]:
    """Make the names of systems unique."""
    names: set[str] = set()
    found = []
    for stream in streams:
        name, number = stream.name, 1
        while name in names:
            number += 1
            name = f"{stream.name} ({number})"
        if number > 1:
            repairs.append(messages.renamed(stream.name, stream.file, name))
        names.add(name)
        label = stream.label.replace(stream.name, name, 1)
        found.append(stream._replace(name=name, label=label))
    return found


def _once(streams: Sequence[_Stream], repairs: list[str]) -> list[_Stream]:
    """Merge columns of one name if they agree; otherwise use the first."""
    kept: dict[str, _Stream] = {}
    for stream in streams:
        first = kept.setdefault(stream.name, stream)
        if first is stream or len(first.values) != len(stream.values):
            continue
        filled = pc.coalesce(first.values, stream.values)
        if not filled.equals(pc.coalesce(stream.values, first.values)):
            repairs.append(lines.conflicting(stream.label, first.label))
        kept[stream.name] = first._replace(values=filled)
    return [*kept.values()]


def _missing(streams: _Streams, a: str, b: str, least: int) -> list[Message]:
    names = [stream.name for stream in streams.systems]
    problems = [
        messages.unknown(wanted, names) for wanted in (a, b) if wanted and wanted not in names
    ]
    if a and a == b and len(names) > 1:
        problems.append(messages.same_twice(a))
    problems += too_few(names, least)
    if not streams.references:
        problems.append(file.no_reference())
    return problems


def too_few(names: Sequence[str], least: int) -> list[Message]:
    """A message if there are fewer systems than this, which is 1 or 2."""
    return [] if len(names) >= least else [messages.too_few(names, least)]


def _gaps(streams: _Streams, keys: pa.Array | None) -> list[Message]:
    """Messages on segments without output or without any reference."""
    problems = []
    for stream in streams.systems:
        if stream.values.null_count:
            lacking = np.flatnonzero(~presence(stream.values))
            problems.append(lines.missing(stream.label, _segments(lacking, keys), len(lacking)))
    sizes = {len(stream.values) for stream in streams.references}
    if len(sizes) == 1 and sizes != {0}:
        bare = np.all([~presence(s.values) for s in streams.references], axis=0)
        if bare.any():
            lacking = np.flatnonzero(bare)
            problems.append(lines.without_reference(_segments(lacking, keys), len(lacking)))
    return problems


def _segments(places: np.ndarray, keys: pa.Array | None) -> list[str]:
    """Names of the first segments."""
    if keys is None:
        return [f"line {whole(place + 1)}" for place in places[:SHOWN]]
    return [key_name(key) for key in keys.take(pa.array(places[:SHOWN])).to_pylist()]


def _columns(
    systems: Mapping[str, pa.Array], streams: _Streams, repairs: list[str]
) -> dict[str, Any]:
    """Arguments of EvalSet."""

    def filled(stream: _Stream) -> pa.Array:
        if stream.values.null_count:
            repairs.append(lines.filled(stream.label, stream.values.null_count))
        return stream.values.fill_null("")

    return {
        "systems": systems,
        "references": [reference.values for reference in streams.references],
        "source": next((filled(stream) for stream in streams.sources), None),
        "documents": next((filled(stream) for stream in streams.documents), None),
        "metadata": {s.name: s.values.fill_null("") for s in streams.metadata},
    }
