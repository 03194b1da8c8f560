"""Roles of a table's columns, guessed by name; long tables with a row per system and segment.

Long tables are Marot's TSV (columns system, doc, docSegId, globalSegId, rater, source, target,
category, severity, metadata; google-research, marot/README.md) and Google's MQM data before it
(doc_id, seg_id; google/wmt-mqm-human-evaluation). They have a row per error, so a system has
several rows for one segment, which differ only in the text between `<v>` and `</v>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, factorize, string_array
from bleu_core.common.formatting import MAX_LISTED
from bleu_core.messages import table as messages
from bleu_core.readers.parts import MAX_COLUMNS, Ids, Parts, ReadError, key_name, repeated_keys

Codes = NDArray[np.int64]

SYSTEM_COLUMN = r"(system|sys|model)(name|id)?"
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

    Segments and systems keep the order of their first rows. A missing output is None. A system
    named like a reference becomes a reference, unless the user chooses otherwise.

    Raises
    ------
    ReadError
        Rows without a system or segment, or rows of one system and segment with different
        outputs.
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
    notes = (*of_segments.repairs, *_reading_notes(heads, columns, parts))
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


def _reading_notes(heads: _LongColumns, columns: Mapping[str, pa.Array], parts: Parts) -> list[str]:
    """Notes on how the table was read, and which columns are skipped."""
    left = [head for head in heads.others if head not in parts.metadata]
    rows = len(columns[heads.system])
    by = [heads.document, heads.segment] if heads.document else [heads.segment]
    note = messages.row_per_output(
        parts.name, rows, len(parts), by, heads.output, heads.system, left
    )
    return [note, messages.annotated(parts.name)] if heads.marked else [note]


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


def plain_name(name: str) -> str:
    """Return a column's name in lowercase, without spaces and punctuation."""
    return re.sub(r"[\s_.:\-]+", "", name[:200].lower())


ROLES = ("system", "reference", "source", "document", "segment id", "metadata", "leave out")
# Names as `plain_name` writes them; the first match counts.
_ROLE_PATTERNS = (
    ("source", r"(source|src|original|input)(text|sentence|segment|lang)?"),
    (
        "reference",
        r"(reference|references|ref|refs|gold|human|postedit|pe)(text|sentence)?([a-z]|\d+)?",
    ),
    ("document", r"(document|doc)(id|name)?s?"),
    (
        "segment id",
        r"((global|doc)?(segment|seg)|sentence|sent|line)?(id|number|no|nr|index)|seg|segments?|sid",
    ),
    (
        "system",
        r"(hypothesis|hypotheses|hyp|mt|sys|system|output|translation|candidate|prediction|pred"
        r"|baseline|model)(text|output|translation)?([a-z]|\d+)?|[ab]",
    ),
)  # fmt: skip
# A prefix before the name of a system: "mt_google", "sys: big".
_SYSTEM_PREFIX = re.compile(
    r"(hypothesis|hyp|mt|sys|system|output|translation|pred|prediction)[\W_]+\S"
)


def guess_roles(columns: Iterable[str]) -> dict[str, str]:
    """Guess the role of each column from its name.

    "target" is the reference or, if there is another one, a system. A column "system" has names of
    systems if another one has outputs. An unknown name is metadata.

    >>> guess_roles(["src", "ref1", "ref2", "sysA", "mt_google", "doc_id", "domain"])
    ... # doctest: +NORMALIZE_WHITESPACE
    {'src': 'source', 'ref1': 'reference', 'ref2': 'reference', 'sysA': 'system',
     'mt_google': 'system', 'doc_id': 'document', 'domain': 'metadata'}
    """
    roles = {name: _guess_role(name) for name in columns}
    for single in ("source", "document", "segment id"):
        for name in [name for name, role in roles.items() if role == single][1:]:
            roles[name] = "metadata"
    outputs = [name for name, role in roles.items() if role == "system"]
    for name in outputs:
        if name.strip().lower() in ("system", "sys", "model") and len(outputs) > 1:
            roles[name] = "metadata"
    for name in roles:
        if re.fullmatch(r"(target|tgt|trg)(text|sentence)?", plain_name(name)):
            roles[name] = "system" if "reference" in roles.values() else "reference"
    return roles


def _guess_role(name: str) -> str:
    plain = plain_name(name)
    for role, pattern in _ROLE_PATTERNS:
        if re.fullmatch(pattern, plain):
            return role
    return "system" if _SYSTEM_PREFIX.match(name[:200].lower()) else "metadata"


def is_header(cells: Iterable[str], at_least: int = 1) -> bool:
    """Whether a first row is a header: no duplicates, and at least one known name of a text column.

    Single letters do not count, because many lines of text begin with "a".
    """
    names = [cell.strip() for cell in cells]
    roles = [role for name, role in guess_roles(names).items() if len(name) > 1]
    known = [role for role in roles if role != "metadata"]
    has_text = any(role in ("source", "reference", "system") for role in known)
    return len(set(names)) == len(names) and len(known) >= at_least and has_text


def with_roles(table: Parts, roles: Mapping[str, str]) -> Parts:
    """Make the parts of a table whose columns have these roles (`ROLES`).

    An empty cell is a missing reference (None) if the row has another one, as in sacreBLEU; in the
    only column of references it is a reference of length 0. ReadError for two sources, documents or
    segment ids.
    """
    by_role: dict[str, dict[str, pa.Array]] = {role: {} for role in ROLES}
    for name, values in table.columns.items():
        by_role[roles.get(name, "metadata")][name] = values
    problems = [
        messages.conflicting_roles(table.name, list(by_role[role]), role)
        for role in ("source", "document", "segment id")
        if len(by_role[role]) > 1
    ]
    repairs = list(table.repairs[: table.reading])
    for name, values in by_role["system"].items():
        if values.null_count:
            first = pc.index(values.is_null(), True).as_py() + 1
            problems.append(messages.missing_output(table.name, name, values.null_count, first))
    if problems:
        raise ReadError(problems)
    source = next(iter(by_role["source"].values()), None)
    documents = next(iter(by_role["document"].values()), None)
    segments = next(iter(by_role["segment id"].values()), None)
    parts = replace(
        table,
        systems=by_role["system"],
        references=_references(by_role["reference"], table.name, repairs),
        source=_fill_nulls(source),
        documents=_fill_nulls(documents),
        metadata=by_role["metadata"],
        ids=None,
        roles={name: roles.get(name, "metadata") for name in table.columns},
    )
    if segments is not None:
        nameless = string_array([""] * len(segments))
        ids = Ids(_fill_nulls(documents) or nameless, _fill_nulls(segments))
        identified = replace(parts, ids=ids)
        if again := repeated_keys(identified.keys):
            repairs.append(messages.repeated_ids(table.name, len(again)))
        else:
            parts = identified
    return replace(parts, repairs=tuple(repairs))


def _references(
    columns: Mapping[str, pa.Array], name: str, repairs: list[str]
) -> dict[str, pa.Array]:
    if len(columns) < 2:
        return {label: values.fill_null("") for label, values in columns.items()}
    found = {}
    for label, values in columns.items():
        empty = pc.equal(values.fill_null(""), "")
        number = pc.sum(empty).as_py() or 0
        if number:
            values = pc.if_else(empty, pa.scalar(None, pa.large_string()), values)
            repairs.append(messages.empty_references(name, label, number))
        found[label] = values
    return found


def _fill_nulls(values: pa.Array | None) -> pa.Array | None:
    return None if values is None else values.fill_null("")


def parts_of_table(columns: dict[str, pa.Array], name: str, form: str, repairs: list[str]) -> Parts:
    """Make parts of columns by the roles that their names suggest."""
    if not columns or not len(next(iter(columns.values()))):
        raise ReadError([messages.no_rows(name)])
    parts = Parts(name, form, columns=columns, repairs=tuple(repairs), reading=len(repairs))
    roles = guess_roles(columns)
    if (found := read_long(columns, roles, name, form, repairs)) is not None:
        return found
    try:
        return with_roles(parts, roles)
    except ReadError as error:
        # A wrong guess is no reason to refuse the file.
        roles = {
            key: "metadata" if role == "system" and columns[key].null_count else role
            for key, role in roles.items()
        }
        found = with_roles(parts, roles)
        return replace(found, repairs=(*found.repairs, *error.problems))
