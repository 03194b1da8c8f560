"""The judgement that every screen, command and report shows: made here, once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.arrow import as_numpy
from bleu_core.comparison import Comparison
from bleu_core.encoding import Progress
from bleu_core.signature import known_to_sacrebleu
from bleu_core.significance.bootstrap import Bootstrap, paired_bootstrap
from bleu_core.significance.randomization import Randomization, paired_approximate_randomization
from bleu_core.significance.resampling import LEVEL, SAMPLES, SEED, TRIALS

# On fewer segments no claim is made. The bootstrap takes the segments for the whole
# population: at a nominal 5 % it rejects 9 % of true nulls on 20 segments and 13 %
# on 10 (tests/benchmarks/calibration.py).
MIN_SEGMENTS = 30
# On fewer documents the unit is the segment.
MIN_DOCUMENTS = 20


@dataclass(frozen=True, eq=False)
class Significance:
    """What resampling says of a difference.

    Attributes
    ----------
    randomization, bootstrap : Randomization, Bootstrap
        Of the unit that the verdict names.
    unit : str
        "segment", or "document": what was exchanged and drawn.
    units : int
        How many of them there are.
    by_segment : Randomization
        Segment by segment; equal to `randomization` where that is the unit.
    sacrebleu_p, sacrebleu_bootstrap_p : float or None
        What sacreBLEU's two tests give with this seed. None where it cannot
        compute the score, draws at random (seed 0), or, for identical outputs,
        finds a difference.
    """

    randomization: Randomization
    bootstrap: Bootstrap
    unit: str
    units: int
    by_segment: Randomization
    sacrebleu_p: float | None = None
    sacrebleu_bootstrap_p: float | None = None

    @property
    def significant(self) -> bool:
        """p < 0.05."""
        return self.randomization.p_value < LEVEL


def judge(
    comparison: Comparison,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Significance | None:
    """Whether the difference may be chance; None on fewer than `MIN_SEGMENTS` segments.

    By document where documents are known and enough, else segment by segment:
    see `clusters_of`.
    """
    if len(comparison) < MIN_SEGMENTS:
        return None
    a, b = comparison.stats_a, comparison.stats_b
    # Of the same number, bootstrap samples take some four times as long as trials;
    # documents are few, and take no time beside segments.
    share = trials / (trials + 4 * samples)
    by_segment = paired_approximate_randomization(
        a, b, trials, seed, progress and (lambda part: progress(share * part))
    )
    bootstrap = paired_bootstrap(
        a, b, samples, seed, progress and (lambda part: progress(share + (1 - share) * part))
    )
    comparable = known_to_sacrebleu(comparison.config) and seed and (a.matrix != b.matrix).any()
    theirs = (by_segment.sacrebleu_p_value, bootstrap.sacrebleu_p_value) if comparable else ()
    clusters = clusters_of(comparison)
    if clusters is None:
        return Significance(by_segment, bootstrap, "segment", len(a), by_segment, *theirs)
    by_document = paired_approximate_randomization(a, b, trials, seed, clusters=clusters)
    bootstrap = paired_bootstrap(a, b, samples, seed, clusters=clusters)
    return Significance(by_document, bootstrap, "document", by_document.units, by_segment, *theirs)


def clusters_of(comparison: Comparison) -> NDArray[np.int64] | None:
    """(S,) the document of each segment, by number; None unless they are known and enough.

    Known is where every segment has one; enough are `MIN_DOCUMENTS`.
    """
    documents = comparison.evalset.documents
    if documents is None or pc.any(pc.equal(pc.fill_null(documents, ""), "")).as_py():
        return None
    encoded = documents.dictionary_encode()
    if len(encoded.dictionary) < MIN_DOCUMENTS:
        return None
    return as_numpy(encoded.indices).astype(np.int64)
