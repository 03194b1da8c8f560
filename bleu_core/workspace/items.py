"""Annotations of segments: verdicts, notes and labels of errors, each of one annotator.

Of what one annotator has for a segment one source counts: what was entered here, or else the last
import about the same two systems.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bleu_core.messages import annotation as messages
from bleu_core.segments.annotations import SEVERITIES, SIDES, VERDICTS
from bleu_core.workspace.kinds import fault_of_name

LONGEST_NOTE = 10_000
# Errors of one label type in one output.
MOST_ERRORS = 100


@dataclass(frozen=True)
class Item:
    """One annotation of a segment: its "verdict", its "note", or a "label".

    A label belongs to `system` "A" or "B" and has the name of its type; its text is the severity.
    Several errors of one type have numbers, from 0.
    """

    kind: str
    system: str = ""
    label: str = ""
    number: int = 0

    def check(self, text: str) -> None:
        """Raise ValueError unless the item can have this text."""
        allowed = {"verdict": VERDICTS, "label": SEVERITIES}.get(self.kind)
        if allowed and text and text not in allowed:
            raise ValueError(messages.value_unknown(self.kind, text, list(allowed)))
        if self.kind == "label":
            if self.system not in SIDES:
                raise ValueError(messages.label_side(self.system))
            wrong = fault_of_name(self.label, "label")
            if wrong:
                raise ValueError(wrong)
            if not 0 <= self.number < MOST_ERRORS:
                raise ValueError(messages.too_many_errors(MOST_ERRORS))
        elif self not in (VERDICT, NOTE):
            raise ValueError(messages.kind_unknown(self.kind))
        if len(text) > LONGEST_NOTE:
            raise ValueError(messages.note_long(len(text), LONGEST_NOTE))
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise ValueError(messages.note_surrogate())


VERDICT, NOTE = Item("verdict"), Item("note")


class Row(NamedTuple):
    """An item with its text, annotator and time, and the places of systems A and B."""

    segment: int
    annotator: str
    item: Item
    text: str
    changed: float
    pair: tuple[int, int] = (0, 1)
