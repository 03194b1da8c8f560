"""Does another metric agree with BLEU's verdict? Each verdict is a direction and its test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bleu_core.significance.opinions import Judged

Stand = Literal["agrees", "silent", "opposite", "finds"]


def verdict_of(judged: Judged) -> int:
    """1 where B is better beyond chance, -1 where A is; 0 where it may be chance, or is untested.

    Lower is better for some metrics: this says what is better, not what is higher.
    """
    return judged.opinion.better if judged.significant else 0


def stand(bleu: Judged, other: Judged) -> Stand:
    """Where a metric stands to BLEU's verdict.

    Parameters
    ----------
    bleu, other : Judged
        Both tested.

    Returns
    -------
    "agrees"
        It finds the same output better, or no difference that is more than chance where
        BLEU finds none.
    "silent"
        It finds no difference that is more than chance where BLEU does.
    "opposite"
        It finds the other output better.
    "finds"
        It finds a difference where BLEU finds none.
    """
    of_bleu, of_other = verdict_of(bleu), verdict_of(other)
    if of_other == of_bleu:
        return "agrees"
    if of_other == 0:
        return "silent"
    return "finds" if of_bleu == 0 else "opposite"


def by_stand(bleu: Judged, others: Sequence[Judged]) -> dict[Stand, list[Judged]]:
    """The metrics by where they stand, each list in the order given; only those with any."""
    found: dict[Stand, list[Judged]] = {}
    for other in others:
        found.setdefault(stand(bleu, other), []).append(other)
    return found
