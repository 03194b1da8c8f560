"""All systems of a test set, counted under the same settings: any two of them are a comparison."""

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
        In the order of the EvalSet.

    Examples
    --------
    >>> outputs = {"old": ["a cat sat on a mat"], "new": ["the cat sat on a mat"], "copy": ["un"]}
    >>> systems = ScoredSystems.of(EvalSet(outputs, [["the cat sat on the mat"]]))
    >>> {name: one.counts[0, 0].item() for name, one in systems.statistics.items()}
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
        """Count all systems in one pass: the references are tokenized and sorted once."""
        systems = list(evalset.systems.values())
        counted = statistics_of(systems, evalset.references, config, progress)
        return cls(evalset, config, dict(zip(evalset.systems, counted, strict=True)))

    def __len__(self) -> int:
        """How many systems."""
        return len(self.statistics)

    @property
    def names(self) -> list[str]:
        return list(self.statistics)

    @property
    def nbytes(self) -> int:
        """Bytes of memory held by the statistics."""
        return sum(stats.matrix.nbytes for stats in self.statistics.values())

    def pair(self, a: str, b: str) -> Comparison:
        """Two of them as baseline and candidate; no text is read."""
        stats_a, stats_b = self.statistics[a], self.statistics[b]
        return Comparison(self.evalset, self.config, a, b, stats_a, stats_b)
