"""The significance tests of a comparison, as all screens, commands and reports show them.

The test of the BLEU paper is among them: Papineni et al. (2002), section 3, score 500 sentences in
20 blocks of 25 and use paired t-statistics between systems. "Since a paired t-statistic of 1.7 or
above is 95% significant": 1.729 is the one-sided limit for 19 degrees of freedom.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import (
    LEVEL,
    format_count,
    format_int,
    format_interval,
    format_p,
    format_score,
)
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.common.rounding import rounded
from bleu_core.common.stats import student_coverage, student_limit
from bleu_core.common.trials import SAMPLES, SEED, TRIALS
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import scoring
from bleu_core.metrics.additive import AdditiveMetric, require_pair
from bleu_core.metrics.signature import is_known_to_sacrebleu
from bleu_core.significance.paired_tests import (
    Bootstrap,
    Randomization,
    paired_approximate_randomization,
    paired_bootstrap,
)
from bleu_core.significance.power import Power, describe_power, power_of
from bleu_core.significance.stability import Stability, stability_of
from bleu_core.significance.units import (
    BLOCK,
    MIN_SEGMENTS,
    MOST_SEGMENTS,
    clusters_among,
    describe_unit,
    documents_of,
    unit_among,
)

Ints = NDArray[np.int64]

# The paper's test has 20 blocks.
BLOCKS = 20


@dataclass(frozen=True, eq=False)
class Significance:
    """Tests of the difference in a comparison, by resampling."""

    # By the unit of the verdict.
    randomization: Randomization
    bootstrap: Bootstrap
    unit: str  # The unit exchanged and drawn: "segment", "document" or "block"
    units: int  # The number of units
    # By segment; equal to `randomization` if that is the unit. None if there are too many segments.
    by_segment: Randomization | None
    # Results of sacreBLEU's two tests with this seed. None if it cannot compute the score, draws
    # without a seed (seed 0), or would find identical outputs different.
    sacrebleu_p: float | None = None
    sacrebleu_bootstrap_p: float | None = None
    documents: int | None = None  # The number of documents; None if unknown
    power: Power | None = None  # None if the resamples do not vary, or no p could be below 0.05
    stability: Stability | None = None  # None for a difference that is not significant

    @property
    def significant(self) -> bool:
        """p < 0.05."""
        return self.randomization.p_value < LEVEL

    @property
    def counted(self) -> str:
        """Number and kind of units: "977 blocks of 1,024 segments"."""
        size = f" of {format_int(BLOCK)} segments" if self.unit == "block" else ""
        return format_count(self.units, self.unit) + size

    @property
    def about_unit(self) -> str:
        """A sentence on the unit of the tests, and what it means for p and the interval."""
        return describe_unit(self.unit, self.units, self.documents)

    @property
    def about_power(self) -> str:
        """Sentences on the differences of BLEU that the test would detect; '' if not known."""
        return describe_power(self.power, self.unit) if self.power else ""


def run_tests(
    comparison: Comparison,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Significance | None:
    """Test whether BLEU of A and B differs significantly.

    The unit that is exchanged and resampled is the document if there are enough documents, else the
    segment; for very many segments, a block of consecutive ones (`bleu_core.significance.units`).

    Parameters
    ----------
    comparison : Comparison
    trials, samples, seed, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.

    Returns
    -------
    Significance or None
        `randomization` with the p-value, `bootstrap` with the 95% CI of Δ, and the unit. None for
        fewer than `MIN_SEGMENTS` segments, on which no claim is made, and for segments to which no
        test applies (`EvalSetPart.no_test_reason`).

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> outputs = {"old": [line.replace("home", "back") for line in reference], "new": reference}
    >>> result = run_tests(Comparison.of(EvalSet(outputs, [reference])))
    >>> result.significant, result.randomization.written, result.counted
    (True, 'p < 0.0001', '40 segments')
    >>> result.bootstrap.ci_low > 0
    True
    >>> outputs = {name: lines[:5] for name, lines in outputs.items()}
    >>> run_tests(Comparison.of(EvalSet(outputs, [reference[:5]]))) is None
    True
    """
    if comparison.evalset.no_test_reason:
        return None
    stats_a, stats_b, size = comparison.stats_a, comparison.stats_b, len(comparison)
    if size < MIN_SEGMENTS:
        return None
    documents = documents_of(comparison.evalset)
    clusters = clusters_among(documents, size)
    # Bootstrap samples take some four times as long as trials; documents are few, and take no time
    # compared with segments.
    share = trials / (trials + 4 * samples)

    def tests(clusters: Ints | None, progress: Progress | None) -> tuple[Randomization, Bootstrap]:
        first, last = sub_progress(progress, 0, share), sub_progress(progress, share, 1)
        return (
            paired_approximate_randomization(stats_a, stats_b, trials, seed, first, clusters),
            paired_bootstrap(stats_a, stats_b, samples, seed, last, clusters),
        )

    by_segment = tests(None, progress) if size <= MOST_SEGMENTS else None
    test, interval = by_segment if by_segment and clusters is None else tests(clusters, None)
    known = is_known_to_sacrebleu(comparison.config)
    theirs = known and seed and (stats_a.matrix != stats_b.matrix).any()
    exchanged, drawn = by_segment if by_segment else (None, None)
    return Significance(
        randomization=test,
        bootstrap=interval,
        unit=unit_among(documents, size),
        units=test.units,
        by_segment=exchanged,
        sacrebleu_p=exchanged.sacrebleu_p_value if theirs and exchanged else None,
        sacrebleu_bootstrap_p=drawn.sacrebleu_p_value if theirs and drawn else None,
        documents=None if documents is None else len(np.unique(documents)),
        power=power_of(interval, size) if test.can_be_significant else None,
        stability=stability_of(stats_a, stats_b, clusters) if test.p_value < LEVEL else None,
    )


def block_t_test(
    stats_a: AdditiveMetric, stats_b: AdditiveMetric, blocks: int = BLOCKS
) -> tuple[float, float]:
    """Compare two systems by their scores on contiguous blocks of segments, as in the paper.

    Returns t, the mean difference B − A over its standard error (0 if all blocks are equal), and
    its two-sided p. The sizes of blocks differ by at most one segment.

    1-grams only, two blocks of one segment: A matches 8 and 8 of 10, B 9 and 10. The mean of
    the differences 10 and 20 is 15, its standard error 7.07/√2 = 5: t = 3.

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[10, 10, 8, 10], [10, 10, 8, 10]]), config)
    >>> b = SegmentStatistics(np.array([[10, 10, 9, 10], [10, 10, 10, 10]]), config)
    >>> round(block_t_test(a, b, blocks=2)[0], 6)
    3.0
    """
    require_pair(stats_a, stats_b)
    size = len(stats_a.matrix)
    if not 2 <= blocks <= size:
        raise ValueError(scoring.number_of_blocks(size, blocks))
    starts = np.arange(blocks) * size // blocks
    a, b = (
        stats.scores(np.add.reduceat(stats.matrix, starts, axis=0)) for stats in (stats_a, stats_b)
    )
    mean, spread = rounded((b - a).mean()), rounded((b - a).std(ddof=1))
    with np.errstate(divide="ignore"):
        t = float(np.divide(mean, spread / math.sqrt(blocks))) if mean else 0.0
    return t, 1 - student_coverage(abs(t), blocks - 1)


class SignificanceRow(NamedTuple):
    """A significance test, its numbers as text. `term` is its name in the glossary."""

    name: str
    p: str
    note: str
    term: str


def side_by_side(comparison: Comparison, result: Significance) -> Iterator[SignificanceRow]:
    """The two tests of the verdict, sacreBLEU's tests, and the test of the BLEU paper.

    Parameters
    ----------
    comparison : Comparison
    result : Significance
        Result of `run_tests` on this comparison.

    Yields
    ------
    SignificanceRow
        `name`, `p` and `note` of a test: first the two tests of the verdict, then sacreBLEU's, then
        the t-test of the BLEU paper.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.significance import run_tests as tests_of
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> outputs = {"old": [line.replace("home", "back") for line in reference], "new": reference}
    >>> comparison = Comparison.of(EvalSet(outputs, [reference]))
    >>> for test in side_by_side(comparison, tests_of(comparison)):
    ...     print(test.name, test.p, sep=": ")
    Paired approximate randomization by segment, 10,000 trials: p < 0.0001
    Paired bootstrap by segment, 1,000 samples: p = 0.0010
    sacreBLEU's bootstrap: p = 0.0010
    Paired t-test on 20 blocks (Papineni et al. 2002): p < 0.0001
    """
    test, interval = result.randomization, result.bootstrap
    trials = f"{format_int(test.trials)} trials"
    samples = f"{format_int(len(interval.deltas))} samples"
    by_segment = ""
    if result.sacrebleu_p is not None and result.by_segment is not None:
        by_segment = "equal to sacreBLEU's p"
        if result.sacrebleu_p != result.by_segment.p_value:
            p = format_p(result.sacrebleu_p)
            by_segment = f"sacreBLEU, which ignores trials with equal Δ: {p}"
    exchanged = f"{result.counted} exchanged, seed {test.seed}"
    if result.unit == "segment":
        exchanged = "; ".join(filter(None, [exchanged, by_segment]))
    randomization, by = "Paired approximate randomization", f"by {result.unit}"
    term = "approximate-randomization"
    yield SignificanceRow(f"{randomization} {by}, {trials}", test.written, exchanged, term)
    yield SignificanceRow(
        f"Paired bootstrap {by}, {samples}",
        format_p(interval.p_value),
        f"95% CI of Δ: {format_interval(interval.ci_low, interval.ci_high)}",
        "bootstrap",
    )
    if result.unit != "segment" and result.by_segment is not None:
        p = result.by_segment.written
        yield SignificanceRow(f"{randomization} by segment, {trials}", p, by_segment, term)
    if result.sacrebleu_bootstrap_p is not None:
        yield SignificanceRow(
            "sacreBLEU's bootstrap",
            format_p(result.sacrebleu_bootstrap_p),
            "for comparison only: rejects true null hypotheses too often",
            "sacrebleu-bootstrap",
        )
    blocks = min(BLOCKS, len(comparison.stats_a))
    t, p_value = block_t_test(comparison.stats_a, comparison.stats_b, blocks)
    critical = student_limit(1 - LEVEL, blocks - 1)
    yield SignificanceRow(
        f"Paired t-test on {blocks} blocks (Papineni et al. 2002)",
        format_p(p_value),
        f"t = {format_score(t)}, critical ±{format_score(critical)}",
        "paired-t",
    )
