"""Annotations of segments: judgments, notes and error labels, each of one annotator.

A label belongs to one system; a judgment to two, stored once in the order of the test set; a note
to the segment. Systems are stored by their places in the test set, from 0.

If an annotator's annotations of a segment come from several sources, what was entered here about
the same systems counts; or else, for the judgment of two systems, the labels of a system, and the
note, each alone, the import with the latest change of the segment. (Files may be imported in any
order.)
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, replace
from typing import NamedTuple

from bleu_core.messages import annotation as messages
from bleu_core.messages.lines import half_surrogate
from bleu_core.messages.toml import too_long
from bleu_core.readers.fields import is_text
from bleu_core.segments.annotations import (
    SEVERITIES,
    SIDES,
    VERDICTS,
    Annotation,
    Annotations,
    Label,
    annotations_from_rows,
)
from bleu_core.workspace.comparisons import check_pair, check_segments
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.label_types import name_fault

LONGEST_NOTE = 10_000
# Errors of one label type in one output.
MOST_ERRORS = 100


@dataclass(frozen=True)
class AnnotationItem:
    """One annotation of a segment."""

    kind: str  # "verdict", "note" or "label"; the text of a label is its severity
    system: str = ""  # of a label: "A" or "B"
    label: str = ""  # name of its type
    number: int = 0  # of several errors of one type, from 0

    def check(self, text: str) -> None:
        """Raise ValueError unless the item can have this text."""
        allowed = {"verdict": VERDICTS, "label": SEVERITIES}.get(self.kind)
        if allowed and text and text not in allowed:
            raise ValueError(messages.value_unknown(self.kind, text, list(allowed)))
        if self.kind == "label":
            if self.system not in SIDES:
                raise ValueError(messages.value_unknown("system", self.system, list(SIDES)))
            wrong = name_fault(self.label, "label")
            if wrong:
                raise ValueError(wrong)
            if not 0 <= self.number < MOST_ERRORS:
                raise ValueError(messages.too_many("errors of one kind", MOST_ERRORS))
        elif self not in (VERDICT, NOTE):
            kinds = ["verdict", "label", "note"]
            raise ValueError(messages.value_unknown("kind of annotation", self.kind, kinds))
        if len(text) > LONGEST_NOTE:
            raise ValueError(too_long("The note", len(text), LONGEST_NOTE))
        if not is_text(text):
            raise ValueError(half_surrogate("The note"))


VERDICT, NOTE = AnnotationItem("verdict"), AnnotationItem("note")


class AnnotationRow(NamedTuple):
    """An item with its text, annotator and time, and the places of systems A and B."""

    segment: int
    annotator: str
    item: AnnotationItem
    text: str
    changed: float
    pair: tuple[int, int] = (0, 1)


# The places of A and B among the systems of a test set, from 0.
Pair = tuple[int, int]
# Annotations of one segment: the text of each item.
ItemTexts = dict[AnnotationItem, str]
# The default comparison.
FIRST_TWO: Pair = (0, 1)
EXCHANGED = {"A better": "B better", "B better": "A better", "A": "B", "B": "A"}


def as_stored(item: AnnotationItem, text: str, pair: Pair) -> tuple[AnnotationItem, str]:
    """Convert an annotation of A and B to its stored form."""
    if item.kind == "verdict":
        first, second = sorted(pair)
        exchanged = EXCHANGED.get(text, text) if pair != (first, second) else text
        return AnnotationItem("verdict", str(first), str(second)), exchanged
    if item.kind == "label":
        return replace(item, system=str(pair[SIDES.index(item.system)])), text
    return item, text


def for_pair(item: AnnotationItem, text: str, pair: Pair) -> tuple[AnnotationItem, str] | None:
    """Convert a stored annotation to one of A and B; None if it is of other systems.

    The errors of a system that is compared with itself are those of A.
    """
    if item.kind == "verdict":
        same, exchanged = as_stored(VERDICT, text, pair)
        return (VERDICT, exchanged) if item == same else None
    if item.kind == "label":
        side = dict(zip(map(str, reversed(pair)), reversed(SIDES), strict=True)).get(item.system)
        return (replace(item, system=side), text) if side else None
    return item, text


# The annotator of what is entered here while no name is set.
NAMELESS = ""
_OF_SEGMENT = "comparison = ? AND segment = ? AND annotator = ?"
# Imported annotations without a name can only be one's own.
_OWN = f"annotator = ? AND (import IS NULL OR annotator = '{NAMELESS}')"


def count_segments(workspace: Workspace, annotator: str) -> int:
    """Count the segments that an annotator annotated here, in all comparisons."""
    segments = " UNION ".join(
        f"SELECT comparison, segment FROM {table} WHERE {_OWN}"
        for table in ("annotations", "marks")
    )
    with workspace.reading() as db:
        query = db.execute(f"SELECT COUNT(*) FROM ({segments})", (annotator, annotator))
        return int(query.fetchone()[0])


def rename_annotator(workspace: Workspace, annotator: str, name: str) -> None:
    """Assign an annotator's annotations to another name, except where that name has its own."""
    check_annotator_name(name)
    with workspace.writing() as db:
        db.execute(
            f"UPDATE OR IGNORE annotations SET annotator = ? WHERE {_OWN}", (name, annotator)
        )
        # The marks of an output are one rating: those of two annotators are not mixed.
        db.execute(
            f"UPDATE marks SET annotator = ? WHERE {_OWN} AND NOT EXISTS ("
            "  SELECT 1 FROM marks AS there"
            "  WHERE there.comparison = marks.comparison AND there.segment = marks.segment"
            "  AND there.system = marks.system AND there.annotator = ?"
            ")",
            (name, annotator, name),
        )


def check_annotator_name(annotator: str) -> None:
    """Raise ValueError for an invalid name of an annotator; '' is valid."""
    wrong = name_fault(annotator, "annotator") if annotator else None
    if wrong:
        raise ValueError(wrong)


def normalize_name(text: str) -> str:
    """Normalize a typed name: one name for what looks the same."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def save_annotation(
    workspace: Workspace,
    comparison: str,
    segment: int,
    item: AnnotationItem,
    text: str,
    annotator: str = NAMELESS,
    pair: Pair = FIRST_TWO,
) -> None:
    """Save the text of one item, '' to delete it; the last write wins.

    Editing an imported annotation of a segment makes all those of the same annotator and segment
    their own: deleting the import no longer deletes them. Raises Gone if the comparison was
    deleted; ValueError for an invalid verdict, severity, note or name, or an unknown segment or
    system.
    """
    item.check(text)
    check_annotator_name(annotator)
    stored, text = as_stored(item, text, pair)
    with workspace.writing() as db:
        check_segments(db, comparison, [segment])
        check_pair(db, comparison, pair)
        which = "AND segment = ? AND annotator = ?"
        rows = annotation_rows(db, comparison, which, segment, annotator)
        there = next((row.text for row in rows if row.item == stored), "")
        if there != text:
            key = comparison, segment, annotator
            db.execute(f"UPDATE annotations SET import = NULL WHERE {_OF_SEGMENT}", key)
            delete_item(db, key, stored)
            if text:
                row = AnnotationRow(segment, annotator, stored, text, time.time())
                insert_annotation(db, comparison, row)


def load_annotations(
    workspace: Workspace, comparison: str, annotator: str = NAMELESS, pair: Pair = FIRST_TWO
) -> dict[int, Annotation]:
    """Load one annotator's annotations of a comparison, by segment index."""
    with workspace.reading() as db:
        rows = annotation_rows(db, comparison, "AND annotator = ?", annotator)
    return _combined(rows, pair)


def load_others_annotations(
    workspace: Workspace,
    comparison: str,
    annotator: str = NAMELESS,
    segment: int | None = None,
    pair: Pair = FIRST_TWO,
) -> dict[str, Annotations]:
    """Load everybody else's annotations of a comparison, or of one segment, by annotator."""
    which = "AND annotator != ? AND segment = COALESCE(?, segment)"
    with workspace.reading() as db:
        rows = annotation_rows(db, comparison, which, annotator, segment)
    names = sorted({row.annotator for row in rows})
    found = {name: _combined([r for r in rows if r.annotator == name], pair) for name in names}
    return {name: annotations for name, annotations in found.items() if annotations}


def list_annotators(workspace: Workspace, comparison: str) -> list[str]:
    """Return the annotators of a comparison, of any two systems, in order of their names."""
    marked = "SELECT DISTINCT annotator FROM marks WHERE comparison = ? AND severity != ''"
    with workspace.reading() as db:
        names = {row.annotator for row in annotation_rows(db, comparison)}
        return sorted(names.union(name for (name,) in db.execute(marked, (comparison,))))


def count_annotations(workspace: Workspace) -> dict[str, dict[str, int]]:
    """Count annotations by comparison and kind: "verdict", "label", "note", "mark", "rated output"
    (with marks or found right) and "blind session".
    """
    found: dict[str, dict[str, int]] = {}
    with workspace.reading() as db:
        rows = db.execute(
            "SELECT comparison, kind, COUNT(*) FROM annotations GROUP BY 1, 2 "
            "UNION ALL SELECT comparison, 'mark', COUNT(*) FROM marks WHERE severity != '' "
            "GROUP BY 1 "
            "UNION ALL SELECT comparison, 'rated output', COUNT(*) FROM (SELECT DISTINCT "
            "comparison, segment, system, annotator FROM marks) GROUP BY 1 "
            "UNION ALL SELECT comparison, 'blind session', COUNT(*) FROM sessions "
            "WHERE comparison IS NOT NULL GROUP BY 1"
        )
        for comparison, kind, number in rows:
            found.setdefault(comparison, {})[kind] = number
    return found


def insert_annotation(
    db: Connection, comparison: str, row: AnnotationRow, source: int | None = None
) -> None:
    """Insert an item, in its stored form, that was entered here or belongs to an import."""
    place = {"comparison": comparison, "segment": row.segment, "annotator": row.annotator}
    values = {"value": row.text, "changed": row.changed, "import": source}
    db.insert("annotations", {**place, **asdict(row.item), **values})


def delete_item(db: Connection, key: tuple[str, int, str], item: AnnotationItem) -> None:
    """Delete an item, in its stored form, of a comparison, segment and annotator."""
    which = f"{_OF_SEGMENT} AND kind = ? AND system = ? AND label = ? AND number = ?"
    db.execute(f"DELETE FROM annotations WHERE {which}", (*key, *astuple(item)))


def annotation_rows(
    db: Connection, comparison: str, which: str = "", *values: object
) -> list[AnnotationRow]:
    """Return annotations in stored form, in the order of their entry."""
    rows = db.rows(
        "annotations", f"WHERE comparison = ? {which} ORDER BY rowid", comparison, *values
    )
    found = []
    for row in rows:
        item = AnnotationItem(row["kind"], row["system"], row["label"], row["number"])
        found.append(
            AnnotationRow(row["segment"], row["annotator"], item, row["value"], row["changed"])
        )
    return found


def _combined(rows: Iterable[AnnotationRow], pair: Pair) -> dict[int, Annotation]:
    """Combine stored rows to annotations of A and B, by segment."""
    parts: list[tuple[int, Label | None, str, str, float]] = []
    for row in rows:
        if shown := for_pair(row.item, row.text, pair):
            item, text = shown
            is_label = item.kind == "label"
            label = Label(item.system, item.label, text, item.number) if is_label else None
            parts.append((row.segment, label, item.kind, text, row.changed))
    return annotations_from_rows(parts)
