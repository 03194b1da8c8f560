"""Significance tests, which resample segments or whole documents.

They use a metric only through its additive statistics: a resample is a sum of rows, and many
resamples are a matrix product, computed in blocks of bounded memory.

- `comparison_tests`: the tests of a comparison, as all media show them
- `paired_tests`: approximate randomization and bootstrap
- `units`: the unit of the tests: document, segment or block
- `stability`: how many documents or segments a significant difference hangs on
- `power`: which differences the test would detect, and the size of a test set that does
- `resampling`: sums by unit, sacreBLEU's draws, the jackknife
- `shared_draws`: several pairs tested with the same draws
- `word_recall`: recall and precision on words by frequency
- `metric_tests`: tests of other metrics, and whether they agree with BLEU
- `grade`: the grade of a difference, from worse to better
- `other_settings`: whether a difference is much smaller under another setting
- `robustness`: Δ and its tests under other settings
- `robustness_results`: results for each setting, and sentences on them
"""

from bleu_core.common.formatting import LEVEL
from bleu_core.common.rounding import ROUNDING
from bleu_core.common.trials import SAMPLES, SEED, TRIALS
from bleu_core.significance.comparison_tests import (
    Significance,
    SignificanceRow,
    run_tests,
    side_by_side,
)
from bleu_core.significance.paired_tests import (
    Bootstrap,
    Randomization,
    paired_approximate_randomization,
    paired_bootstrap,
    sacrebleu_bootstrap_p,
)
from bleu_core.significance.power import Power, power_for_units, power_of
from bleu_core.significance.resampling import (
    jackknife,
    jackknife_interval,
    resample_counts,
    swap_masks,
)
from bleu_core.significance.shared_draws import PairResamples, resample_together
from bleu_core.significance.stability import stability_of
from bleu_core.significance.units import (
    MIN_DOCUMENTS,
    MIN_SEGMENTS,
    clusters_of,
    describe_unit,
    documents_of,
    unit_of,
)

__all__ = [
    "LEVEL",
    "MIN_DOCUMENTS",
    "MIN_SEGMENTS",
    "ROUNDING",
    "SAMPLES",
    "SEED",
    "TRIALS",
    "Bootstrap",
    "PairResamples",
    "Power",
    "Randomization",
    "Significance",
    "SignificanceRow",
    "clusters_of",
    "describe_unit",
    "documents_of",
    "jackknife",
    "jackknife_interval",
    "paired_approximate_randomization",
    "paired_bootstrap",
    "power_for_units",
    "power_of",
    "resample_counts",
    "resample_together",
    "run_tests",
    "sacrebleu_bootstrap_p",
    "side_by_side",
    "stability_of",
    "swap_masks",
    "unit_of",
]
