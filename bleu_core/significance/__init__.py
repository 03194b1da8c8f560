"""Significance: tests that resample segments, or whole documents.

All of them need only the sufficient statistics: a resample is a sum of rows, and many resamples
are a matrix product, computed in blocks so that memory stays bounded.

The tests use a metric only through its additive statistics. `comparison_tests` runs those of a
comparison; `metric_tests` tests other metrics on it, and says whether they agree with BLEU;
`robustness` repeats them under other settings.
"""

from bleu_core.common.rounding import ROUNDING
from bleu_core.significance.bootstrap import Bootstrap, paired_bootstrap, sacrebleu_bootstrap_p
from bleu_core.significance.jackknife import Jackknife, jackknife, jackknife_interval
from bleu_core.significance.judging import (
    BLOCK,
    MIN_DOCUMENTS,
    MIN_SEGMENTS,
    Significance,
    about_unit,
    clusters_of,
    documents_of,
    judge,
)
from bleu_core.significance.randomization import Randomization, paired_approximate_randomization
from bleu_core.significance.resampling import (
    LEVEL,
    SAMPLES,
    SEED,
    TRIALS,
    resample_counts,
    swap_masks,
)
from bleu_core.significance.table import Test, side_by_side
from bleu_core.significance.together import Resampled, resample_together

__all__ = [
    "BLOCK",
    "LEVEL",
    "MIN_DOCUMENTS",
    "MIN_SEGMENTS",
    "ROUNDING",
    "SAMPLES",
    "SEED",
    "TRIALS",
    "Bootstrap",
    "Jackknife",
    "Randomization",
    "Resampled",
    "Significance",
    "Test",
    "about_unit",
    "clusters_of",
    "documents_of",
    "jackknife",
    "jackknife_interval",
    "judge",
    "paired_approximate_randomization",
    "paired_bootstrap",
    "resample_counts",
    "resample_together",
    "sacrebleu_bootstrap_p",
    "side_by_side",
    "swap_masks",
]
