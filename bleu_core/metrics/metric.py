"""The interface of a metric, and its statistics: a formula over row sums, and facts about it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from bleu_core.common.progress import Progress
from bleu_core.metrics.additive import FloatArray, Rows, score_of
from bleu_core.metrics.facts import MetricInfo
from bleu_core.text.evalset import (
    EvalSetPart,
    Streams,
    check_streams,
    count_references,
    present_mask,
)


class Metric(Protocol):
    """A metric with its settings, which are its fields; frozen and hashable."""

    @property
    def about(self) -> MetricInfo: ...

    def scores(self, sums: Rows) -> FloatArray:
        """The score of each row: (R, K) sums of rows -> (R,)."""

    def quick_scores(self, sums: Rows) -> FloatArray:
        """`scores` except for the last digits; may be the same."""

    def sentence_scores(self, rows: Rows) -> FloatArray:
        """The score of single segments, (S, K) -> (S,): `scores`, unless a metric has its own."""

    def signature(self, num_refs: int) -> str:
        """The settings that determine a score, in sacreBLEU's format."""


class TextMetric(Metric, Protocol):
    """A metric that is computed from texts."""

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """The rows of each system, (S, K); the references are read once.

        Streams are checked already, and may be lists or pyarrow arrays (`bleu_core.text.evalset`).
        """


class UniformScores(ABC):
    """A metric whose quick scores, and scores of single segments, are `scores`."""

    @abstractmethod
    def scores(self, sums: Rows) -> FloatArray:
        """The score of each row, (R, K) -> (R,)."""

    def quick_scores(self, sums: Rows) -> FloatArray:
        return self.scores(sums)

    def sentence_scores(self, rows: Rows) -> FloatArray:
        return self.scores(rows)


@dataclass(frozen=True)
class MetricScore:
    """Score of a metric, with its label and signature."""

    name: str
    score: float
    signature: str
    decimals: int = 2

    def __str__(self) -> str:
        return f"{self.name}|{self.signature} = {self.score:.{self.decimals}f}"


@dataclass(frozen=True, eq=False)
class MetricStatistics:
    """Statistics of one system under a metric; an `AdditiveMetric`.

    Attributes
    ----------
    matrix : (S, K) array
        Statistics of the metric, one row per segment; rows of zeros do not count.
    metric : Metric
        The metric with its settings.
    num_refs : int
        References per segment; -1 if that varies.

    Examples
    --------
    >>> from bleu_core.metrics import wer_statistics
    >>> stats = wer_statistics(["the cat sat", "it rained"], [["the cat sat", "it rains again"]])
    >>> stats.corpus().score, stats.sentence_scores().round(2).tolist()
    (33.33333333333333, [0.0, 66.67])
    """

    matrix: Rows
    metric: Metric
    num_refs: int = 1

    def __len__(self) -> int:
        return len(self.matrix)

    @property
    def settings(self) -> Mapping[str, object]:
        """Label and fields of the metric, by name."""
        return {"metric": self.metric.about.label, **vars(self.metric)}

    def scores(self, sums: Rows) -> FloatArray:
        """Scores of sums of rows, (R, K) -> (R,)."""
        return self.metric.scores(sums)

    def quick_scores(self, sums: Rows) -> FloatArray:
        """`scores`, faster, and equal except for the last digits."""
        return self.metric.quick_scores(sums)

    def sentence_scores(self) -> FloatArray:
        """(S,) score of each segment."""
        return self.metric.sentence_scores(self.matrix)

    def with_rows(self, matrix: Rows) -> MetricStatistics:
        """Replace the rows, (R, K), under the same metric."""
        return replace(self, matrix=matrix)

    def part(self, of: EvalSetPart) -> MetricStatistics:
        """Select segments, without reading texts."""
        return replace(self, matrix=self.matrix[of.rows], num_refs=of.num_refs)

    def corpus(self) -> MetricScore:
        """Score of all segments together, with its signature."""
        about, signature = self.metric.about, self.metric.signature(self.num_refs)
        return MetricScore(about.label, score_of(self), signature, about.decimals)


def measure(
    metric: TextMetric, systems: Streams, references: Streams, progress: Progress | None = None
) -> list[MetricStatistics]:
    """Compute the statistics of K systems under a metric.

    The references are read once for all systems.

    Parameters
    ----------
    metric : TextMetric
        For example `Chrf()`, or a result of `get_metric`.
    systems : list of K streams of S strings
    references : list of streams of S strings
        As in sacreBLEU; None is a missing reference.
    progress : callable, optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    list of K MetricStatistics

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    Examples
    --------
    >>> from bleu_core.metrics import Wer
    >>> reference = ["the cat sat", "it rains"]
    >>> old, new = measure(Wer(), [["a cat sat", "it rains"], reference], [reference])
    >>> old.corpus().score, new.corpus().score
    (20.0, 0.0)
    """
    check_streams(systems, references)  # type: ignore[arg-type]
    num_refs = count_references([present_mask(stream) for stream in references])
    return [
        MetricStatistics(matrix, metric, num_refs)
        for matrix in metric.count(systems, references, progress)
    ]
