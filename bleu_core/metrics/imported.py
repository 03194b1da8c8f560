"""Scores computed elsewhere: one number per segment from a file, averaged. No model is run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from bleu_core.messages import Message, scoring
from bleu_core.messages.toml import named_twice
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.metric import MetricStatistics, UniformScores
from bleu_core.metrics.metric_comparison import MetricComparison
from bleu_core.metrics.registry import get_metric, metric_keys
from bleu_core.text.evalset import EvalSetPart

KEY_PREFIX = "imported:"
LONGEST_NAME = 60
# Scores within a range narrower than this are written with more decimals.
_NARROW, _FINE, _USUAL = 2.0, 4, 2


@dataclass(frozen=True)
class ImportedMetric(UniformScores):
    """Mean of numbers from a file, one per segment; rows are (sum, count).

    A segment without a number has a row of zeros, which does not count.
    """

    name: str
    higher_is_better: bool
    decimals: int = _USUAL
    scorer: str = ""  # the signature of the program that computed them; "" for a file

    @property
    def about(self) -> MetricInfo:
        return MetricInfo(
            key=KEY_PREFIX + self.name,
            label=self.name,
            source="Imported segment scores, averaged here",
            glossary_key="imported-score",
            unit="its own scale",
            higher_is_better=self.higher_is_better,
            decimals=self.decimals,
        )

    def scores(self, sums: Rows) -> FloatArray:
        """The mean; NaN where no segment has a number."""
        number = sums[:, 1]
        means: FloatArray = np.where(number > 0, sums[:, 0] / np.maximum(number, 1), np.nan)
        return means

    def signature(self, num_refs: int) -> str:
        better = f"better:{'higher' if self.higher_is_better else 'lower'}"
        return f"imported:mean|{better}" + (f"|scorer:{self.scorer}" if self.scorer else "")


@dataclass(frozen=True, eq=False)
class ImportedScores:
    """Scores imported under one name: for each system, a number per segment."""

    name: str  # Chosen by the user: see `name_problem`
    higher_is_better: bool
    # For each system (S,) numbers, NaN where a segment has none.
    values: Mapping[str, FloatArray]
    # For each system the file and the column of its numbers.
    origins: Mapping[str, str] = field(default_factory=dict)
    # The signature of the program that computed them; "" for numbers from files.
    signature: str = ""

    @property
    def key(self) -> str:
        """Its key among the metrics."""
        return KEY_PREFIX + self.name

    @property
    def nbytes(self) -> int:
        """Bytes of memory held."""
        return sum(values.nbytes for values in self.values.values())

    def part(self, of: EvalSetPart) -> ImportedScores:
        """The scores of some of the segments."""
        values = {system: numbers[of.rows] for system, numbers in self.values.items()}
        return replace(self, values=values)

    def with_others(self, before: ImportedScores | None) -> ImportedScores:
        """These scores, with the systems that they lack from an earlier import of the same name.

        Scores with another signature are not comparable, and therefore left out.
        """
        if before is None or before.signature != self.signature:
            return self
        values = {**before.values, **self.values}
        origins = {**before.origins, **self.origins}
        return replace(self, values=values, origins=origins)


def name_problem(name: str) -> Message | None:
    """A message if a name cannot be that of imported scores, else None."""
    taken = {
        word.casefold() for key in metric_keys() for word in (key, get_metric(key).about.label)
    }
    if not (0 < len(name) <= LONGEST_NAME and name == name.strip() and name.isprintable()):
        return scoring.bad_name(name, LONGEST_NAME)
    if name.casefold() in taken:
        return named_twice("metric", name)
    return None


def count_missing(scores: ImportedScores, *systems: str) -> int:
    """How many segments lack a score of one of the systems, and are therefore excluded."""
    return int(np.isnan(sum(scores.values[name] for name in systems)).sum())


def imported_statistics(scores: ImportedScores, names: Sequence[str]) -> list[MetricStatistics]:
    """Convert imported scores of systems to statistics, over the segments that all systems have.

    Parameters
    ----------
    scores : ImportedScores
        (S,) numbers per system; NaN for a segment without a number.
    names : list of str
        Systems with scores.

    Returns
    -------
    list of MetricStatistics
        One per system. The corpus score is the mean.

    Examples
    --------
    >>> from bleu_core.metrics import ImportedScores
    >>> values = {"old": np.array([60.0, 80, np.nan]), "new": np.array([70.0, 80, 90])}
    >>> marks = ImportedScores("marks", higher_is_better=True, values=values)
    >>> [stats.corpus().score for stats in imported_statistics(marks, ["old", "new"])]
    [70.0, 75.0]
    """
    values = np.stack([scores.values[name] for name in names])
    there = np.isfinite(values.sum(axis=0))
    is_narrow = there.any() and np.ptp(values[:, there]) < _NARROW
    decimals = _FINE if is_narrow else _USUAL
    metric = ImportedMetric(scores.name, scores.higher_is_better, decimals, scores.signature)
    rows = [np.column_stack([np.where(there, column, 0.0), there]) for column in values]
    return [MetricStatistics(matrix, metric) for matrix in rows]


def compare_imported(scores: ImportedScores, a: str, b: str) -> MetricComparison:
    """Compare two systems by imported scores, over the segments that have a number in both."""
    return MetricComparison(*imported_statistics(scores, [a, b]))


def scores_with_systems(
    imported: Iterable[ImportedScores], *names: str
) -> dict[str, ImportedScores]:
    """The imported scores that all these systems have, by their keys as metrics."""
    return {scores.key: scores for scores in imported if scores.values.keys() >= set(names)}
