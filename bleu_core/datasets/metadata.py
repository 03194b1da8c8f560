"""Which columns of a data set say something of its segments, and are kept with their statistics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.datasets.fragments import Columns, Fragment, FragmentError
from bleu_core.datasets.reading import is_text, rows_of

# A column of text that has more values in its beginning says something of one segment alone, as
# texts and ids do.
MOST_VALUES = 1_000
BEGINNING = 65_536
# Groups of rows that are looked into, however small they are.
GROUPS = 64


def metadata_of(
    fragments: Sequence[Fragment], schemas: Sequence[pa.Schema], columns: Columns
) -> tuple[str, ...]:
    """The columns of metadata, in the order of the first file.

    Numbers, truth values, dates and times; and of text those that repeat themselves: with at most
    1,000 values, each twice at least on average, in the first 65,536 rows, or 64 groups of rows if
    those are fewer. Only what all files have, with the same type. `schemas` are those of the files.
    """
    found = []
    for field in schemas[0]:
        if field.name in columns.named or schemas[0].names.count(field.name) > 1:
            continue
        kept = kept_as(field.type)
        if kept is None or any(_kept_in(schema, field.name) != kept for schema in schemas[1:]):
            continue
        if not pa.types.is_large_string(kept) or _repeats_itself(fragments, field.name):
            found.append(field.name)
    return tuple(found)


def kept_as(kind: pa.DataType) -> pa.DataType | None:
    """The type under which a column is kept, the same for all files; None: it is not."""
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


def _kept_in(schema: pa.Schema, name: str) -> pa.DataType | None:
    if schema.names.count(name) != 1:
        return None
    return kept_as(schema.field(name).type)


def _repeats_itself(fragments: Sequence[Fragment], name: str) -> bool:
    """Whether a column of text has few values in its beginning; it is read no further."""
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
        with suppress(FragmentError):  # it is told where the fragment is counted
            for batch in rows_of(fragment, [name]):
                yield batch.column(name)
