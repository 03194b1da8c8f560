"""Scorers: metrics that another program computes, read from the user's own configuration.

```toml
[scorer.comet]
command = ["comet-score", "-s", "{source}", "-t", "{output}", "-r", "{reference}"]
output = "last-number:Segment"    # how to read the scores; default: "lines"
better = "higher"
range = [0, 1]                    # optional
signature = "wmt22-comet-da"
```

Only the file in the workspace's folder is read, as a command in it can do anything.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from bleu_core.messages import scorer as messages
from bleu_core.messages import toml
from bleu_core.metrics.imported import KEY_PREFIX, name_problem
from bleu_core.readers.toml_files import TomlFields, parse_toml
from bleu_core.readers.values import is_table
from bleu_core.text.evalset import InputError

MOST_BYTES, MOST_WORDS, LONGEST_WORD, LONGEST_TEXT = 100_000, 200, 2_000, 200
# Files that the program reads, and the one that it may write.
SOURCE, OUTPUT, REFERENCE, JSON_LINES = "{source}", "{output}", "{reference}", "{input_json}"
SCORES = "{scores}"
PLACEHOLDERS = (SOURCE, OUTPUT, REFERENCE, JSON_LINES, SCORES)
# How to read the scores: a number per line; the number at the end of each line that contains a
# text; a field of JSON Lines.
LINES, LAST_NUMBER, JSON_FIELD = "lines", "last-number", "json-lines"
_FORMS = (f'"{LINES}"', f'"{LAST_NUMBER}:TEXT"', f'"{JSON_FIELD}:FIELD"')
_DIRECTIONS = {"higher": True, "lower": False}
_NAMES = ("command", "output", "better", "range", "signature")
_PLACEHOLDER = re.compile(r"\{[a-z_]+\}")


class ScorerInput(NamedTuple):
    """What a program scores: one segment of a system, "" for a text that it does not get."""

    source: str
    output: str
    reference: str


@dataclass(frozen=True)
class Scorer:
    """A metric that another program computes.

    Attributes
    ----------
    name : str
        Its name among the metrics.
    command : tuple of str
        The program and its arguments, with `PLACEHOLDERS` for files. No shell is involved.
    form, argument : str
        How to read the scores, from the file `SCORES` if it is in the command, else from standard
        output: "lines", "last-number" with a text that the lines contain, or "json-lines" with a
        field.
    higher_is_better : bool
    range : tuple of two floats, optional
        Expected lowest and highest score.
    signature : str
        Identifies model and version.
    """

    name: str
    command: tuple[str, ...]
    form: str
    argument: str
    higher_is_better: bool
    range: tuple[float, float] | None
    signature: str

    @property
    def key(self) -> str:
        """The key of its scores among the metrics."""
        return KEY_PREFIX + self.name

    def takes(self, placeholder: str) -> bool:
        """Whether the command has a placeholder."""
        return any(placeholder in word for word in self.command)

    def digest(self, texts: ScorerInput) -> bytes:
        """Identify a score: by the program, how its scores are read, its signature, and texts."""
        program = [*self.command, self.form, self.argument, self.signature]
        return hashlib.sha256(json.dumps([program, *texts]).encode()).digest()


def read_scorers(path: Path, called: str = "") -> dict[str, Scorer]:
    """Return the scorers of a configuration file by name; none if there is no such file.

    TomlFaults has a message for each fault, with its line; these name the file `called`, or else
    its path.
    """
    called = called or str(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        problem = messages.unreadable(called, error.strerror or str(error))
        raise InputError([problem]) from error
    values, faults = parse_toml(data, called, MOST_BYTES)
    file = TomlFields(values, (), faults)
    file.only(["scorer"])
    tables = file.table("scorer")
    scorers = {}
    for name, value in tables.items():
        if wrong := name_problem(name):
            tables.fault(name, messages.bad_name(name, wrong))
        if is_table(value):
            scorers[name] = _scorer(name, tables.table(name))
        else:
            tables.fault(name, toml.not_table(f"scorer.{name}"))
    faults.end()
    return scorers


def _scorer(name: str, given: TomlFields) -> Scorer:
    """The scorer of a table; faults are logged."""
    given.only(_NAMES)
    command = given.texts("command", 1, MOST_WORDS, LONGEST_WORD)
    _check_command(command, given)
    form, _, argument = (given.text("output", LONGEST_TEXT) or LINES).partition(":")
    if form not in (LINES, LAST_NUMBER, JSON_FIELD) or (form == LINES) == bool(argument):
        given.fault("output", messages.unknown_output(_FORMS))
    better = given.text("better", LONGEST_TEXT)
    if better not in _DIRECTIONS:
        given.fault("better", messages.unknown_direction([f'"{name}"' for name in _DIRECTIONS]))
    signature = given.text("signature", LONGEST_TEXT, needed=True)
    if "|" in signature or not signature.isprintable():
        given.fault("signature", messages.malformed_signature())
    higher = _DIRECTIONS.get(better, True)
    return Scorer(name, command, form, argument, higher, given.interval("range"), signature)


def _check_command(command: Sequence[str], given: TomlFields) -> None:
    used = {found for word in command for found in _PLACEHOLDER.findall(word)}
    for placeholder in sorted(used - set(PLACEHOLDERS)):
        problem = messages.unknown_placeholder(placeholder, PLACEHOLDERS)
        given.fault("command", problem, placeholder)
    if command and not used & {OUTPUT, JSON_LINES}:
        given.fault("command", messages.no_translations([OUTPUT, JSON_LINES]))
