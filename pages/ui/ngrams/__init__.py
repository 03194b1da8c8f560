"""The parts of the N-grams screen.

- `evidence_table`: the evidence, and the concordance of the open n-gram
- `job_evidence`: n-grams of a data set
"""
