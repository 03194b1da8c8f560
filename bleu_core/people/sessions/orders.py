"""The order in which each annotator of a plan judges its items."""

from __future__ import annotations

from random import Random

from bleu_core.people.sessions.plan import Plan

# Least number of other items between an item and its repeat, if there are enough.
APART = 20


def order_of(plan: Plan, annotator: str) -> tuple[int, ...]:
    """Item numbers in the order of one annotator; always the same for the same plan.

    At least `apart` other items are between an item and its repeat.
    """
    random = Random(f"{plan.seed} order {annotator}")
    repeats = {n: item.of for n, item in enumerate(plan.items) if item.kind == "repeat"}
    first = [n for n in range(len(plan.items)) if n not in repeats]
    random.shuffle(first)
    gap = apart(plan)
    # Repeated items come early enough for their repeats to be far behind.
    early, repeated = len(first) - gap, set(repeats.values())
    late = [place for place in range(early, len(first)) if first[place] in repeated]
    free = [place for place in range(early) if first[place] not in repeated]
    for place, other in zip(late, random.sample(free, len(late)), strict=True):
        first[place], first[other] = first[other], first[place]
    at = {n: float(place) for place, n in enumerate(first)}
    for n, of in repeats.items():
        at[n] = random.uniform(at[of] + gap, len(first))
    return tuple(sorted(at, key=lambda n: (at[n], n)))


def apart(plan: Plan) -> int:
    """Least number of items between an item and its repeat: `APART`, or a third of few."""
    return min(APART, sum(item.kind != "repeat" for item in plan.items) // 3)
