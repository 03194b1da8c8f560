"""A data set larger than memory: a folder of Parquet, compared by groups of rows.

Everything is a sum over fragments (row groups), so it can be computed anywhere, in any order.

- `discovery`: finds the files, their fragments, and columns that fit
- `fragments`: reads the row groups of Parquet files in bounded memory
- `executors`: where the work is done: in this process, or in several
- `counting`: counts one fragment and saves the statistics of its segments
- `running`: runs all fragments here or by a `Map`, tests the difference, saves and loads
- `dataset_comparison`: the plan, and the comparison with its sums by block
- `segment_summary`: a second pass, which summarizes segments
- `distribution`: points by column value and by size
- `slicing`: scores slices from the sums of the second pass
- `texts`: reads the texts of some segments
- `listing`: lists the matching segments of one fragment
- `worklist`: selects segments by an expression, and orders them
- `ngram_pass`: counts n-grams in a pass of its own
- `ngram_evidence`: n-gram evidence from that pass
"""

from bleu_core.datasets.counting import FolderError
from bleu_core.datasets.dataset_comparison import DatasetComparison, DatasetPlan
from bleu_core.datasets.discovery import (
    UnreadableFile,
    find_fragments,
    planned,
    planned_of_readable,
)
from bleu_core.datasets.executors import DAMAGE, Map, here, processes
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.datasets.running import (
    FOLDER,
    BadFragment,
    finished_at,
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
    "processes",
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
