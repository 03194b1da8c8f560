"""Comparisons in notebooks.

- `comparing`: compares two outputs in one line
- `display`: a comparison and a score as data frames and HTML
- `figures`: plotly figures of a comparison
"""
