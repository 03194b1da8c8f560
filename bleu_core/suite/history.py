"""What the kept runs of a suite say of each system on each test set, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bleu_core.suite.results import OfSet, SuiteResult


@dataclass(frozen=True)
class Point:
    """What a metric says of a system on a test set in one run.

    Attributes
    ----------
    made : float
        When the run was made, in seconds since 1970.
    score, baseline : float
        `baseline` is NaN where there was none.
    passed : bool
        Whether the system passed there, by whatever gates.
    ground : str
        Scores of one ground can be compared: of a signature, whatever version, and as many
        segments.
    """

    made: float
    score: float
    baseline: float
    passed: bool
    ground: str


# By test set, system and the key of a metric; the oldest first.
History = dict[tuple[str, str, str], list[Point]]


def history(results: Iterable[SuiteResult]) -> History:
    """The points of all that is in these runs, which come the oldest first."""
    found: History = {}
    for result in results:
        for of in result.sets:
            ground = ground_of(of)
            for system in of.systems:
                for said in system.said:
                    point = Point(result.made, said.score, said.baseline, system.passed, ground)
                    found.setdefault((of.name, system.name, said.key), []).append(point)
    return found


def ground_of(of: OfSet) -> str:
    """What scores of a set depend on beside the output.

    >>> ground_of(OfSet("news", 3, "nrefs:1|tok:13a|version:2.5.1"))
    '3 nrefs:1|tok:13a'
    """
    return f"{of.segments} {of.signature.partition('|version:')[0]}"
