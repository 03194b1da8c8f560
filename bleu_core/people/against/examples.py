"""What others found: the paper's five systems, and 13 of today; read from `sample_data`."""

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
    """A system of the paper: its BLEU in points, and t against the one before it, or None."""

    name: str
    kind: str
    bleu: float
    t: float | None


@dataclass(frozen=True)
class Difference:
    """By how many points of 5 judges of a group found one system better than another."""

    better: str
    worse: str
    judges: str
    points: float


@dataclass(frozen=True)
class Paper:
    """What the paper says of BLEU and people, as others quote it.

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
    """Systems with their BLEU and what people marked in them, without texts.

    Attributes
    ----------
    held : Against
        BLEU and people, as if the test set were one segment.
    ngrams : (N, 4) array
        By order, over all systems: occurrences not credited and not marked, not credited and
        marked, credited and not marked, credited and marked.
    segments : int
    source : str
    """

    held: Against
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
        tuple(Difference(**one) for one in found["differences"]),
        tuple(found["correlation"].items()),
    )


def read_marked_systems(text: str) -> MarkedSystems:
    """The 13 systems, from `mqm-ted-2021.json`."""
    found = json.loads(text)
    rows = found["systems"]
    names, bleu, penalties = ([row[key] for row in rows] for key in ("name", "bleu", "penalty"))
    said = [-penalty for penalty in penalties]
    held = of_numbers(names, bleu, said, "Google's annotators", PENALTY)
    ngrams = np.array([row["ngrams"] for row in rows]).sum(axis=0)
    return MarkedSystems(held, ngrams, found["segments"], found["source"])


def of_numbers(
    names: Sequence[str], bleu: Sequence[float], said: Sequence[float], people: str, unit: str
) -> Against:
    """Systems with their BLEU and what people said, a number each, as if of one segment.

    `people` is who said it, `unit` what their numbers are; higher is better.
    """
    scores = {name: np.array([one]) for name, one in zip(names, bleu, strict=True)}
    means = {name: np.array([one]) for name, one in zip(names, said, strict=True)}
    counted = dict(zip(names, statistics_of(Scores("BLEU", True, scores), names), strict=True))
    source = People("example", people, unit, True, means)
    held = hold_against(source, counted, known("bleu", BleuConfig()).about)
    assert held is not None
    return held
