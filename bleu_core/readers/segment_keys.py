"""Align the segments of several files by a key that all of them have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import as_arrow, as_numpy, factorize, nulls_as_empty
from bleu_core.messages import Message, lines
from bleu_core.readers.columns import no_text
from bleu_core.readers.parts import Ids, Parts, joined, key_name, repeated_keys
from bleu_core.text.evalset import InputError

# Names of keys that are not those of columns.
_IDS, _DOCUMENTS, _PLACES = "segment id", "document", "document and position in it"


def align_parts(parts: Sequence[Parts], by: str) -> tuple[list[Parts], pa.Array | None, list[str]]:
    """Put the segments of all files into the order of the first reference.

    Returns the parts, with None for segments that a file lacks; (S,) the names of segments, None if
    they are aligned by line; and notes. `by` is "ids" or "lines" to require one of them. InputError
    if keys contradict each other, or the order of a file without a key is unknown.
    """
    without_ids = [part.name for part in parts if part.ids is None]
    if by == "ids" and without_ids:
        raise InputError([lines.no_ids(without_ids)])
    if len(parts) < 2:
        return list(parts), parts[0].keys if parts else None, []
    if by != "lines" and len(without_ids) < len(parts) and (faults := _repeated_ids(parts)):
        raise InputError(faults)
    is_noted = 0 < len(without_ids) < len(parts) or (by == "lines" and not without_ids)
    notes: list[str] = [lines.aligned_by_line()] if is_noted else []
    if without_ids and (unordered := [part.name for part in parts if _is_unordered(part)]):
        notes.append(lines.unordered_ids(unordered, without_ids))
    by_line = list(parts), None, notes
    columns = [_key_columns(part) for part in parts]
    known = [number for number, own in enumerate(columns) if own]
    if by == "lines" or len(known) < 2:
        return by_line
    lead = next((number for number in known if parts[number].references), known[0])
    place = known.index(lead)
    key = _common_key([parts[i] for i in known], [columns[i] for i in known], place, len(parts))
    if key is None:
        return by_line
    name, values = key
    order = values[place]
    if all(own.equals(order) for own in values):
        return by_line if without_ids else (list(parts), order, [])
    if len(known) < len(parts):
        for number, own in zip(known, values, strict=True):
            if len(own) == len(order) and not own.equals(order):
                row = pc.index(pc.equal(own, order), False).as_py()
                ids = key_name(order[row].as_py()), key_name(own[row].as_py())
                files = parts[lead].name, parts[number].name
                without = [part.name for part, own in zip(parts, columns, strict=True) if not own]
                raise InputError([lines.different_orders(*files, row + 1, *ids, without)])
        return by_line
    names = [part.name for part, own in zip(parts, values, strict=True) if own != order]
    for own in values:
        order = pa.concat_arrays([order, own.filter(pc.invert(pc.is_in(own, order)))])
    moved = [_moved(part, pc.index_in(order, own)) for part, own in zip(parts, values, strict=True)]
    return moved, order, [lines.aligned_by_key(name, parts[lead].name, names)]


def _key_columns(part: Parts) -> dict[str, pa.Array]:
    """Columns that may identify segments; never texts."""
    found = {} if part.keys is None else {_IDS: part.keys}
    for name, values in part.columns.items():
        named = part.roles.get(name) in ("document", "segment id")
        if named or no_text(values, "reference") == "ids":
            found[name] = nulls_as_empty(values)
    return found if part.documents is None else found | {_DOCUMENTS: nulls_as_empty(part.documents)}


def _repeated_ids(parts: Sequence[Parts]) -> list[Message]:
    """A message on each file with segment ids most of which, but not all, are unique."""
    faults = []
    for part in parts:
        names = {role: name for name, role in part.roles.items() if name in part.columns}
        if part.ids is None and (name := names.get("segment id")):
            own = [names[role] for role in ("document", "segment id") if role in names]
            keys = joined([nulls_as_empty(part.columns[column]) for column in own])
            again = repeated_keys(keys)
            if again and 2 * pc.count_distinct(keys).as_py() > len(keys):
                rows = (np.flatnonzero(as_numpy(pc.equal(keys, again[0]))) + 1).tolist()
                shown = key_name(again[0])
                faults.append(lines.repeated_ids(part.name, name, shown, rows, len(again)))
    return faults


def _is_unordered(part: Parts) -> bool:
    """Whether numbers of segments are not ascending within documents."""
    if part.ids is None:
        return False
    is_number = pc.match_substring_regex(part.ids.segments, "^[0-9]{1,15}$")
    if not pc.all(is_number).as_py():
        return False
    numbers = part.ids.segments.cast(pa.float64())
    same = pc.equal(part.ids.documents[1:], part.ids.documents[:-1])
    return bool(pc.any(pc.and_(same, pc.less(numbers[1:], numbers[:-1]))).as_py())


def _common_key(
    parts: Sequence[Parts], columns: Sequence[Mapping[str, pa.Array]], lead: int, files: int
) -> tuple[str, list[pa.Array]] | None:
    """Name and values per file of a unique key, a shared id, or the position in documents."""
    shared = {
        name: [own[name] for own in columns]
        for name in columns[lead]
        if all(name in own for own in columns)
    }
    unique = {
        name: values
        for name, values in shared.items()
        if not any(repeated_keys(own) or pc.any(pc.equal(own, "")).as_py() for own in values)
    }
    equal = [
        name
        for name, values in unique.items()
        if all(
            len(own) == len(values[lead]) and pc.all(pc.is_in(own, values[lead])).as_py()
            for own in values
        )
    ]
    for other in equal[1:]:
        for number, part in enumerate(parts):
            first, second = (
                pc.index_in(unique[name][lead], unique[name][number]) for name in (equal[0], other)
            )
            if first != second:
                names = part.name, parts[lead].name
                raise InputError([lines.keys_disagree(equal[0], other, *names)])
    for name in (*equal, _IDS, _DOCUMENTS):
        if name not in unique:
            continue
        first = unique[name][lead]
        others = (own for number, own in enumerate(unique[name]) if number != lead)
        is_shared = any(pc.any(pc.is_in(own, first)).as_py() for own in others)
        if is_shared or (name == _IDS and len(parts) == files):
            return name, unique[name]
    documents = shared.get(_DOCUMENTS)
    if documents is None or all(own.equals(documents[lead]) for own in documents):
        return None
    return _position_key(parts, documents, lead)


def _position_key(
    parts: Sequence[Parts], documents: Sequence[pa.Array], lead: int
) -> tuple[str, list[pa.Array]] | None:
    """Document and position, if documents have as many segments in all files."""
    first = documents[lead]
    sizes = [dict(zip(*own.value_counts().flatten(), strict=True)) for own in documents]
    for part, own, size in zip(parts, documents, sizes, strict=True):
        if len(own) != len(first) or not size.keys() & sizes[lead].keys():
            return None
        for document, number in sizes[lead].items():
            if size.get(document) != number:
                other = size[document].as_py() if document in size else 0
                raise InputError([
                    lines.documents_differ(
                        part.name, parts[lead].name, document.as_py(), other, number.as_py()
                    )
                ])  # fmt: skip
    values = []
    for own in documents:  # each document with the position of the segment in it, from 1
        codes, _ = factorize(own)
        order = np.argsort(codes, kind="stable")
        begins = np.concatenate([[0], np.flatnonzero(np.diff(codes[order])) + 1])
        position = np.empty(len(codes), np.int64)
        position[order] = np.arange(len(codes)) - np.repeat(begins, np.diff([*begins, len(codes)]))
        numbers = as_arrow(position + 1).cast(pa.large_string())
        values.append(joined([own, numbers]))
    return _PLACES, values


def _moved(part: Parts, rows: pa.Array) -> Parts:
    """The segments of these rows, None for a null."""

    def taken(values: pa.Array | None) -> pa.Array | None:
        return None if values is None else values.take(rows)

    def all_taken(columns: Mapping[str, pa.Array]) -> dict[str, pa.Array]:
        return {name: values.take(rows) for name, values in columns.items()}

    return replace(
        part,
        systems=all_taken(part.systems),
        references=all_taken(part.references),
        metadata=all_taken(part.metadata),
        source=taken(part.source),
        documents=taken(part.documents),
        ids=part.ids and Ids(*(values.take(rows) for values in part.ids)),
        columns={},
    )
