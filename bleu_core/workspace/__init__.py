"""Saved data: comparisons, runs, annotations, blind sessions, slices and suite runs, in SQLite.

The file is in the user's data directory, see `home`; `schema` has its tables, `archive` exports
all of a home to one file. `team` is for a server with a login: people, their workspaces and shared
comparisons.
"""

from bleu_core.common.place import home
from bleu_core.workspace.annotators import NAMELESS, hand_over, name_of, segments_of
from bleu_core.workspace.comparisons import (
    Kept,
    delete,
    find,
    keep,
    leave_at,
    load,
    name_of_test_set,
    recent,
    rename,
    touch,
)
from bleu_core.workspace.database import EVERY, Gone, Workspace, WorkspaceError
from bleu_core.workspace.history import Run, Step, between, compared, runs, scores, steps
from bleu_core.workspace.imports import (
    Added,
    Import,
    add,
    add_ratings,
    delete_scores,
    imported_scores,
    imports,
    keep_scores,
    take_back,
)
from bleu_core.workspace.items import NOTE, VERDICT, Item, Row
from bleu_core.workspace.kinds import DEFAULT, Kind, problems, retired, set_typology, typology
from bleu_core.workspace.marks import MarkedMeanwhile, find_right, mark, marked, ratings
from bleu_core.workspace.saying import (
    Conflict,
    how_many,
    said,
    said_by_others,
    say,
    verdicts,
    who_says,
)
from bleu_core.workspace.slices import (
    delete_slice,
    rename_slice,
    save_slice,
    save_slices,
    saved_slices,
)

__all__ = [
    "DEFAULT",
    "EVERY",
    "NAMELESS",
    "NOTE",
    "VERDICT",
    "Added",
    "Conflict",
    "Gone",
    "Import",
    "Item",
    "Kept",
    "Kind",
    "MarkedMeanwhile",
    "Row",
    "Run",
    "Step",
    "Workspace",
    "WorkspaceError",
    "add",
    "add_ratings",
    "between",
    "compared",
    "delete",
    "delete_scores",
    "delete_slice",
    "find",
    "find_right",
    "hand_over",
    "home",
    "how_many",
    "imported_scores",
    "imports",
    "keep",
    "keep_scores",
    "leave_at",
    "load",
    "mark",
    "marked",
    "name_of",
    "name_of_test_set",
    "problems",
    "ratings",
    "recent",
    "rename",
    "rename_slice",
    "retired",
    "runs",
    "said",
    "said_by_others",
    "save_slice",
    "save_slices",
    "saved_slices",
    "say",
    "scores",
    "segments_of",
    "set_typology",
    "steps",
    "take_back",
    "touch",
    "typology",
    "verdicts",
    "who_says",
]
