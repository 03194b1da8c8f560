"""Find the line of each key of a TOML file, which the standard library does not report."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

Path = tuple[str | int, ...]

_PART = r"""(?:[\w-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_QUOTE = re.compile("[\"']")
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_HEADER = re.compile(rf"\[(\[?)[ \t]*({_DOTTED})[ \t]*\]\]?")
_KEY = re.compile(rf"({_DOTTED})[ \t]*=")
# Pieces of a value; quotes and brackets inside a text close nothing.
_PIECE = re.compile(
    r'"""(?:\\[\s\S]|[^\\])*?"{3,5}'
    r"|'''[\s\S]*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'|#[^\n]*|[\s\S]"
)


def lines_of(text: str) -> dict[Path, int]:
    """The line, from 1, of every table and key outside inline tables, by its path.

    `text` is valid TOML. Paths have the number, from 0, of a table in an array:
    ("lesson", 1, "bench", "candidates").
    """
    found: dict[Path, int] = {(): 1}
    tables: dict[Path, int] = {}  # the number of tables in each array
    table: Path = ()
    line, counted = 1, 0
    for position, is_array, key, opens_table in _statements(text):
        line += text.count("\n", counted, position)
        counted = position
        if not opens_table:
            found.setdefault((*table, *_parts(key)), line)
            continue
        table = ()
        parts = _parts(key)
        for i, part in enumerate(parts):
            table = (*table, part)
            if is_array and i == len(parts) - 1:
                found.setdefault(table, line)
                tables[table] = tables.get(table, 0) + 1
            if table in tables:
                table = (*table, tables[table] - 1)
        found.setdefault(table, line)
    return found


def _statements(text: str) -> Iterator[tuple[int, bool, str, bool]]:
    """Headers and keys: position, whether of an array, as written, whether a header."""
    position = _after_blank(text, 0)
    while position < len(text):
        if header := _HEADER.match(text, position):
            yield position, bool(header[1]), header[2], True
            position = header.end()
        elif key := _KEY.match(text, position):
            yield position, False, key[1], False
            position = _after_value(text, key.end())
        else:
            return  # no TOML
        position = _after_blank(text, position)


def _after_blank(text: str, position: int) -> int:
    blank = _BLANK.match(text, position)
    return blank.end() if blank else position


def _after_value(text: str, position: int) -> int:
    depth = 0
    while piece := _PIECE.match(text, position):
        position = piece.end()
        depth += (piece[0] in "[{") - (piece[0] in "]}")
        if piece[0] == "\n" and not depth:
            break
    return position


def _parts(key: str) -> tuple[str, ...]:
    if not _QUOTE.search(key):
        return tuple(part.strip(" \t") for part in key.split("."))
    found = []
    nested: object = tomllib.loads(f"{key}=0")
    while isinstance(nested, dict):
        ((part, nested),) = nested.items()
        found.append(part)
    return tuple(found)
