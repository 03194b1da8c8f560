"""The parts of the Overview.

- `scorecard`: both scores, Δ and a badge
- `verdict`: the verdict, completed when the tests are ready
- `charts`: strips, tables, and data frames behind figures
- `other_metrics`: other metrics, and whether they agree with BLEU
- `scorers`: metrics that other programs compute
"""
