"""BLEUscope's scoring core: BLEU, exactly as sacreBLEU counts it, and what it is made of.

>>> from bleu_core import BleuConfig, corpus_bleu
>>> corpus_bleu(["the cat sat on the mat"], [["the cat sat on a mat"]]).counts
[5, 3, 2, 1]
"""

from bleu_core.bleu import (
    BleuScore,
    SegmentStatistics,
    corpus_bleu,
    segment_statistics,
    sentence_bleu,
)
from bleu_core.comparison import Comparison
from bleu_core.config import BleuConfig
from bleu_core.evalset import EvalSet, InputError
from bleu_core.ledger import Ledger, attribute
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap

__all__ = [
    "BleuConfig",
    "BleuScore",
    "Comparison",
    "EvalSet",
    "InputError",
    "Ledger",
    "SegmentStatistics",
    "attribute",
    "corpus_bleu",
    "paired_approximate_randomization",
    "paired_bootstrap",
    "segment_statistics",
    "sentence_bleu",
]
