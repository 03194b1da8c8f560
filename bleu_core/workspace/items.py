"""What can be said of a segment: a verdict, a note, and labels of errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bleu_core.judgements.annotations import SEVERITIES, SIDES, VERDICTS
from bleu_core.numerals import whole
from bleu_core.wording import cut, listed
from bleu_core.workspace.kinds import fault

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
            raise ValueError(
                f"A {self.kind} can be {listed(allowed, last='or')}; not {cut(text)!r}."
            )
        if self.kind == "label":
            if self.system not in SIDES:
                raise ValueError(f"A label is of system A or B, not {cut(self.system)!r}.")
            wrong = fault(self.label)
            if wrong:
                raise ValueError(f"The name of a label {wrong}.")
            if not 0 <= self.number < MOST_ERRORS:
                raise ValueError(f"An output has at most {MOST_ERRORS} errors of one kind.")
        elif self not in (VERDICT, NOTE):
            raise ValueError(f"A verdict, a label or a note can be said, not {cut(self.kind)!r}.")
        if len(text) > LONGEST_NOTE:
            raise ValueError(
                f"A note has at most {whole(LONGEST_NOTE)} characters; this has {whole(len(text))}."
            )
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise ValueError("The note has half a surrogate pair, which is no text.")


VERDICT, NOTE = Item("verdict"), Item("note")


class Row(NamedTuple):
    """One item, when it was said, and of which two systems of the test set, by their places."""

    segment: int
    annotator: str
    item: Item
    text: str
    changed: float
    pair: tuple[int, int] = (0, 1)
