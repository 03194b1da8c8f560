"""Presentation of results: sentences and tables, documents, figures, reports, notebooks.

- `account`: sentences and tables of results, for all media
- `document`: the model of a report: sections of prose, tables, figures, segments
- `comparison_report`, `comparison_document`: contents of a comparison's report, and its sections
- `ranking_report`: contents and sections of a ranking's report
- `matrix`: data of the matrix of system pairs
- `browser`, `page`: scripts of the app and of interactive pages, and these pages
- `report`: renderers of documents, and data files
- `charts`: bar charts of a comparison as numbers and words
- `delta_bins`: the distribution of Δ over segments
- `figures`: plotly figures of results
- `notebook`: comparisons in notebooks
"""
