"""A suite: many test sets, each with its systems, baseline and gates, compared in one run.

`definition.py` is what a file says, and `reading.py` reads it. `measuring.py` takes one set from
its files (`files.py`, `baselines.py`) to its numbers (`numbers.py`), in a process of its own
(`processes.py`, `worker.py`). `gates.py` judges all sets together, `running.py` joins these,
`results.py` is what comes out, `exchange.py` that as JSON, `keeping.py` what is kept of it, and
`rendering/` how it is told.

Stands on all that is said of one comparison, and on its report; only the command line is further
right.
"""
