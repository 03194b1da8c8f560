"""N-grams of a comparison: counts, evidence for A or B, concordance, families."""

from bleu_core.explain.ngrams.table import KINDS, TESTABLE, NgramTable, evidence

__all__ = ["KINDS", "TESTABLE", "NgramTable", "evidence"]
