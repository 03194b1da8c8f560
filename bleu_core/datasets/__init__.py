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

from bleu_core.datasets.counting import FolderError
from bleu_core.datasets.dataset_comparison import DatasetComparison, DatasetPlan
from bleu_core.datasets.discovery import (
    UnreadableFile,
    find_fragments,
    planned,
    planned_of_readable,
)
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.datasets.running import (
    DAMAGE,
    FOLDER,
    BadFragment,
    Map,
    finished_at,
    here,
    load,
    run,
    run_dataset_tests,
    save,
    saved_datasets,
    saved_digests,
    skip_reason,
)
from bleu_core.datasets.segment_summary import (
    EDGES,
    SegmentSummary,
    TopSegments,
    saved_summary,
    surveyed,
)
from bleu_core.datasets.slicing import (
    DataSlice,
    by_points,
    criteria_of,
    describe_slices,
    first_criterion,
    slices_of,
)
from bleu_core.datasets.texts import Excerpt, texts_of

__all__ = [
    "DAMAGE",
    "EDGES",
    "FOLDER",
    "BadFragment",
    "Columns",
    "DataSlice",
    "DatasetComparison",
    "DatasetPlan",
    "Excerpt",
    "FolderError",
    "Fragment",
    "Map",
    "SegmentSummary",
    "TopSegments",
    "UnreadableFile",
    "by_points",
    "criteria_of",
    "describe_slices",
    "find_fragments",
    "finished_at",
    "first_criterion",
    "here",
    "load",
    "planned",
    "planned_of_readable",
    "run",
    "run_dataset_tests",
    "save",
    "saved_datasets",
    "saved_digests",
    "saved_summary",
    "skip_reason",
    "slices_of",
    "surveyed",
    "texts_of",
]
