"""Items on which annotators differ on which output is better, and what was settled on them.

Who settles an item reads both texts again and what each annotator said, and decides. A decision
takes the place of all answers to its item: it is one vote, as the segment has one anyway. Results
are given with and without: settling adds nothing to how far annotators agreed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bleu_core.people.results.answered import direction
from bleu_core.people.sessions.judged import Judgement


@dataclass(frozen=True)
class Disputed:
    """An item to which annotators gave different answers.

    Attributes
    ----------
    item, segment : int
    answers : tuple of Judgement
        Of all who answered it, in their order.
    opposed : bool
        Whether one prefers the one output and another the other.
    """

    item: int
    segment: int
    answers: tuple[Judgement, ...]
    opposed: bool


def disputed(judgements: Iterable[Judgement]) -> list[Disputed]:
    """The items on which annotators differ, those who prefer opposite outputs first."""
    given: dict[int, list[Judgement]] = {}
    for one in judgements:
        if one.kind == "judged" and one.preferred:
            given.setdefault(one.item, []).append(one)
    found = [
        Disputed(item, said[0].segment, tuple(said), {-1.0, 1.0} <= set(map(direction, said)))
        for item, said in given.items()
        if len({one.preferred for one in said}) > 1
    ]
    return sorted(found, key=lambda one: (not one.opposed, one.segment, one.item))


def with_settled(judgements: Iterable[Judgement], settled: Sequence[Judgement]) -> list[Judgement]:
    """The judgements, with a decision in the place of all answers to its item.

    `settled` are decisions in the form of a judgement; of two on one item the later one counts.
    """
    decided = {one.item: one for one in sorted(settled, key=lambda one: one.changed)}
    kept = [one for one in judgements if one.item not in decided or one.kind != "judged"]
    return [*kept, *decided.values()]
