"""Fragments of a data set (row groups of its Parquet files), read in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bleu_core.common.formatting import MAX_LISTED, format_int, join_words, truncate
from bleu_core.messages import Message, dataset
from bleu_core.text.evalset import InputError


@dataclass(frozen=True)
class Columns:
    """Roles of the columns of a data set, by column name.

    Attributes
    ----------
    a, b : str
        Outputs of the baseline and of the candidate.
    references : tuple of str
    document, source : str
        '' if there is no such column.

    Examples
    --------
    >>> columns = Columns("old", "new", ("human", "other"), document="talk")
    >>> columns.named
    ('old', 'new', 'human', 'other', 'talk')
    """

    a: str
    b: str
    references: tuple[str, ...]
    document: str = ""
    source: str = ""

    @property
    def systems(self) -> tuple[str, str]:
        """The columns of A and B."""
        return self.a, self.b

    @property
    def named(self) -> tuple[str, ...]:
        """All columns with a role, without duplicates."""
        others = filter(None, [self.document, self.source])
        return tuple(dict.fromkeys([*self.systems, *self.references, *others]))


class FragmentError(InputError):
    """A fragment that cannot be counted."""

    @property
    def problem(self) -> Message:
        """The problem, in a message that names the fragment."""
        problem = self.problems[0]
        assert isinstance(problem, Message)
        return problem


@dataclass(frozen=True)
class Fragment:
    """A row group of a Parquet file, which is counted at once and saved under one name."""

    path: str  # absolute, of the file
    size: int  # of the file, in bytes
    modified: int  # in nanoseconds; a file that changed is another one
    group: int  # number of the row group in the file, from 0
    rows: int  # number of segments
    first: int  # number of segments before it in the data set
    start: int = 0  # number of rows before it in the file

    @property
    def name(self) -> str:
        """The name for messages: the file and the number of the row group."""
        return f"{self.path}, row group {self.group + 1}"

    def fault(self, what: str) -> FragmentError:
        """A problem of the fragment, as an error to raise."""
        return FragmentError([dataset.in_fragment(self.path, self.group + 1, what)])

    def check_unchanged(self) -> None:
        """Raise FragmentError if the file is missing or has changed since it was found."""
        try:
            status = Path(self.path).stat()
        except OSError as error:
            raise self.fault(dataset.unreadable_rows(str(error.strerror))) from None
        if (status.st_size, status.st_mtime_ns) != (self.size, self.modified):
            raise self.fault(
                dataset.unreadable_rows("the file has changed since the data set was opened")
            )


# Rows decoded at a time, and bytes read ahead. They bound the memory for a row group of any size;
# without them, the whole group would be in memory, twice.
READ = 4_096
AHEAD = 1 << 20


class _NotText(Exception):
    """Cells of a text column that are not text."""


def rows_of(
    fragment: Fragment, texts: Sequence[str], others: Sequence[str] = ()
) -> Iterator[pa.RecordBatch]:
    """Read the rows of a fragment in order, at most `READ` at a time.

    Text is returned as large strings, whatever its type in the file. Columns in `texts` become text
    even if they are numbers; the others keep their types, with U+FFFD for bytes that are not UTF-8.
    FragmentError if the file has changed since it was found, cannot be read, or has bytes that are
    not UTF-8 in a text column; the message lists the rows.
    """
    fragment.check_unchanged()
    names = list(dict.fromkeys([*texts, *others]))
    row = fragment.start
    try:
        with pq.ParquetFile(
            fragment.path,
            metadata=_end_of(fragment.path, fragment.size, fragment.modified),
            buffer_size=AHEAD,
            pre_buffer=False,
            page_checksum_verification=True,
        ) as file:
            for batch in file.iter_batches(
                READ, row_groups=[fragment.group], columns=names, use_threads=False
            ):
                yield pa.RecordBatch.from_pydict(
                    {name: _decoded(batch.column(name), name, name in texts, row) for name in names}
                )
                row += len(batch)
    except (OSError, pa.ArrowException, MemoryError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise fragment.fault(dataset.unreadable_rows(truncate(said.rstrip("."), 200))) from None
    except _NotText as error:
        raise fragment.fault(error.args[0]) from None
    if row != fragment.start + fragment.rows:
        raise fragment.fault(
            dataset.unreadable_rows(f"it has {row - fragment.start} rows, not {fragment.rows}")
        )


def join_batches(
    batches: Iterator[pa.RecordBatch], rows: int, size: int
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Join batches to larger ones of at most about this many rows or bytes, each with the number of
    rows before it.
    """
    before, held = 0, list[pa.RecordBatch]()
    for batch in batches:
        held.append(batch)
        if sum(map(len, held)) >= rows or sum(one.nbytes for one in held) >= size:
            yield before, _read_one(held)
            before += sum(map(len, held))
            held = []
    if held:
        yield before, _read_one(held)


def is_text(kind: pa.DataType) -> bool:
    """Whether cells of this type are text: strings, or bytes to be decoded as UTF-8."""
    types = pa.types
    return any(
        is_one(kind)
        for is_one in (
            types.is_string, types.is_large_string, types.is_string_view,
            types.is_binary, types.is_large_binary, types.is_binary_view,
        )
    )  # fmt: skip


@lru_cache(maxsize=4)
def _end_of(path: str, _size: int, _modified: int) -> pq.FileMetaData:
    """The footer of a file, cached: fragments of one file are usually read one after another."""
    return pq.read_metadata(path)


def _decoded(values: pa.Array, name: str, as_text: bool, row: int) -> pa.Array:
    """A column with its text checked; `row` is the row of the file of its first cell, from 0."""
    if pa.types.is_dictionary(values.type):
        values = values.dictionary_decode()
    if not is_text(values.type):
        return values.cast(pa.large_string()) if as_text else values
    cells = values.cast(pa.large_binary())
    try:
        return cells.cast(pa.large_string())  # this cast checks the UTF-8
    except pa.ArrowInvalid:
        if not as_text:
            read = (cell.as_py() for cell in cells)
            text = [cell and cell.decode(errors="replace") for cell in read]
            return pa.array(text, pa.large_string())
        wrong = [row + i for i, cell in enumerate(cells, 1) if not _is_utf8(cell.as_py())]
        rows = join_words(map(format_int, wrong), MAX_LISTED)
        reason = f"column {truncate(name)!r} is not UTF-8 text in rows {rows} of the file"
        raise _NotText(dataset.unreadable_rows(reason)) from None


def _is_utf8(cell: bytes | None) -> bool:
    try:
        (cell or b"").decode()
    except UnicodeDecodeError:
        return False
    return True


def _read_one(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    if len(batches) == 1:
        return batches[0]
    return pa.Table.from_batches(batches).combine_chunks().to_batches()[0]


# A text column with more different values in its first rows is not metadata: it has texts or ids.
MOST_VALUES = 1_000
BEGINNING = 65_536
# Maximum number of row groups examined, however small they are.
GROUPS = 64


def metadata_of(
    fragments: Sequence[Fragment], schemas: Sequence[pa.Schema], columns: Columns
) -> tuple[str, ...]:
    """The metadata columns, in the order of the first file.

    They are columns of numbers, Booleans, dates and times, and text columns with repeated values:
    at most 1,000 different ones, each at least twice on average, in the first 65,536 rows, or in 64
    row groups if those have fewer. All files must have the column, with the same type. `schemas`
    are those of the files.
    """
    found = []
    for field in schemas[0]:
        if field.name in columns.named or schemas[0].names.count(field.name) > 1:
            continue
        kind = _metadata_type(field.type)
        if kind is None or any(
            schema.names.count(field.name) != 1
            or _metadata_type(schema.field(field.name).type) != kind
            for schema in schemas[1:]
        ):
            continue
        if not pa.types.is_large_string(kind) or _repeats_itself(fragments, field.name):
            found.append(field.name)
    return tuple(found)


def _metadata_type(kind: pa.DataType) -> pa.DataType | None:
    """The type, of numbers the widest, that a column has in all files; None: it is no metadata."""
    types = pa.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    if is_text(kind):
        return pa.large_string()
    if types.is_integer(kind):
        return kind if types.is_uint64(kind) else pa.int64()
    if types.is_floating(kind):
        return pa.float64()
    if types.is_decimal(kind) or types.is_boolean(kind) or types.is_date(kind):
        return kind
    return kind if types.is_timestamp(kind) or types.is_time(kind) else None


def _repeats_itself(fragments: Sequence[Fragment], name: str) -> bool:
    """Whether a text column has few different values in its first rows; only these are read."""
    values = pa.array([], pa.large_string())
    seen = 0
    for texts in _texts(fragments[:GROUPS], name):
        values = pc.unique(pa.concat_arrays([values, texts]))
        seen += len(texts)
        if len(values) > MOST_VALUES or seen >= BEGINNING:
            break
    return len(values) <= min(MOST_VALUES, seen / 2)


def _texts(fragments: Sequence[Fragment], name: str) -> Iterator[pa.Array]:
    for fragment in fragments:
        with suppress(FragmentError):  # reported when the fragment is counted
            for batch in rows_of(fragment, [name]):
                yield batch.column(name)
