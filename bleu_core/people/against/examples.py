"""Published results: the BLEU paper's five systems, and 13 systems of 2021, from `sample_data`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.imported import Scores, statistics_of
from bleu_core.metrics.registry import known
from bleu_core.people.against.people import People
from bleu_core.people.against.sources import PENALTY
from bleu_core.people.against.standings import Against, hold_against
from bleu_core.text.config import BleuConfig


@dataclass(frozen=True)
class PaperSystem:
    """A system of the paper: BLEU in points, and t against the one before it, or None."""

    name: str
    kind: str
    bleu: float
    t: float | None


@dataclass(frozen=True)
class Difference:
    """How many points of 5 a group of judges found one system better than another."""

    better: str
    worse: str
    judges: str
    points: float


@dataclass(frozen=True)
class Paper:
    """BLEU and human judgements as published in the paper.

    Attributes
    ----------
    systems : tuple of PaperSystem
    differences : tuple of Difference
    correlation : mapping as tuple of (group of judges, r)
    """

    systems: tuple[PaperSystem, ...]
    differences: tuple[Difference, ...]
    correlation: tuple[tuple[str, float], ...]


@dataclass(frozen=True, eq=False)
class MarkedSystems:
    """Systems with their BLEU and human penalties, without texts.

    Attributes
    ----------
    versus : Against
        BLEU and human scores, as if the test set were one segment.
    ngrams : (N, 4) array
        By order, over all systems: occurrences not credited and not marked, not credited and
        marked, credited and not marked, credited and marked.
    segments : int
    source : str
    """

    versus: Against
    ngrams: NDArray[np.int64]
    segments: int
    source: str


def read_paper(text: str) -> Paper:
    """The paper's five systems, from `papineni2002.json`."""
    found = json.loads(text)["human_judgement"]
    return Paper(
        tuple(
            PaperSystem(s["name"], s["is"], 100 * s["bleu"], s.get("t")) for s in found["systems"]
        ),
        tuple(Difference(**result) for result in found["differences"]),
        tuple(found["correlation"].items()),
    )


def read_marked_systems(text: str) -> MarkedSystems:
    """The 13 systems, from `mqm-ted-2021.json`."""
    result = json.loads(text)
    rows = result["systems"]
    names, bleu, penalties = ([row[key] for row in rows] for key in ("name", "bleu", "penalty"))
    human = [-penalty for penalty in penalties]
    versus = of_numbers(names, bleu, human, "Google's annotators", PENALTY)
    ngrams = np.array([row["ngrams"] for row in rows]).sum(axis=0)
    return MarkedSystems(versus, ngrams, result["segments"], result["source"])


def of_numbers(
    names: Sequence[str], bleu: Sequence[float], human: Sequence[float], people: str, unit: str
) -> Against:
    """BLEU and human scores from one number per system, as if of one segment.

    `people` names the judges, `unit` the unit of their numbers; higher is better.
    """
    scores = {name: np.array([one]) for name, one in zip(names, bleu, strict=True)}
    means = {name: np.array([one]) for name, one in zip(names, human, strict=True)}
    counted = dict(zip(names, statistics_of(Scores("BLEU", True, scores), names), strict=True))
    source = People("example", people, unit, True, means)
    versus = hold_against(source, counted, known("bleu", BleuConfig()).about)
    assert versus is not None
    return versus
