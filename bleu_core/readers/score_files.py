"""Scores of other metrics from files, one per segment: a column per system, checked together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import join_words, truncate
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import Message
from bleu_core.messages import scores as messages
from bleu_core.messages.file import nothing
from bleu_core.metrics.imported import ImportedScores, count_missing, name_problem
from bleu_core.readers.archives import unpack_one
from bleu_core.readers.delimited import excel_separator, read_delimited_columns
from bleu_core.readers.detect import formats, recognise
from bleu_core.readers.human_scores import (
    appraise_table,
    averaged,
    read_comet_json,
    read_comet_lines,
    read_segment_objects,
)
from bleu_core.readers.json_parquet import read_json_columns, read_parquet_columns
from bleu_core.readers.parts import File, ReadError, collecting
from bleu_core.readers.role_names import SYSTEM_COLUMN, plain_name
from bleu_core.readers.score_tables import (
    NUMBER,
    ScoreTable,
    aligned,
    long_columns,
    pivoted,
    score_texts,
    unordered_index,
    with_ids,
)
from bleu_core.readers.text_files import read_array, to_utf8
from bleu_core.text.evalset import EvalSet, column_digest

PREVIEW = 5


class ScoreColumn(NamedTuple):
    """A column of a file."""

    table: ScoreTable
    name: str

    @property
    def called(self) -> str:
        """The name of the file, and of the column if there are several."""
        if len(self.table.columns) == 1:
            return self.table.file
        return f"{self.table.file}, column “{self.name}”"

    @property
    def title(self) -> str:
        """The name of the column; that of the file, without its ending, if it is the only one."""
        return self.name if len(self.table.columns) > 1 else PurePath(self.table.file).stem

    @property
    def cells(self) -> pa.Array:
        return self.table.columns[self.name]

    def preview(self) -> list[str]:
        """The first cells."""
        return [truncate(text or "", 60) for text in self.cells.slice(0, PREVIEW).to_pylist()]

    def numbers(self, segments: int) -> ScoreArray:
        """See `parse_scores`."""
        return parse_scores(self.table, self.name, segments)


def score_columns(tables: Sequence[ScoreTable]) -> list[ScoreColumn]:
    """All columns of the files, in order."""
    return [ScoreColumn(table, name) for table in tables for name in table.columns]


def aligned_tables(read: ScoreTables, data: EvalSet, ids: pa.Array | None) -> ScoreTables:
    """The tables in the order of a test set, by `aligned`; `ids` are those of the test set."""
    found = ScoreTables([], [*read.problems])
    for table in read.tables:
        with collecting(found.problems):
            found.tables.append(aligned(table, len(data), ids, data.documents))
    return found


def propose_column(columns: Sequence[ScoreColumn], system: str) -> int | None:
    """The number of the one column named as a system, or of words of its name; None for several."""
    word = re.compile(rf"(?<![^\W_]){re.escape(system)}(?![^\W_])", re.IGNORECASE)
    names = [c.table.file if len(c.table.columns) == 1 else c.name for c in columns]
    same = [i for i, c in enumerate(columns) if system in (c.name, c.table.file)]
    found = same or [i for i, name in enumerate(names) if word.search(name)]
    return found[0] if len(found) == 1 else None


def scores_of_systems(
    name: str,
    higher_is_better: bool,
    columns: Mapping[str, ScoreColumn],
    segments: int,
    called: Mapping[str, str] | None = None,  # labels of systems for messages
) -> ImportedScores:
    """Scores of a metric for any number of systems; ReadError has a message for each problem."""
    problems: list[str] = [wrong for wrong in [name_problem(name)] if wrong]
    values = {}
    for system, column in columns.items():
        with collecting(problems):
            values[system] = column.numbers(segments)
    problems += _repeated_columns(columns, called or {})
    if problems:
        raise ReadError(list(dict.fromkeys(problems)))
    origins = {system: column.called for system, column in columns.items()}
    return ImportedScores(name, higher_is_better, values, origins)


def named_scores(
    name: str,
    higher_is_better: bool,
    files: Sequence[File],
    systems: Sequence[str],
    data: EvalSet,
    skip_bad: bool = False,
) -> tuple[ImportedScores, list[str]]:
    """Scores of systems by names of columns or files, also after the metric's `name`; and notes."""
    read = read_tables(files, skip_bad, metric=name)
    tables, problems = aligned_tables(read, data, data.ids)
    columns = score_columns(tables)
    chosen = {system: _column_named(columns, name, system) for system in systems}
    by_system = {system: column for system, column in chosen.items() if column}
    if not problems and len(by_system) < len(systems):
        missing = [system for system in systems if system not in by_system]
        titles = [column.title for column in columns]
        names = join_words([table.file for table in tables])
        problems.append(messages.no_systems(names, missing, titles))
    if problems:
        raise ReadError(problems)
    scores = scores_of_systems(name, higher_is_better, by_system, len(data))
    return scores, [note for table in tables for note in table.repairs]


def _column_named(columns: Sequence[ScoreColumn], name: str, system: str) -> ScoreColumn | None:
    """The column of a system, or of the only file called so (COMET names columns by paths)."""
    for fold in (str, str.casefold):
        for wanted in (f"{name} {system}", system):
            for column in columns:
                if fold(wanted) in (fold(column.name), fold(column.title)):
                    return column
    paths = [PurePath(column.name) for column in columns]
    found = [i for i, path in enumerate(paths) if system in (path.stem, *path.parts)]
    return columns[found[0]] if len(found) == 1 else None


def score_notes(scores: ImportedScores, *systems: str) -> list[Message]:
    """Notes on scores that can be imported, for A and B or for any number of systems."""
    notes, is_pair = [], len(systems) == 2
    if number := count_missing(scores, *systems):
        notes.append(messages.missing(number, is_pair))
    a, b = (scores.values[systems[i]] for i in (0, -1))
    if is_pair and systems[0] != systems[1] and np.array_equal(a, b, equal_nan=True):
        notes.append(messages.identical())
    return notes


def _repeated_columns(
    columns: Mapping[str, ScoreColumn], called: Mapping[str, str]
) -> list[Message]:
    owners: dict[tuple[str, str], list[str]] = {}
    for system, column in columns.items():  # two files may have one name
        key = column.called, column_digest(score_texts(column.cells))
        owners.setdefault(key, []).append(called.get(system, system))
    return [messages.same_column(name, own) for (name, _), own in owners.items() if len(own) > 1]


ScoreArray = NDArray[np.float64]

_LIKE_A_NUMBER = re.compile(
    r"[+\-−]?[\d.,\s]+([eE][+\-]?\d+)?%?|[+-]?(nan|inf)|none", re.IGNORECASE
)
_TABLE_SUFFIXES = ("csv", "tsv")
# Cells parsed at a time.
CELLS_AT_ONCE = 1_000_000
# Cells that a message names, and characters of each that it quotes.
SHOWN_CELLS, QUOTED_CHARACTERS = 5, 30


class ScoreTables(NamedTuple):
    """Tables of files, and a message for each problem of files that cannot be read."""

    tables: list[ScoreTable]
    problems: list[str]


def read_tables(
    files: Sequence[File],
    skip_bad: bool = False,
    progress: Progress | None = None,
    metric: str = "",
) -> ScoreTables:
    """Read files of scores, each as far as possible; see `read_table`."""
    found = ScoreTables([], [])
    for number, file in enumerate(files):
        part = sub_progress(progress, number / len(files), (number + 1) / len(files))
        with collecting(found.problems):
            found.tables.append(read_table(file, skip_bad, part, metric))
    return found


def read_table(
    file: File, skip_bad: bool = False, progress: Progress | None = None, metric: str = ""
) -> ScoreTable:
    """Read a table, lines of plain text, or COMET's output; `skip_bad` empties ragged rows.

    In a long table, the column named as the `metric`, if there is one, has the scores.
    """
    name, data, left_out = unpack_one(file)
    form = file.format or recognise(data, name)
    if form == "parquet":
        columns = read_parquet_columns(data, name, progress)
        return _arranged(ScoreTable(name, columns, 0, tuple(left_out)), metric)
    if form not in ("csv", "tsv", "json", "jsonl", "text"):
        raise ReadError([messages.wrong_format(name, formats()[form])])
    utf8, changes = to_utf8(data, name, file.encoding)
    repairs = (*left_out, *changes)
    form = file.format or recognise(utf8, name)
    if form in ("json", "jsonl"):
        read = read_segment_objects if form == "jsonl" else read_comet_json
        if (table := read(utf8, name)) is not None:
            return table._replace(repairs=(*repairs, *table.repairs))
        columns = read_json_columns(utf8, name, form=form, progress=progress)
        return _arranged(ScoreTable(name, columns, 0, repairs), metric)
    if file.format != "text" and (table := read_comet_lines(utf8, name)) is not None:
        return table._replace(repairs=(*repairs, *table.repairs))
    suffix = name.rpartition(".")[2].lower()
    if suffix in _TABLE_SUFFIXES and file.format != "text":
        form = suffix  # also where no name of a column is one for text
    separator, start = excel_separator(utf8)
    delimiter = "" if file.format == "text" else separator or _delimiter(utf8, form)
    if not delimiter:  # a table of one column may have a heading, a plain text has none
        lines = read_array(utf8)
        if not len(lines):
            raise ReadError([messages.no_number(name, "")])
        heading = lines[0].as_py().strip().strip('"')
        if form in _TABLE_SUFFIXES and heading and _is_heading([heading]):
            return ScoreTable(name, {heading: lines.slice(1)}, 2, repairs)
        return ScoreTable(name, {PurePath(name).stem or name: lines}, 1, repairs)
    first = _head(utf8[start:])[0]
    header = _is_heading(first.split() if delimiter == " " else first.split(delimiter))
    columns, repaired = read_delimited_columns(
        utf8, name, form="tsv" if delimiter == "\t" else "csv", delimiter=delimiter,
        header=header, skip_bad=skip_bad, by_line=True, progress=progress,
    )  # fmt: skip
    # If a cell spans several lines, rows are not lines.
    ends = any(pc.any(pc.match_substring(c, "\n")).as_py() for c in columns.values())
    line = 0 if ends else 1 + bool(separator) + header
    return _arranged(ScoreTable(name, columns, line, (*repairs, *repaired)), metric, header)


def _arranged(table: ScoreTable, metric: str, has_header: bool = True) -> ScoreTable:
    """A table with one row per segment, of one that may be long; ReadError if it has no rows."""
    if not table.columns or not len(next(iter(table.columns.values()))):
        raise ReadError([nothing(table.file, "rows")])
    long = None if has_header else appraise_table(table)
    if long is not None:
        table, has_header = long, True
    heads = long_columns(table, has_header, metric)
    if heads is None:
        return with_ids(table)
    if not heads.segment and unordered_index(table):
        raise ReadError([messages.no_order(table.file)])
    for score in heads.scores:  # while rows have their lines
        parse_scores(table, score, len(table.columns[score]))
    esa = any(plain_name(score) == "esascore" for score in heads.scores)
    if esa and plain_name(heads.segment) == "lineid":  # lines from 0, in WMT's JSON Lines
        table, heads = table._replace(numbered=True), heads._replace(document="")
    return pivoted(averaged(table, heads), heads)


def _head(utf8: bytes) -> list[str]:
    """The first two lines."""
    return [line.decode().rstrip("\r") for line in (*utf8.split(b"\n", 2), b"")[:2]]


def _delimiter(utf8: bytes, form: str) -> str:
    """The delimiter of the first line; " " if two lines have as many words, "" for one cell."""
    first, second = _head(utf8)
    if "\t" in first:  # in no number
        return "\t"
    found = next((d for d in (";", ",") if d in first), "")
    names = [plain_name(cell.strip('"')) for cell in first.split(found or None)]
    if found and (form == "csv" or any(re.fullmatch(SYSTEM_COLUMN, name) for name in names)):
        return found
    words = second.split()
    has_cells = len(words) > 1 and len(words) == len(first.split())
    return " " if has_cells and not _is_heading(words) else ""


def _is_heading(cells: Sequence[str]) -> bool:
    plain = [cell.strip().strip('"') for cell in cells]
    return any(plain) and not any(_LIKE_A_NUMBER.fullmatch(cell[:100]) for cell in plain)


def parse_scores(table: ScoreTable, column: str, segments: int) -> ScoreArray:
    """Parse a column of scores, (S,), NaN if empty; ReadError has a message per kind of problem."""
    where = table.file, "" if len(table.columns) == 1 else column
    text = table.columns[column]
    # A file of empty lines has many cells for its bytes, and each takes eight bytes.
    numbers, faults = [np.empty(0)], [np.empty(0, bool)]
    for start in range(0, len(text), CELLS_AT_ONCE):
        cells = score_texts(text.slice(start, CELLS_AT_ONCE))
        is_number = pc.match_substring_regex(cells, NUMBER)
        values = pc.if_else(is_number, cells, None).cast(pa.float64()).fill_null(float("nan"))
        numbers.append(as_numpy(values))
        is_text = as_numpy(pc.and_(pc.invert(is_number), pc.not_equal(cells, "")))
        faults.append(is_text | np.isinf(numbers[-1]))
    found, wrong = np.concatenate(numbers), np.concatenate(faults)
    places = np.flatnonzero(wrong)
    problems = []
    is_longer = table.line == 1 and len(text) > segments
    has_heading = is_longer and bool(wrong[0]) and _is_heading([_cell(text, 0)])
    if has_heading:
        problems.append(messages.heading(*where, one_line(_cell(text, 0), QUOTED_CHARACTERS)))
        places = places[1:]
    if (size := len(text) - has_heading) != segments:
        problems.append(messages.unequal(*where, size, table.line > 0, segments))
    if len(places):
        shown = places[:SHOWN_CELLS].tolist()
        quoted = [one_line(_cell(text, number), QUOTED_CHARACTERS) for number in shown]
        lines = list(map(table.row, shown))
        problems.append(messages.not_number(*where, quoted, lines, len(places)))
    if not problems and not np.isfinite(found).any():
        problems.append(messages.no_number(*where))
    if problems:
        raise ReadError(problems)
    return found


def _cell(cells: pa.Array, number: int) -> str:
    return (cells[number].as_py() or "").strip()
