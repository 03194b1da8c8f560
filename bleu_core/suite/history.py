"""Scores of each system on each test set over the saved runs of a suite."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bleu_core.suite.results import OfSet, SuiteResult


@dataclass(frozen=True)
class Point:
    """The score of a metric for a system on a test set in one run.

    Attributes
    ----------
    made : float
        The time of the run, in seconds since 1970.
    score, baseline : float
        `baseline` is NaN if there was none.
    passed : bool
        Whether the system passed.
    ground : str
        Only scores of the same ground can be compared: the signature without the version, and
        the number of segments.
    """

    made: float
    score: float
    baseline: float
    passed: bool
    ground: str


# By test set, system and key of the metric; the oldest first.
History = dict[tuple[str, str, str], list[Point]]


def history(results: Iterable[SuiteResult]) -> History:
    """The points of runs, which are given the oldest first."""
    points: History = {}
    for result in results:
        for each in result.sets:
            ground = ground_of(each)
            for system in each.systems:
                for said in system.said:
                    point = Point(result.made, said.score, said.baseline, system.passed, ground)
                    points.setdefault((each.name, system.name, said.key), []).append(point)
    return points


def ground_of(result: OfSet) -> str:
    """What the scores of a set depend on besides the output.

    >>> ground_of(OfSet("news", 3, "nrefs:1|tok:13a|version:2.5.1"))
    '3 nrefs:1|tok:13a'
    """
    return f"{result.segments} {result.signature.partition('|version:')[0]}"
