"""The task of an annotator of a blind session, and its answers; no system has a name here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from random import Random

import pyarrow as pa

from bleu_core.people.sessions.plan import Ask, PlanItem, SessionPlan, plan_digest
from bleu_core.text.evalset import EvalSet


def corrupt(output: str, other: str, random: Random) -> str:
    """Replace every second word of an output by words of another segment's output.

    It starts at a random word, and the other output's words are shuffled. In a text without spaces,
    characters count as words.
    """
    joint = " " if " " in output.strip() else ""
    words, strange = _words_or_characters(output, joint), _words_or_characters(other, joint)
    random.shuffle(strange)
    start = random.randrange(2)
    for place, word in zip(range(start, len(words), 2), strange, strict=False):
        words[place] = word
    # If the other output is short, the rest of this one is dropped.
    result = words[: start + 2 * len(strange)] if strange else words[::2]
    return joint.join(result)


def _words_or_characters(text: str, joint: str) -> list[str]:
    return text.split() if joint else list("".join(text.split()))


# Least number of other items between an item and its repeat, if there are enough.
MIN_REPEAT_DISTANCE = 20


def item_order(plan: SessionPlan, annotator: str) -> tuple[int, ...]:
    """Item numbers in the order of one annotator, always the same for the same plan, with at least
    `repeat_distance` other items between an item and its repeat.
    """
    random = Random(f"{plan.seed} order {annotator}")
    repeats = {n: item.of for n, item in enumerate(plan.items) if item.kind == "repeat"}
    repeated = random.sample(sorted(set(repeats.values())), len(set(repeats.values())))
    others = [n for n in range(len(plan.items)) if n not in repeats and n not in repeated]
    random.shuffle(others)
    # Repeated items come early enough for their repeats to be far behind.
    size, gap = len(repeated) + len(others), repeat_distance(plan)
    early = set(random.sample(range(size - gap), len(repeated)))
    first = [repeated.pop() if place in early else others.pop() for place in range(size)]
    at = {n: float(place) for place, n in enumerate(first)}
    for n, of in repeats.items():
        at[n] = random.uniform(at[of] + gap, len(first))
    return tuple(sorted(at, key=lambda n: (at[n], n)))


def repeat_distance(plan: SessionPlan) -> int:
    """Least number of items between an item and its repeat; of few items, a third."""
    return min(MIN_REPEAT_DISTANCE, sum(item.kind != "repeat" for item in plan.items) // 3)


# Answers to "which is better".
BETTER_CHOICES = ("left", "right", "same", "bad")
MAX_RATING = 5
# Neighbouring segments of the document shown as context, on either side.
NEIGHBOURS = 2


@dataclass(frozen=True)
class BlindItem:
    """Two outputs side by side, with optional context; None if not shown."""

    left: str
    right: str
    source: str | None = None
    references: tuple[str, ...] = ()
    # Sources (else references) of neighbouring segments of the document.
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class BlindTask:
    """A session as its annotators see it, without anything that would unblind it."""

    session: str  # The digest of the plan
    name: str
    ask: Ask
    items: tuple[BlindItem, ...]  # In the plan's order; repeats and checks look like other items
    orders: tuple[tuple[str, tuple[int, ...]], ...]  # Annotators, and their order of items


@dataclass(frozen=True)
class ItemAnswer:
    """One annotator's answer to an item."""

    item: int  # Its number in the plan, from 0
    annotator: str
    better: str = ""  # One of `BETTER_CHOICES`, or '' if not answered
    # Ratings from 1 to `MAX_RATING`; 0 if not given.
    left: int = 0
    right: int = 0
    skipped: str = ""  # The reason for skipping, or ''
    changed: float = 0.0  # Seconds since 1970


def blind_task(plan: SessionPlan, evalset: EvalSet) -> BlindTask:
    """The task of a plan of a test set: the texts, without anything that identifies systems."""
    # A segment's texts are read once, however many items and neighbours use them.
    segments = {item.segment for item in plan.items}
    near = {s: _neighbour_segments(evalset, s) for s in segments if "context" in plan.shows}
    items = []
    for number, item in enumerate(plan.items):
        left, right = _item_outputs(plan, evalset, number, item)
        source = _text_at(evalset.source, item.segment) if "source" in plan.shows else None
        references = _item_references(evalset, item.segment) if "references" in plan.shows else ()
        before, after = (_context_texts(evalset, s) for s in near.get(item.segment, ([], [])))
        items.append(BlindItem(left, right, source, references, before, after))
    orders = tuple((name, item_order(plan, name)) for name in plan.annotators)
    return BlindTask(plan_digest(plan), plan.name, plan.ask, tuple(items), orders)


def is_done(answer: ItemAnswer, ask: Ask) -> bool:
    """Whether an item is answered, with both ratings, or was skipped."""
    answered = bool(answer.better) if ask == "better" else answer.left > 0 and answer.right > 0
    return answered or bool(answer.skipped)


def annotator_progress(task: BlindTask, answers: Iterable[ItemAnswer]) -> dict[str, int]:
    """Number of items done by each annotator of a task, in the order of their names."""
    done = dict.fromkeys((name for name, _ in task.orders), 0)
    for answer in answers:
        if answer.annotator in done and is_done(answer, task.ask):
            done[answer.annotator] += 1
    return done


def _item_outputs(
    plan: SessionPlan, evalset: EvalSet, number: int, item: PlanItem
) -> tuple[str, str]:
    if item.kind != "check":
        left, right = (evalset.systems[name] for name in (item.left, item.right))
        return _text_at(left, item.segment) or "", _text_at(right, item.segment) or ""
    random = Random(f"{plan.seed} damage {number}")
    outputs = evalset.systems[random.choice(plan.systems)]
    other = (item.segment + random.randrange(1, max(2, len(evalset)))) % len(evalset)
    bad = corrupt(_text_at(outputs, item.segment) or "", _text_at(outputs, other) or "", random)
    good = _item_references(evalset, item.segment)[0]
    return (bad, good) if item.damaged == "left" else (good, bad)


def _item_references(evalset: EvalSet, segment: int) -> tuple[str, ...]:
    texts = (_text_at(column, segment) for column in evalset.references)
    return tuple(text for text in texts if text is not None)


def _neighbour_segments(evalset: EvalSet, segment: int) -> tuple[list[int], list[int]]:
    """Segments just before and after in the same document; none without documents."""
    documents = evalset.documents
    here = _text_at(documents, segment)
    if here is None:
        return [], []

    def same(segments: range) -> list[int]:
        return list(takewhile(lambda s: _text_at(documents, s) == here, segments))

    before = same(range(segment - 1, max(segment - NEIGHBOURS, 0) - 1, -1))
    return before[::-1], same(range(segment + 1, min(segment + NEIGHBOURS + 1, len(evalset))))


def _context_texts(evalset: EvalSet, segments: list[int]) -> tuple[str, ...]:
    if evalset.source is not None:
        return tuple(_text_at(evalset.source, segment) or "" for segment in segments)
    return tuple(next(iter(_item_references(evalset, segment)), "") for segment in segments)


def _text_at(column: pa.Array | None, segment: int) -> str | None:
    text: str | None = None if column is None else column[segment].as_py()
    return text
