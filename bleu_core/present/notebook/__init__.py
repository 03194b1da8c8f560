"""Comparisons in notebooks: made in one line, as HTML, frames and figures.

`comparing` makes a comparison of the arguments (`given`); `made` caches its n-grams and report;
`frames`, `html` and `figures` display it.
"""
