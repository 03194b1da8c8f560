"""Presentation of results: sentences and tables, documents, figures, reports, notebooks.

- `tables`: sentences and tables of results, for all media
- `document`: the model of a report: sections of prose, tables, figures, segments
- `comparison_report`, `comparison_document`: contents of a comparison's report, and its sections
- `ranking_report`: contents and sections of a ranking's report
- `viewer`: interactive pages, and the views that they draw; `browser`: scripts shared with the app
- `report`: renderers of documents, and data files
- `charts`: bar charts of a comparison as numbers and words, and the bins of Δ
- `figures`, `run_figures`: plotly figures of results, and of scores over runs
- `notebook`: comparisons in notebooks
"""
