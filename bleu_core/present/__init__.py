"""Presentation of results: sentences and tables, documents, figures, reports, notebooks.

- `account`: sentences and tables of results, for every medium
- `document`: the model of a report: sections of prose, tables, figures, segments
- `comparison_report`, `comparison_document`: a comparison: its report's data, and its sections
- `ranking_report`: a ranking
- `report`: renderers of documents, and data files
- `figures`: plotly figures of results
- `notebook`: comparisons in notebooks
"""
