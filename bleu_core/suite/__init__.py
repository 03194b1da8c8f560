"""A suite: many test sets, each with its systems, baseline and gates, compared in one run.

`definition.py` is what a file says; `reading.py` reads it, and `usual.py` what `[defaults]` may say
too. `measuring.py` takes one set from its files (`files.py`, `baselines.py`) to its numbers
(`numbers.py`, `slices.py`), in a process of its own (`processes.py`, `worker.py`). `gates.py`
judges all sets together, `running.py` joins these, `results.py` is what comes out, `exchange.py`
that as JSON, `keeping.py` what is kept of it; `tables.py` tells of one system, `history.py` of runs
one after the other, and `rendering/` of the whole run.

Stands on all that is said of one comparison, and on its report; only the command line is further
right.
"""
