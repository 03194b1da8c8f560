"""A named expression."""

from __future__ import annotations

import re
import sys
import unicodedata
from dataclasses import asdict, dataclass, field
from typing import Any

from bleu_core.messages import Message, detector
from bleu_core.messages import slice as messages
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import ExpressionError, parse

MOST = 100
LONGEST_NAME = 80
# Control characters and lone surrogates.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True)
class SavedSlice:
    """A named expression, with the detector thresholds that it was saved under."""

    name: str
    expression: str
    thresholds: Thresholds = field(default_factory=Thresholds)


def fault(saved: SavedSlice) -> Message | None:
    """Why a slice cannot be saved, or None.

    >>> fault(SavedSlice("long", "reference.length >"))[:34]
    'The expression of “long” cannot be'
    """
    wrong = fault_of_name(saved.name)
    if wrong:
        return wrong
    try:
        parse(saved.expression)
    except ExpressionError as error:
        return messages.unreadable(saved.name, error.at, error.problems[0])
    return None


def fault_of_name(name: str) -> Message | None:
    """Why a text cannot be the name of a slice, or None."""
    if not name.strip():
        return messages.no_name()
    if len(name) > LONGEST_NAME:
        return messages.name_too_long(LONGEST_NAME)
    if _UNSEEN.search(name):
        return messages.name_control_character()
    if unicodedata.normalize("NFC", name) != name:
        return messages.name_not_composed()
    return None if name == name_of(name) else messages.name_spaces()


def name_of(text: str) -> str:
    """The normalized name of a typed text: names that look the same are the same."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def changed_thresholds(thresholds: Thresholds) -> dict[str, float]:
    """Thresholds that differ from their defaults, by name."""
    usual = asdict(Thresholds())
    return {name: value for name, value in asdict(thresholds).items() if value != usual[name]}


def thresholds_of(changed: dict[str, Any]) -> Thresholds:
    """Thresholds from the result of `changed_thresholds`.

    Raises
    ------
    ValueError
        Unknown name or invalid value.
    """
    kinds = {name: type(value) for name, value in asdict(Thresholds()).items()}
    for name, value in changed.items():
        if name not in kinds:
            raise ValueError(detector.unknown_threshold(name, list(kinds)))
        is_kind = isinstance(value, int | kinds[name]) and not isinstance(value, bool)
        # An integer may be too large for a float.
        if not (is_kind and abs(value) <= sys.float_info.max):
            raise ValueError(detector.no_number(name))
    return Thresholds(**{name: kinds[name](value) for name, value in changed.items()})
