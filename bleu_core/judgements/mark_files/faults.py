"""What of rows cannot be kept, and what is kept though it is not known: names, kinds, comments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

from bleu_core.judgements.mark_files.rows import Row
from bleu_core.judgements.mark_files.told import Told
from bleu_core.judgements.penalty import BY_SEVERITY
from bleu_core.numerals import whole
from bleu_core.wording import cut

# The first part of a category, in lower case: those of Google's MQM (Freitag et al. 2021, table
# 10) and of MQM Core (https://themqm.org).
CATEGORIES = frozenset({
    "accuracy", "fluency", "terminology", "style", "locale convention", "locale conventions",
    "linguistic conventions", "audience appropriateness", "design and markup", "other",
    "source error", "source issue", "non-translation", "non-translation!",
})  # fmt: skip
LONGEST_NAME, LONGEST_KIND, LONGEST_COMMENT = 60, 100, 10_000
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def annotators_of(rows: Sequence[Row], told: Told) -> dict[str, str]:
    """The name of each annotator as it is kept."""
    names = dict.fromkeys(row.annotator for row in rows if not row.fault)
    spelled: dict[str, str] = {}
    for name in names:
        spelled.setdefault(_one_name(name), name)
    for row in rows:
        first = spelled.get(_one_name(row.annotator), "")
        if not row.fault and row.annotator != first:
            told.out(
                row,
                f"“{cut(row.annotator)}” and “{cut(first)}” would be annotators of one name",
            )
    found = {first: name for name, first in spelled.items()}
    for row in rows:
        wrong = not row.fault and row.annotator in found and _not_a_name(found[row.annotator])
        if wrong:
            told.out(row, f"the name of an annotator {wrong}")
    return {first: name for first, name in found.items() if not _not_a_name(name)}


def _one_name(text: str) -> str:
    """The same for names that look the same."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _not_a_name(name: str) -> str:
    if len(name) > LONGEST_NAME:
        return f"is longer than {LONGEST_NAME} characters"
    return "has a control character" if _UNSEEN.search(name) else ""


def fault_of(row: Row) -> str:
    """What keeps a row from being a mark that can be kept."""
    for what, name in (("category", row.category), ("severity", row.severity)):
        if len(name) > LONGEST_KIND:
            return f"the {what} is longer than {LONGEST_KIND} characters"
        if name != name.strip() or _UNSEEN.search(name):
            return f"the {what} has a control character or a space around it"
    if len(row.comment) > LONGEST_COMMENT:
        return f"the comment is longer than {whole(LONGEST_COMMENT)} characters"
    return "the comment is no text" if _SURROGATE.search(row.comment) else ""


def tell_unknown(rows: Sequence[Row], known: Collection[str], told: Told) -> None:
    """What of categories and severities is not known: it is kept as it stands."""
    names = {name.lower() for name in known}
    for row in rows:
        if not row.severity or row.fault or row.number in told.left:
            continue
        if row.severity not in BY_SEVERITY:
            told.note(row, f"the severity “{cut(row.severity)}” has no weight, so that the output "
                           "has no penalty")  # fmt: skip
        category = row.category.lower()
        first = re.split(r"[/_:>]", category)[0].strip()
        if category and category not in names and first not in CATEGORIES:
            told.note(row, f"“{cut(row.category)}” is no category of MQM, and kept as it stands")
