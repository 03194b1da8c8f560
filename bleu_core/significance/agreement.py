"""Whether another metric agrees with BLEU: significant directions of Δ compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bleu_core.significance.opinions import Judged

Stand = Literal["agrees", "silent", "opposite", "finds"]


def verdict_of(judged: Judged) -> int:
    """1 if B is significantly better, -1 if A is; 0 if Δ is not significant, or untested.

    Also for metrics where lower is better: the sign says which is better, not which is higher.
    """
    return judged.opinion.better if judged.significant else 0


def stand(bleu: Judged, other: Judged) -> Stand:
    """The agreement of a metric with BLEU's result.

    Parameters
    ----------
    bleu, other : Judged
        Both tested.

    Returns
    -------
    "agrees"
        The same output is significantly better, or there is no significant difference by either.
    "silent"
        The difference is significant by BLEU only.
    "opposite"
        The other output is significantly better.
    "finds"
        The difference is significant by the other metric only.
    """
    of_bleu, of_other = verdict_of(bleu), verdict_of(other)
    if of_other == of_bleu:
        return "agrees"
    if of_other == 0:
        return "silent"
    return "finds" if of_bleu == 0 else "opposite"


def by_stand(bleu: Judged, others: Sequence[Judged]) -> dict[Stand, list[Judged]]:
    """The metrics grouped by their agreement with BLEU, in the given order."""
    groups: dict[Stand, list[Judged]] = {}
    for other in others:
        groups.setdefault(stand(bleu, other), []).append(other)
    return groups
