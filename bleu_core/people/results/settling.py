"""Disputed items, and the decisions on them.

To settle an item, somebody reads both texts again and all answers, and decides. The decision
replaces all answers to its item: it is one vote, as the segment has one anyway. Results are given
with and without; settling does not change agreement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bleu_core.people.results.answered import direction
from bleu_core.people.sessions.judged import Judgement


@dataclass(frozen=True)
class Disputed:
    """An item with different answers.

    Attributes
    ----------
    item, segment : int
    answers : tuple of Judgement
        All answers to it, in order.
    opposed : bool
        Whether annotators prefer opposite outputs.
    """

    item: int
    segment: int
    answers: tuple[Judgement, ...]
    opposed: bool


def disputed(judgements: Iterable[Judgement]) -> list[Disputed]:
    """The items on which annotators disagree, opposite preferences first."""
    by_item: dict[int, list[Judgement]] = {}
    for judgement in judgements:
        if judgement.kind == "judged" and judgement.preferred:
            by_item.setdefault(judgement.item, []).append(judgement)
    found = [
        Disputed(
            item, answers[0].segment, tuple(answers), {-1.0, 1.0} <= set(map(direction, answers))
        )
        for item, answers in by_item.items()
        if len({one.preferred for one in answers}) > 1
    ]
    return sorted(found, key=lambda result: (not result.opposed, result.segment, result.item))


def with_settled(judgements: Iterable[Judgement], settled: Sequence[Judgement]) -> list[Judgement]:
    """The judgements, with a decision in place of all answers to its item.

    `settled` are decisions as judgements; the last one on an item counts.
    """
    decided = {one.item: one for one in sorted(settled, key=lambda decision: decision.changed)}
    undecided = [
        judgement
        for judgement in judgements
        if judgement.item not in decided or judgement.kind != "judged"
    ]
    return [*undecided, *decided.values()]
