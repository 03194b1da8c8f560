"""Two systems on the same segments: the object that every screen and report reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bleu_core.bleu import BleuScore, SegmentStatistics, statistics_of
from bleu_core.config import BleuConfig
from bleu_core.evalset import EvalSet
from bleu_core.ledger import Ledger, attribute, component_points
from bleu_core.progress import Progress
from bleu_core.streams import InputError
from bleu_core.wording import listed


class Compared(Protocol):
    """Two systems as verdict, parts and tests know them: a `Comparison`, or a job of a data set.

    The rows of a job's statistics are blocks of segments.
    """

    @property
    def stats_a(self) -> SegmentStatistics: ...
    @property
    def stats_b(self) -> SegmentStatistics: ...
    @property
    def score_a(self) -> BleuScore: ...
    @property
    def score_b(self) -> BleuScore: ...
    @property
    def delta(self) -> float: ...
    @property
    def ledger(self) -> Ledger: ...
    def __len__(self) -> int:
        """Segments."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """System A, the baseline, and system B, the candidate; every Δ is B − A.

    Attributes
    ----------
    evalset : EvalSet
    config : BleuConfig
    a, b : str
        Names of the systems, keys of `evalset.systems`.
    stats_a, stats_b : SegmentStatistics
    whole : Comparison or None
        What this is a part of, with all segments; None where it is no part.

    Examples
    --------
    >>> outputs = {"old": ["the cat sat on a mat", "it was a good day"],
    ...            "new": ["the cat sat on the mat", "it was good day"]}
    >>> evalset = EvalSet(outputs, [["the cat sat on the mat", "it was a good day"]])
    >>> comparison = Comparison.of(evalset)
    >>> round(comparison.score_a.score, 2), round(comparison.score_b.score, 2)
    (74.19, 73.59)
    >>> round(comparison.delta, 2), comparison.ledger.segments.round(2).tolist()
    (-0.61, [27.68, -28.29])
    >>> round(comparison.part(np.array([0])).delta, 2)
    46.27
    """

    evalset: EvalSet
    config: BleuConfig
    a: str
    b: str
    stats_a: SegmentStatistics
    stats_b: SegmentStatistics
    whole: Comparison | None = None

    @classmethod
    def of(
        cls,
        evalset: EvalSet,
        config: BleuConfig = BleuConfig(),
        a: str | None = None,
        b: str | None = None,
        progress: Progress | None = None,
    ) -> Comparison:
        """Score two systems of an EvalSet: the first and the second unless named.

        An EvalSet with one system compares it with itself.
        """
        names = list(evalset.systems)
        a = names[0] if a is None else a
        b = names[min(1, len(names) - 1)] if b is None else b
        missing = [name for name in (a, b) if name not in evalset.systems]
        if missing:
            raise InputError(
                [f"There is no system {n!r}, only {listed(map(repr, names))}." for n in missing]
            )
        systems = [evalset.systems[a], evalset.systems[b]]
        stats_a, stats_b = statistics_of(systems, evalset.references, config, progress)
        return cls(evalset, config, a, b, stats_a, stats_b)

    def __len__(self) -> int:
        return len(self.stats_a)

    @property
    def places(self) -> tuple[int, int]:
        """Those of A and B among the systems of the EvalSet, from 0."""
        names = list(self.evalset.systems)
        return names.index(self.a), names.index(self.b)

    @cached_property
    def score_a(self) -> BleuScore:
        return self.stats_a.corpus()

    @cached_property
    def score_b(self) -> BleuScore:
        return self.stats_b.corpus()

    @property
    def delta(self) -> float:
        """BLEU of B minus BLEU of A, in points."""
        return self.score_b.score - self.score_a.score

    @property
    def sentences_a(self) -> NDArray[np.float64]:
        """(S,) sentence BLEU of A, with effective order: many segments are shorter than N."""
        return self.stats_a.effective_sentence_scores

    @property
    def sentences_b(self) -> NDArray[np.float64]:
        """(S,) sentence BLEU of B, with effective order."""
        return self.stats_b.effective_sentence_scores

    @cached_property
    def sentence_deltas(self) -> NDArray[np.float64]:
        """(S,) sentence BLEU of B minus that of A."""
        return self.sentences_b - self.sentences_a

    @cached_property
    def ledger(self) -> Ledger:
        """Where every point of Δ comes from."""
        return attribute(self.stats_a, self.stats_b)

    def carried(self, component: str) -> NDArray[np.float64]:
        """(S,) points of a component of the ledger that each segment carries."""
        return component_points(self.ledger, component, self.stats_a, self.stats_b)

    def part(self, rows: NDArray[np.int64], where: str = "") -> Comparison:
        """Some segments, by index, compared by themselves: sums of their rows, no text is read.

        Its EvalSet is a `Part`, which knows the line of each segment in the whole. `where` is
        the expression that chose them, if one did.
        """
        evalset = self.evalset.part(rows, where)
        stats_a, stats_b = (
            replace(stats, matrix=stats.matrix[rows], num_refs=evalset.num_refs)
            for stats in (self.stats_a, self.stats_b)
        )
        whole = self if self.whole is None else self.whole
        return replace(self, evalset=evalset, stats_a=stats_a, stats_b=stats_b, whole=whole)

    def rescored(self, **settings: object) -> Comparison:
        """The same counts under other smoothing, weights or a lower order; no text is read."""
        stats_a, stats_b = (s.rescored(**settings) for s in (self.stats_a, self.stats_b))
        whole = None if self.whole is None else self.whole.rescored(**settings)
        return replace(self, config=stats_a.config, stats_a=stats_a, stats_b=stats_b, whole=whole)
