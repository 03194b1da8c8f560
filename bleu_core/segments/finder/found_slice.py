"""Results of the slice finder."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class FoundSlice:
    """A slice found: its expression, segments and contribution.

    Attributes
    ----------
    expression : str
    rows : (n,) array
        Indices of its segments, in file order.
    share : float
        Share of all segments, 0 to 1.
    points : float
        Points that they contribute to Δ, in the ledger of all segments.
    share_of_change : float
        Share of all losses, or of all gains, depending on the slice's direction, 0 to 1.
    score_a, score_b : float
        BLEU of these segments on the held-out half.
    delta : float
        B − A of these; for a slice that is only described, on all segments.
    ci_low, ci_high : float or None
        The interval of `delta`, simultaneous over all slices shown.
    p_value : float or None
        Corrected for the number of slices shown (Holm); None without a test.
    confirmed : bool
    exchangeable : bool
        Whether it is unchanged when A and B are swapped, so that a test is valid.
    variants : tuple of str
        Expressions of other slices that select nearly the same segments.
    excess_points : float
        Points beyond its share of Δ: `points` minus n/S of the points of all segments.
    tested : int
        Number of held-out segments it was tested on; 0 if not tested.
    skip_reason : str
        Why it was not tested, a message; '' if it was.
    """

    expression: str
    rows: NDArray[np.int64]
    share: float
    points: float
    share_of_change: float
    score_a: float
    score_b: float
    delta: float
    ci_low: float | None
    ci_high: float | None
    p_value: float | None
    confirmed: bool
    exchangeable: bool
    variants: tuple[str, ...] = ()
    excess_points: float = 0.0
    tested: int = 0
    skip_reason: str = ""


@dataclass(frozen=True, eq=False)
class SliceFindings:
    """Result of the slice finder on a comparison.

    Attributes
    ----------
    slices : list of FoundSlice
        Slices that were tested, confirmed ones first, then by excess points.
    described : list of FoundSlice
        Slices that cannot be tested, with the reason: most depend on the output of one system.
    conditions, conjunctions : int
        Numbers searched.
    searched, held_out : int
        Numbers of segments searched, and held out for the test.
    unit : str
        "document" or "segment": the unit of the halves and of exchange.
    seed : int
    why_not : str
        Why the search was not possible, a message; '' if it was.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> from bleu_core.segments.finder import find_slices
    >>> comparison = Comparison.of(EvalSet({"old": ["a"], "new": ["b"]}, [["a"]]))
    >>> find_slices(table_of(comparison)).why_not
    '60 segments are needed, to search half of them and test on the rest; here: 1 segment.'
    """

    slices: list[FoundSlice]
    described: list[FoundSlice]
    conditions: int
    conjunctions: int
    searched: int
    held_out: int
    unit: str
    seed: int
    why_not: str = ""
