"""Tables of scores: long ones become a column per system, with rows aligned by segment id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, factorize
from bleu_core.common.formatting import MAX_LISTED, format_int
from bleu_core.messages import Message
from bleu_core.messages import scores as messages
from bleu_core.messages.file import too_many
from bleu_core.messages.table import unnamed_rows
from bleu_core.readers.parts import (
    MAX_COLUMNS,
    ReadError,
    check_columns,
    joined,
    key_name,
    repeated_keys,
    unique_name,
)
from bleu_core.readers.role_names import SYSTEM_COLUMN, guess_roles, plain_name

# A number as programs write it; Python's float also accepts "1_000" and "infinity".
NUMBER = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"
# How Python writes a missing score.
MISSING = "None"
_SCORE_COLUMNS = ("score", "scores", "esascore")
# The index of pandas, as `plain_name` writes the name that we or pandas give it.
_UNNAMED_INDEX = r"column1|unnamed0|indexlevel0"
# Columns about rows, whose numbers are not scores.
_ROW_COLUMNS = ("rater", "raterid", "annotator", "annotatorid")

Ints = NDArray[np.int64]


class ScoreTable(NamedTuple):
    """Columns of a file as text: arrays of S cells, None or empty for no score."""

    file: str
    columns: Mapping[str, pa.Array]
    line: int  # of the first row, 0 if rows are not lines
    repairs: tuple[str, ...] = ()
    ids: pa.Array | None = None  # keys (document, NUL, id), if known
    ordered: bool = True  # whether rows may be in the order of the test set
    rows: pa.Array | None = None  # the row in the file of each row here, if that is another
    numbered: bool = False
    annotators: bool = False
    fault: Message | None = None  # why rows cannot be aligned by `ids`
    documents: pa.Array | None = None

    def row(self, number: int) -> str:
        """Label of the row of a segment, from 0: "line 8"."""
        if self.rows is not None:
            number = self.rows[number].as_py()
        if self.line:
            return f"line {format_int(number + self.line)}"
        return f"row {format_int(number + 1)}"

    def take(self, rows: pa.Array) -> ScoreTable:
        """The rows with these numbers; null makes a row of nulls."""
        return self._replace(
            columns={name: cells.take(rows) for name, cells in self.columns.items()},
            ids=self.ids and self.ids.take(rows),
            documents=self.documents and self.documents.take(rows),
            rows=rows if self.rows is None else self.rows.take(rows),
        )


class LongColumns(NamedTuple):
    """Names of the columns of a long table by meaning; "" for none."""

    system: str
    document: str
    segment: str
    scores: list[str]
    annotator: str = ""


def trimmed(cells: pa.Array) -> pa.Array:
    """Cells without whitespace around them; "" for null."""
    return pc.utf8_trim_whitespace(cells.cast(pa.large_string()).fill_null(""))


def score_texts(cells: pa.Array) -> pa.Array:
    """Cells with scores, trimmed; "" for missing scores."""
    text = trimmed(cells)
    return pc.if_else(pc.equal(text, MISSING), "", text)


def long_columns(table: ScoreTable, has_header: bool, metric: str = "") -> LongColumns | None:
    """Recognize a long table by the names of its columns, or by their contents without a header.

    A column named as the `metric` has the scores, whatever its cells are.
    """
    numeric = [name for name, cells in table.columns.items() if _is_numeric(cells)]
    words = [name for name in table.columns if name not in numeric]
    if not has_header:
        return _unnamed_columns(table, words, numeric)
    roles = {name: guess_roles([name])[name] for name in table.columns}
    systems = [name for name in words if re.fullmatch(SYSTEM_COLUMN, plain_name(name))]
    of_metric = [name for name in table.columns if name == metric] or [
        name for name in table.columns if name.casefold() == metric.casefold()
    ]
    named = [name for name in table.columns if plain_name(name) in _SCORE_COLUMNS]
    scores = (
        of_metric
        or named
        or [
            name
            for name in numeric
            if roles[name] not in ("document", "segment id")
            and plain_name(name) not in _ROW_COLUMNS
        ]
    )
    if len(systems) != 1 or not scores:
        return None
    document, segment = (
        next((name for name in table.columns if roles[name] == role), "")
        for role in ("document", "segment id")
    )
    annotator = next((name for name in table.columns if plain_name(name) in _ROW_COLUMNS), "")
    return LongColumns(systems[0], document, segment, scores, annotator)


def _unnamed_columns(table: ScoreTable, words: list[str], numeric: list[str]) -> LongColumns | None:
    """Columns without names: systems that repeat, and numbers, one column of them ids or none."""
    if len(words) != 1 or len(numeric) not in (1, 2):
        return None
    systems = table.columns[words[0]]
    if pc.count_distinct(systems).as_py() * 2 > len(systems):
        return None
    if len(numeric) == 1:
        return LongColumns(words[0], "", "", numeric)
    whole = [name for name in numeric if _all_match(table.columns[name], r"^[0-9]*$")]
    segment = whole[0] if whole else ""
    return LongColumns(words[0], "", segment, [name for name in numeric if name != segment][-1:])


def _is_numeric(cells: pa.Array) -> bool:
    """Whether at least half of the cells that are not empty are numbers."""
    text = score_texts(cells)
    numbers = pc.sum(pc.match_substring_regex(text, NUMBER)).as_py() or 0
    filled = pc.sum(pc.not_equal(text, "")).as_py() or 0
    return bool(numbers and 2 * numbers >= filled)


def _all_match(cells: pa.Array, pattern: str) -> bool:
    return bool(pc.all(pc.match_substring_regex(trimmed(cells), pattern)).as_py())


def pivoted(table: ScoreTable, heads: LongColumns) -> ScoreTable:
    """A column per system of a long table, or per score and system, one row per segment."""
    filled = _filled(table)
    if not (heads.segment or filled.all()):
        raise ReadError([messages.unplaced_rows(table.file)])
    table = table.take(as_arrow(np.flatnonzero(filled)))
    system_of, systems = factorize(trimmed(table.columns[heads.system]))
    keys = _keys(table, heads.document, heads.segment) if heads.segment else None
    if keys is None:
        # The number of each row among those of its system.
        by_system, counts = np.argsort(system_of, kind="stable"), np.bincount(system_of)
        segment_of = np.empty(len(system_of), np.int64)
        starts = np.repeat(np.cumsum(counts) - counts, counts)
        segment_of[by_system] = np.arange(len(by_system)) - starts
        size = int(segment_of.max(initial=-1)) + 1
    else:
        segment_of, keys = factorize(keys)
        size = len(keys)
    if len(systems) * len(heads.scores) > MAX_COLUMNS:
        raise ReadError([too_many(table.file, MAX_COLUMNS, "columns")])
    cells = system_of * size + segment_of
    _check_long(table, heads, system_of, systems, keys, cells)
    check_columns(
        size,
        len(systems) * len(heads.scores),
        sum(column.nbytes for column in table.columns.values()),
        table.file,
    )
    none = len(cells)
    rows = np.full((len(systems), size), none)
    rows.ravel()[cells] = np.arange(none)
    leading = rows[np.argmax((rows < none).sum(axis=1))]
    ordered = bool((leading < none).all())
    if ordered:
        order = np.argsort(leading)
        rows = rows[:, order]
        keys = keys and keys.take(as_arrow(order))
    columns: dict[str, pa.Array] = {}
    for head in heads.scores:
        values = pa.concat_arrays([table.columns[head], pa.nulls(1, table.columns[head].type)])
        for system, places in zip(systems.to_pylist(), rows, strict=True):
            name = system if len(heads.scores) == 1 else f"{head} {system}"
            columns[unique_name(name, columns)] = values.take(
                as_arrow(np.ascontiguousarray(places))
            )
    note = messages.long_table(table.file, none, heads.scores, systems.to_pylist(), size)
    documents = _document_of(keys) if keys and heads.document else None
    if not ordered:  # whether the rows of every system are in the order of the segments
        by_system = np.argsort(system_of, kind="stable")
        falls = np.diff(segment_of[by_system]) < 0
        ordered = not (falls & (np.diff(system_of[by_system]) == 0)).any()
    return ScoreTable(
        table.file, columns, 0, (*table.repairs, note), keys, ordered, numbered=table.numbered,
        documents=documents,
    )  # fmt: skip


def _filled(table: ScoreTable) -> NDArray[np.bool_]:
    """(S,) whether a row has a cell that is not empty."""
    there = [as_numpy(pc.not_equal(c.fill_null(""), "")) for c in table.columns.values()]
    found: NDArray[np.bool_] = np.any(there, axis=0)
    return found


def _keys(table: ScoreTable, document: str, segment: str) -> pa.Array:
    documents = trimmed(table.columns[document]) if document else pa.scalar("", pa.large_string())
    return joined([documents, trimmed(table.columns[segment])])


def _check_long(
    table: ScoreTable,
    heads: LongColumns,
    system_of: Ints,
    systems: pa.Array,
    keys: pa.Array | None,
    cells: Ints,
) -> None:
    """Raise ReadError with all problems of the rows of a long table."""
    problems: list[Message] = []
    for head in filter(None, (heads.system, heads.segment)):
        empty = np.flatnonzero(as_numpy(pc.equal(trimmed(table.columns[head]), "")))
        if len(empty):
            shown = list(map(table.row, empty[:MAX_LISTED].tolist()))
            problems.append(unnamed_rows(table.file, head, shown, len(empty)))
    _, first, inverse = np.unique(cells, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[inverse] != np.arange(len(cells)))
    if len(again) and not problems:
        row, other = int(again[0]), int(first[inverse[again[0]]])
        system = systems[system_of[row]].as_py()
        segment = key_name(keys[cells[row] % len(keys)].as_py()) if keys is not None else ""
        places = [table.row(other), table.row(row)]
        problems.append(messages.repeated_rows(table.file, system, segment, places, len(again)))
    counts = np.bincount(system_of)
    if keys is None and len(set(counts.tolist())) > 1:
        few, many = int(counts.argmin()), int(counts.argmax())
        problems.append(
            messages.uneven(
                table.file, systems[few].as_py(), systems[many].as_py(),
                int(counts[few]), int(counts[many]),
            )
        )  # fmt: skip
    if problems:
        raise ReadError(problems)


def with_ids(table: ScoreTable) -> ScoreTable:
    """Move a column of ids beside scores to `ids`, if the table has one row per segment."""
    roles = guess_roles(table.columns)
    segments = [name for name, role in roles.items() if role == "segment id"]
    segments = segments or unordered_index(table)
    document = next((name for name, role in roles.items() if role == "document"), "")
    if document:
        table = table._replace(documents=trimmed(table.columns[document]))
    others = {name: cells for name, cells in table.columns.items() if name not in segments}
    if not segments or not any(map(_is_numeric, others.values())):
        return table
    rows = np.flatnonzero(_filled(table))
    if len(rows) < len(table.columns[segments[0]]):
        table = table.take(as_arrow(rows))
    keys = _keys(table, document, segments[0])
    empty = np.flatnonzero(as_numpy(pc.ends_with(keys, "\0")))
    if len(empty) == len(keys):
        return table
    fault = None
    if len(empty):
        shown = list(map(table.row, empty[:MAX_LISTED].tolist()))
        fault = unnamed_rows(table.file, segments[0], shown, len(empty))
    elif again := repeated_keys(keys):
        fault = messages.repeated_ids(table.file, key_name(again[0]), len(again))
    return table._replace(columns=others, ids=keys, fault=fault)


def unordered_index(table: ScoreTable) -> list[str]:
    """The unnamed column that numbers all rows, from 0 or 1, in another order; none, or one."""
    for name, cells in table.columns.items():
        if re.fullmatch(_UNNAMED_INDEX, plain_name(name)) and _all_match(cells, r"^[0-9]{1,15}$"):
            numbers: Ints = as_numpy(trimmed(cells).cast(pa.int64()))
            places = np.sort(numbers) - np.arange(len(numbers))
            if places[0] in (0, 1) and (places == places[0]).all() and (np.diff(numbers) < 0).any():
                return [name]
    return []


def aligned(
    table: ScoreTable, segments: int, keys: pa.Array | None, documents: pa.Array | None = None
) -> ScoreTable:
    """Put rows into the order of a test set by ids; without, they stay if they can be right."""
    if table.numbered:
        return _aligned_by_line(table, segments)
    if table.ids is None:
        table, skipped = _without_unscored(table, segments)
        _check_documents(table, documents)
        return _noted(table, messages.in_order(table.file, False, skipped)) if skipped else table
    if keys is not None and table.fault:
        raise ReadError([table.fault])
    rows = None if keys is None else _places_of(table, keys)
    if rows is not None:
        unused = len(table.ids) - (len(rows) - rows.null_count)
        note = messages.aligned(table.file, "segment id", rows.null_count, unused)
        return _noted(table.take(rows), note)
    if not table.ordered:
        raise ReadError([messages.no_order(table.file)])
    if keys is not None and not _all_match(_without_document(table.ids), _WHOLE):
        named = [_first_other(table.ids, keys), _first_other(keys, table.ids)]
        raise ReadError([messages.other_ids(table.file, 0, *named)])
    if _falls(table.ids):
        raise ReadError([messages.no_order(table.file)])
    table, skipped = _without_unscored(table, segments)
    _check_documents(table, documents)
    return _noted(table, messages.in_order(table.file, keys is not None, skipped))


_WHOLE = r"^[0-9]{1,15}(\.0+)?$"


def _falls(ids: pa.Array) -> bool:
    """Whether a number falls, but where a document begins; False if most ids are no numbers."""
    texts = _without_document(ids)
    rows = np.flatnonzero(as_numpy(pc.match_substring_regex(texts, _WHOLE)))
    if 2 * len(rows) < len(ids):
        return False
    whole = pc.replace_substring_regex(texts.take(as_arrow(rows)), r"\..*", "")
    numbers: Ints = as_numpy(whole.cast(pa.int64()))
    documents = factorize(_document_of(ids))[0][rows]
    anew = documents[1:] != documents[:-1]
    if repeated_keys(ids) and numbers[0] == numbers.min():
        anew |= numbers[1:] == numbers[0]
    return bool(((np.diff(numbers) < 0) & ~anew).any())


def _document_of(keys: pa.Array) -> pa.Array:
    return pc.replace_substring_regex(keys, r"(?s)\x00.*$", "")


def _check_documents(table: ScoreTable, documents: pa.Array | None) -> None:
    """Raise ReadError if the documents of the rows are those of the test set in another order."""
    own = table.documents
    if own is None or documents is None or len(own) != len(documents):
        return
    known = trimmed(documents)
    if pc.any(pc.is_in(own, known)).as_py():
        other = np.flatnonzero(as_numpy(pc.not_equal(own, known)))
        if len(other):
            row = int(other[0])
            named = own[row].as_py(), known[row].as_py()
            raise ReadError([messages.other_documents(table.file, table.row(row), *named)])


def _without_unscored(table: ScoreTable, segments: int) -> tuple[ScoreTable, int]:
    """The table without unscored rows, if the others are one per segment; their number."""
    rows = len(next(iter(table.columns.values())))
    if rows > segments:
        scored = np.any([_is_number(cells) for cells in table.columns.values()], axis=0)
        if scored.sum() == segments:
            return table.take(as_arrow(np.flatnonzero(scored))), rows - segments
    return table, 0


def _aligned_by_line(table: ScoreTable, segments: int) -> ScoreTable:
    """Put rows at the lines that are their ids, from 0; ReadError for lines that are not there."""
    assert table.ids is not None  # for the type checker
    lines = _without_document(table.ids)
    known = pa.array(map(str, range(segments)), pa.large_string())
    if other := lines.filter(pc.invert(pc.is_in(lines, known))).to_pylist():
        raise ReadError([messages.other_lines(table.file, other[0], len(other), segments)])
    rows = pc.index_in(known, lines).cast(pa.int64())
    return _noted(
        table.take(rows), messages.aligned(table.file, "line number, from 0", rows.null_count, 0)
    )


def _is_number(cells: pa.Array) -> NDArray[np.bool_]:
    return as_numpy(pc.match_substring_regex(score_texts(cells), NUMBER))


def _places_of(table: ScoreTable, keys: pa.Array) -> pa.Array | None:
    """(S,) the row of each segment by id, or by id without document; None if no id is the same."""
    whole = [table.ids, keys]
    for own, known in (whole, map(_without_document, whole)):
        if repeated_keys(own) or repeated_keys(known):
            continue
        rows = pc.index_in(known, own)
        same = len(rows) - rows.null_count
        if same in (len(own), len(known)):
            return rows.cast(pa.int64())
        if same:
            named = [_first_other(own, known), _first_other(known, own)]
            raise ReadError([messages.other_ids(table.file, same, *named)])
    return None


def _first_other(keys: pa.Array, others: pa.Array) -> str:
    """The name of the first key that is not among others."""
    return key_name(keys.filter(pc.invert(pc.is_in(keys, others)))[0].as_py())


def _without_document(keys: pa.Array) -> pa.Array:
    return pc.replace_substring_regex(keys, r"(?s)^.*\x00", "")


def _noted(table: ScoreTable, note: Message) -> ScoreTable:
    return table._replace(repairs=(*table.repairs, note))
