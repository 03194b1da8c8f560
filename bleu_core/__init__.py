"""BLEUscope's library: BLEU equal to sacreBLEU's, its components, comparisons and tests.

Start with `corpus_bleu` for a score, `Comparison` for two systems, `rank_systems` for many. The
package `bleuscope` adds `compare`, which takes lists, data frame columns or files.

Packages, in import order; each imports only from those before it:

- `common`: helpers without domain knowledge
- `messages`: errors, warnings and input findings, with their codes
- `text`: test set, settings, tokenizers, token ids, spans
- `metrics`: BLEU and other metrics
- `explain`: the comparison of A and B, attribution of its difference, n-grams
- `significance`: significance tests by resampling
- `readers`: readers of files, and input checks
- `systems`: rankings of many systems, runs over time, gates
- `segments`: segment columns, expressions, detectors, slices, worklist
- `datasets`: data sets larger than memory
- `cluster`: executor for data sets on a Dask cluster
- `people`: annotations, blind sessions, agreement, metrics vs. people
- `teaching`: lessons and classes
- `workspace`: saved data
- `present`: sentences, documents, reports, figures, notebooks
- `suite`: many test sets in one run
- `cli`: the command

>>> from bleu_core import BleuConfig, corpus_bleu
>>> corpus_bleu(["the cat sat on the mat"], [["the cat sat on a mat"]]).counts
[5, 3, 2, 1]
"""

from typing import TYPE_CHECKING

from bleu_core.common import lazy
from bleu_core.common.call_later import register

if TYPE_CHECKING:
    from bleu_core.explain.comparison import Comparison
    from bleu_core.explain.ledger import Ledger, attribute
    from bleu_core.metrics.bleu import (
        BleuScore,
        SegmentStatistics,
        corpus_bleu,
        segment_statistics,
        sentence_bleu,
    )
    from bleu_core.significance import paired_approximate_randomization, paired_bootstrap
    from bleu_core.systems import Ranking, ScoredSystems, rank_systems
    from bleu_core.text.config import BleuConfig
    from bleu_core.text.evalset import EvalSet, InputError

__all__ = [
    "BleuConfig",
    "BleuScore",
    "Comparison",
    "EvalSet",
    "InputError",
    "Ledger",
    "Ranking",
    "ScoredSystems",
    "SegmentStatistics",
    "attribute",
    "corpus_bleu",
    "paired_approximate_randomization",
    "paired_bootstrap",
    "rank_systems",
    "segment_statistics",
    "sentence_bleu",
]

if not TYPE_CHECKING:
    __getattr__ = lazy.lazy_attributes(
        __name__,
        {
            "explain.comparison": "Comparison",
            "explain.ledger": "Ledger attribute",
            "metrics.bleu": "BleuScore SegmentStatistics corpus_bleu segment_statistics "
            "sentence_bleu",
            "significance": "paired_approximate_randomization paired_bootstrap",
            "systems": "Ranking ScoredSystems rank_systems",
            "text.config": "BleuConfig",
            "text.evalset": "EvalSet InputError",
        },
    )


register(
    "bleu_core.present.notebook.display",
    *("comparison_html", "score_html", "segments_frame", "ngrams_frame"),
    *("save_report", "page_view"),
)
