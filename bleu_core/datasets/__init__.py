"""Data sets: folders of Parquet files of any size, opened as ordinary test sets.

- `discovery`: finds the files, checks their columns, and lists their fragments (row groups)
- `fragments`: reads the row groups of Parquet files in bounded memory
- `plan`: the fragments, the roles of the columns, and the paths of saved files
- `executors`: run functions in this process, or in several processes
- `counting`: counts one fragment and saves the statistics of its segments
- `running`: counts all fragments, in this process or with a `Map`
- `mapped_texts`: writes columns of text once, and maps them from disk
- `data_set`: opens a data set as an `EvalSet`
- `saved`: lists and deletes saved data sets
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
