"""Assemble the parts of several files into one EvalSet, and report all problems at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.formatting import MAX_LISTED, format_int
from bleu_core.messages import Message, file, lines
from bleu_core.messages import scoring as messages
from bleu_core.readers.parts import Ids, Parts, key_name, unique_name
from bleu_core.readers.segment_keys import align_parts
from bleu_core.text.evalset import (
    EvalSet,
    InputError,
    MisalignedColumns,
    default_pair,
    length_problems,
    present_mask,
)

# An id that is a number.
_NUMBER = r"^[0-9]{1,15}$"


class Assembled(NamedTuple):
    """An EvalSet, and messages on changes made while reading."""

    evalset: EvalSet
    repairs: list[str]


class _NamedColumn(NamedTuple):
    """A column with its name in the EvalSet, its label in messages, and its file."""

    name: str
    label: str
    values: pa.Array
    file: str


class _NamedColumns(NamedTuple):
    systems: list[_NamedColumn]
    references: list[_NamedColumn]
    sources: list[_NamedColumn]
    documents: list[_NamedColumn]
    metadata: list[_NamedColumn]

    def all(self) -> list[_NamedColumn]:
        return list(chain.from_iterable(self))


def assemble(
    parts: Sequence[Parts], a: str = "", b: str = "", by: str = "", least: int = 2
) -> Assembled:
    """Make one EvalSet of all parts, with A and B first, by default the first two systems.

    `least` is 1 to score, 2 to compare; `by` is as in `align_parts`. InputError has a message for
    every problem; Misaligned if only lengths differ.
    """
    repairs: list[str] = [sentence for part in parts for sentence in part.repairs]
    problems: list[str] = [file.unknown_role(part.name) for part in parts if part.lines is not None]
    keys = None
    other_ids = _other_ids(parts) if by != "lines" else []
    try:
        parts, keys, notes = align_parts(parts, by)
        repairs += notes
    except InputError as error:
        problems += other_ids or error.problems
    streams = named_columns(parts, repairs)
    problems += _missing_columns(streams, a, b, least)
    if not streams.references:
        problems += _no_reference(parts)
    unequal = [] if keys is not None else length_messages(streams.all())
    missing = _missing_segments(streams, keys)
    problems += unequal + ((keys and missing and other_ids) or missing)
    ends_early = keys is not None and problems == missing and _lack_only_the_end(streams, missing)
    if problems != unequal and not ends_early:
        raise InputError(problems)
    systems = {s.name: s.values.drop_null() if ends_early else s.values for s in streams.systems}
    leading = [name for name in default_pair(list(systems), a, b) if name]
    systems = {name: systems[name] for name in leading} | systems
    columns = _evalset_columns(systems, streams, repairs)
    if problems:
        raise MisalignedColumns(problems, columns, repairs)
    if keys is None:
        keys = next((part.keys for part in parts if part.ids is not None), None)
    return Assembled(EvalSet(**columns, ids=keys), repairs)


def as_role(part: Parts, role: str, name: str = "") -> Parts:
    """Make plain text a "system", "reference", "source", "document" or "metadata" column."""
    if part.lines is None or role not in ("system", "reference", "source", "document", "metadata"):
        return part
    texts, part = part.lines, replace(part, lines=None)
    match role:
        case "system":
            return replace(part, systems={name or part.name: texts})
        case "reference":
            return replace(part, references={name or part.name: texts})
        case "source":
            return replace(part, source=texts)
        case "metadata":
            return replace(part, metadata={name or part.name: texts})
    return replace(part, documents=texts)


def length_messages(streams: Sequence[_NamedColumn]) -> list[Message]:
    """Return a message for each column that is empty or differs in length from the first."""
    if not streams:
        return []
    label, size = streams[0].label, len(streams[0].values)
    found = [] if size else [lines.no_segments(label)]
    return found + length_problems({s.label: s.values for s in streams}, label, size)


def named_columns(parts: Sequence[Parts], repairs: list[str]) -> _NamedColumns:
    """Return all columns of all files, with unique names."""
    found = _NamedColumns([], [], [], [], [])
    for part in parts:

        def named(name: str, values: pa.Array, label: str = "", part: Parts = part) -> _NamedColumn:
            file = f" ({part.name})" if part.name else ""
            return _NamedColumn(name, f"{label or name}{file}", values, part.name)

        found.systems.extend(named(*item) for item in part.systems.items())
        for name, values in part.references.items():
            number = len(found.references) + 1
            found.references.append(named(name, values, f"reference {number}"))
        if part.source is not None:
            found.sources.append(named("source", part.source))
        if part.documents is not None:
            found.documents.append(named("documents", part.documents))
        found.metadata.extend(named(*item) for item in part.metadata.items())
    found.systems[:] = _rename_duplicates(found.systems, repairs)
    for columns in (found.sources, found.documents, found.metadata):
        columns[:] = _merge_duplicates(columns, repairs)
    return found


def _rename_duplicates(streams: Sequence[_NamedColumn], repairs: list[str]) -> list[_NamedColumn]:
    """Make the names of systems unique."""
    columns: dict[str, _NamedColumn] = {}
    for stream in streams:
        name = unique_name(stream.name, columns)
        if name != stream.name:
            repairs.append(messages.renamed(stream.name, stream.file, name))
        label = stream.label.replace(stream.name, name, 1)
        columns[name] = stream._replace(name=name, label=label)
    return [*columns.values()]


def _merge_duplicates(streams: Sequence[_NamedColumn], repairs: list[str]) -> list[_NamedColumn]:
    """Merge columns of one name if they agree; otherwise use the first."""
    kept: dict[str, _NamedColumn] = {}
    for stream in streams:
        first = kept.setdefault(stream.name, stream)
        if first is stream or len(first.values) != len(stream.values):
            continue
        filled = pc.coalesce(first.values, stream.values)
        if not filled.equals(pc.coalesce(stream.values, first.values)):
            repairs.append(lines.conflicting(stream.label, first.label))
        kept[stream.name] = first._replace(values=filled)
    return [*kept.values()]


def _missing_columns(streams: _NamedColumns, a: str, b: str, least: int) -> list[Message]:
    names = [stream.name for stream in streams.systems]
    problems = [
        messages.unknown(wanted, names) for wanted in (a, b) if wanted and wanted not in names
    ]
    if a and a == b and len(names) > 1:
        problems.append(messages.same_twice(a))
    return problems + too_few_systems(names, least)


def _no_reference(parts: Sequence[Parts]) -> list[Message]:
    """Messages that there is no reference, and which columns might be one."""
    tables = [part for part in parts if part.columns and part.metadata]
    return [file.no_reference()] + [
        file.holds_no_reference("output", part.name, list(part.metadata)) for part in tables
    ]


def too_few_systems(names: Sequence[str], least: int) -> list[Message]:
    """Return a message if there are fewer systems than this (1 or 2)."""
    return [] if len(names) >= least else [messages.too_few(names, least)]


def _missing_segments(streams: _NamedColumns, keys: pa.Array | None) -> list[Message]:
    """Messages on segments without output or without any reference."""
    problems = []
    for stream in streams.systems:
        if stream.values.null_count:
            lacking = np.flatnonzero(~present_mask(stream.values))
            names = _segment_names(lacking, keys)
            problems.append(lines.missing(stream.label, names, len(lacking)))
    sizes = {len(stream.values) for stream in streams.references}
    if len(sizes) == 1 and sizes != {0}:
        bare = np.all([~present_mask(s.values) for s in streams.references], axis=0)
        if bare.any():
            lacking = np.flatnonzero(bare)
            problems.append(lines.without_reference(_segment_names(lacking, keys), len(lacking)))
    return problems


def _lack_only_the_end(streams: _NamedColumns, missing: Sequence[Message]) -> bool:
    """Whether systems, and nothing else, lack segments, and only the last ones."""
    values = [stream.values for stream in streams.systems]
    return {message.code for message in missing} == {"lines.missing"} and all(
        each.slice(0, len(each) - each.null_count).null_count == 0 for each in values
    )


def _other_ids(parts: Sequence[Parts]) -> list[Message]:
    """Return a message if no id of a file is in another, or all differ by one number."""
    known = [
        (part.name, part.ids, keys)
        for part in parts
        if part.ids is not None and (keys := part.keys) is not None and len(keys)
    ]
    for name, ids, keys in known[1:]:
        first, first_ids, first_keys = known[0]
        files = first, name, *(key_name(own[0].as_py()) for own in (first_keys, keys))
        if _is_offset(first_ids, ids) or not pc.any(pc.is_in(keys, first_keys)).as_py():
            return [lines.different_ids(*files)]
    return []


def _is_offset(ids: Ids, others: Ids) -> bool:
    """Whether these are other numbers in the same documents, all by the same difference."""
    if not ids.documents.equals(others.documents):
        return False
    both = pa.concat_arrays([ids.segments, others.segments])
    if not pc.all(pc.match_substring_regex(both, _NUMBER)).as_py():
        return False
    by = pc.subtract(others.segments.cast(pa.int64()), ids.segments.cast(pa.int64()))
    return bool(pc.count_distinct(by).as_py() == 1 and by[0].as_py())


def _segment_names(places: np.ndarray, keys: pa.Array | None) -> list[str]:
    """Names of the first segments."""
    if keys is None:
        return [f"line {format_int(place + 1)}" for place in places[:MAX_LISTED]]
    return [key_name(key) for key in keys.take(pa.array(places[:MAX_LISTED])).to_pylist()]


def _evalset_columns(
    systems: Mapping[str, pa.Array], streams: _NamedColumns, repairs: list[str]
) -> dict[str, Any]:
    """Arguments of EvalSet."""

    def filled(stream: _NamedColumn) -> pa.Array:
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
