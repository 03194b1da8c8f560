"""Messages between a process and its children: plain values, Arrow columns, registered classes.

A message is JSON, followed by the bytes of its buffers. A child may have read an untrusted file:
nothing in its messages is unpickled, imported or run, and columns are validated before use.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import IO, Any, TypeAlias

Buffer: TypeAlias = Any  # bytes or pyarrow.Buffer, which mypy does not know
_LENGTH = 8  # bytes of the number of bytes of JSON


class InvalidMessage(ValueError):
    """Bytes that are not a message."""


# By the name of the class: its keyword arguments from a value, and what makes one of these.
_kinds: dict[str, tuple[Callable[[Any], dict[str, Any]], Callable[..., Any]]] = {}


def register(
    kind: type,
    fields: Callable[[Any], dict[str, Any]] | None = None,
    make: Callable[..., Any] | None = None,
) -> None:
    """Allow values of a class in messages.

    `fields` gives keyword arguments of `make`: by default the annotated fields, and the class.
    """

    def annotated(value: Any) -> dict[str, Any]:
        return {name: getattr(value, name) for name in kind.__annotations__}

    _kinds[kind.__name__] = (fields or annotated, make or kind)


def send(stream: IO[bytes], value: Any) -> None:
    """Write a message: numbers, strings, bytes, Arrow columns, values of registered classes, and
    lists, tuples and mappings of these.
    """
    buffers: list[Buffer] = []
    tree = _pack(value, buffers)
    head = json.dumps([tree, [len(memoryview(buffer)) for buffer in buffers]]).encode()
    stream.write(len(head).to_bytes(_LENGTH, "little"))
    stream.write(head)
    for buffer in buffers:
        stream.write(memoryview(buffer))
    stream.flush()


def receive(stream: IO[bytes], max_bytes: float = float("inf")) -> Any:
    """Read the next message.

    EOFError if there is none, or it is cut off; InvalidMessage also for one above `max_bytes`.
    """
    length = int.from_bytes(_read(stream, _LENGTH), "little")
    if length > max_bytes:
        raise InvalidMessage("too long")
    try:
        tree, sizes = json.loads(_read(stream, length))
        if min(sizes, default=0) < 0 or length + sum(sizes) > max_bytes:
            raise InvalidMessage("too long")
        return _unpack(tree, [_read(stream, size) for size in sizes])
    except (EOFError, OSError, MemoryError):
        raise
    except Exception as error:  # whatever else a class raises for values that do not fit
        raise InvalidMessage(str(error)) from error


def buffers_of(value: Any) -> list[Buffer]:
    """The bytes, and the memory of the columns, in a value that can be sent."""
    buffers: list[Buffer] = []
    _pack(value, buffers)
    return buffers


def _read(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _pack(value: Any, buffers: list[Buffer]) -> Any:
    """A value as JSON; bytes and columns become the numbers of buffers, which are appended."""

    def number(buffer: Buffer | None) -> int | None:
        if buffer is None:
            return None
        buffers.append(buffer)
        return len(buffers) - 1

    if kind := _kinds.get(type(value).__name__):
        return {type(value).__name__: _pack(kind[0](value), buffers)}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return {"bytes": number(value)}
    # A process with an array has imported pyarrow; a child that computes TER starts faster without.
    if (pa := sys.modules.get("pyarrow")) and isinstance(value, pa.Array):
        column = value.cast(pa.large_string())
        if column.offset:  # concatenating copies a slice, without the array that it is a view of
            column = pa.concat_arrays([column.slice(0, 0), column])
        return {"column": [len(column), *map(number, column.buffers())]}
    if isinstance(value, Mapping):
        return {"mapping": [[key, _pack(item, buffers)] for key, item in value.items()]}
    items = [_pack(item, buffers) for item in value]
    return {"tuple": items} if isinstance(value, tuple) else items


def _unpack(tree: Any, buffers: list[bytes]) -> Any:
    if isinstance(tree, list):
        return [_unpack(item, buffers) for item in tree]
    if not isinstance(tree, dict):
        return tree
    [(kind, content)] = tree.items()
    match kind:
        case "bytes":
            return buffers[content]
        case "column":
            return _column(content, buffers)
        case "mapping":
            return {key: _unpack(item, buffers) for key, item in content}
        case "tuple":
            return tuple(_unpack(item, buffers) for item in content)
    return _kinds[kind][1](**_unpack(content, buffers))


def _column(content: list[Any], buffers: list[bytes]) -> Any:
    import pyarrow as pa

    size, *numbers = content
    parts = [None if n is None else pa.py_buffer(buffers[n]) for n in numbers]
    column = pa.Array.from_buffers(pa.large_string(), size, parts)
    column.validate(full=True)
    return column
