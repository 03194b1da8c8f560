"""The grade of a difference: one verdict, which every report, command and screen shows.

It knows how many pairs of systems were tested, what the difference rests on, and whether another
setting makes it small. Gates do not use it: they have a p of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from bleu_core.common.formatting import LEVEL, format_count, format_int, format_p
from bleu_core.significance.stability import Stability

GradeName = Literal[
    "worse", "worse_barely", "no_difference", "better_barely", "better", "not_tested"
]
# A difference rests on few units if so many, or this share of all, carry its significance.
FEW_UNITS, FEW_SHARE = 2, 0.01


class Grade(NamedTuple):
    """A grade, why it is only "barely" in a few words each, and the number of pairs tested."""

    grade: GradeName
    reasons: tuple[str, ...] = ()
    pairs: int = 1

    def barely(self, reason: str) -> Grade:
        """The same grade, but "barely" for one more reason, named first."""
        names: dict[GradeName, GradeName] = {"worse": "worse_barely", "better": "better_barely"}
        return Grade(names.get(self.grade, self.grade), (reason, *self.reasons), self.pairs)

    def among(self, p_holm: float | None, others: str) -> Grade:
        """The grade of a difference whose p was corrected for many tests, such as "3 systems"."""
        if p_holm is None or p_holm < LEVEL or self.grade in ("no_difference", "not_tested"):
            return self
        return self.barely(f"not significant among {others} ({format_p(p_holm)})")


def grade_difference(
    gain: float,
    p_value: float | None,
    stability: Stability | None = None,
    unit: str = "segment",
    p_holm: float | None = None,
    systems: int = 2,
    not_with: Sequence[str] = (),
) -> Grade:
    """Grade a difference; `gain` is B − A, with the other sign where lower is better.

    `p_value` is p of this pair alone, None if it is not tested; `p_holm` is p after Holm's
    correction for all pairs of the `systems`. `stability`, if known, is in units of the kind
    `unit`: "segment", "document" or "block". `not_with` are settings that bring the
    difference below half, such as "tok:intl".
    """
    pairs = systems * (systems - 1) // 2
    if p_value is None:
        return Grade("not_tested", pairs=pairs)
    if p_value >= LEVEL:
        return Grade("no_difference", pairs=pairs)
    reasons = []
    if stability is not None and stability.insignificant is not None:
        units = stability.insignificant
        if units == 0:
            reasons.append("not significant by a t-test")
        elif units <= max(FEW_UNITS, FEW_SHARE * stability.units):
            reasons.append(f"rests on {format_count(units, unit)} by a t-test")
    reasons += [f"not with {setting}" for setting in not_with]
    found = Grade("better" if gain > 0 else "worse", pairs=pairs)
    for reason in reversed(reasons):
        found = found.barely(reason)
    return found.among(p_holm, f"{format_int(systems)} systems")
