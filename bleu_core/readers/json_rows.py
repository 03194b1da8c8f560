"""JSON and JSON Lines: a list of objects, an object of lists, or one object a line."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from bleu_core.common.progress import Progress
from bleu_core.messages import table as messages
from bleu_core.readers.columns import table
from bleu_core.readers.parts import CHUNK, Parts, ReadError
from bleu_core.readers.rows import Rows


def read_json(
    utf8: bytes,
    name: str,
    *,
    form: str,
    progress: Progress | None = None,
) -> Parts:
    """Read JSON (a list of objects, or an object of lists) or JSON Lines.

    Numbers are kept as written. A list of strings becomes a column for each entry ("references" →
    "references 1", "references 2"); other nested values are kept as JSON text. A key that an object
    lacks is a missing value.
    """
    return table(read_columns(utf8, name, form=form, progress=progress), name, form, [])


def read_columns(
    utf8: bytes,
    name: str,
    *,
    form: str,
    progress: Progress | None = None,
) -> dict[str, pa.Array]:
    """Columns of JSON or JSON Lines, unchanged; as `read_json`."""
    decoder = json.JSONDecoder(
        object_pairs_hook=_object, parse_int=str, parse_float=str, parse_constant=str
    )
    try:
        if form == "json" and utf8.lstrip().startswith(b"{"):
            return _of_lists(decoder, utf8.decode(), name)
        objects = (
            _lines(decoder, utf8, name) if form == "jsonl" else _items(decoder, utf8.decode(), name)
        )
        collected = Rows(name, len(utf8))
        for number, found in enumerate(objects):
            collected.add(found)
            if progress and number % CHUNK == 0:
                progress(min(1.0, collected.bytes / max(len(utf8), 1)))
    except RecursionError:
        raise ReadError([messages.json_depth(name)]) from None
    except _Repeated as error:
        raise ReadError([messages.repeated_key(name, str(error))]) from None
    return collected.columns()


class _Repeated(Exception):
    """A repeated key in an object: one of its values would be lost."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _Repeated(next(key for key, number in counts.items() if number > 1))
    return made


def _lines(decoder: json.JSONDecoder, utf8: bytes, name: str) -> Iterator[Any]:
    for number, line in enumerate(io.BytesIO(utf8), 1):
        if not line.isspace():
            try:
                yield decoder.decode(line.decode())
            except json.JSONDecodeError as error:
                message = messages.json_syntax(name, number, error.msg, error.pos + 1)
                raise ReadError([message]) from None


def _items(decoder: json.JSONDecoder, text: str, name: str) -> Iterator[Any]:
    """Yield the items of a list one by one, so that they are never all in memory as objects."""

    def skip(position: int) -> int:
        while position < len(text) and text[position] in " \t\r\n":
            position += 1
        return position

    def expect(position: int, allowed: str) -> str:
        found = text[position : position + 1]
        if not found or found not in allowed:
            raise _bad_json(name, text, position, f"one of {' '.join(allowed)} belongs there")
        return found

    position = skip(0)
    expect(position, "[")
    position = skip(position + 1)
    if text[position : position + 1] != "]":
        while True:
            try:
                found, position = decoder.raw_decode(text, position)
            except json.JSONDecodeError as error:
                raise _bad_json(name, text, error.pos, error.msg) from None
            yield found
            position = skip(position)
            if expect(position, ",]") == "]":
                break
            position = skip(position + 1)
    end = skip(position + 1)
    if end < len(text):
        raise _bad_json(name, text, end, "nothing may follow the list")


def _bad_json(name: str, text: str, position: int, cause: str) -> ReadError:
    line = text.count("\n", 0, position) + 1
    return ReadError([messages.json_syntax(name, line, cause)])


def _of_lists(decoder: json.JSONDecoder, text: str, name: str) -> dict[str, pa.Array]:
    try:
        parsed = decoder.decode(text)
    except json.JSONDecodeError as error:
        raise _bad_json(name, text, error.pos, error.msg) from None
    size = len(text)
    only = next(iter(parsed.values())) if len(parsed) == 1 else None
    if isinstance(only, list) and only and all(isinstance(item, dict) for item in only):
        wrapped = Rows(name, size)  # {"data": [{…}, {…}]}
        for item in only:
            wrapped.add(item)
        return wrapped.columns()
    if not parsed:
        raise ReadError([messages.json_shape(name)])
    lists = [isinstance(values, list) for values in parsed.values()]
    nulls = [key for key, values in parsed.items() if values is None]
    if nulls and any(lists) and sum(lists) + len(nulls) == len(parsed):
        raise ReadError([messages.null_column(name, nulls)])
    if not all(lists):
        only_row = Rows(name, size)
        only_row.add(parsed)
        return only_row.columns()
    sizes = {key: len(values) for key, values in parsed.items()}
    if len(set(sizes.values())) > 1:
        raise ReadError([messages.unequal_columns(name, list(sizes), list(sizes.values()))])
    collected = Rows(name, size)
    for row in zip(*parsed.values(), strict=True):
        collected.add(dict(zip(parsed, row, strict=True)))
    return collected.columns()
