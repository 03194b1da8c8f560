"""TOML files with syntax errors or invalid values."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words, truncate
from bleu_core.messages import Area

# What a value must be.
_EXPECTED = {
    "text": "a string in quotes",
    "texts": 'a list of strings: ["…", "…"]',
    "number": "a number",
    "numbers": "a list of numbers",
    "whole number": "a whole number",
    "whole numbers": "a list of whole numbers",
    "flag": "true or false",
    "table": "a table: [{name}]",
    "tables": "a list of tables. Begin each with [[{name}]]",
}
_PROBLEMS = {
    "encoding": "it is not UTF-8",
    "parts": "a name has more than 20 parts",
    "depth": "lists or tables are nested too deeply",
}
toml = Area("toml")


@toml.error()
def fault(file: str, line: int, problem: str) -> str:
    """`file` is "" if it has no name; `problem` is a message."""
    return f"{f'{file}, line' if file else 'Line'} {format_int(line)}: {problem}"


@toml.error("{count:int} more problems are not listed.")
def more_faults(count: int) -> str: ...
@toml.error("the file has {size:int} bytes; the limit is {most:int}.")
def too_large(size: int, most: int) -> str: ...


@toml.error()
def syntax(problem: str) -> str:
    """`problem` is a key of `_PROBLEMS`, or what the parser reports."""
    reason = _PROBLEMS.get(problem, truncate(problem, 120))
    return f"this is not valid TOML: {reason}. The rest of the file was not read."


@toml.error()
def unknown_name(name: str, near: str, names: Sequence[str]) -> str:
    """`near` is the most similar known name, "" for none."""
    instead = f"Did you mean “{near}”?" if near else f"Use one of {join_words(names)}."
    return f"“{truncate(name)}” is unknown here. {instead}"


@toml.error("“{name}” is missing or empty.")
def missing(name: str) -> str: ...


@toml.error()
def must_be(name: str, what: str, limits: Sequence[int] = ()) -> str:
    """`what` is a key of `_EXPECTED`; `limits` are the lowest and the highest number."""
    expected = _EXPECTED.get(what, what).format(name=name)
    between = f" from {limits[0]} to {format_int(limits[-1])}" if limits else ""
    return f"“{name}” must be {expected}{between}."


@toml.error("{number:?String # of }“{name}” has {length:int} characters; the limit is {most:int}.")
def too_long(name: str, length: int, most: int, number: int = 0) -> str:
    """`number` is that of a string in a list, from 1."""


@toml.error()
def number_of_items(name: str, count: int, least: int, most: int) -> str:
    given = f"has {format_count(count, 'item')}" if count else "is missing"
    between = f"{least} to {most}" if least < most else f"{least}"
    return f"“{name}” {given}; it must have {between}."


@toml.error("“tokenize” must be {tokenizers:or}.")
def unknown_tokenizer(tokenizers: Sequence[str]) -> str: ...
