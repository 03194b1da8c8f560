"""Comparisons in notebooks.

- `comparing`: `compare`, from lists, data frame columns and files
- `display`: comparisons and scores as data frames and HTML
- `figures`: plotly figures of a comparison
- `page_view`: reports as files, and the interactive page in a frame
"""
