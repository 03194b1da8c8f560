"""Scorers: metrics that another program computes, read from the user's own configuration.

```toml
[scorer.comet]
command = ["comet-score", "-s", "{source}", "-t", "{output}", "-r", "{reference}"]
output = "last-number:Segment"    # how to read the scores; default: "lines"
better = "higher"
range = [0, 1]                    # optional: the expected lowest and highest score
timeout = 3600                    # optional: seconds that the program may take for a system
signature = "wmt22-comet-da"
```

Only the file in the workspace's folder is read, as a command in it can do anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bleu_core.messages import scorer as messages
from bleu_core.messages import toml
from bleu_core.metrics.imported import KEY_PREFIX, name_problem
from bleu_core.readers.toml_files import TomlFields, parse_toml
from bleu_core.readers.values import is_table
from bleu_core.text.evalset import InputError

MOST_BYTES, MOST_WORDS, LONGEST_WORD, LONGEST_TEXT = 100_000, 200, 2_000, 200
TIMEOUT, LONGEST_TIMEOUT = 4 * 3_600, 28 * 24 * 3_600  # seconds
# Placeholders of files that the program reads, and of the one that it may write.
SOURCE, OUTPUT, REFERENCE, JSON_LINES = "{source}", "{output}", "{reference}", "{input_json}"
SCORES = "{scores}"
# How to read the scores: a number per line; the number at the end of each line that contains a
# text; a field of JSON Lines.
LINES, LAST_NUMBER, JSON_FIELD = "lines", "last-number", "json-lines"
_FORMS = (f'"{LINES}"', f'"{LAST_NUMBER}:TEXT"', f'"{JSON_FIELD}:FIELD"')
_DIRECTIONS = {"higher": True, "lower": False}


@dataclass(frozen=True)
class Scorer:
    """A metric that another program computes; see the keys of its table above.

    `form` is how to read the scores, `argument` the text or the field after it.
    """

    name: str
    command: tuple[str, ...]
    form: str
    argument: str
    higher_is_better: bool
    range: tuple[float, float] | None
    timeout: int
    signature: str

    @property
    def key(self) -> str:
        """The key of its scores among the metrics."""
        return KEY_PREFIX + self.name

    def takes(self, placeholder: str) -> bool:
        """Whether the command has a placeholder."""
        return any(placeholder in word for word in self.command)


def read_scorers(path: Path, called: str = "") -> dict[str, Scorer]:
    """Return the scorers of a configuration file by name; none if there is no such file.

    InputError has a message for each fault, with its line; these name the file `called`, or else
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
    given.only(["command", "output", "better", "range", "timeout", "signature"])
    command = given.texts("command", 1, MOST_WORDS, LONGEST_WORD)
    if command and not any(OUTPUT in word or JSON_LINES in word for word in command):
        given.fault("command", messages.no_translations([OUTPUT, JSON_LINES]))
    form, _, argument = (given.text("output", LONGEST_TEXT) or LINES).partition(":")
    if form not in (LINES, LAST_NUMBER, JSON_FIELD) or (form == LINES) == bool(argument):
        given.fault("output", messages.unknown_output(_FORMS))
    better = given.text("better", LONGEST_TEXT)
    if better not in _DIRECTIONS:
        given.fault("better", messages.unknown_direction([f'"{name}"' for name in _DIRECTIONS]))
    signature = given.text("signature", LONGEST_TEXT, needed=True)
    if "|" in signature or not signature.isprintable():
        given.fault("signature", messages.malformed_signature())
    return Scorer(
        name,
        command,
        form,
        argument,
        higher_is_better=_DIRECTIONS.get(better, True),
        range=given.interval("range"),
        timeout=given.number("timeout", LONGEST_TIMEOUT) or TIMEOUT,
        signature=signature,
    )
