"""An expression with a name."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import asdict, dataclass, field
from typing import Any

from bleu_core.detectors import Thresholds
from bleu_core.expressions import ExpressionError, parse
from bleu_core.numerals import whole

MOST = 100
LONGEST_NAME = 80
# Control characters, and halves of surrogate pairs, which are no text.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True)
class SavedSlice:
    """One of them. `thresholds` are those of the detectors that its expression was saved under."""

    name: str
    expression: str
    thresholds: Thresholds = field(default_factory=Thresholds)


def fault(one: SavedSlice) -> str:
    """A sentence on what keeps it from being saved, or ''.

    >>> fault(SavedSlice("long", "reference.length >"))[:34]
    'The expression of “long” cannot be'
    """
    wrong = fault_of_name(one.name)
    if wrong:
        return f"The name {wrong}."
    try:
        parse(one.expression)
    except ExpressionError as error:
        return (
            f"The expression of “{one.name}” cannot be read, at character {whole(error.at + 1)}: "
            f"{error.problem}"
        )
    return ""


def fault_of_name(name: str) -> str:
    """What keeps a text from being the name of a slice, after "the name"; ''."""
    if not name.strip():
        return "is missing"
    if len(name) > LONGEST_NAME:
        return f"is longer than {LONGEST_NAME} characters"
    if _UNSEEN.search(name):
        return "has a control character"
    return "" if name == name_of(name) else "begins or ends with a space, or has two in a row"


def name_of(text: str) -> str:
    """The name that somebody has typed: one name for what looks the same."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def changed_thresholds(thresholds: Thresholds) -> dict[str, float]:
    """Those that are not as usual, by name."""
    usual = asdict(Thresholds())
    return {name: value for name, value in asdict(thresholds).items() if value != usual[name]}


def thresholds_of(changed: dict[str, Any]) -> Thresholds:
    """The thresholds that `changed_thresholds` has told.

    Raises
    ------
    ValueError
        For a name that there is not, and for what no threshold can be.
    """
    kinds = {name: type(value) for name, value in asdict(Thresholds()).items()}
    for name, value in changed.items():
        if name not in kinds:
            raise ValueError(f"There is no threshold “{name}”.")
        is_kind = isinstance(value, int | kinds[name]) and not isinstance(value, bool)
        if not is_kind or not math.isfinite(value):
            raise ValueError(f"“{name}” is to be a number.")
    return Thresholds(**{name: kinds[name](value) for name, value in changed.items()})
