"""The names of annotators."""

from __future__ import annotations

import unicodedata

from bleu_core.workspace.database import Workspace
from bleu_core.workspace.kinds import fault_of_name

# The annotator of what is entered here while no name is set.
NAMELESS = ""
# Imported annotations without a name can only be one's own.
_OWN = f"annotator = ? AND (import IS NULL OR annotator = '{NAMELESS}')"


def segments_of(workspace: Workspace, annotator: str) -> int:
    """Count the segments that an annotator annotated here, in all comparisons."""
    segments = " UNION ".join(
        f"SELECT comparison, segment FROM {table} WHERE {_OWN}" for table in ("said", "marks")
    )
    query = f"SELECT COUNT(*) FROM ({segments})"
    with workspace.reading() as connection:
        number: int = connection.execute(query, (annotator, annotator)).fetchone()[0]
    return number


def hand_over(workspace: Workspace, annotator: str, name: str) -> None:
    """Assign an annotator's annotations to another name, except where that name has its own.

    Blind sessions keep the names in their plans.

    Raises
    ------
    ValueError
        For an invalid name.
    """
    check_name(name)
    with workspace.writing() as connection:
        connection.execute(
            f"UPDATE OR IGNORE said SET annotator = ? WHERE {_OWN}", (name, annotator)
        )
        # The marks of an output are one rating: those of two annotators are not mixed.
        connection.execute(
            f"UPDATE marks SET annotator = ?1 WHERE {_OWN.replace('?', '?2')} AND NOT EXISTS ("
            "  SELECT 1 FROM marks AS there"
            "  WHERE there.comparison = marks.comparison AND there.segment = marks.segment"
            "  AND there.system = marks.system AND there.annotator = ?1"
            "  AND there.import IS marks.import"
            ")",
            (name, annotator),
        )


def check_name(annotator: str) -> None:
    """Raise ValueError for an invalid name of an annotator; '' is valid."""
    wrong = fault_of_name(annotator, "annotator") if annotator else None
    if wrong:
        raise ValueError(wrong)


def name_of(text: str) -> str:
    """Normalize a typed name: one name for what looks the same."""
    return unicodedata.normalize("NFC", " ".join(text.split()))
