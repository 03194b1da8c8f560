"""Scripted annotators: answers made up for tests, by rule or at random. Nobody judged anything."""

from collections.abc import Callable, Sequence

import numpy as np

from bleu_core.people.sessions.plan import Item, Plan
from bleu_core.people.sessions.task import Answer

Says = Callable[[int, Item], dict[str, object]]


def plan_of(
    items: Sequence[Item],
    systems: Sequence[str] = ("x", "y"),
    annotators: Sequence[str] = ("Ada", "Ben"),
    asks: Sequence[str] = ("better",),
) -> Plan:
    """A plan with these items, drawn by nobody."""
    return Plan(
        name="scripted", test_set="0" * 64, systems=tuple(systems), sampling="random", by="",
        seed=1, repeats=0.0, checks=0.0, annotators=tuple(annotators), asks=tuple(asks), shows=(),
        made_by=annotators[0], made=1_700_000_000.0, items=tuple(items),
    )  # fmt: skip


def pairs(number: int, seed: int = 1, systems: Sequence[str] = ("x", "y")) -> list[Item]:
    """One item a segment of the first two systems, sides at random."""
    turned = np.random.default_rng(seed).random(number) < 0.5
    a, b = systems[:2]
    return [Item(s, b, a) if turn else Item(s, a, b) for s, turn in enumerate(turned)]


def prefers(item: Item, name: str) -> str:
    """Where the output of a system stands, as an answer to which is better."""
    return "left" if item.left == name else "right"


def answers(plan: Plan, annotator: str, says: Says) -> list[Answer]:
    """What a scripted annotator answers to all items."""
    return [
        Answer(number, annotator, **says(number, item), seconds=10.0, changed=1_700_000_000.0)  # type: ignore[arg-type]
        for number, item in enumerate(plan.items)
    ]
