"""Annotations by people: error annotations, blind sessions, agreement, metrics vs. people.

- `mark_rows`: files of error annotations as rows, in any format
- `mark_import`: matches these rows to a test set
- `mark_export`: writes error annotations
- `sessions`: blind sessions: plans, tasks, answers and their files
- `session_results`: results of an unblinded session, annotators' conduct
- `agreement`: agreement between annotators
- `meta_evaluation`: metrics vs. people: metrics against human scores
- `ngram_vs_marks`: n-grams credited by BLEU or not, marked as errors or not
"""
