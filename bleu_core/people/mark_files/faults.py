"""Checks of rows: names, labels and comments that cannot be saved, and unknown labels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence

from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.people.mark_files.rows import Row
from bleu_core.people.mark_files.told import Told
from bleu_core.people.penalty import BY_SEVERITY

# First parts of known categories, in lower case: those of Google's MQM (Freitag et al. 2021, table
# 10) and MQM Core (https://themqm.org).
CATEGORIES = frozenset({
    "accuracy", "fluency", "terminology", "style", "locale convention", "locale conventions",
    "linguistic conventions", "audience appropriateness", "design and markup", "other",
    "source error", "source issue", "non-translation", "non-translation!",
})  # fmt: skip
LONGEST_NAME, LONGEST_KIND, LONGEST_COMMENT = 60, 100, 10_000
# A message about rows, and its values beside the row numbers.
Fault = tuple[Callable[..., Message], *tuple[str | int, ...]]
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def annotators_of(rows: Sequence[Row], report: Told) -> dict[str, str]:
    """The name of each annotator as saved."""
    names = dict.fromkeys(row.annotator for row in rows if not row.fault)
    spelled: dict[str, str] = {}
    for name in names:
        spelled.setdefault(_one_name(name), name)
    for row in rows:
        first = spelled.get(_one_name(row.annotator), "")
        if not row.fault and row.annotator != first:
            report.skip(row, messages.annotators_alike, row.annotator, first)
    result = {first: name for name, first in spelled.items()}
    for row in rows:
        wrong = _not_a_name(result.get(row.annotator, ""))
        if wrong and not row.fault:
            report.skip(row, *wrong)
    return {first: name for first, name in result.items() if not _not_a_name(name)}


def _one_name(text: str) -> str:
    """A form that is equal for names that look the same."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _not_a_name(name: str) -> Fault | None:
    if len(name) > LONGEST_NAME:
        return messages.annotator_long, LONGEST_NAME
    return (messages.annotator_control,) if _UNSEEN.search(name) else None


def fault_of(row: Row) -> Fault | None:
    """Why a row's mark cannot be saved, or None."""
    for what, name in (("category", row.category), ("severity", row.severity)):
        if len(name) > LONGEST_KIND:
            return messages.kind_long, what, LONGEST_KIND
        if name != name.strip() or _UNSEEN.search(name):
            return messages.kind_unclean, what
    if len(row.comment) > LONGEST_COMMENT:
        return messages.comments_long, LONGEST_COMMENT
    return (messages.comments_surrogate,) if _SURROGATE.search(row.comment) else None


def tell_unknown(rows: Sequence[Row], known: Collection[str], report: Told) -> None:
    """Report unknown categories and severities, which are saved as they are."""
    names = {name.lower() for name in known}
    for row in rows:
        if not row.severity or row.fault or row.number in report.skipped:
            continue
        if row.severity not in BY_SEVERITY:
            report.note(row, messages.severity_unweighted, row.severity)
        category = row.category.lower()
        first = re.split(r"[/_:>]", category)[0].strip()
        if category and category not in names and first not in CATEGORIES:
            report.note(row, messages.category_unknown, row.category)
