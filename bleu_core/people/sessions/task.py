"""What an annotator of a blind session gets and answers; no system has a name here."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import pyarrow as pa

from bleu_core.messages import session as messages
from bleu_core.people.sessions.damaging import damaged
from bleu_core.people.sessions.orders import order_of
from bleu_core.people.sessions.plan import Ask, Item, Plan
from bleu_core.people.sessions.plan_file import digest_of
from bleu_core.segments.marks import Mark
from bleu_core.text.evalset import EvalSet

# Answers to "which is better".
CHOICES = ("left", "right", "same", "bad")
# Kinds of answers to an item, as saved in the workspace.
KINDS = ("better", "score", "spans", "skipped", "seconds")
# Neighbouring segments of the document shown as context, on either side.
NEIGHBOURS = 2


@dataclass(frozen=True)
class BlindItem:
    """Two outputs side by side, with optional context; None if not shown.

    Attributes
    ----------
    left, right : str
    source : str or None
    references : tuple of str
    before, after : tuple of str
        Sources (else references) of neighbouring segments of the document.
    """

    left: str
    right: str
    source: str | None = None
    references: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """A session as its annotators see it, without anything that would unblind it.

    Attributes
    ----------
    session : str
        The digest of the plan.
    name : str
    asks : tuple of str
    items : tuple of BlindItem
        In the plan's order; repeats and checks look like other items.
    orders : mapping as tuple of (annotator, tuple of int)
        Annotators, and their order of items.
    """

    session: str
    name: str
    asks: tuple[Ask, ...]
    items: tuple[BlindItem, ...]
    orders: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Answer:
    """One annotator's answer to an item.

    Attributes
    ----------
    item : int
        Its number in the plan, from 0.
    annotator : str
    better : str
        One of `CHOICES`, or '' if not answered.
    left, right : float
        Scores of 0 to 100; NaN if not given.
    marks_left, marks_right : tuple of Mark, or None
        Marked errors; None if not answered.
    skipped : str
        The reason for skipping, or ''.
    seconds : float
        Time spent on it, without pauses of more than two minutes.
    changed : float
        Seconds since 1970.
    """

    item: int
    annotator: str
    better: str = ""
    left: float = float("nan")
    right: float = float("nan")
    marks_left: tuple[Mark, ...] | None = None
    marks_right: tuple[Mark, ...] | None = None
    skipped: str = ""
    seconds: float = 0.0
    changed: float = 0.0


def task_of(plan: Plan, evalset: EvalSet) -> Task:
    """The task of a plan: the texts, without anything that identifies systems.

    Raises
    ------
    ValueError
        The plan is for another test set, or names systems or segments that it does not have.
    """
    if plan.test_set != evalset.digest:
        raise ValueError(messages.other_test_set())
    beyond = max((item.segment for item in plan.items), default=0) >= len(evalset)
    if beyond or not set(plan.systems) <= set(evalset.systems):
        raise ValueError(messages.beyond_test_set())
    # A segment's texts are read once, however many items and neighbours use them.
    segments = {item.segment for item in plan.items}
    near = {
        segment: _neighbours(evalset, segment) for segment in segments if "context" in plan.shows
    }
    items = tuple(
        BlindItem(
            *_outputs(plan, evalset, number, item),
            source=_at(evalset.source, item.segment) if "source" in plan.shows else None,
            references=_references(evalset, item.segment) if "references" in plan.shows else (),
            before=_contexts(evalset, near[item.segment][0]) if near else (),
            after=_contexts(evalset, near[item.segment][1]) if near else (),
        )
        for number, item in enumerate(plan.items)
    )
    orders = tuple((name, order_of(plan, name)) for name in plan.annotators)
    return Task(digest_of(plan), plan.name, plan.asks, items, orders)


def is_done(answer: Answer, asks: Iterable[Ask]) -> bool:
    """Whether all questions of an item are answered, or it was skipped."""
    answered = {
        "better": bool(answer.better),
        "score": not (math.isnan(answer.left) or math.isnan(answer.right)),
        "spans": answer.marks_left is not None and answer.marks_right is not None,
    }
    return bool(answer.skipped) or all(answered[ask] for ask in asks)


def progress(task: Task, answers: Iterable[Answer]) -> dict[str, int]:
    """Number of items done by each annotator of a task, in the order of their names."""
    done = dict.fromkeys((name for name, _ in task.orders), 0)
    for answer in answers:
        if answer.annotator in done and is_done(answer, task.asks):
            done[answer.annotator] += 1
    return done


def _outputs(plan: Plan, evalset: EvalSet, number: int, item: Item) -> tuple[str, str]:
    if item.kind != "check":
        left, right = (_at(evalset.systems[name], item.segment) for name in (item.left, item.right))
        return left or "", right or ""
    random = Random(f"{plan.seed} damage {number}")
    outputs = evalset.systems[random.choice(plan.systems)]
    other = (item.segment + random.randrange(1, max(2, len(evalset)))) % len(evalset)
    bad = damaged(_at(outputs, item.segment) or "", _at(outputs, other) or "", random)
    good = _references(evalset, item.segment)[0]
    return (bad, good) if item.damaged == "left" else (good, bad)


def _references(evalset: EvalSet, segment: int) -> tuple[str, ...]:
    result = (_at(column, segment) for column in evalset.references)
    return tuple(text for text in result if text is not None)


def _neighbours(evalset: EvalSet, segment: int) -> tuple[list[int], list[int]]:
    """Segments just before and after in the same document; none without documents."""
    documents = evalset.documents
    here = _at(documents, segment)
    if here is None:
        return [], []

    def same(steps: Iterable[int]) -> list[int]:
        result = []
        for step in steps:
            if not 0 <= segment + step < len(evalset) or _at(documents, segment + step) != here:
                break
            result.append(segment + step)
        return result

    before = same(range(-1, -NEIGHBOURS - 1, -1))
    return before[::-1], same(range(1, NEIGHBOURS + 1))


def _contexts(evalset: EvalSet, segments: list[int]) -> tuple[str, ...]:
    if evalset.source is not None:
        return tuple(_at(evalset.source, segment) or "" for segment in segments)
    return tuple(next(iter(_references(evalset, segment)), "") for segment in segments)


def _at(column: pa.Array | None, segment: int) -> str | None:
    text: str | None = None if column is None else column[segment].as_py()
    return text
