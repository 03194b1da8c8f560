"""One axis for the intervals of all systems."""

from __future__ import annotations

import math

from bleu_core.systems.ranking import Ranking


def interval_axis(ranking: Ranking) -> tuple[float, float]:
    """Round ends of the narrowest axis that includes all scores and their intervals.

    >>> from bleu_core.systems.ranking import Ranked as System
    >>> a, b = System("a", 30.4, 28.9, 31.9, 1, 2), System("b", 27.5, 26.1, 29.0, 1, 2)
    >>> interval_axis(Ranking((a, b), (), "a"))
    (26.0, 32.0)
    """
    ends = [
        end
        for system in ranking.systems
        for end in (system.ci_low, system.score, system.ci_high)
        if end is not None and math.isfinite(end)
    ]
    if not ends:
        return 0.0, 1.0
    low, high = min(ends), max(ends)
    step = 10.0 ** math.floor(math.log10((high - low) or 1.0))
    # Whole steps, at least one.
    first, last = math.floor(low / step), math.ceil(high / step)
    return first * step, max(last, first + 1) * step
