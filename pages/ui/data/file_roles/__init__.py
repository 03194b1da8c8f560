"""What was recognised in the files: a row per column, with its role, which can be changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_int
from bleu_core.readers.assemble import MAX_SYSTEM_NAME
from bleu_core.readers.choices import ColumnChoice, choice_name, usual_names
from bleu_core.readers.file_roles import SCORES, role_options
from pages.ui.widgets.components import component

_mount_file_roles = component(__file__, '<div class="file-roles"></div>')
LABELS = {
    "system": "System",
    "reference": "Reference",
    "references": "References, by tab",
    "source": "Source",
    "document": "Documents",
    "segment id": "Segment ID",
    "metadata": "Metadata",
    SCORES: "Scores",
    "leave out": "Leave out",
}
_HEADINGS = [
    {"label": "Role", "class": "role"},
    {"label": "Name", "class": "name"},
    {"label": "Baseline", "class": "baseline"},
    {"label": "File", "class": "file"},
    {"label": "Lines", "class": "lines"},
    {"label": "First segment", "class": "preview"},
]
# Roles of columns that have a line for each segment.
_LEFT_OUT = ("leave out", SCORES)
# Roles whose rows come after those of texts, which may fill the table.
_LATER = {"document": 1, "segment id": 1, "metadata": 2, SCORES: 2, "leave out": 2}


# What the user changed in a row: a role, a name (else None), or whether it is the baseline.
RoleChange = tuple[str, str | None, str | None, bool]


def draw_file_roles(
    columns: Mapping[str, ColumnChoice],
    guessed: Mapping[str, ColumnChoice],
    names: Mapping[str, str],
    baseline: str,
    formats: Sequence[str],
    *,
    key: str,
) -> RoleChange | None:
    """Draw the table, sorted by `guessed` roles; return a change that the user has just made."""
    systems = [row for row, column in columns.items() if column.role == "system"]
    sizes = Counter(c.size for c in columns.values() if c.role not in _LEFT_OUT)
    size = sizes.most_common(1)[0][0] if sizes else 0
    own_names = usual_names(list(columns.values()))
    rows: list[dict[str, Any]] = [
        {
            "id": row,
            "role": column.role,
            "roles": role_options(column),
            "name": one_line(own_names.get(column.key, choice_name(column)), MAX_SYSTEM_NAME),
            "called": names.get(row, ""),
            "baseline": row == baseline,
            "file": one_line(column.file, 60),
            "format": one_line(formats[column.key[0]], 60),
            "lines": format_int(column.size),
            "odd": column.role not in _LEFT_OUT and column.size != size,
            "preview": [one_line(text, 200) for text in column.preview],
        }
        for row, column in columns.items()
    ]
    rows.sort(key=lambda line: _LATER.get(guessed[line["id"]].role, 0))
    data = {"rows": rows, "headings": _HEADINGS, "labels": LABELS,
            "longest": MAX_SYSTEM_NAME, "choosing": len(systems) > 1}  # fmt: skip
    result = _mount_file_roles(data=data, key=key, on_set_change=lambda: None)
    return _change(result.get("set"), columns)


def _change(said: Any, columns: Mapping[str, ColumnChoice]) -> RoleChange | None:
    """Check a message from the browser."""
    if not isinstance(said, dict) or said.get("id") not in columns:
        return None
    role, name = said.get("role"), said.get("name")
    if role is not None and role not in role_options(columns[said["id"]]):
        return None
    return said["id"], role, name if isinstance(name, str) else None, "baseline" in said
