"""Tables with a row for each system and segment, or for each error of one.

Marot's TSV (google-research, marot/README.md) and Google's MQM data before it have a row per error,
so outputs of a system for one segment differ only in the text between `<v>` and `</v>`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, factorize, string_array
from bleu_core.common.formatting import MAX_LISTED, format_int
from bleu_core.messages import Message
from bleu_core.messages import table as messages
from bleu_core.readers.parts import MAX_COLUMNS, Ids, Parts, ReadError, joined, key_name
from bleu_core.readers.role_names import SYSTEM_COLUMN, plain_name

# The first of these columns has the outputs.
_OUTPUT_COLUMNS = (
    "target", "tgt", "hypothesis", "hyp", "mt", "output", "translation", "prediction",
    "mttext", "response", "completion",
)  # fmt: skip
# Columns about an output, not its segment.
_ANNOTATION_COLUMNS = ("rater", "annotator", "category", "severity", "comment", "note", "metadata")
# "ref", "ref-A", "refB", WMT's "Human-A.0".
_REFERENCE_SYSTEM = r"(reference|refs?|human)([a-z]|\d+)?\d*"


def read_long(
    columns: Mapping[str, pa.Array],
    roles: Mapping[str, str],
    name: str,
    form: str,
    repairs: list[str],
) -> Parts | None:
    """Make the parts of a table with a row for each system and segment; None for another table.

    The order of first rows is kept. A system named like a reference becomes a reference.
    """
    plain = {head: plain_name(head) for head in columns}
    by_role: dict[str, list[str]] = {}
    for head in columns:
        by_role.setdefault(roles.get(head, ""), []).append(head)
    systems = [head for head in columns if re.fullmatch(SYSTEM_COLUMN, plain[head])]
    outputs = [head for wanted in _OUTPUT_COLUMNS for head in columns if plain[head] == wanted]
    segments = by_role.get("segment id", [])
    if len(systems) != 1 or not outputs or not segments:
        return None
    system, segment, target = systems[0], segments[0], outputs[0]
    source, document = (next(iter(by_role.get(role, [])), "") for role in ("source", "document"))
    references = [head for head in by_role.get("reference", []) if head != target]
    is_marked = {"category", "severity"} <= set(plain.values())
    known = {system, target, segment, source, document, *references}
    others = [
        head
        for head in columns
        if head not in known and not (is_marked and plain[head] in _ANNOTATION_COLUMNS)
    ]

    names = columns[document].fill_null("") if document else pa.scalar("", pa.large_string())
    keys = joined([names, columns[segment].fill_null("")])
    system_of, labels = factorize(columns[system])
    segment_of, unique_keys = factorize(keys)
    rows, number, size = len(keys), len(labels), len(unique_keys)
    if (size == rows and not is_marked) or number > MAX_COLUMNS or number * size > 2 * rows:
        return None
    output, source_texts = columns[target], columns.get(source)
    if is_marked:
        output = pc.replace_substring_regex(output, r"</?v>", "")
        if source_texts is not None:
            source_texts = pc.replace_substring_regex(source_texts, r"</?v>", "")
    cells = system_of * size + segment_of
    there = as_numpy(output.is_valid())
    taken, first = np.unique(cells[there], return_index=True)
    first = np.flatnonzero(there)[first]

    same = np.zeros(rows, np.int64)
    same[there] = first[np.searchsorted(taken, cells[there])]
    _check_rows(name, columns, (system, segment, target), keys, output, same)

    found = np.full((number, size), rows)
    found.ravel()[taken] = first
    output = _with_null(output)
    texts = {
        label: output.take(as_arrow(row))
        for label, row in zip(labels.to_pylist(), found, strict=True)
    }
    first_rows = np.unique(segment_of, return_index=True)[1]

    def usual(head: str, values: pa.Array) -> pa.Array:
        """The first value of each segment that is not empty."""
        codes, _ = factorize(values)
        has_value = as_numpy(pc.not_equal(values.fill_null(""), ""))
        taken, first = np.unique(segment_of[has_value], return_index=True)
        at = np.full(size, rows)
        at[taken] = np.flatnonzero(has_value)[first]
        differs = has_value & (codes != np.append(codes, -1)[at][segment_of])
        if differs.any():
            number = len(np.unique(segment_of[differs]))
            repairs.append(messages.varying_column(name, head, number))
        return _with_null(values).take(as_arrow(at)).fill_null("")

    unused = "table.no_text", target
    repairs = [
        note
        for note in repairs
        if not (isinstance(note, Message) and (note.code, note.values.get("column")) == unused)
    ]
    metadata = {}
    for head in others:  # those with one value per segment
        codes = factorize(columns[head])[0]
        if (codes == codes[first_rows][segment_of]).all():
            metadata[head] = columns[head].take(as_arrow(first_rows))
    is_reference = {
        label: re.fullmatch(_REFERENCE_SYSTEM, plain_name(label)) is not None for label in texts
    }
    pairs = [key.partition("\0") for key in unique_keys.to_pylist()]
    parts = Parts(
        name,
        form,
        systems={label: its for label, its in texts.items() if not is_reference[label]},
        references={label: its for label, its in texts.items() if is_reference[label]}
        | {head: usual(head, columns[head]) for head in references},
        source=None if source_texts is None else usual(source, source_texts),
        documents=columns[document].take(as_arrow(first_rows)) if document else None,
        metadata=metadata,
        ids=Ids(*(string_array([pair[i] for pair in pairs]) for i in (0, 2))),
        marks=columns if is_marked else {},
    )
    left = [head for head in others if head not in metadata]
    by = [document, segment] if document else [segment]
    note = messages.row_per_output(name, rows, size, by, target, system, left, is_marked)
    notes = (*repairs, note)
    return replace(parts, repairs=notes, reading=len(notes))


def _with_null(values: pa.Array) -> pa.Array:
    """The values, with None for the index after the last."""
    return pa.concat_arrays([values, pa.nulls(1, values.type)])


def _check_rows(
    name: str,
    columns: Mapping[str, pa.Array],
    heads: tuple[str, str, str],
    keys: pa.Array,
    output: pa.Array,
    same: NDArray[np.int64],
) -> None:
    """Refuse rows without system or segment, and outputs unlike the first of the `same` two."""
    system, segment, target = heads
    problems = []
    for head in (system, segment):
        empty = np.flatnonzero(as_numpy(pc.equal(columns[head].fill_null(""), "")))
        if len(empty):
            shown = [f"row {format_int(row)}" for row in (empty[:MAX_LISTED] + 1).tolist()]
            problems.append(messages.unnamed_rows(name, head, shown, len(empty)))
    codes = as_numpy(output.dictionary_encode(null_encoding="encode").indices)
    wrong = np.flatnonzero(as_numpy(output.is_valid()) & (codes != codes[same]))
    if len(wrong):
        few = wrong[:MAX_LISTED]
        of, ids = (values.take(as_arrow(few)).to_pylist() for values in (columns[system], keys))
        both = (few + 1).tolist(), (same[few] + 1).tolist()
        ids = list(map(key_name, ids))
        problems.append(messages.conflicting_outputs(name, target, *both, of, ids, len(wrong)))
    if problems:
        raise ReadError(problems)
