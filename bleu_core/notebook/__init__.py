"""A comparison where somebody works in Python: made in one line, shown, as frames and figures.

`Comparison` and `BleuScore` answer with what is made here; `bleuscope` is the package for whoever
imports it. Stands on all that explains a comparison and on its report; nothing stands on it.
"""
