"""Scripted annotators: answers made up for tests, by rule or at random. Nobody judged anything."""

from collections.abc import Callable, Sequence

import numpy as np

from bleu_core.people.sessions.plan import Ask, PlanItem, SessionPlan
from bleu_core.people.sessions.task import ItemAnswer

Says = Callable[[int, PlanItem], dict[str, object]]


def plan_of(
    items: Sequence[PlanItem],
    systems: Sequence[str] = ("x", "y"),
    annotators: Sequence[str] = ("Ada", "Ben"),
    ask: Ask = "better",
) -> SessionPlan:
    """A plan with these items, drawn by nobody."""
    return SessionPlan(
        name="scripted", test_set="0" * 64, systems=tuple(systems),
        seed=1, repeats=0.0, checks=0.0, annotators=tuple(annotators), ask=ask, shows=(),
        made_by=annotators[0], made=1_700_000_000.0, items=tuple(items),
    )  # fmt: skip


def pairs(number: int, seed: int = 1, systems: Sequence[str] = ("x", "y")) -> list[PlanItem]:
    """One item a segment of the first two systems, sides at random."""
    turned = np.random.default_rng(seed).random(number) < 0.5
    a, b = systems[:2]
    return [PlanItem(s, b, a) if turn else PlanItem(s, a, b) for s, turn in enumerate(turned)]


def prefers(item: PlanItem, name: str) -> str:
    """Where the output of a system stands, as an answer to which is better."""
    return "left" if item.left == name else "right"


def answers(plan: SessionPlan, annotator: str, says: Says) -> list[ItemAnswer]:
    """What a scripted annotator answers to all items."""
    return [
        ItemAnswer(number, annotator, **says(number, item), changed=1_700_000_000.0)  # type: ignore[arg-type]
        for number, item in enumerate(plan.items)
    ]
