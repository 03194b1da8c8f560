"""A data set larger than memory: a folder of Parquet, compared by groups of rows.

What is additive a segment reduces anywhere. `fragments` finds the groups of rows, `plan` says what
is to be counted of them and under which names it is kept, `counting` counts one and writes the
statistics of its segments, `tally` has what is returned of one: sums. `running` does that for all,
in this process or wherever a `Map` does it, and `job` is what has been counted.

Stands on statistics, significance, columns and expressions; account, cluster, command line and
screens stand on it.
"""

from bleu_core.datasets.fragments import Columns, Fragment, find_fragments
from bleu_core.datasets.job import Job
from bleu_core.datasets.keeping import FOLDER, kept, load, save
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.running import Bad, Map, here, run

__all__ = [
    "FOLDER",
    "Bad",
    "Columns",
    "Fragment",
    "Job",
    "Map",
    "Plan",
    "find_fragments",
    "here",
    "kept",
    "load",
    "run",
    "save",
]
