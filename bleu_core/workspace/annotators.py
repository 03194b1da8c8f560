"""Who says it: the names of people, and what goes with a new one."""

from __future__ import annotations

import unicodedata

from bleu_core.workspace.database import Workspace
from bleu_core.workspace.kinds import fault_of_name

# The annotator of what is said here where nobody has given a name.
NAMELESS = ""
# What was imported without a name can only be one's own.
_HANDED = f"annotator = ? AND (import IS NULL OR annotator = '{NAMELESS}')"


def segments_of(workspace: Workspace, annotator: str) -> int:
    """Of how many segments somebody has said something here, in all comparisons."""
    segments = " UNION ".join(
        f"SELECT comparison, segment FROM {table} WHERE {_HANDED}" for table in ("said", "marks")
    )
    query = f"SELECT COUNT(*) FROM ({segments})"
    with workspace.reading() as connection:
        number: int = connection.execute(query, (annotator, annotator)).fetchone()[0]
    return number


def hand_over(workspace: Workspace, annotator: str, name: str) -> None:
    """What somebody said here becomes that of another name, but where that one has said the same.

    Blind sessions stay those of the names in their plans, which are never changed.

    Raises
    ------
    ValueError
        For what cannot be a name.
    """
    check_name(name)
    with workspace.writing() as connection:
        connection.execute(
            f"UPDATE OR IGNORE said SET annotator = ? WHERE {_HANDED}", (name, annotator)
        )
        # The marks of an output are one rating: those of two are not mixed.
        connection.execute(
            f"UPDATE marks SET annotator = ?1 WHERE {_HANDED.replace('?', '?2')} AND NOT EXISTS ("
            "  SELECT 1 FROM marks AS there"
            "  WHERE there.comparison = marks.comparison AND there.segment = marks.segment"
            "  AND there.system = marks.system AND there.annotator = ?1"
            "  AND there.import IS marks.import"
            ")",
            (name, annotator),
        )


def check_name(annotator: str) -> None:
    """Raise ValueError for what cannot be the name of an annotator; '' can."""
    wrong = fault_of_name(annotator, "annotator") if annotator else None
    if wrong:
        raise ValueError(wrong)


def name_of(text: str) -> str:
    """The name of an annotator that somebody has typed: one name for what looks the same."""
    return unicodedata.normalize("NFC", " ".join(text.split()))
