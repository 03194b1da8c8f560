"""Messages between a process and the child that reads files for it.

A message is JSON and the buffers of its Arrow columns. What a child answers is made of
what a visitor handed over, so that nothing of it is unpickled, imported or run: it can
become the values below and nothing else, and columns are checked before they are used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, TypeAlias

import pyarrow as pa

from bleu_core.messages import Message, from_code
from bleu_core.readers.assemble import Assembled
from bleu_core.readers.files import Held
from bleu_core.readers.parts import File, Ids, Parts
from bleu_core.readers.scores import Table, Tables
from bleu_core.text.evalset import EvalSet

_KINDS: dict[str, Any] = {
    kind.__name__: kind for kind in (Assembled, EvalSet, File, Held, Ids, Parts, Table, Tables)
}
Buffer: TypeAlias = Any  # bytes or pyarrow.Buffer, which mypy does not know
_LENGTH = 8  # bytes that say how long the JSON is


class Garbled(ValueError):
    """What came is no message."""


def send(stream: IO[bytes], value: Any) -> None:
    """Write a message: numbers, strings, bytes, Arrow columns, and lists, tuples, mappings and
    the classes of `bleu_core.readers` made of them.
    """
    held: list[Buffer] = []
    tree = _taken_apart(value, held)
    head = json.dumps([tree, [len(memoryview(buffer)) for buffer in held]]).encode()
    stream.write(len(head).to_bytes(_LENGTH, "little"))
    stream.write(head)
    for buffer in held:
        stream.write(memoryview(buffer))
    stream.flush()


def receive(stream: IO[bytes], most: float = float("inf")) -> Any:
    """The next message, of at most so many bytes.

    Raises
    ------
    EOFError
        There is none, or it breaks off.
    Garbled
    """
    length = int.from_bytes(_read(stream, _LENGTH), "little")
    if length > most:
        raise Garbled("too long")
    try:
        tree, sizes = json.loads(_read(stream, length))
        if length + sum(sizes) > most:
            raise Garbled("too long")
        return _put_together(tree, [_read(stream, size) for size in sizes])
    # What is no message of ours may break the function that would render it in other ways too.
    except (
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        ArithmeticError,
        pa.ArrowException,
    ) as error:
        raise Garbled(str(error)) from error


def buffers(value: Any) -> list[Buffer]:
    """The bytes and the columns' memory in a value that can be sent."""
    found: list[Buffer] = []
    _taken_apart(value, found)
    return found


def _read(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _taken_apart(value: Any, held: list[Buffer]) -> Any:
    """JSON of a value; its bytes and columns are added to the buffers, by whose number they go."""

    def number(buffer: Buffer | None) -> int | None:
        if buffer is None:
            return None
        held.append(buffer)
        return len(held) - 1

    if isinstance(value, Message):
        return {"message": [value.code, _taken_apart(dict(value.values), held)]}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return {"bytes": number(value)}
    if isinstance(value, pa.Array):
        column = value.cast(pa.large_string())
        if column.offset:  # concatenating takes a slice out of what it was cut from
            column = pa.concat_arrays([column.slice(0, 0), column])
        return {"column": [len(column), *map(number, column.buffers())]}
    if type(value).__name__ in _KINDS:
        fields = {name: getattr(value, name) for name in type(value).__annotations__}
        return {type(value).__name__: _taken_apart(fields, held)}
    if isinstance(value, Mapping):
        return {"mapping": [[k, _taken_apart(v, held)] for k, v in value.items()]}
    items = [_taken_apart(item, held) for item in value]
    return {"tuple": items} if isinstance(value, tuple) else items


def _put_together(tree: Any, buffers: list[bytes]) -> Any:
    if isinstance(tree, list):
        return [_put_together(item, buffers) for item in tree]
    if not isinstance(tree, dict):
        return tree
    [(kind, held)] = tree.items()
    match kind:
        case "bytes":
            return buffers[held]
        case "column":
            size, *numbers = held
            parts = [None if n is None else pa.py_buffer(buffers[n]) for n in numbers]
            column = pa.Array.from_buffers(pa.large_string(), size, parts)
            column.validate(full=True)
            return column
        case "message":
            code, values = held
            return from_code(code, _put_together(values, buffers))
        case "mapping":
            return {key: _put_together(item, buffers) for key, item in held}
        case "tuple":
            return tuple(_put_together(item, buffers) for item in held)
    return _KINDS[kind](**_put_together(held, buffers))
