"""The parts of the N-grams screen.

- `evidence_table`: the evidence, and the concordance of the open n-gram
"""
