"""BLEUscope's scoring core: BLEU, exactly as sacreBLEU counts it, and what it is made of.

>>> from bleu_core import BleuConfig, corpus_bleu
>>> corpus_bleu(["the cat sat on the mat"], [["the cat sat on a mat"]]).counts
[5, 3, 2, 1]
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bleu_core.bleu import (
        BleuScore,
        SegmentStatistics,
        corpus_bleu,
        segment_statistics,
        sentence_bleu,
    )
    from bleu_core.comparison import Comparison
    from bleu_core.config import BleuConfig
    from bleu_core.evalset import EvalSet
    from bleu_core.ledger import Ledger, attribute
    from bleu_core.significance import paired_approximate_randomization, paired_bootstrap
    from bleu_core.streams import InputError
    from bleu_core.systems import Ranking, ScoredSystems, rank_systems

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
    # Loaded when first asked for (PEP 562): numpy, pyarrow and sacreBLEU take half a
    # second, and the command line's help and completion need none of them.
    _HOMES = {
        "bleu": "BleuScore SegmentStatistics corpus_bleu segment_statistics sentence_bleu",
        "comparison": "Comparison",
        "config": "BleuConfig",
        "evalset": "EvalSet",
        "ledger": "Ledger attribute",
        "streams": "InputError",
        "systems": "Ranking ScoredSystems rank_systems",
        "significance": "paired_approximate_randomization paired_bootstrap",
    }
    _HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

    def __getattr__(name):
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
