"""A data set larger than memory: a folder of Parquet, compared by groups of rows.

What is additive a segment reduces anywhere. `finding` looks through files for `fragments`, their
groups of rows, and for columns of `metadata`; `plan` says what is to be counted of them and under
which names it is kept. `counting` counts one (`reading` reads it in bounded memory, `faults` tells
what is wrong with it) and writes the statistics of its segments (`writing`: whole or not at all);
`tally` has what is returned of one: sums. `running` does that for all,
in this process or wherever a `Map` does it, and `job` is what has been counted.

`surveying` goes over the statistics a second time, for what is told of segments: `survey` has
what that is, `divisions` sums by what segments have in a column, `spread` how few carry Δ.
`slicing` says where Δ lies by those sums, `judging` whether it may be chance, and `texts` reads
the texts of a few segments, by their lines.

`worklist` says which segments fulfil an expression and come first in an order: `conditions` what
its columns take, `listing` goes through a fragment, `skipping` leaves out what cannot hold any,
`selection` makes some segments a comparison, `text_columns` reads their texts. `lookup` finds
segments by their lines: kept numbers, one to open, some to take out.

Stands on statistics, significance, columns and expressions; account, cluster, command line and
screens stand on it.
"""

from bleu_core.datasets.finding import (
    Unreadable,
    find_fragments,
    planned,
    planned_of_readable,
)
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.datasets.job import Job
from bleu_core.datasets.judging import judge_job, untested
from bleu_core.datasets.keeping import FOLDER, digests, finished, kept, load, save
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.running import DAMAGE, Bad, Map, here, run
from bleu_core.datasets.slicing import (
    DataSlice,
    about_slices,
    by_points,
    criteria_of,
    first_to_tell,
    slices_of,
)
from bleu_core.datasets.survey import EDGES, Survey, Top
from bleu_core.datasets.surveying import kept_survey, surveyed
from bleu_core.datasets.texts import Excerpt, texts_of
from bleu_core.datasets.writing import FolderError

__all__ = [
    "DAMAGE",
    "EDGES",
    "FOLDER",
    "Bad",
    "Columns",
    "DataSlice",
    "Excerpt",
    "FolderError",
    "Fragment",
    "Job",
    "Map",
    "Plan",
    "Survey",
    "Top",
    "Unreadable",
    "about_slices",
    "by_points",
    "criteria_of",
    "digests",
    "find_fragments",
    "finished",
    "first_to_tell",
    "here",
    "judge_job",
    "kept",
    "kept_survey",
    "load",
    "planned",
    "planned_of_readable",
    "run",
    "save",
    "slices_of",
    "surveyed",
    "texts_of",
    "untested",
]
