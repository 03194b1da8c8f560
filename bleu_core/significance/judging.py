"""The significance of a comparison, computed once for every screen, command and report."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.arrow import numbered
from bleu_core.common.numerals import counted, plural, whole
from bleu_core.common.progress import Progress, part_of
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import Additive
from bleu_core.metrics.signature import known_to_sacrebleu
from bleu_core.significance.bootstrap import Bootstrap, paired_bootstrap
from bleu_core.significance.randomization import Randomization, paired_approximate_randomization
from bleu_core.significance.resampling import LEVEL, SAMPLES, SEED, TRIALS
from bleu_core.text.evalset import EvalSet

Ints = NDArray[np.int64]

# On fewer segments no claim is made, by convention. The bootstrap takes the segments for the
# population: its 95 % interval excludes 0 in 6 % of true nulls on 250 segments, in 9-10 % on 20
# to 30 and in 14 % on 10 (tests/benchmarks/calibration.txt).
MIN_SEGMENTS = 30
# On fewer documents the unit is the segment. On ten, exchanging documents rejects 3-7 % of true
# nulls and the interval contains Δ in 92-95 % (the same table); no p can be below 2 / 2^10 = 0.002.
# On six none can be below 0.03.
MIN_DOCUMENTS = 10
# If there are too many segments for tests by segment, and documents are unknown, the unit is a
# block of this many consecutive segments.
BLOCK = 1_024


@dataclass(frozen=True, eq=False)
class Significance:
    """The significance of a difference, by resampling.

    Attributes
    ----------
    randomization, bootstrap : Randomization, Bootstrap
        By the unit of the verdict.
    unit : str
        The unit exchanged and drawn: "segment", "document" or "block".
    units : int
        The number of units.
    by_segment : Randomization or None
        By segment; equal to `randomization` if that is the unit. None if there are too many
        segments.
    sacrebleu_p, sacrebleu_bootstrap_p : float or None
        Results of sacreBLEU's two tests with this seed. None if it cannot compute the score,
        draws without a seed (seed 0), or would find identical outputs different.
    documents : int or None
        The number of documents; None if unknown.
    """

    randomization: Randomization
    bootstrap: Bootstrap
    unit: str
    units: int
    by_segment: Randomization | None
    sacrebleu_p: float | None = None
    sacrebleu_bootstrap_p: float | None = None
    documents: int | None = None

    @property
    def significant(self) -> bool:
        """p < 0.05."""
        return self.randomization.p_value < LEVEL

    @property
    def counted(self) -> str:
        """The number and kind of units: "977 blocks of 1,024 segments"."""
        size = f" of {whole(BLOCK)} segments" if self.unit == "block" else ""
        return counted(self.units, self.unit) + size

    @property
    def about_unit(self) -> str:
        """A sentence on the units of the tests and what they mean for p and interval."""
        return about_unit(self.unit, self.units, self.documents)


def about_unit(unit: str, units: int, documents: int | None) -> str:
    """A sentence on the units of the tests and what they mean for p and interval.

    `documents` is the number of documents; None if it is unknown.
    """
    if unit == "document":
        return (
            f"The unit is the document, {whole(units)} of them: "
            "segments of one document are not independent."
        )
    if unit == "block":
        return (
            f"The unit is the block of {whole(BLOCK)} segments that follow one another, "
            f"{whole(units)} of them, because the documents are not known. Documents that lie in "
            "several blocks are not kept together: p and interval may be too sure."
        )
    if documents is None:
        return (
            "The unit is the segment, because the documents are not known. Segments of one "
            "document are not independent: p and interval may be too sure."
        )
    return (
        f"The unit is the segment, because there {plural(documents, 'is', 'are')} only "
        f"{counted(documents, 'document')} and {MIN_DOCUMENTS} are needed. Segments of "
        "one document are not independent: p and interval may be too sure."
    )


def judge(
    comparison: Comparison,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Significance | None:
    """Test whether the difference of BLEU is significant; None below `MIN_SEGMENTS` segments.

    By document if documents are known and enough, else by segment: see `clusters_of`.

    >>> from bleu_core import Comparison, EvalSet
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> outputs = {"old": [line.replace("home", "back") for line in reference], "new": reference}
    >>> result = judge(Comparison.of(EvalSet(outputs, [reference])))
    >>> result.significant, result.randomization.written, result.counted
    (True, 'p < 0.0001', '40 segments')
    >>> result.bootstrap.ci_low > 0
    True
    >>> outputs = {name: lines[:5] for name, lines in outputs.items()}
    >>> judge(Comparison.of(EvalSet(outputs, [reference[:5]]))) is None
    True
    """
    documents = documents_of(comparison.evalset)
    stats = comparison.stats_a, comparison.stats_b
    known = known_to_sacrebleu(comparison.config)
    return judge_pair(*stats, documents, trials, samples, seed, progress, in_sacrebleu=known)


def judge_pair(
    stats_a: Additive,
    stats_b: Additive,
    documents: Ints | None,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
    *,
    in_sacrebleu: bool,
) -> Significance | None:
    """Test whether a difference is significant: see `judge`.

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same segments, under the same settings.
    documents : (S,) array or None
        The document number of each segment; None if unknown.
    trials, samples, seed, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.
    in_sacrebleu : bool
        Whether sacreBLEU has this metric under these settings.
    """
    if len(stats_a.matrix) < MIN_SEGMENTS:
        return None
    # Bootstrap samples take some four times as long as trials; documents are few, and take no time
    # compared with segments.
    share = trials / (trials + 4 * samples)
    by_segment = paired_approximate_randomization(
        stats_a, stats_b, trials, seed, part_of(progress, 0, share)
    )
    drawn = paired_bootstrap(stats_a, stats_b, samples, seed, part_of(progress, share, 1))
    number = None if documents is None else len(np.unique(documents))
    clusters, test, interval = _enough(documents), by_segment, drawn
    if clusters is not None:
        test = paired_approximate_randomization(stats_a, stats_b, trials, seed, clusters=clusters)
        interval = paired_bootstrap(stats_a, stats_b, samples, seed, clusters=clusters)
    theirs = in_sacrebleu and seed and (stats_a.matrix != stats_b.matrix).any()
    return Significance(
        randomization=test,
        bootstrap=interval,
        unit="segment" if clusters is None else "document",
        units=test.units,
        by_segment=by_segment,
        sacrebleu_p=by_segment.sacrebleu_p_value if theirs else None,
        sacrebleu_bootstrap_p=drawn.sacrebleu_p_value if theirs else None,
        documents=number,
    )


def clusters_of(evalset: EvalSet) -> Ints | None:
    """(S,) document number of each segment; None unless documents are known and enough.

    Known means that every segment has one; enough is `MIN_DOCUMENTS`.
    """
    return _enough(documents_of(evalset))


def documents_of(evalset: EvalSet) -> Ints | None:
    """(S,) document number of each segment; None if a segment has none."""
    if evalset.documents is None:
        return None
    documents, known = numbered(evalset.documents)
    return None if "" in known.to_pylist() else documents


def _enough(documents: Ints | None) -> Ints | None:
    few = documents is None or len(np.unique(documents)) < MIN_DOCUMENTS
    return None if few else documents
