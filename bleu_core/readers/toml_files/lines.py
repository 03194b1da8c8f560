"""Where in a TOML file each key stands: what the standard library's reader does not tell."""

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
# What a value is made of; quotes and brackets that stand in a text close nothing.
_PIECE = re.compile(
    r'"""(?:\\[\s\S]|[^\\])*?"{3,5}'
    r"|'''[\s\S]*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'|#[^\n]*|[\s\S]"
)


def lines_of(text: str) -> dict[Path, int]:
    """The line of every table and key outside inline tables, from 1, by its path.

    `text` is valid TOML. Tables of an array have their number, from 0, in the path:
    ("lesson", 1, "bench", "candidates").
    """
    found: dict[Path, int] = {(): 1}
    tables: dict[Path, int] = {}  # of each array of tables how many there are
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
    """Each header and key: where, whether an array's, as written, and whether it is a header."""
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
    held: object = tomllib.loads(f"{key}=0")
    while isinstance(held, dict):
        ((part, held),) = held.items()
        found.append(part)
    return tuple(found)
