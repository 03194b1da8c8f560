"""The interface of a metric: a formula over sums of rows, and facts about its numbers."""

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
    """A metric under its settings: frozen and hashable; its fields are the settings."""

    @property
    def about(self) -> MetricInfo: ...

    def scores(self, sums: Rows) -> FloatArray:
        """The score of each row: (R, K) sums of rows -> (R,)."""

    def quick_scores(self, sums: Rows) -> FloatArray:
        """`scores` except for the last digits; may be the same."""

    def sentence_scores(self, rows: Rows) -> FloatArray:
        """The score of single segments, (S, K) -> (S,): `scores`, unless a metric has its own."""

    def signature(self, num_refs: int) -> str:
        """What a score depends on besides the texts, in sacreBLEU's format."""


class TextMetric(Metric, Protocol):
    """A metric that is computed from texts."""

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """The rows of K systems, each (S, K columns); the references are read once.

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
    """A score of a metric: its label, the number and the signature."""

    name: str
    score: float
    signature: str
    decimals: int = 2

    def __str__(self) -> str:
        return f"{self.name}|{self.signature} = {self.score:.{self.decimals}f}"


@dataclass(frozen=True, eq=False)
class MetricStatistics:
    """The output of one system as counted by a metric: an `AdditiveMetric`.

    Attributes
    ----------
    matrix : (S, K) array
        The metric's statistics, one row per segment; rows of 0 are ignored.
    metric : Metric
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
        """The metric's label and its fields, by name."""
        return {"metric": self.metric.about.label, **vars(self.metric)}

    def scores(self, sums: Rows) -> FloatArray:
        """The score of sums of rows, (R, K) -> (R,)."""
        return self.metric.scores(sums)

    def quick_scores(self, sums: Rows) -> FloatArray:
        """`scores` except for the last digits."""
        return self.metric.quick_scores(sums)

    def sentence_scores(self) -> FloatArray:
        """(S,) the score of every segment alone."""
        return self.metric.sentence_scores(self.matrix)

    def with_rows(self, matrix: Rows) -> MetricStatistics:
        """The same metric on other rows, (R, K)."""
        return replace(self, matrix=matrix)

    def part(self, of: EvalSetPart) -> MetricStatistics:
        """The statistics of some of the segments; no text is read."""
        return replace(self, matrix=self.matrix[of.rows], num_refs=of.num_refs)

    def corpus(self) -> MetricScore:
        """The score of all segments together."""
        about, signature = self.metric.about, self.metric.signature(self.num_refs)
        return MetricScore(about.label, score_of(self), signature, about.decimals)


def measure(
    metric: TextMetric,
    systems: Streams,
    references: Streams,
    progress: Progress | None = None,
) -> list[MetricStatistics]:
    """The statistics of K systems under a metric; the references are read once.

    Parameters
    ----------
    metric : TextMetric
    systems : list of K streams of S strings
    references : list of streams of S strings or None, as in sacreBLEU
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.

    Raises
    ------
    InputError
        For input that cannot be scored: see `bleu_core.text.evalset.check_streams`.

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
