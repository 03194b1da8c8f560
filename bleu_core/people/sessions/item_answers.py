"""Answers to the items of a blind session, as texts and unblinded.

For an item an annotator gives "better", or a "rating" of each side, a reason if it is "skipped",
and the "seconds" it took; the text '' withdraws an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import nan
from typing import Literal

from bleu_core.common.formatting import format_count, format_int, join_words
from bleu_core.messages import session as messages
from bleu_core.people.sessions.plan import ASKS, ItemKind, PlanItem, SessionPlan, Side
from bleu_core.people.sessions.task import BETTER_CHOICES, MAX_RATING, BlindTask, ItemAnswer
from bleu_core.readers.values import is_text

LONGEST_REASON = 1_000
# A week.
MAX_SECONDS = 604_800
SIDES = ("left", "right")
RATINGS = tuple(str(rating) for rating in range(1, MAX_RATING + 1))
# All (kind, side) that can be answered, as saved in the workspace.
ANSWER_PLACES = (
    ("better", ""), ("rating", "left"), ("rating", "right"), ("skipped", ""), ("seconds", "")
)  # fmt: skip
_SECONDS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,20})?")

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
    if (kind, side) not in ANSWER_PLACES or (text and kind in ASKS and kind != task.ask):
        raise ValueError(messages.not_asked(f"{kind} {side}".strip()))
    fits, what, expected = {
        "better": (
            text in BETTER_CHOICES,
            "The better output",
            join_words(BETTER_CHOICES, last="or"),
        ),
        "rating": (text in RATINGS, "A rating", f"a whole number from 1 to {MAX_RATING}"),
        "seconds": (
            _SECONDS.fullmatch(text) and float(text) <= MAX_SECONDS,
            "A time in seconds",
            f"a number from 0 to {format_int(MAX_SECONDS)}",
        ),
        "skipped": (
            len(text) <= LONGEST_REASON and is_text(text),
            "A reason",
            f"a text of at most {format_count(LONGEST_REASON, 'character')}",
        ),
    }[kind]
    if text and not fits:
        raise ValueError(messages.answer_unfit(what, expected, text))


def answer_to_texts(answer: ItemAnswer) -> dict[tuple[str, str], str]:
    """The texts of an answer, without empty ones."""
    texts = {
        ("better", ""): answer.better,
        ("rating", "left"): str(answer.left or ""),
        ("rating", "right"): str(answer.right or ""),
        ("skipped", ""): answer.skipped,
        ("seconds", ""): written_seconds(answer.seconds) if answer.seconds else "",
    }
    return {place: text for place, text in texts.items() if text}


def answer_from_texts(item: int, annotator: str, texts: AnswerTexts, changed: float) -> ItemAnswer:
    """An answer from its saved texts; a skipped item has only its reason and time."""
    skipped = texts.get(("skipped", ""), "")
    seconds = float(texts.get(("seconds", ""), 0))
    if skipped:
        return ItemAnswer(item, annotator, skipped=skipped, seconds=seconds, changed=changed)
    left, right = (int(texts.get(("rating", side), 0)) for side in SIDES)
    better = texts.get(("better", ""), "")
    return ItemAnswer(item, annotator, better, left, right, "", seconds, changed)


def written_seconds(seconds: float) -> str:
    """A time as text: "70", "12.25"."""
    return f"{round(seconds, 3):.3f}".rstrip("0").rstrip(".")


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
    # 1 to `MAX_RATING`, or NaN.
    rating_a: float = nan
    rating_b: float = nan
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
    names, ratings = (item.left, item.right), (answer.left or nan, answer.right or nan)
    meant: dict[str, Preferred] = {"left": "a", "right": "b", "same": "same", "bad": "bad"}
    if place_of_a(plan, item) == "right":
        names, ratings = names[::-1], ratings[::-1]
        meant |= {"left": "b", "right": "a"}
    return Judgement(
        answer.item, item.segment, answer.annotator, item.kind, item.of, *names,
        meant.get(answer.better, ""), *ratings, answer.skipped, answer.seconds, answer.changed,
    )  # fmt: skip
