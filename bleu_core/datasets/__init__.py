"""A data set larger than memory: a folder of Parquet, compared by groups of rows.

Additive statistics reduce anywhere. `discovery` finds the files, their row groups (`fragments`)
and columns of metadata; a plan says what to count and under which names to save it. `counting`
counts one fragment in bounded memory, checks it, saves the statistics of its segments and returns
their sums. `running` does that for all fragments, in this process or wherever a `Map` does it,
tests the difference, and saves the comparison (`dataset_comparison`).

A second pass over the statistics summarizes segments (`segment_summary`) and sums points by column
value and size (`distribution`); `slicing` scores slices by these sums. `texts` reads the texts of
some segments. `worklist` selects and orders segments by expressions; `listing` goes through one
fragment without reading what cannot match. `ngram_pass` counts n-grams for `ngram_evidence`.
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
