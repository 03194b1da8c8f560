"""The folded rows of the Overview that need Streamlit; the rest is drawn by the viewer.

- `details`: the rows: other metrics, those of other programs, significance tests, references
- `charts`: figures, and the data frames behind them
"""
