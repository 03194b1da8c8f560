"""Answers to items of a blind session, each as the text in which it is saved and sent.

For an item an annotator gives "better", a "score" and "spans" of each side, a reason if it is
"skipped", and the "seconds" it took; the text '' withdraws an answer.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bleu_core.messages import session as messages
from bleu_core.people.sessions.plan import ASKS
from bleu_core.people.sessions.task import CHOICES, KINDS, Answer, BlindItem, Task
from bleu_core.readers.values import is_text
from bleu_core.segments.marks import Mark

HIGHEST = 100
LONGEST_REASON = 1_000
LONGEST_NAME = 200
LONGEST_COMMENT = 10_000
MOST_MARKS = 100
# A week.
MOST_SECONDS = 604_800
SIDED = ("score", "spans")
SIDES = ("left", "right")
# All (kind, side) that can be answered.
PLACES = tuple((kind, side) for kind in KINDS for side in (SIDES if kind in SIDED else ("",)))
_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,20})?")

# Texts of an answer by (kind, side).
Said = Mapping[tuple[str, str], str]


def check(task: Task, annotator: str, item: int, kind: str, side: str, text: str) -> None:
    """Raise ValueError, with a message, for an invalid answer."""
    if annotator not in dict(task.orders):
        raise ValueError(messages.no_annotator(annotator))
    if not 0 <= item < len(task.items):
        raise ValueError(messages.no_item(item + 1, len(task.items)))
    if kind not in KINDS:
        raise ValueError(messages.kind_unknown(kind, list(KINDS)))
    if (side in SIDES) != (kind in SIDED) or (kind not in SIDED and side):
        raise ValueError(messages.side_unknown(kind, kind in SIDED))
    if not text:
        return
    if kind in ASKS and kind not in task.asks:
        raise ValueError(messages.not_asked(kind))
    if kind == "better" and text not in CHOICES:
        raise ValueError(messages.better_unknown(text, list(CHOICES)))
    if kind in ("score", "seconds"):
        _check_number(kind, text)
    if kind == "skipped" and (len(text) > LONGEST_REASON or not is_text(text)):
        raise ValueError(messages.reason_long(LONGEST_REASON))
    if kind == "spans":
        blind_item = task.items[item]
        for mark in read_marks(text):
            _check_mark(mark, blind_item, blind_item.left if side == "left" else blind_item.right)


def written_marks(marks: tuple[Mark, ...]) -> str:
    """Marks as the text in which they are saved; an empty list means no errors."""
    rows = [asdict(mark) for mark in marks]
    for row in rows:
        del row["number"]  # given by their order
    return json.dumps(rows, ensure_ascii=False)


def read_marks(text: str) -> tuple[Mark, ...]:
    """Marks from a text of `written_marks` or a browser; ValueError if invalid."""
    try:
        result = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(messages.spans_unreadable()) from None
    if not isinstance(result, list) or len(result) > MOST_MARKS:
        raise ValueError(messages.spans_number(MOST_MARKS))
    return tuple(_mark(one, number) for number, one in enumerate(result))


def as_texts(answer: Answer) -> dict[tuple[str, str], str]:
    """The texts of an answer, without empty ones."""
    texts = {("better", ""): answer.better, ("skipped", ""): answer.skipped}
    for side, score, marks in (
        ("left", answer.left, answer.marks_left),
        ("right", answer.right, answer.marks_right),
    ):
        texts["score", side] = "" if math.isnan(score) else written_number(score)
        texts["spans", side] = "" if marks is None else written_marks(marks)
    texts["seconds", ""] = written_number(answer.seconds) if answer.seconds else ""
    return {place: text for place, text in texts.items() if text}


def from_texts(item: int, annotator: str, texts: Said, changed: float) -> Answer:
    """An answer from its saved texts; a skipped item has only its reason and time."""
    skipped = texts.get(("skipped", ""), "")
    seconds = float(texts.get(("seconds", ""), 0))
    if skipped:
        return Answer(item, annotator, skipped=skipped, seconds=seconds, changed=changed)
    left, right = (float(texts.get(("score", side), "nan")) for side in SIDES)
    spans = (texts.get(("spans", side), "") for side in SIDES)
    marks_left, marks_right = (read_marks(text) if text else None for text in spans)
    better = texts.get(("better", ""), "")
    return Answer(
        item,
        annotator,
        better,
        left,
        right,
        marks_left,
        marks_right,
        seconds=seconds,
        changed=changed,
    )


def written_number(number: float) -> str:
    """A score or a time as text: "70", "12.25"."""
    return f"{round(number, 3):.3f}".rstrip("0").rstrip(".")


def _check_number(kind: str, text: str) -> None:
    most = HIGHEST if kind == "score" else MOST_SECONDS
    if not _NUMBER.fullmatch(text) or float(text) > most:
        raise ValueError(messages.number_range(kind, text, most))


def _mark(found: Any, number: int) -> Mark:
    if not isinstance(found, dict):
        raise ValueError(messages.mark_no_object())
    words = {name: found.get(name, "") for name in ("category", "severity", "comment")}
    side = found.get("side", "target")
    start, end = (found.get(name, -1) for name in ("start", "end"))
    if not all(map(is_text, words.values())):
        raise ValueError(messages.mark_no_texts())
    if side not in ("target", "source"):
        raise ValueError(messages.mark_side(str(side)))
    if type(start) is not int or type(end) is not int:
        raise ValueError(messages.mark_no_wholes())
    return Mark(words["category"], words["severity"], start, end, side, words["comment"], number)


def _check_mark(mark: Mark, item: BlindItem, output: str) -> None:
    for what, name in (("category", mark.category), ("severity", mark.severity)):
        if not name.strip() or len(name) > LONGEST_NAME:
            raise ValueError(messages.mark_name(what, LONGEST_NAME))
    if len(mark.comment) > LONGEST_COMMENT:
        raise ValueError(messages.comment_long(LONGEST_COMMENT))
    text = item.source if mark.side == "source" else output
    if text is None:
        raise ValueError(messages.mark_source_hidden())
    if (mark.start, mark.end) != (-1, -1) and not 0 <= mark.start < mark.end <= len(text):
        raise ValueError(messages.mark_outside(mark.start, mark.end, len(text)))
