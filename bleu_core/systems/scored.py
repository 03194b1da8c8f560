"""All systems of a test set, counted under the same settings; any two are a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.bleu_score import SegmentStatistics, statistics_of
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet


@dataclass(frozen=True, eq=False)
class ScoredSystems:
    """The K systems of an EvalSet with their statistics.

    Attributes
    ----------
    evalset : EvalSet
    config : BleuConfig
    statistics : mapping from the name of a system to SegmentStatistics
        In EvalSet order.

    Examples
    --------
    >>> outputs = {"old": ["a cat sat on a mat"], "new": ["the cat sat on a mat"], "copy": ["un"]}
    >>> systems = ScoredSystems.of(EvalSet(outputs, [["the cat sat on the mat"]]))
    >>> {name: stats.counts[0, 0].item() for name, stats in systems.statistics.items()}
    {'old': 4, 'new': 5, 'copy': 0}
    >>> round(systems.pair("old", "new").delta, 2)
    21.26
    """

    evalset: EvalSet
    config: BleuConfig
    statistics: Mapping[str, SegmentStatistics]

    @classmethod
    def of(
        cls,
        evalset: EvalSet,
        config: BleuConfig = BleuConfig(),
        progress: Progress | None = None,
    ) -> ScoredSystems:
        """Count all systems in one pass; the references are tokenized and sorted once."""
        systems = list(evalset.systems.values())
        counted = statistics_of(systems, evalset.references, config, progress)
        return cls(evalset, config, dict(zip(evalset.systems, counted, strict=True)))

    def __len__(self) -> int:
        """The number of systems."""
        return len(self.statistics)

    @property
    def names(self) -> list[str]:
        return list(self.statistics)

    @property
    def nbytes(self) -> int:
        """Memory of the statistics in bytes."""
        return sum(stats.matrix.nbytes for stats in self.statistics.values())

    def pair(self, a: str, b: str) -> Comparison:
        """Two systems as baseline and candidate; no text is read."""
        stats_a, stats_b = self.statistics[a], self.statistics[b]
        return Comparison(self.evalset, self.config, a, b, stats_a, stats_b)
