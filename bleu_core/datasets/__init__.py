"""A data set of any size: a folder of Parquet, opened as an ordinary test set.

- `discovery`: finds the files, their fragments (row groups), and columns that fit
- `fragments`: reads the row groups of Parquet files in bounded memory
- `plan`: the fragments, the roles of the columns, and where files are kept
- `executors`: where the work is done: in this process, or in several
- `counting`: counts one fragment and keeps the statistics of its segments
- `running`: counts all fragments here or by a `Map`
- `mapped_texts`: writes columns of text once, and maps them from disk
- `data_set`: the data set as an `EvalSet`; opens one
- `saved`: lists and deletes those that are kept
"""

from bleu_core.datasets.counting import FolderError
from bleu_core.datasets.data_set import DataSet, load, open_data_set
from bleu_core.datasets.discovery import (
    UnreadableFile,
    find_fragments,
    planned,
    planned_of_readable,
)
from bleu_core.datasets.executors import DAMAGE, Map, here, processes
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.datasets.plan import DatasetPlan
from bleu_core.datasets.running import BadFragment, count
from bleu_core.datasets.saved import (
    FOLDER,
    SavedDataSet,
    delete_data_set,
    saved_data_sets,
    size_on_disk,
)

__all__ = [
    "DAMAGE",
    "FOLDER",
    "BadFragment",
    "Columns",
    "DataSet",
    "DatasetPlan",
    "FolderError",
    "Fragment",
    "Map",
    "SavedDataSet",
    "UnreadableFile",
    "count",
    "delete_data_set",
    "find_fragments",
    "here",
    "load",
    "open_data_set",
    "planned",
    "planned_of_readable",
    "processes",
    "saved_data_sets",
    "size_on_disk",
]
