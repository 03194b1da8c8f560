"""Unblinded answers: answers by system instead of side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import nan
from typing import Literal

from bleu_core.people.sessions.plan import Item, ItemKind, Place, Plan
from bleu_core.people.sessions.task import Answer
from bleu_core.segments.marks import Mark

# Not by name: a system may have any name, even "same".
Preferred = Literal["", "a", "b", "same", "bad"]


@dataclass(frozen=True)
class Judgement:
    """One annotator's answer to one item, about two systems by name.

    Attributes
    ----------
    item : int
        The item's number in the plan; for a repeat, `of` is the repeated item, else -1.
    segment : int
    annotator : str
    kind : str
        "judged", "repeat" or "check".
    of : int
    a, b : str
        Names of the two systems in the order of the plan's `systems`. In a check, a is the
        corrupted output and b the reference, and both names are ''.
    preferred : str
        Which is better, "a" or "b"; "same", "bad" (both), or '' if not answered or skipped.
    score_a, score_b : float
        0 to 100, or NaN.
    marks_a, marks_b : tuple of Mark, or None
    skipped : str
        The reason, or ''.
    seconds : float
        Time spent on it, without pauses of more than two minutes.
    changed : float
        Time of the answer, in seconds since 1970.
    """

    item: int
    segment: int
    annotator: str
    kind: ItemKind
    of: int
    a: str
    b: str
    preferred: Preferred = ""
    score_a: float = nan
    score_b: float = nan
    marks_a: tuple[Mark, ...] | None = None
    marks_b: tuple[Mark, ...] | None = None
    skipped: str = ""
    seconds: float = 0.0
    changed: float = 0.0


def unblinded(plan: Plan, answers: Iterable[Answer]) -> list[Judgement]:
    """Each answer, with the systems that were on the left and right."""
    return [_of_systems(plan, plan.items[answer.item], answer) for answer in answers]


def place_of_a(plan: Plan, item: Item) -> Place:
    """The side of the first of the two systems; in a check, of the corrupted output."""
    if item.kind == "check":
        return "right" if item.damaged == "right" else "left"
    first = plan.systems.index(item.left) < plan.systems.index(item.right)
    return "left" if first else "right"


def _of_systems(plan: Plan, item: Item, answer: Answer) -> Judgement:
    names, scores = (item.left, item.right), (answer.left, answer.right)
    marks = (answer.marks_left, answer.marks_right)
    meant: dict[str, Preferred] = {"left": "a", "right": "b", "same": "same", "bad": "bad"}
    if place_of_a(plan, item) == "right":
        names, scores, marks = names[::-1], scores[::-1], marks[::-1]
        meant |= {"left": "b", "right": "a"}
    return Judgement(
        answer.item,
        item.segment,
        answer.annotator,
        item.kind,
        item.of,
        *names,
        meant.get(answer.better, ""),
        *scores,
        *marks,
        answer.skipped,
        answer.seconds,
        answer.changed,
    )
