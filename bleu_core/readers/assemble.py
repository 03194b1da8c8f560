"""Assemble the parts of several files into one EvalSet; names of systems; all problems at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import PurePath
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import nulls_as_empty
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import MAX_LISTED, format_int, truncate
from bleu_core.common.pair import DEFAULT_NAMES
from bleu_core.messages import Message, codes, file, lines
from bleu_core.messages import scoring as messages
from bleu_core.readers.columns import empty_as_missing
from bleu_core.readers.parts import Parts, key_name, unique_name
from bleu_core.readers.role_names import plain_name
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
    """One EvalSet of all parts, A and B first; `least` is 1 to score, 2 to compare."""
    repairs: list[str] = [sentence for part in parts for sentence in part.repairs]
    problems: list[str] = [file.unknown_role(part.name) for part in parts if part.lines is not None]
    keys = None
    other_ids = _other_ids(parts) if by != "lines" else []
    try:
        parts, keys, notes = align_parts(parts, by)
        repairs += notes
    except InputError as error:
        problems += other_ids or error.problems
    if sum(len(part.references) for part in parts) > 1:
        parts = [empty_as_missing(part, repairs) for part in parts]
    streams = named_columns(parts, repairs)
    names = [stream.name for stream in streams.systems]
    problems += [messages.unknown(name, names) for name in (a, b) if name and name not in names]
    if a and a == b and len(names) > 1:
        problems.append(messages.same_twice(a))
    problems += too_few_systems(names, least)
    if not streams.references:  # name the columns that might be one
        problems.append(file.no_reference())
        problems += [
            file.holds_no_reference("output", part.name, list(part.metadata))
            for part in parts
            if part.columns and part.metadata
        ]
    unequal: list[str] = []
    if keys is None and (different := length_messages(streams.all())):
        # A log itself names the segments that it lacks.
        missing_ids = [note for note in repairs if codes([note]) == ["tool.missing_ids"]]
        unequal = [*missing_ids, *different]
    missing = _missing_segments(streams, keys)
    problems += [*unequal, *((keys and missing and other_ids) or missing)]
    # Whether systems, and nothing else, lack segments, and only the last ones.
    ends_early = (
        keys is not None
        and problems == missing
        and {m.code for m in missing} == {"lines.missing"}
        and all(
            texts.slice(0, len(texts) - texts.null_count).null_count == 0
            for texts in (stream.values for stream in streams.systems)
        )
    )
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
    fields = {"system": "systems", "reference": "references", "document": "documents"}
    is_single = role in ("source", "document")
    values: Any = part.lines if is_single else {name or part.name: part.lines}
    return replace(part, lines=None, **{fields.get(role, role): values})


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
    names, notes = unique_names([(stream.name, stream.file) for stream in found.systems], [])
    repairs += notes
    found.systems[:] = [
        stream._replace(name=name, label=stream.label.replace(stream.name, name, 1))
        for stream, name in zip(found.systems, names, strict=True)
    ]
    for columns in (found.sources, found.documents, found.metadata):
        columns[:] = _merge_duplicates(columns, repairs)
    return found


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


def _other_ids(parts: Sequence[Parts]) -> list[Message]:
    """Return a message if no id of a file is in another, or all differ by one number."""
    known = [
        (part.name, part.ids, keys)
        for part in parts
        if part.ids is not None and (keys := part.keys) is not None and len(keys)
    ]
    for name, ids, keys in known[1:]:
        first, first_ids, first_keys = known[0]
        shown = [key_name(own[0].as_py()) for own in (first_keys, keys)]
        is_offset = False
        if ids.documents.equals(first_ids.documents):
            both = pa.concat_arrays([first_ids.segments, ids.segments])
            if pc.all(pc.match_substring_regex(both, _NUMBER)).as_py():
                by = pc.subtract(*(own.segments.cast(pa.int64()) for own in (ids, first_ids)))
                is_offset = bool(pc.count_distinct(by).as_py() == 1 and by[0].as_py())
        if is_offset or not pc.any(pc.is_in(keys, first_keys)).as_py():
            return [lines.no_common_ids(first, name, shown[0], shown[1], is_offset)]
    return []


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
        return nulls_as_empty(stream.values)

    return {
        "systems": systems,
        "references": [reference.values for reference in streams.references],
        "source": next((filled(stream) for stream in streams.sources), None),
        "documents": next((filled(stream) for stream in streams.documents), None),
        "metadata": {s.name: nulls_as_empty(s.values) for s in streams.metadata},
    }


# Characters in a name that the user gives to a system, or that its file gives it.
MAX_SYSTEM_NAME = 80
# Names of columns, as `plain_name` writes them, that say nothing about the system.
_GENERAL_NAME = (
    r"((hypothes[ie]s|hyp|mt|system|sys|model|output|candidate|prediction|pred|predict|target|tgt"
    r"|response|filteredresps)(text|output|translation)?|translation(text|[a-z]{2})?)s?"
)


def is_general_name(column: str) -> bool:
    """Whether a column is named as an output, but not of which system: "hypothesis"."""
    return re.fullmatch(_GENERAL_NAME, plain_name(column)) is not None


def output_names(outputs: Sequence[tuple[str, str]]) -> list[str]:
    """Names of outputs, each given by its file and its name in there; "" for none.

    Those without a name have that of their file, or what differs in the names and paths of several
    files. So has one that only repeats its file's name, if another is called the same.

    >>> output_names([("exp/google/out.txt", ""), ("exp/moses/out.txt", "")])
    ['google', 'moses']
    >>> output_names([("news.sysA", ""), ("news.sysB", "")]), output_names([("new.en.txt", "")])
    (['sysA', 'sysB'], ['new.en'])
    """
    counts = Counter(name for _, name in outputs)
    unnamed = [
        number
        for number, (file, name) in enumerate(outputs)
        if not name or (counts[name] > 1 and name == _stem(file))
    ]
    names = [name for _, name in outputs]
    found = _differences([outputs[number][0] for number in unnamed])
    for number, name in zip(unnamed, found, strict=True):
        names[number] = truncate(one_line(name), MAX_SYSTEM_NAME)
    return names


def _differences(files: Sequence[str]) -> list[str]:
    """What differs in the names, else in the paths; the last ending only if nothing else does."""
    stems = [_stem(file) for file in files]
    number = len(set(files))
    if number < 2:
        return stems
    folders = [[folder + "/" for folder in PurePath(file).parent.parts] for file in files]
    names = [PurePath(file).name for file in files]
    no_folders = list[list[str]]([[]] * len(files))
    for within in (no_folders, folders):
        for last in (stems, names):
            texts = [
                [*parents, *(piece + "." for piece in name.split("."))]
                for parents, name in zip(within, last, strict=True)
            ]
            if len(set(map(tuple, texts))) == number:
                return _without_common(texts)
    return stems


def _stem(file: str) -> str:
    return PurePath(file).stem or file


def _without_common(texts: Sequence[Sequence[str]]) -> list[str]:
    """Each text without the pieces that all begin or end with; more than a number is left."""
    last = min(map(len, texts)) - 1
    end = begin = 0
    while end < last and len({text[-1 - end] for text in texts}) == 1:
        end += 1
    while begin < last - end and len({text[begin] for text in texts}) == 1:
        begin += 1
    while True:
        found = ["".join(text[begin : len(text) - end]).rstrip("./") for text in texts]
        if (all(found) and not any(name.isdecimal() for name in found)) or not begin + end:
            return found
        begin, end = (begin - 1, end) if begin else (begin, end - 1)


def system_names(parts: Sequence[Parts]) -> list[str]:
    """Return the names of the systems, as in `assemble`."""
    return [stream.name for stream in named_columns(parts, []).systems]


def distinct_names(a: str, b: str) -> tuple[str, str]:
    """Make the names of two systems differ: equal ones get A and B ("out A", "out B")."""
    if a != b:
        return a, b
    of_a, of_b = DEFAULT_NAMES
    return f"{a} {of_a}", f"{b} {of_b}"


def rename_systems(parts: Sequence[Parts], names: Sequence[str]) -> list[Parts]:
    """Rename `system_names(parts)`, "" to leave one; InputError for invalid or equal names."""
    new_names = [name.strip() for name in names]
    called = [new or own for new, own in zip(new_names, system_names(parts), strict=True)]
    if problems := name_problems(new_names, called):
        raise InputError(problems)
    return renamed_parts(parts, called)


def renamed_parts(parts: Sequence[Parts], names: Sequence[str]) -> list[Parts]:
    """The parts with these names for their systems, one after another."""
    left = iter(names)
    return [
        replace(part, systems={next(left): values for values in part.systems.values()})
        for part in parts
    ]


def unique_names(
    own: Sequence[tuple[str, str]], names: Sequence[str]
) -> tuple[list[str], list[Message]]:
    """Names that differ, of (name, file), unless the user gives `names`; and notes on changes."""
    wanted_names = [*names[: len(own)], *[""] * (len(own) - len(names))]
    called, notes = set(wanted_names), []
    found = []
    for (name, path), wanted in zip(own, wanted_names, strict=True):
        new = wanted or unique_name(name, called)
        if not wanted and new != name:
            notes.append(file.renamed(path, "system", name, new))
        called.add(new)
        found.append(new)
    return found, notes


def name_problems(given: Sequence[str], called: Sequence[str]) -> list[Message]:
    """Problems of names that the user gave, and of names of several systems."""
    problems = []
    for name in dict.fromkeys(filter(None, given)):
        if len(name) > MAX_SYSTEM_NAME or not name.isprintable():
            problems.append(messages.bad_name(name, MAX_SYSTEM_NAME))
    numbers = Counter(called).items()
    return problems + [messages.name_twice(name, n) for name, n in numbers if n > 1]
