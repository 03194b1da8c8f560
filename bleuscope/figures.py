"""The figures of a comparison as plotly figures, to display, change and save.

>>> import bleuscope
>>> comparison = bleuscope.compare(["a b c d e"], ["a b c d f"], ["a b c d f"])
>>> bleuscope.figures.precisions(comparison).layout.xaxis.title.text
'n-gram order'
"""

from bleu_core.present.notebook.figures import (
    along,
    changes,
    concentration,
    documents,
    precisions,
    scatter,
    waterfall,
)

__all__ = ["along", "changes", "concentration", "documents", "precisions", "scatter", "waterfall"]
