"""What can be said of a segment: a verdict, a note, and labels of errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bleu_core.messages import annotation as messages
from bleu_core.segments.annotations import SEVERITIES, SIDES, VERDICTS
from bleu_core.workspace.kinds import fault_of_name

LONGEST_NOTE = 10_000
# Errors of one name in one output.
MOST_ERRORS = 100


@dataclass(frozen=True)
class Item:
    """One thing that is said of a segment: its "verdict", its "note", or a "label".

    A label is that of `system` "A" or "B", with its name in the typology; its
    text is the severity. Several errors of one name have numbers, from 0.
    """

    kind: str
    system: str = ""
    label: str = ""
    number: int = 0

    def check(self, text: str) -> None:
        """Raise ValueError for what cannot be said."""
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
    """One item, when it was said, and of which two systems of the test set, by their places."""

    segment: int
    annotator: str
    item: Item
    text: str
    changed: float
    pair: tuple[int, int] = (0, 1)
