"""Parse TOML files within limits."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from bleu_core.messages import toml
from bleu_core.readers.toml_files.faults import Faults
from bleu_core.readers.toml_files.lines import lines_of

# Reading a name costs the square of the number of its parts, so that it is limited. Words are
# matched whole, from their beginning, so that the search is linear in the length of the text.
_MANY_PARTS = re.compile(r"""(?:(?:(?<![\w-])[\w-]++|"[^"\n]*"|'[^'\n]*')[ \t]*+\.[ \t]*+){20}""")


def parsed(data: bytes, name: str, most_bytes: int) -> tuple[dict[str, Any], Faults]:
    """The tables of a file, and the collector of its faults.

    Raises
    ------
    TomlFaults
        If it is too large, no UTF-8 or no TOML: the first such place.
    """
    faults = Faults(name)
    if len(data) > most_bytes:
        faults.at(1, toml.too_large(len(data), most_bytes))
        faults.end()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        faults.at(line, toml.not_utf8())
        faults.end()
    if many := _MANY_PARTS.search(text):
        faults.at(text.count("\n", 0, many.start()) + 1, toml.many_parts())
        faults.end()
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        faults.at(1, toml.too_deep())
    except ValueError as error:
        place = re.search(r"^(.*) \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        problem = place[1] if place else str(error)
        line = int(place[2]) if place and place[2] else text.count("\n") + 1 if place else 1
        faults.at(line, toml.syntax(problem))
    faults.end()
    return tables, Faults(name, text, lines_of(text))


def string(text: str) -> str:
    """A TOML string. Its escapes are JSON's, and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
