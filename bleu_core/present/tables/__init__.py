"""Sentences and tables of results, for screens, reports and JSON.

A sentence is a list of spans with a tone; a table has cells of such spans. The medium that shows
them adds markup and colours. This file has the results of a comparison.

- `verdict`: the difference in words, its significance and the largest contributions
- `comparison_tables`: parts of two scores, tests, families of n-grams, words by frequency
- `gates`: gates that passed and failed
- `references`: how references score as outputs, and what each contributes
- `segments`: largest contributions, what changed in them, annotations, degenerate output, slices
- `slice_sentences`: where B loses or gains, and where that is clear
- `other_metrics`: other metrics, whether they agree with BLEU; Δ under other settings
- `ranking`: a ranking of systems and its pairs; `ranking_sentences`: what its first screen says
- `steps`: steps between runs, and scores between settings
- `people`: a metric against human scores, and BLEU against error annotations by n-gram
- `sessions`: results of a blind session
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import PointSources, point_sources
from bleu_core.explain.ngram_families import Families
from bleu_core.metrics import Bleu
from bleu_core.present.document import Segment, Span
from bleu_core.present.tables.comparison_tables import PartLine, part_lines
from bleu_core.present.tables.segments import movers
from bleu_core.present.tables.verdict import verdict
from bleu_core.significance import Significance, SignificanceRow, side_by_side
from bleu_core.significance.grade import Grade, grade_difference
from bleu_core.significance.metric_tests import MetricSignificance, compare_with_metric
from bleu_core.significance.other_settings import OtherSetting
from bleu_core.significance.word_recall import FrequencyBand, frequency_bands
from bleu_core.systems.references import (
    ReferenceCounts,
    ReferencePoints,
    ReferenceShares,
    count_references,
    most_segments,
    reference_points,
    reference_shares,
)
from bleu_core.text.encoding import LARGE

if TYPE_CHECKING:
    from bleu_core.segments.detectors import DetectorCounts
    from bleu_core.segments.finder import SliceFindings

# Segments each way.
MOVERS = 10
# The title of serious input problems, and of minor ones.
LOOK = "Check these input warnings before relying on the scores."
NOTES = "Input notes"


@dataclass(frozen=True, eq=False)
class ComparisonResults:
    """The account of a comparison; each piece is computed when it is first used."""

    comparison: Comparison
    significance: Significance | None = None  # None for too few segments
    families: Families | None = None  # None without n-gram counts, or if the ledger is undefined
    most: int = MOVERS  # segments in a list, each way
    metric_pairs: Sequence[MetricSignificance] = ()  # of other metrics
    slices: SliceFindings | None = None  # None if the slice finder was not run
    detectors: Sequence[DetectorCounts] = ()  # empty if they were not run
    # None if no other setting was tried yet: then there is no grade.
    other_settings: Sequence[OtherSetting] | None = None
    # p of this pair after Holm's correction for all pairs of the test set; None for two systems, or
    # if the others were not tested.
    p_holm: float | None = None
    # The name of a file and its count of each token: the frequencies of words, if given.
    word_counts: tuple[str, Mapping[str, int]] | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The names of A and B."""
        return self.comparison.a, self.comparison.b

    @cached_property
    def verdict(self) -> list[Span]:
        """The difference and its significance, the largest contributions, where to look."""
        own = self.comparison, self.significance, self.families, self.slices
        return verdict(*own, self.other_settings or (), self.grade, self.detectors)

    @cached_property
    def grade(self) -> Grade | None:
        """The grade of the difference in BLEU, if it is known."""
        if self.other_settings is None:
            return None
        found, systems = self.significance, len(self.comparison.evalset.systems)
        return grade_difference(
            self.comparison.delta,
            None if found is None else found.randomization.p_value,
            None if found is None else found.stability,
            found.unit if found else "",
            self.p_holm,
            2 if self.p_holm is None else systems,
            [other.setting for other in self.other_settings if other.is_less],
        )

    @cached_property
    def all_metric_pairs(self) -> list[MetricSignificance]:
        """BLEU with its tests, and then the other metrics."""
        bleu = compare_with_metric(self.comparison, Bleu(self.comparison.config))
        found = self.significance
        tests = (found.randomization, found.bootstrap) if found else (None, None)
        return [MetricSignificance(bleu, *tests), *self.metric_pairs]

    @cached_property
    def losses(self) -> list[Segment]:
        """The segments with the largest losses, the largest first."""
        return movers(self.comparison, -1, self.most)

    @cached_property
    def gains(self) -> list[Segment]:
        """The segments with the largest gains, the largest first."""
        return movers(self.comparison, 1, self.most)

    @cached_property
    def parts(self) -> list[PartLine]:
        """The parts of both scores, with the points of each."""
        comparison = self.comparison
        points = comparison.ledger.components
        return part_lines(comparison.stats_a, comparison.stats_b, points)

    @cached_property
    def tests(self) -> list[SignificanceRow]:
        """The tests side by side; none where significance is not known."""
        if self.significance is None:
            return []
        return list(side_by_side(self.comparison, self.significance))

    @cached_property
    def _reference_counts(self) -> ReferenceCounts | None:
        evalset, systems = self.comparison.evalset, list(dict.fromkeys(self.names))
        if evalset.no_test_reason:  # their intervals would not hold
            return None
        if len(evalset) > most_segments(len(evalset.references), len(systems)):
            return None
        return count_references(evalset, systems, self.comparison.config)

    @cached_property
    def reference_points(self) -> ReferencePoints | None:
        """References as outputs, beside A and B; None for a single one, or for many segments."""
        counts = self._reference_counts
        return None if counts is None else reference_points(counts)

    @cached_property
    def reference_shares(self) -> ReferenceShares | None:
        """What each reference contributes; None for a single one, or for many segments."""
        counts = self._reference_counts
        return None if counts is None else reference_shares(self.comparison, counts)

    @cached_property
    def frequencies(self) -> list[FrequencyBand] | None:
        """Words by frequency; None for very many segments, unless a file has the frequencies."""
        if self.word_counts is not None:
            return frequency_bands(self.comparison, self.significance, self.word_counts[1])
        if len(self.comparison.evalset.whole) > LARGE:
            return None
        return frequency_bands(self.comparison, self.significance)

    @property
    def sides(self) -> list[tuple[str, list[Segment]]]:
        """Both lists of segments with their titles; the direction of Δ comes first."""
        both = [("Largest losses", self.losses), ("Largest gains", self.gains)]
        return both if self.comparison.delta <= 0 else both[::-1]

    @cached_property
    def sources(self) -> PointSources | None:
        """The points of Δ by source, which close lists of n-grams; None for an undefined ledger."""
        comparison = self.comparison
        if not comparison.ledger.defined:
            return None
        return point_sources(comparison.ledger, comparison.stats_a, comparison.stats_b)
