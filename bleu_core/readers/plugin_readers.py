"""Readers of plugins, whose parts are checked, and which are named where they fail."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pyarrow as pa

from bleu_core.common.plugins import Plugin, Plugins, load_plugins
from bleu_core.messages import plugin as messages
from bleu_core.readers.parts import Parts, ReadError, text_column
from bleu_core.text.plugin_guard import PluginError, guarded

# Bytes of a file that a reader sees to recognize it.
HEAD_BYTES = 65_536


@dataclass(frozen=True)
class Reader:
    """A file format.

    `about` is its name in lists. `recognizes` says whether a file has the format, from its first
    bytes and its name. `read` returns the parts of a file, from its bytes and its name for
    messages; it raises ReadError for a damaged file.
    """

    about: str
    recognizes: Callable[[bytes, str], bool]
    read: Callable[[bytes, str], Parts]


@dataclass(frozen=True)
class PluginReader:
    """The reader of a plugin."""

    reader: Reader
    plugin: Plugin

    @property
    def about(self) -> str:
        return self.reader.about

    def recognizes(self, data: bytes, name: str) -> bool:
        with guarded(self.plugin):
            return bool(self.reader.recognizes(data[:HEAD_BYTES], name))

    def read(self, data: bytes, name: str) -> Parts:
        """The parts of a file; ReadError if it is damaged, or if the plugin fails."""
        try:
            with guarded(self.plugin):
                try:
                    parts = self.reader.read(data, name)
                except ReadError as error:
                    problems = error.problems
                else:
                    return replace(checked_parts(parts), name=name, format=self.plugin.name)
        except PluginError as error:
            problems = [messages.not_read(name, error.problems[0])]
        raise ReadError(problems)


class Recognized(NamedTuple):
    """The reader that recognizes a file, if any, and messages on those that failed."""

    reader: PluginReader | None
    notes: list[str]


def plugin_readers(built_in: Collection[str]) -> Plugins[PluginReader]:
    """The readers of plugins, by the name of their format."""
    return load_plugins("readers", built_in, _reader)


def recognized_by_plugin(readers: Mapping[str, PluginReader], data: bytes, name: str) -> Recognized:
    """The first reader that recognizes a file."""
    notes: list[str] = []
    for reader in readers.values():
        try:
            if reader.recognizes(data, name):
                return Recognized(reader, notes)
        except PluginError as error:
            notes += error.problems
    return Recognized(None, notes)


def _reader(plugin: Plugin, reader: Any) -> PluginReader:
    if not isinstance(reader, Reader):
        kind = type(reader).__name__
        raise TypeError(messages.wrong_result("The entry point", kind, "a Reader"))
    if not reader.about.strip():
        raise ValueError(messages.wrong_result("about", repr(reader.about), "a name"))
    return PluginReader(reader, plugin)


def checked_parts(parts: Any) -> Parts:
    """Parts with columns of one length; lists of strings and None become columns."""
    if not isinstance(parts, Parts):
        raise TypeError(messages.wrong_result("read", type(parts).__name__, "Parts"))
    repairs = tuple(map(str, parts.repairs))
    checked = Parts(
        parts.name,
        parts.format,
        systems=_columns(parts.systems),
        references=_columns(parts.references),
        source=None if parts.source is None else _column(parts.source),
        documents=None if parts.documents is None else _column(parts.documents),
        metadata=_columns(parts.metadata),
        repairs=repairs,
        reading=len(repairs),
    )
    found = [*checked.systems.values(), *checked.references.values(), *checked.metadata.values()]
    found += [column for column in (checked.source, checked.documents) if column is not None]
    lengths = sorted({len(column) for column in found})
    if len(lengths) != 1 or not lengths[0]:
        got = f"columns of {lengths} segments"
        raise ValueError(messages.wrong_result("read", got, "columns of one length"))
    return checked


def _columns(texts: Mapping[str, Any]) -> dict[str, pa.Array]:
    return {str(name): _column(each) for name, each in texts.items()}


def _column(texts: Any) -> pa.Array:
    if isinstance(texts, pa.Array | pa.ChunkedArray):
        texts = texts.to_pylist()
    return text_column(texts)
