"""Readers of plugins, whose columns are checked, and which are named where they fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bleu_core.readers.parts import Parts, ReadError, text_column
from bleu_core.text.plugins import Plugin

# Bytes of a file that a reader sees to recognize it.
HEAD_BYTES = 65_536


@dataclass(frozen=True)
class Reader:
    """A file format: its name in lists, whether a file has it, and its reader.

    `recognizes` gets a file's first bytes and name, `read` its bytes and name; it raises ReadError.
    """

    about: str
    recognizes: Callable[[bytes, str], bool]
    read: Callable[[bytes, str], Parts]


def check_reader(reader: Any) -> None:
    """Raise unless the object of an entry point is a reader with a name."""
    if not isinstance(reader, Reader) or not reader.about.strip():
        raise TypeError("the entry point is not a Reader with a name in about")


def recognized_by(plugin: Plugin, data: bytes, name: str) -> bool:
    """Whether the reader of a plugin recognizes a file."""
    with plugin.named_in(ReadError, file=name):
        return bool(plugin.part.recognizes(data[:HEAD_BYTES], name))


def read_with_plugin(plugin: Plugin, data: bytes, name: str) -> Parts:
    """The parts of a file; ReadError if it is damaged, or if the plugin fails."""
    with plugin.named_in(ReadError, file=name):
        parts = plugin.part.read(data, name)
        systems, references, metadata = (
            {str(key): text_column(texts) for key, texts in columns.items()}
            for columns in (parts.systems, parts.references, parts.metadata)
        )
        source, documents = (
            None if texts is None else text_column(texts)
            for texts in (parts.source, parts.documents)
        )
        named = [*systems.values(), *references.values(), *metadata.values()]
        lengths = {len(column) for column in (*named, source, documents) if column is not None}
        if len(lengths) != 1 or lengths == {0}:
            raise ValueError(f"read returned columns of the lengths {sorted(lengths)}")
        repairs = tuple(map(str, parts.repairs))
        return Parts(
            name, plugin.name, systems, references, source, documents, metadata,
            repairs=repairs, reading=len(repairs),
        )  # fmt: skip
