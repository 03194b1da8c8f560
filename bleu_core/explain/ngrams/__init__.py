"""N-grams of a comparison: counted, as evidence for A or B, in their contexts, in families.

Stands on a comparison and the sign test; reports, command line and screens stand on it.
"""

from bleu_core.explain.ngrams.table import KINDS, TESTABLE, NgramTable, evidence

__all__ = ["KINDS", "TESTABLE", "NgramTable", "evidence"]
