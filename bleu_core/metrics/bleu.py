"""BLEU as one of the metrics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from bleu_core.common.progress import Progress
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.formula import bleu_scores, quick_scores
from bleu_core.metrics.metric import About
from bleu_core.metrics.signature import signature
from bleu_core.metrics.statistics import collect_statistics
from bleu_core.text.config import BleuConfig
from bleu_core.text.streams import Stream


@dataclass(frozen=True)
class Bleu:
    """BLEU under its settings; rows as in `bleu_core.metrics.bleu_score.SegmentStatistics`."""

    config: BleuConfig = field(default_factory=BleuConfig)

    about: ClassVar[About] = About(
        key="bleu",
        label="BLEU",
        source="Papineni et al. (2002); Post (2018), sacreBLEU",
        glossary_key="bleu",
    )

    def count(
        self,
        systems: Sequence[Stream],
        references: Sequence[Stream],
        progress: Progress | None = None,
    ) -> list[Rows]:
        """(S, 2 + 2N): sys_len, ref_len, counts 1..N, totals 1..N."""
        matrices, _ = collect_statistics(systems, references, self.config, progress)  # type: ignore[arg-type]
        return list(matrices)

    def scores(self, sums: Rows) -> FloatArray:
        return bleu_scores(sums, self.config)

    def quick_scores(self, sums: Rows) -> FloatArray:
        return quick_scores(sums, self.config)

    def sentence_scores(self, rows: Rows) -> FloatArray:
        """Sentence BLEU with effective order, as many segments are shorter than N."""
        return bleu_scores(rows, replace(self.config, effective_order=True))

    def signature(self, num_refs: int) -> str:
        return signature(self.config, num_refs)
