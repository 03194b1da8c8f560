"""The rows of a fragment, some at a time, in bounded memory; their texts are checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.common.wording import cut
from bleu_core.datasets.fragments import Fragment
from bleu_core.messages import dataset

# Rows that are decoded at a time, and bytes that are read ahead of them: however large a group of
# rows is, no more of it is in memory. Without these the whole group is, twice.
READ = 4_096
AHEAD = 1 << 20


class _NotText(Exception):
    """Cells that are to be text and are not."""


def rows_of(
    fragment: Fragment, texts: Sequence[str], others: Sequence[str] = ()
) -> Iterator[pa.RecordBatch]:
    """The rows of a fragment in order, at most `READ` at a time.

    Text comes as large strings, whatever the file has it as; the columns in `texts` as text even
    where they are numbers, the others as they are: bytes that are no text are U+FFFD there.

    Raises
    ------
    FragmentError
        If the file is not as it was when it was found, or cannot be read, or has bytes that are no
        text in a column of texts, with their rows.
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
        raise fragment.fault(dataset.unreadable_rows(cut(said.rstrip("."), 200))) from None
    except _NotText as error:
        raise fragment.fault(error.args[0]) from None
    if row != fragment.start + fragment.rows:
        raise fragment.fault(dataset.number_of_rows(row - fragment.start, fragment.rows))


def joined(
    batches: Iterator[pa.RecordBatch], rows: int, size: int
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Batches as fewer larger ones, of about so many rows or bytes at most.

    Each with how many rows there are in front of it.
    """
    before, held = 0, list[pa.RecordBatch]()
    for batch in batches:
        held.append(batch)
        if sum(map(len, held)) >= rows or sum(one.nbytes for one in held) >= size:
            yield before, _one(held)
            before += sum(map(len, held))
            held = []
    if held:
        yield before, _one(held)


def is_text(kind: pa.DataType) -> bool:
    """Whether cells are text: strings, or bytes that are to be UTF-8."""
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
    """The end of a file as it was: fragments of one file often follow one another."""
    return pq.read_metadata(path)


def _decoded(values: pa.Array, name: str, as_text: bool, row: int) -> pa.Array:
    """A column, its text checked; `row` is that of the file that its first cell is in, from 0."""
    if pa.types.is_dictionary(values.type):
        values = values.dictionary_decode()
    if not is_text(values.type):
        return values.cast(pa.large_string()) if as_text else values
    cells = values.cast(pa.large_binary())
    try:
        return cells.cast(pa.large_string())  # this way round it is checked
    except pa.ArrowInvalid:
        if not as_text:
            return pa.array([_as_far_as_text(cell.as_py()) for cell in cells], pa.large_string())
        wrong = [row + i for i, cell in enumerate(cells, 1) if not _is_utf8(cell.as_py())]
        raise _NotText(dataset.not_utf8(name, wrong)) from None


def _as_far_as_text(cell: bytes | None) -> str | None:
    return None if cell is None else cell.decode(errors="replace")


def _is_utf8(cell: bytes | None) -> bool:
    try:
        (cell or b"").decode()
    except UnicodeDecodeError:
        return False
    return True


def _one(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    if len(batches) == 1:
        return batches[0]
    return pa.Table.from_batches(batches).combine_chunks().to_batches()[0]
