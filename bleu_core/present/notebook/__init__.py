"""Comparisons in notebooks.

- `comparing`: `compare`, from lists, data frame columns and files
- `display`: comparisons and scores as data frames, HTML, report files, and the page in a frame
- `figures`: plotly figures of a comparison
"""
