"""Published results, from `sample_data`: the BLEU paper's five systems, and 13 systems of 2021."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.imported import ImportedScores, imported_statistics
from bleu_core.metrics.registry import get_metric
from bleu_core.people.meta_evaluation.human_scores import PENALTY, HumanScores
from bleu_core.people.meta_evaluation.metric_vs_human import MetricVsHuman, evaluate_metric
from bleu_core.text.config import BleuConfig


@dataclass(frozen=True, eq=False)
class MarkedSystems:
    """Systems with their BLEU and human penalties, without texts."""

    versus: MetricVsHuman  # BLEU and human scores, as if the test set were one segment
    # (N, 4) by order, over all systems: occurrences not credited and not marked, not credited and
    # marked, credited and not marked, credited and marked.
    ngrams: NDArray[np.int64]
    segments: int
    source: str


def read_paper(text: str) -> dict[str, Any]:
    """The paper's five systems and what judges said of them, from `papineni2002.json`."""
    paper: dict[str, Any] = json.loads(text)["human_judgement"]
    return paper


def read_marked_systems(text: str) -> MarkedSystems:
    """The 13 systems, from `mqm-ted-2021.json`."""
    result = json.loads(text)
    rows = result["systems"]
    names, bleu, penalties = ([row[key] for row in rows] for key in ("name", "bleu", "penalty"))
    human = [-penalty for penalty in penalties]
    versus = published_comparison(names, bleu, human, "Google's annotators", PENALTY)
    ngrams = np.array([row["ngrams"] for row in rows]).sum(axis=0)
    return MarkedSystems(versus, ngrams, result["segments"], result["source"])


def published_comparison(
    names: Sequence[str], bleu: Sequence[float], human: Sequence[float], people: str, unit: str
) -> MetricVsHuman:
    """BLEU and human scores from one number per system, as if of one segment.

    `people` names the judges, `unit` the unit of their numbers; higher is better.
    """
    scores = {name: np.array([one]) for name, one in zip(names, bleu, strict=True)}
    means = {name: np.array([one]) for name, one in zip(names, human, strict=True)}
    statistics = imported_statistics(ImportedScores("BLEU", True, scores), names)
    counted = dict(zip(names, statistics, strict=True))
    source = HumanScores("example", people, unit, True, means)
    versus = evaluate_metric(source, counted, get_metric("bleu", BleuConfig()).about)
    assert versus is not None
    return versus
