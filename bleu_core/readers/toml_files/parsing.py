"""Parse a TOML file within limits; every fault has its line."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from bleu_core.messages import toml
from bleu_core.readers.toml_files.faults import Faults
from bleu_core.readers.toml_files.lines import lines_of

# Names of so many parts are refused: reading one costs the square of their number. The pattern
# takes words whole, from their beginning, so that the search is linear.
_MANY_PARTS = re.compile(r"""(?:(?:(?<![\w-])[\w-]++|"[^"\n]*"|'[^'\n]*')[ \t]*+\.[ \t]*+){20}""")


def parsed(data: bytes, name: str, most_bytes: int) -> tuple[dict[str, Any], Faults]:
    """Parse a file: its tables, and a collector for further faults.

    Raises
    ------
    TomlFaults
        It is too large, not UTF-8, or not TOML: the first place where it is not.
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
        said = place[1] if place else str(error)
        line = int(place[2]) if place and place[2] else text.count("\n") + 1 if place else 1
        faults.at(line, toml.syntax(said))
    faults.end()
    return tables, Faults(name, text, lines_of(text))


def string(text: str) -> str:
    """Write a TOML string: JSON's escapes, and DEL, which TOML escapes too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
