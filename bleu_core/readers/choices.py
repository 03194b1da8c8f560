"""Columns of files with guessed roles, to be confirmed or changed by the user."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

import pyarrow as pa

from bleu_core.common.wording import cut
from bleu_core.readers.assemble import as_role, streams_of
from bleu_core.readers.columns import ROLES, guess_roles, with_roles
from bleu_core.readers.parts import Parts, ReadError

# Roles of the lines of plain text, and of a stream of an XML file.
TEXT_ROLES = ("system", "reference", "source", "document", "leave out")
PREVIEW = 3


class Choice(NamedTuple):
    """A column of a file, with its guessed role; `key` is (number of the file, kind, name)."""

    key: tuple[int, str, str]
    file: str
    name: str
    role: str
    preview: list[str]


def choices(parts: Sequence[Parts]) -> list[Choice]:
    """All columns that need a role, in the order of the files."""
    return [
        Choice((number, kind, name), part.name, name, role, _preview(values))
        for number, part in enumerate(parts)
        for kind, name, role, values in _columns(part)
    ]


def called(choice: Choice) -> str:
    """The name to choose a column by: the single one of a text file has the file's name."""
    return PurePath(choice.file).stem if choice.key[1] == "lines" else choice.name


def _columns(part: Parts) -> Iterator[tuple[str, str, str, pa.Array]]:
    if part.columns:
        for name, values in part.columns.items():
            yield "column", name, part.roles.get(name, "metadata"), values
        return
    if part.lines is not None:
        yield "lines", "lines", _role_by_name(part.name), part.lines
    for name, values in part.systems.items():
        yield "system", name, "system", values
    for name, values in part.references.items():
        yield "reference", name, "reference", values
    if part.source is not None:
        yield "source", "source", "source", part.source


def _role_by_name(name: str) -> str:
    """The role of a text file by the words of its name; by default an output."""
    words = PurePath(name).name.replace("-", ".").replace("_", ".").split(".")
    roles = [role for role in guess_roles(words).values() if role in TEXT_ROLES]
    return roles[0] if roles else "system"


def _preview(values: pa.Array) -> list[str]:
    return [cut(text or "", 200) for text in values.slice(0, PREVIEW).to_pylist()]


def chosen(parts: Sequence[Parts], roles: Mapping[tuple[int, str, str], str]) -> list[Parts]:
    """Apply roles to parts; columns without one keep the role of `choices`.

    Raises
    ------
    ReadError
        With a message for each role that does not fit.
    """
    wanted = {choice.key: choice.role for choice in choices(parts)} | dict(roles)
    problems: list[str] = []
    found = []
    for number, part in enumerate(parts):
        own = {key[1:]: role for key, role in wanted.items() if key[0] == number}
        try:
            found.append(_with(part, own))
        except ReadError as error:
            problems += error.problems
    if problems:
        raise ReadError(problems)
    return [part for part in found if part is not None]


def _with(part: Parts, roles: Mapping[tuple[str, str], str]) -> Parts | None:
    if part.columns:
        return with_roles(part, {name: role for (_, name), role in roles.items()})
    if part.lines is not None:
        role = roles["lines", "lines"]
        return None if role == "leave out" else as_role(part, role, PurePath(part.name).stem)
    made = replace(part, systems={}, references={}, source=None)
    streams = {"system": part.systems, "reference": part.references}
    for (kind, name), role in roles.items():
        values = part.source if kind == "source" else streams[kind][name]
        if role == "system":
            made = replace(made, systems={**made.systems, name: values})
        elif role == "reference":
            made = replace(made, references={**made.references, name: values})
        elif role == "source":
            made = replace(made, source=values)
    return made


def system_names(parts: Sequence[Parts]) -> list[str]:
    """Names of the systems, as `assemble` gives them."""
    return [stream.name for stream in streams_of(parts, []).systems]


__all__ = ["ROLES", "TEXT_ROLES", "Choice", "called", "choices", "chosen", "system_names"]
