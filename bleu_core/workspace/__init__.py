"""Saved data: comparisons, runs, annotations, blind sessions, slices and suite runs, in SQLite.

The file is in the user's data directory, see `home`.

- `schema`: tables
- `database`: the file, shared by windows and processes; `connection` opens SQLite
- `comparisons`, `texts`: saved comparisons and their text columns
- `history`: run history of a test set
- `annotations`, `label_types`, `annotation_files`: annotations, their label types and files
- `marks`: error annotations
- `sessions`, `answers`: blind sessions and their answers
- `imports`: imported annotations, ratings and scores
- `slices`, `suite_runs`: saved slices, and suite runs
- `backups`: backups of the file, export, restoring; `validation` of what is imported
"""

from bleu_core.common.environment import home
from bleu_core.workspace.annotations import (
    NAMELESS,
    NOTE,
    VERDICT,
    AnnotationItem,
    AnnotationRow,
    count_annotations,
    count_segments,
    list_annotators,
    load_annotations,
    load_others_annotations,
    normalize_name,
    rename_annotator,
    save_annotation,
)
from bleu_core.workspace.comparisons import (
    SavedComparison,
    comparisons_with_outputs,
    delete_comparison,
    find_comparison,
    load_comparison,
    recent_comparisons,
    rename_comparison,
    save_comparison,
    save_opening,
    save_view,
    test_set_digest,
)
from bleu_core.workspace.connection import Gone, WorkspaceError
from bleu_core.workspace.database import EVERY, Workspace
from bleu_core.workspace.history import (
    HistoryStep,
    Run,
    find_comparison_of,
    load_runs,
    run_scores,
    run_steps,
    runs,
)
from bleu_core.workspace.imports import (
    Import,
    ImportResult,
    delete_import,
    delete_scores,
    import_annotations,
    import_ratings,
    import_scores,
    list_imports,
    load_scores,
    saved_scores,
)
from bleu_core.workspace.label_types import (
    DEFAULT_LABEL_TYPES,
    LabelType,
    label_type_problems,
    load_label_types,
    save_label_types,
)
from bleu_core.workspace.marks import (
    load_marked_errors,
    load_marked_segments,
    load_ratings,
    mark,
)
from bleu_core.workspace.slices import (
    delete_slice,
    rename_slice,
    save_slice,
    save_slices,
    saved_slices,
)

__all__ = [
    "DEFAULT_LABEL_TYPES", "EVERY", "NAMELESS", "NOTE", "VERDICT", "AnnotationItem",
    "AnnotationRow", "Gone", "HistoryStep", "Import", "ImportResult", "LabelType",
    "Run", "SavedComparison", "Workspace", "WorkspaceError",
    "comparisons_with_outputs", "count_annotations", "count_segments", "delete_comparison",
    "delete_import", "delete_scores", "delete_slice", "find_comparison", "find_comparison_of",
    "home", "import_annotations", "import_ratings", "import_scores", "label_type_problems",
    "list_annotators", "list_imports", "load_annotations", "load_comparison", "load_label_types",
    "load_marked_errors", "load_marked_segments", "load_others_annotations", "load_ratings",
    "load_runs", "load_scores", "mark", "normalize_name", "recent_comparisons", "rename_annotator",
    "rename_comparison", "rename_slice", "run_scores", "run_steps", "runs", "save_annotation",
    "save_comparison", "save_label_types", "save_opening", "save_slice", "save_slices", "save_view",
    "saved_scores", "saved_slices", "test_set_digest",
]  # fmt: skip
