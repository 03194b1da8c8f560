"""Answers to the items of a blind session, as texts and unblinded.

For an item an annotator gives "better", a "score" and "spans" of each side, a reason if it is
"skipped", and the "seconds" it took; the text '' withdraws an answer.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from math import nan
from typing import Any, Literal

from bleu_core.messages import session as messages
from bleu_core.people.sessions.plan import ASKS, ItemKind, PlanItem, SessionPlan, Side
from bleu_core.people.sessions.task import (
    ANSWER_KINDS,
    BETTER_CHOICES,
    BlindItem,
    BlindTask,
    ItemAnswer,
)
from bleu_core.readers.values import is_text
from bleu_core.segments.marks import Mark

MAX_SCORE = 100
LONGEST_REASON = 1_000
LONGEST_NAME = 200
LONGEST_COMMENT = 10_000
MAX_MARKS = 100
# A week.
MAX_SECONDS = 604_800
SIDED_KINDS = ("score", "spans")
SIDES = ("left", "right")
# All (kind, side) that can be answered.
ANSWER_PLACES = tuple(
    (kind, side) for kind in ANSWER_KINDS for side in (SIDES if kind in SIDED_KINDS else ("",))
)
_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,20})?")

# Texts of an answer by (kind, side).
AnswerTexts = Mapping[tuple[str, str], str]


def check_answer(
    task: BlindTask, annotator: str, item: int, kind: str, side: str, text: str
) -> None:
    """Raise ValueError, with a message, for an invalid answer."""
    if annotator not in dict(task.orders):
        raise ValueError(messages.no_annotator(annotator))
    if not 0 <= item < len(task.items):
        raise ValueError(messages.no_item(item + 1, len(task.items)))
    if kind not in ANSWER_KINDS:
        raise ValueError(messages.kind_unknown(kind, list(ANSWER_KINDS)))
    if (side in SIDES) != (kind in SIDED_KINDS) or (kind not in SIDED_KINDS and side):
        raise ValueError(messages.side_unknown(kind, kind in SIDED_KINDS))
    if not text:
        return
    if kind in ASKS and kind not in task.asks:
        raise ValueError(messages.not_asked(kind))
    if kind == "better" and text not in BETTER_CHOICES:
        raise ValueError(messages.better_unknown(text, list(BETTER_CHOICES)))
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
    # Their order gives the numbers.
    rows = [{k: v for k, v in asdict(mark).items() if k != "number"} for mark in marks]
    return json.dumps(rows, ensure_ascii=False)


def read_marks(text: str) -> tuple[Mark, ...]:
    """Marks from a text of `written_marks` or a browser; ValueError if invalid."""
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(messages.spans_unreadable()) from None
    if not isinstance(rows, list) or len(rows) > MAX_MARKS:
        raise ValueError(messages.spans_number(MAX_MARKS))
    return tuple(_mark_from_json(row, number) for number, row in enumerate(rows))


def answer_to_texts(answer: ItemAnswer) -> dict[tuple[str, str], str]:
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


def answer_from_texts(item: int, annotator: str, texts: AnswerTexts, changed: float) -> ItemAnswer:
    """An answer from its saved texts; a skipped item has only its reason and time."""
    skipped = texts.get(("skipped", ""), "")
    seconds = float(texts.get(("seconds", ""), 0))
    if skipped:
        return ItemAnswer(item, annotator, skipped=skipped, seconds=seconds, changed=changed)
    left, right = (float(texts.get(("score", side), "nan")) for side in SIDES)
    spans = (texts.get(("spans", side), "") for side in SIDES)
    marks_left, marks_right = (read_marks(text) if text else None for text in spans)
    better = texts.get(("better", ""), "")
    return ItemAnswer(
        item, annotator, better, left, right, marks_left, marks_right, "", seconds, changed
    )


def written_number(number: float) -> str:
    """A score or a time as text: "70", "12.25"."""
    return f"{round(number, 3):.3f}".rstrip("0").rstrip(".")


def _check_number(kind: str, text: str) -> None:
    most = MAX_SCORE if kind == "score" else MAX_SECONDS
    if not _NUMBER.fullmatch(text) or float(text) > most:
        raise ValueError(messages.number_range(kind, text, most))


def _mark_from_json(row: Any, number: int) -> Mark:
    if not isinstance(row, dict):
        raise ValueError(messages.mark_no_object())
    words = {name: row.get(name, "") for name in ("category", "severity", "comment")}
    side = row.get("side", "target")
    start, end = (row.get(name, -1) for name in ("start", "end"))
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


# Not by name: a system may have any name, even "same".
Preferred = Literal["", "a", "b", "same", "bad"]


@dataclass(frozen=True)
class Judgement:
    """One annotator's answer to one item, about two systems by name."""

    item: int  # The item's number in the plan; for a repeat, `of` is the repeated item, else -1
    segment: int
    annotator: str
    kind: ItemKind  # "judged", "repeat" or "check"
    of: int
    # Names of the two systems in the order of the plan's `systems`. In a check, a is the corrupted
    # output and b the reference, and both names are ''.
    a: str
    b: str
    # Which is better, "a" or "b"; "same", "bad" (both), or '' if not answered or skipped.
    preferred: Preferred = ""
    # 0 to 100, or NaN.
    score_a: float = nan
    score_b: float = nan
    marks_a: tuple[Mark, ...] | None = None
    marks_b: tuple[Mark, ...] | None = None
    skipped: str = ""  # The reason, or ''
    seconds: float = 0.0  # Time spent on it, without pauses of more than two minutes
    changed: float = 0.0  # Time of the answer, in seconds since 1970


def unblind(plan: SessionPlan, answers: Iterable[ItemAnswer]) -> list[Judgement]:
    """Each answer, with the systems that were on the left and right."""
    return [_judgement(plan, plan.items[answer.item], answer) for answer in answers]


def place_of_a(plan: SessionPlan, item: PlanItem) -> Side:
    """The side of the first of the two systems; in a check, of the corrupted output."""
    if item.kind == "check":
        return "right" if item.damaged == "right" else "left"
    first = plan.systems.index(item.left) < plan.systems.index(item.right)
    return "left" if first else "right"


def _judgement(plan: SessionPlan, item: PlanItem, answer: ItemAnswer) -> Judgement:
    names, scores = (item.left, item.right), (answer.left, answer.right)
    marks = (answer.marks_left, answer.marks_right)
    meant: dict[str, Preferred] = {"left": "a", "right": "b", "same": "same", "bad": "bad"}
    if place_of_a(plan, item) == "right":
        names, scores, marks = names[::-1], scores[::-1], marks[::-1]
        meant |= {"left": "b", "right": "a"}
    return Judgement(
        answer.item, item.segment, answer.annotator, item.kind, item.of, *names,
        meant.get(answer.better, ""), *scores, *marks,
        answer.skipped, answer.seconds, answer.changed,
    )  # fmt: skip
