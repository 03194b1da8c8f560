"""Presentation of results: sentences and tables, documents, figures, reports, notebooks."""
