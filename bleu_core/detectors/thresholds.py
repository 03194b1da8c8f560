"""What of the detectors can be set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Thresholds:
    """From where on something counts. Each is shown beside what it decides.

    Attributes
    ----------
    copy_run : int
        Tokens of the source in a row that make a part of an output a copy of it.
    repeat : int
        How many times more than in source or reference an n-gram stands in an output.
    short : float
        An output is cut off below this part of the length that is usual for its source.
    long : float
        It runs away above this many times of it.
    """

    copy_run: int = 8
    repeat: int = 3
    short: float = 0.5
    long: float = 2.0
