"""The result under one setting."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bleu_core.significance import LEVEL, ROUNDING
from bleu_core.text.config import BleuConfig


@dataclass(frozen=True)
class Cell:
    """The difference under one setting, or under several with the same result.

    Attributes
    ----------
    config : BleuConfig
    reference : int or None
        The only reference used, from 1; None: all of them.
    smoothings : tuple of str
        The smoothing methods with this result; that of `config` is the first.
    segments, left_out : int
        Segments scored, and those skipped because they lack this reference.
    score_a, score_b : float
    ci_low, ci_high : float or None
        The 95 % interval of Δ by paired bootstrap; None below 30 segments or, by document, if fewer
        than `MIN_DOCUMENTS` have this reference.
    p : float or None
        Paired approximate randomization, two-sided; None if `ci_low` is.
    unit : str
        The unit exchanged and drawn: "segment" or "document".
    move : float
        Δ here minus Δ under the present setting.
    move_low, move_high : float or None
        The 95 % interval of `move`, from the resamples of both; None if either has no interval of
        Δ.
    """

    config: BleuConfig
    reference: int | None
    smoothings: tuple[str, ...]
    segments: int
    left_out: int
    score_a: float
    score_b: float
    ci_low: float | None = None
    ci_high: float | None = None
    p: float | None = None
    unit: str = "segment"
    move: float = 0.0
    move_low: float | None = None
    move_high: float | None = None

    @property
    def delta(self) -> float:
        """BLEU of B minus BLEU of A."""
        return self.score_b - self.score_a

    @property
    def sign(self) -> int:
        """1 if B is above A, -1 if it is below, 0 if they are equal except for rounding."""
        alike = abs(self.delta) <= ROUNDING * max(self.score_a, self.score_b)
        return 0 if alike else int(np.sign(self.delta))

    @property
    def judged(self) -> bool:
        """Whether there are enough segments to test the difference."""
        return self.p is not None

    @property
    def significant(self) -> bool:
        """p < 0.05."""
        return self.p is not None and self.p < LEVEL

    @property
    def shows(self) -> bool:
        """Whether `move` rounds to more than 0.00."""
        return abs(self.move) >= 0.005

    @property
    def moved(self) -> bool:
        """Whether the setting changes Δ: `move` is not 0.00, and its interval excludes 0."""
        if self.move_low is None or self.move_high is None or not self.shows:
            return False
        return self.move_low > 0 or self.move_high < 0
