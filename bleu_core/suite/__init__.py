"""A suite: many test sets, each with its systems, baseline and gates, compared in one run.

`definition.py` is what a file says, `reading.py` reads it, `results.py` is what comes out. Files of
one set are read and scored by itself, so that sets run side by side.

Stands on all that is said of one comparison, and on its report; only the command line is further
right.
"""
