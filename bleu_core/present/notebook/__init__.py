"""A comparison where somebody works in Python: made in one line, shown, as frames and figures.

`comparing.py` makes one of what is given (`given.py`); `made.py` is what is made of it once,
`frames.py`, `html.py` and `figures.py` show it. `Comparison` and `BleuScore` answer with these;
`bleuscope` is the package for whoever imports it.

Stands on all that explains a comparison and on its report; nothing stands on it.
"""
