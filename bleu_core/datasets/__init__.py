"""A data set larger than memory: a folder of Parquet, compared by groups of rows.

What is additive a segment reduces anywhere. `fragments` finds the groups of rows, `plan` says what
is to be counted of them and under which names it is kept, `counting` counts one and writes the
statistics of its segments, `tally` has what is returned of one: sums. `running` does that for all,
in this process or wherever a `Map` does it, and `job` is what has been counted.

`surveying` goes over the statistics a second time, for what is told of segments: `survey` has
what that is, `divisions` sums by what segments have in a column, `spread` how few carry Δ.
`slicing` says where Δ lies by those sums, `judging` whether it may be chance, and `texts` reads
the texts of a few segments, by their lines.

Stands on statistics, significance, columns and expressions; account, cluster, command line and
screens stand on it.
"""

from bleu_core.datasets.fragments import Columns, Fragment, find_fragments
from bleu_core.datasets.job import Job
from bleu_core.datasets.judging import judge_job, untested
from bleu_core.datasets.keeping import FOLDER, finished, kept, load, save
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.running import DAMAGE, Bad, Map, here, run
from bleu_core.datasets.slicing import DataSlice, about_slices, criteria_of, slices_of
from bleu_core.datasets.survey import EDGES, Survey, Top
from bleu_core.datasets.surveying import kept_survey, surveyed
from bleu_core.datasets.texts import Excerpt, texts_of

__all__ = [
    "DAMAGE",
    "EDGES",
    "FOLDER",
    "Bad",
    "Columns",
    "DataSlice",
    "Excerpt",
    "Fragment",
    "Job",
    "Map",
    "Plan",
    "Survey",
    "Top",
    "about_slices",
    "criteria_of",
    "find_fragments",
    "finished",
    "here",
    "judge_job",
    "kept",
    "kept_survey",
    "load",
    "run",
    "save",
    "slices_of",
    "surveyed",
    "texts_of",
    "untested",
]
