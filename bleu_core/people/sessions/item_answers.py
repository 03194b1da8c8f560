"""Answers to the items of a blind session: checked, and unblinded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from math import nan
from typing import Any, Literal

from bleu_core.common.formatting import format_count, join_words
from bleu_core.messages import annotation, toml
from bleu_core.messages import session as messages
from bleu_core.people.sessions.plan import ItemKind, PlanItem, SessionPlan, Side
from bleu_core.people.sessions.task import BETTER_CHOICES, MAX_RATING, BlindTask, ItemAnswer
from bleu_core.readers.fields import between, is_text, is_whole

LONGEST_REASON = 1_000
_Rule = tuple[Callable[[Any], bool], str]
_RATING: _Rule = between(1, MAX_RATING, is_whole), f"a whole number from 1 to {MAX_RATING}"
# Whether a value fits a field, and what fits.
_RULES: dict[str, _Rule] = {
    "better": (lambda value: value in BETTER_CHOICES, join_words(BETTER_CHOICES, last="or")),
    "left": _RATING,
    "right": _RATING,
    "skipped": (
        lambda value: is_text(value) and len(value) <= LONGEST_REASON,
        f"a text of at most {format_count(LONGEST_REASON, 'character')}",
    ),
}
_ASKED = {"better": ("better",), "rating": ("left", "right")}


def answer_from(
    task: BlindTask, annotator: str, item: int, fields: Mapping[str, Any], changed: float
) -> ItemAnswer:
    """An answer from the fields that a file or a browser gives; a skipped item has no other."""
    if annotator not in dict(task.orders):
        raise ValueError(messages.no_annotator(annotator))
    if not 0 <= item < len(task.items):
        raise ValueError(annotation.out_of_range("Item", item + 1, len(task.items)))
    given = {name: fields[name] for name in _RULES if fields.get(name)}
    for name, value in given.items():
        fits, expected = _RULES[name]
        if name not in (*_ASKED[task.ask], "skipped"):
            raise ValueError(messages.not_asked(name))
        if not fits(value):
            raise ValueError(toml.must_be(name, expected))
    if "skipped" in given:
        given = {"skipped": given["skipped"]}
    return ItemAnswer(item, annotator, **given, changed=changed)


def answer_to_fields(answer: ItemAnswer) -> dict[str, Any]:
    """The inverse of `answer_from`, without empty fields."""
    return {name: value for name, value in asdict(answer).items() if name in _RULES and value}


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
        meant.get(answer.better, ""), *ratings, answer.skipped, answer.changed,
    )  # fmt: skip
