"""Tables with a row for each system and segment, or for each error of one.

Marot's TSV (google-research, marot/README.md) and Google's MQM data before it have a row per error,
so outputs of a system for one segment differ only in the text between `<v>` and `</v>`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, factorize
from bleu_core.common.formatting import MAX_LISTED
from bleu_core.messages import Message
from bleu_core.messages import table as messages
from bleu_core.readers.parts import MAX_COLUMNS, Ids, Parts, ReadError, key_name
from bleu_core.readers.role_names import SYSTEM_COLUMN, plain_name

Codes = NDArray[np.int64]

# The first of these columns has the outputs.
_OUTPUT_COLUMNS = (
    "target", "tgt", "hypothesis", "hyp", "mt", "output", "translation", "prediction",
)  # fmt: skip
# Columns about an output, not its segment.
_ANNOTATION_COLUMNS = ("rater", "annotator", "category", "severity", "comment", "note", "metadata")
# "ref", "ref-A", "refB", WMT's "Human-A.0".
_REFERENCE_SYSTEM = r"(reference|refs?|human)([a-z]|\d+)?\d*"


class _LongColumns(NamedTuple):
    """Names of the columns by meaning; '' for none."""

    system: str
    document: str
    segment: str
    output: str
    source: str
    references: list[str]
    others: list[str]
    marked: bool


def read_long(
    columns: Mapping[str, pa.Array],
    roles: Mapping[str, str],
    name: str,
    form: str,
    repairs: list[str],
) -> Parts | None:
    """Make the parts of a table with a row for each system and segment; None for another table.

    Segments and systems keep the order of their first rows. A system named like a reference becomes
    a reference. ReadError for rows without a system or segment, or that contradict each other.
    """
    heads = _find_long_columns(columns, roles)
    if heads is None:
        return None
    system_of, systems = factorize(columns[heads.system])
    keys = columns[heads.segment].fill_null("")
    if heads.document:
        between = pa.scalar("\0", pa.large_string())
        keys = pc.binary_join_element_wise(columns[heads.document].fill_null(""), keys, between)
    segment_of, segments = factorize(keys)
    rows, number, size = len(keys), len(systems), len(segments)
    told_apart = size == rows and not heads.marked
    if told_apart or number > MAX_COLUMNS or number * size > 2 * rows:
        return None
    output = columns[heads.output]
    cells = system_of * size + segment_of
    there = as_numpy(output.is_valid())
    taken, first = np.unique(cells[there], return_index=True)
    first = np.flatnonzero(there)[first]
    source = columns.get(heads.source)
    if heads.marked:
        output = _without_error_tags(output)
        source = None if source is None else _without_error_tags(source)
    _check_rows(name, heads, columns, output, cells, taken, first, segments)
    found = np.full((number, size), rows)
    found.ravel()[taken] = first
    output = _with_null(output)
    texts = {
        system: output.take(as_arrow(at))
        for system, at in zip(systems.to_pylist(), found, strict=True)
    }
    of_segments = _SegmentColumns(segment_of, size, name, [*repairs])
    parts = Parts(
        name,
        form,
        systems={system: its for system, its in texts.items() if not _is_reference(system)},
        references={system: its for system, its in texts.items() if _is_reference(system)}
        | {head: of_segments.usual(head, columns[head]) for head in heads.references},
        source=of_segments.usual(heads.source, source) if heads.source else None,
        documents=of_segments.first(columns[heads.document]) if heads.document else None,
        metadata=of_segments.alike({head: columns[head] for head in heads.others}),
        ids=_segment_ids(segments, bool(heads.document)),
        marks=columns if heads.marked else {},
    )
    notes = (*of_segments.repairs, _reading_note(heads, columns, parts))
    return replace(parts, repairs=notes, reading=len(notes))


def _find_long_columns(
    columns: Mapping[str, pa.Array], roles: Mapping[str, str]
) -> _LongColumns | None:
    plain = {head: plain_name(head) for head in columns}

    def of(role: str) -> list[str]:
        return [head for head in columns if roles.get(head) == role]

    systems = [head for head in columns if re.fullmatch(SYSTEM_COLUMN, plain[head])]
    outputs = [head for wanted in _OUTPUT_COLUMNS for head in columns if plain[head] == wanted]
    segments = of("segment id")
    if len(systems) != 1 or not outputs or not segments:
        return None
    marked = {"category", "severity"} <= set(plain.values())
    source = next(iter(of("source")), "")
    document = next(iter(of("document")), "")
    references = [head for head in of("reference") if head != outputs[0]]
    known = {systems[0], outputs[0], segments[0], source, document, *references}
    others = [
        head
        for head in columns
        if head not in known and not (marked and plain[head] in _ANNOTATION_COLUMNS)
    ]
    return _LongColumns(
        systems[0], document, segments[0], outputs[0], source, references, others, marked
    )


def _check_rows(
    name: str,
    heads: _LongColumns,
    columns: Mapping[str, pa.Array],
    output: pa.Array,
    cells: Codes,
    taken: Codes,
    first: Codes,
    segments: pa.Array,
) -> None:
    """Refuse rows without a system or segment, and rows that contradict each other."""
    problems = []
    for head, what in ((heads.system, "system"), (heads.segment, "segment")):
        empty = np.flatnonzero(as_numpy(pc.equal(columns[head].fill_null(""), "")))
        if len(empty):
            shown = (empty[:MAX_LISTED] + 1).tolist()
            problems.append(messages.unnamed_rows(name, shown, len(empty), head, what))
    codes = as_numpy(output.dictionary_encode(null_encoding="encode").indices)
    there = as_numpy(output.is_valid())
    same = np.zeros(len(cells), np.int64)
    same[there] = first[np.searchsorted(taken, cells[there])]
    wrong = np.flatnonzero(there & (codes != codes[same]))
    if len(wrong):
        few = wrong[:MAX_LISTED]
        rows, others = (few + 1).tolist(), (same[few] + 1).tolist()
        systems = columns[heads.system].take(as_arrow(few)).to_pylist()
        keys = segments.take(as_arrow(cells[few] % len(segments))).to_pylist()
        ids = list(map(key_name, keys))
        problems.append(
            messages.conflicting_outputs(name, heads.output, rows, others, systems, ids, len(wrong))
        )
    if problems:
        raise ReadError(problems)


class _SegmentColumns:
    """Columns of segments, from the rows of all systems."""

    def __init__(self, segment_of: Codes, size: int, name: str, repairs: list[str]) -> None:
        self._segment_of, self._size, self._name, self.repairs = segment_of, size, name, repairs
        self._first = np.unique(segment_of, return_index=True)[1]

    def first(self, values: pa.Array) -> pa.Array:
        return values.take(as_arrow(self._first))

    def alike(self, columns: Mapping[str, pa.Array]) -> dict[str, pa.Array]:
        """Columns with one value per segment."""
        found = {}
        for head, values in columns.items():
            codes = factorize(values)[0]
            if (codes == codes[self._first][self._segment_of]).all():
                found[head] = self.first(values)
        return found

    def usual(self, head: str, values: pa.Array) -> pa.Array:
        """The first value of each segment that is not empty."""
        codes, _ = factorize(values)
        has_value = as_numpy(pc.not_equal(values.fill_null(""), ""))
        taken, first = np.unique(self._segment_of[has_value], return_index=True)
        at = np.full(self._size, len(values))
        at[taken] = np.flatnonzero(has_value)[first]
        other = has_value & (codes != np.append(codes, -1)[at][self._segment_of])
        if other.any():
            number = len(np.unique(self._segment_of[other]))
            self.repairs.append(messages.varying_column(self._name, head, number))
        return _with_null(values).take(as_arrow(at)).fill_null("")


def _reading_note(heads: _LongColumns, columns: Mapping[str, pa.Array], parts: Parts) -> Message:
    """A note on how the table was read, and which columns are skipped."""
    left = [head for head in heads.others if head not in parts.metadata]
    rows = len(columns[heads.system])
    by = [heads.document, heads.segment] if heads.document else [heads.segment]
    return messages.row_per_output(
        parts.name, rows, len(parts), by, heads.output, heads.system, left, heads.marked
    )


def _with_null(values: pa.Array) -> pa.Array:
    """The values, with None for the index after the last."""
    return pa.concat_arrays([values, pa.nulls(1, values.type)])


def _without_error_tags(texts: pa.Array) -> pa.Array:
    return pc.replace_substring_regex(texts, r"</?v>", "")


def _segment_ids(keys: pa.Array, with_documents: bool) -> Ids:
    if not with_documents:
        return Ids(pa.array([""] * len(keys), pa.large_string()), keys)
    pairs = [key.partition("\0") for key in keys.to_pylist()]
    return Ids(*(pa.array([pair[i] for pair in pairs], pa.large_string()) for i in (0, 2)))


def _is_reference(system: str) -> bool:
    return re.fullmatch(_REFERENCE_SYSTEM, plain_name(system)) is not None
