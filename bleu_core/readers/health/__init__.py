"""Input checks: problems to know of before trusting a score; repairs; near misses.

Based on an EvalSet and a comparison; used by reports, the command line and the screens.
"""

from bleu_core.readers.health.examine import examine, examine_settings, examine_texts, in_order
from bleu_core.readers.health.findings import Finding, apart, streams_of
from bleu_core.readers.health.nearmiss import NearMiss, near_misses
from bleu_core.readers.health.shift import find_shifts, repair, repair_all
from bleu_core.readers.health.slips import Repaired
from bleu_core.readers.health.summary import summarize
from bleu_core.readers.health.unequal import find_unequal, lengths_told, mend

__all__ = [
    "Finding",
    "NearMiss",
    "Repaired",
    "apart",
    "examine",
    "examine_settings",
    "examine_texts",
    "find_shifts",
    "find_unequal",
    "in_order",
    "lengths_told",
    "mend",
    "near_misses",
    "repair",
    "repair_all",
    "streams_of",
    "summarize",
]
