"""The parts of the N-grams screen.

- `evidence_table`: the evidence, folded into families, and its controls
- `context`: the concordance of the open n-gram
"""
