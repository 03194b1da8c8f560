"""Fields of TOML and JSON Lines with syntax errors or invalid values."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_int, join_words, truncate
from bleu_core.messages import Area


def _called(name: str) -> str:
    return name if " " in name else f"“{name}”"


toml = Area("toml", called=_called)


@toml.error()
def fault(file: str, line: int, problem: str) -> str:
    """`file` is "" if it has no name; `problem` is a message."""
    return f"{f'{file}, line' if file else 'Line'} {format_int(line)}: {problem}"


@toml.error("{count:int} more problems are not listed.")
def more_faults(count: int) -> str: ...
@toml.error("this is not UTF-8. Save the file as UTF-8.")
def not_utf8() -> str: ...
@toml.error("this is not valid TOML: {problem:short 120}. The rest of the file was not read.")
def syntax(problem: str) -> str: ...


@toml.error()
def unknown_name(name: str, near: str, names: Sequence[str]) -> str:
    """`near` is the most similar known name, "" for none."""
    instead = f"Did you mean “{near}”?" if near else f"Use one of {join_words(names)}."
    return f"“{truncate(name)}” is unknown here. {instead}"


@toml.error("“{name}” must be {expected}.")
def must_be(name: str, expected: str) -> str: ...
# `name` is that of a field, or words such as "The file".
@toml.error("{called} is missing or empty.")
def missing(name: str) -> str: ...
@toml.error("{called} has {length:int} {unit}s; the limit is {most:int}.")
def too_long(name: str, length: int, most: int, unit: str = "character") -> str: ...


@toml.error("The file has no {kind}. Begin each {kind} with [[{table}]].")
def none_in_file(kind: str, table: str) -> str: ...
@toml.error("Another {kind} is named “{name:short}” too. Use different names.")
def named_twice(kind: str, name: str) -> str: ...
