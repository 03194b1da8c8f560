"""BLEUscope's library: BLEU exactly as in sacreBLEU, its components, comparisons and tests.

Packages, in import order; each imports only from those before it:

- `common`: helpers without domain knowledge
- `messages`: errors, warnings and input findings, with their codes
- `text`: the test set, settings, tokenizers, token ids, spans
- `metrics`: BLEU and other metrics
- `explain`: the comparison of A and B, and where its points come from
- `significance`: tests by resampling
- `readers`: files to a test set, and checks of the input
- `systems`: many systems ranked, runs of a sequence, gates
- `segments`: columns, expressions, detectors, slices, worklist
- `datasets`: comparisons larger than memory
- `cluster`: the same on worker processes (Dask)
- `people`: annotations, blind sessions, meta-evaluation
- `teaching`: lessons, classes, why two scores differ
- `workspace`: saved data
- `present`: sentences, documents, reports, figures, notebooks
- `suite`: many test sets in one run
- `cli`: the command

>>> from bleu_core import BleuConfig, corpus_bleu
>>> corpus_bleu(["the cat sat on the mat"], [["the cat sat on a mat"]]).counts
[5, 3, 2, 1]
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bleu_core.common import lazy
from bleu_core.common.display import register

if TYPE_CHECKING:
    import pandas as pd

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


# Notebook views of results, imported when one is first shown.
def _comparison_html(comparison: "Comparison") -> str:
    from bleu_core.present.notebook.display import of_comparison

    return of_comparison(comparison)


def _score_html(score: "BleuScore") -> str:
    from bleu_core.present.notebook.display import of_score

    return of_score(score)


def _segments_frame(comparison: "Comparison", columns: Sequence[str]) -> "pd.DataFrame":
    from bleu_core.present.notebook.display import segments

    return segments(comparison, columns)


def _ngrams_frame(comparison: "Comparison", min_count: int) -> "pd.DataFrame":
    from bleu_core.present.notebook.display import ngrams

    return ngrams(comparison, min_count)


register("comparison_html", _comparison_html)
register("score_html", _score_html)
register("segments_frame", _segments_frame)
register("ngrams_frame", _ngrams_frame)
