"""What is kept between visits: comparisons, runs on a test set, verdicts, labels and notes.

One SQLite file in the user's data directory; see `home` for where, `schema` for
its tables. Nothing here knows a screen, and nothing is written but by a call.
"""

from bleu_core.workspace.comparisons import (
    Kept,
    delete,
    find,
    keep,
    load,
    name_of_test_set,
    recent,
    rename,
    touch,
)
from bleu_core.workspace.database import Gone, Workspace, WorkspaceError
from bleu_core.workspace.history import Run, Step, between, compared, runs, scores, steps
from bleu_core.workspace.kinds import DEFAULT, Kind, problems, set_typology, typology
from bleu_core.workspace.place import home
from bleu_core.workspace.saying import NOTE, VERDICT, Conflict, Item, add, how_many, said, say

__all__ = [
    "DEFAULT",
    "NOTE",
    "VERDICT",
    "Conflict",
    "Gone",
    "Item",
    "Kept",
    "Kind",
    "Run",
    "Step",
    "Workspace",
    "WorkspaceError",
    "add",
    "between",
    "compared",
    "delete",
    "find",
    "home",
    "how_many",
    "keep",
    "load",
    "name_of_test_set",
    "problems",
    "recent",
    "rename",
    "runs",
    "said",
    "say",
    "scores",
    "set_typology",
    "steps",
    "touch",
    "typology",
]
