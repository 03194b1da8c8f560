"""The folded rows of the Overview that need Streamlit; the rest is drawn by the viewer.

- `details`: the rows, significance tests and references
- `charts`: figures, and the data frames behind them
- `other_metrics`: other metrics, those of other programs, and whether they agree with BLEU
"""
