"""Data sets: folders of Parquet files of any size, each opened as an ordinary test set.

Start with `planned`, then `count` and `open_data_set`.

- `discovery`: finds files, their fragments (row groups), and columns that fit a role
- `fragments`: reads row groups in bounded memory; column roles
- `plan`: the plan of a data set: fragments, column roles, paths of saved files
- `executors`: executors, in this process or in several
- `counting`: counts fragments with an executor, and saves their statistics
- `mapped_texts`: text columns mapped from disk
- `data_set`: the data set as an `EvalSet`; opens and loads one
- `saved`: lists and deletes saved data sets
"""

from bleu_core.datasets.counting import FolderError, count
from bleu_core.datasets.data_set import DataSet, load, open_data_set
from bleu_core.datasets.discovery import find_fragments, planned
from bleu_core.datasets.executors import DAMAGE, Map, here, processes
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.datasets.plan import DatasetPlan
from bleu_core.datasets.saved import (
    FOLDER,
    SavedDataSet,
    delete_data_set,
    saved_data_sets,
    size_on_disk,
)

__all__ = [
    "DAMAGE", "FOLDER", "Columns", "DataSet", "DatasetPlan", "FolderError",
    "Fragment", "Map", "SavedDataSet", "count", "delete_data_set", "find_fragments", "here",
    "load", "open_data_set", "planned", "processes", "saved_data_sets", "size_on_disk",
]  # fmt: skip
