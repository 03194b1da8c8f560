"""A TOML file to its tables, in bounds; every fault by its line."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from bleu_core.messages import toml
from bleu_core.readers.toml_files.faults import Faults
from bleu_core.readers.toml_files.lines import lines_of

# A name of so many parts is no name: reading it costs the square of their number. A word is taken
# whole, from its beginning, and never again in part: looking costs no more than the text is long.
_MANY_PARTS = re.compile(r"""(?:(?:(?<![\w-])[\w-]++|"[^"\n]*"|'[^'\n]*')[ \t]*+\.[ \t]*+){20}""")


def parsed(data: bytes, name: str, most_bytes: int) -> tuple[dict[str, Any], Faults]:
    """The tables of a file, and where its faults go.

    Raises
    ------
    TomlFaults
        It is too large, no UTF-8 or no TOML: the first place where it is not.
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
    """A TOML string: JSON's escapes are TOML's, but TOML escapes DEL too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
