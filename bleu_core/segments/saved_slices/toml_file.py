"""Saved slices as a TOML file, for export and import.

A file is hostile: its size bounds its cost, and its expressions are parsed, never run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bleu_core.messages import slice as messages
from bleu_core.readers import toml_files
from bleu_core.readers.toml_files import Fields, string
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import LONGEST, ExpressionError, parse
from bleu_core.segments.saved_slices.saved_slice import (
    LONGEST_NAME,
    MOST,
    SavedSlice,
    changed_thresholds,
    fault_of_name,
    thresholds_of,
)

# More than `MOST` slices with the longest expressions at four bytes per character.
MOST_BYTES = 1_000_000


def written_slices(slices: Iterable[SavedSlice]) -> bytes:
    """A TOML file with these slices.

    >>> print(written_slices([SavedSlice("long", "reference.length > 40")]).decode())
    [[slice]]
    name = "long"
    expression = "reference.length > 40"
    <BLANKLINE>
    """
    return "\n".join(line for each in slices for line in _lines(each)).encode()


def read_slices(data: bytes, name: str = "") -> list[SavedSlice]:
    """The slices of a TOML file, in order.

    Parameters
    ----------
    data : bytes
    name : str
        The file name, for messages.

    Raises
    ------
    TomlFaults
        One message per problem, by line.
    """
    tables, faults = toml_files.parsed(data, name, MOST_BYTES)
    fields = Fields(tables, (), faults)
    fields.only(("slice",))
    result: dict[str, SavedSlice] = {}
    for each in fields.tables("slice", MOST):
        saved = _read(each)
        if saved.name in result:
            each.fault("name", messages.name_twice(saved.name))
        result[saved.name] = saved
    if not fields.has("slice"):
        fields.fault("slice", messages.none_in_file())
    faults.end()
    return list(result.values())


def _read(fields: Fields) -> SavedSlice:
    fields.only(("name", "expression", "thresholds"))
    name = fields.text("name", LONGEST_NAME, needed=True)
    wrong = fault_of_name(name)
    if len(name.strip()) > 0 and len(name) <= LONGEST_NAME and wrong:
        fields.fault("name", wrong)
    expression = fields.text("expression", LONGEST, needed=True)
    if expression.strip() and len(expression) <= LONGEST:
        try:
            parse(expression)
        except ExpressionError as error:
            fault = messages.unreadable(name, error.at, error.problems[0])
            fields.fault("expression", fault)
    thresholds = Thresholds()
    try:
        thresholds = thresholds_of(dict(fields.table("thresholds").items()))
    except ValueError as error:
        fields.fault("thresholds", error.args[0])
    return SavedSlice(name, expression, thresholds)


def _lines(saved: SavedSlice) -> Iterator[str]:
    yield from (
        "[[slice]]",
        f"name = {string(saved.name)}",
        f"expression = {string(saved.expression)}",
    )
    changed = changed_thresholds(saved.thresholds)
    if changed:
        values = ", ".join(f"{name} = {value!r}" for name, value in changed.items())
        yield f"thresholds = {{ {values} }}"
    yield ""
