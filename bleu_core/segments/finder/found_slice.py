"""What the slice finder says: each slice that it found, and how they were searched."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class FoundSlice:
    """Some segments that an expression chooses, and what they carry.

    Attributes
    ----------
    expression : str
    rows : (n,) array
        Indices of its segments, of all, in file order.
    share : float
        Their part of all segments, 0 to 1.
    points : float
        What they carry of Δ, in the ledger of all segments.
    share_of_change : float
        Their part of all that is lost, or of all that is gained, whichever way they went, 0 to 1.
    score_a, score_b : float
        BLEU of these segments on the half that was not searched.
    delta : float
        B − A of that; where the slice is only described (`exchangeable` is False), of all segments.
    ci_low, ci_high : float or None
        The interval of `delta`, which holds together with those of all slices that are shown.
    p_value : float or None
        Corrected for the number that is shown (Holm); None where there is no test.
    confirmed : bool
    exchangeable : bool
        Whether it stays as it is when A and B change places, so that a test means something.
    variants : tuple of str
        Expressions of other slices that choose nearly the same segments.
    beyond : float
        What of `points` is beyond its share of Δ: points less n/S of those of all segments.
    tested : int
        How many segments of the half that was not searched it was tested on; 0 where it was not.
    untested : str
        Why there is no test, a message; '' where there is one.
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
    beyond: float = 0.0
    tested: int = 0
    untested: str = ""


@dataclass(frozen=True, eq=False)
class SliceFindings:
    """What the finder says of a comparison.

    Attributes
    ----------
    slices : list of FoundSlice
        Those that can be tested, the confirmed first, then by what they carry beyond their share.
    described : list of FoundSlice
        Those that cannot be tested, which say why: most are chosen by what one system wrote.
    conditions, conjunctions : int
        How many were looked at.
    searched, held_out : int
        How many segments were searched, and how many were kept for the test.
    unit : str
        "document" or "segment": what the halves were drawn of, and what was exchanged.
    seed : int
    why_not : str
        Why nothing could be looked for, a message; '' where it could.

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
