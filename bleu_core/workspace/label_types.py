"""Label types: the list of error types, which users may edit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.text.evalset import InputError
from bleu_core.workspace.database import Workspace

# Control characters, and halves of surrogate pairs.
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
MOST = 40
LONGEST_NAME = 60
# Letters that a label may have as a key: a and b are the systems, l ends labelling.
KEYS = tuple("cdefghijkmnopqrstuvwxyz")


@dataclass(frozen=True)
class LabelType:
    """An error type. `key` is its letter on the keyboard, or ''."""

    name: str
    key: str = ""
    meaning: str = ""


# A short form of MQM (Lommel, Uszkoreit and Burchardt 2014, "Multidimensional Quality
# Metrics"): its accuracy and fluency branches, as far as readers distinguish them at once.
DEFAULT_LABEL_TYPES = (
    LabelType("mistranslation", "m", "The meaning differs from the source."),
    LabelType("omission", "o", "Part of the source is missing."),
    LabelType("addition", "i", "Something is added that the source does not say."),
    LabelType("word order", "w", "The words are right, but their order is wrong."),
    LabelType("agreement", "g", "Number, gender, case or person do not agree."),
    LabelType("terminology", "r", "Not the term used in this field or text."),
    LabelType("punctuation", "p", "Wrong punctuation, spacing, quotes or capitals."),
    LabelType("untranslated", "u", "Left in the source language."),
    LabelType("other", "z", "Any other error; describe it in a note."),
)
# The top-level categories of MQM, which annotated errors may also have.
TOP_CATEGORIES = (
    "Accuracy", "Fluency", "Terminology", "Style", "Locale convention",
    "Audience appropriateness", "Design and markup",
)  # fmt: skip


def name_fault(name: str, of: Literal["label", "annotator"], line: int = 0) -> Message | None:
    """Return why a name is invalid, perhaps on a line of the list of labels, or None."""
    fits = 1 <= len(name) <= LONGEST_NAME and name == name.strip() and not UNSEEN.search(name)
    if fits and (of == "annotator" or ";" not in name):
        return None
    return messages.name_unfit(of, LONGEST_NAME, line)


def label_type_problems(kinds: Sequence[LabelType]) -> list[Message]:
    """Return a message for each problem of a list of label types."""
    found = []
    names = [kind.name.strip() for kind in kinds]
    keys = [kind.key for kind in kinds if kind.key]
    if not 1 <= len(kinds) <= MOST:
        found.append(messages.labels_number(len(kinds), MOST))
    for line, (kind, name) in enumerate(zip(kinds, names, strict=True), 1):
        wrong = name_fault(name, "label", line)
        if wrong:
            found.append(wrong)
        elif name in names[: line - 1]:
            found.append(messages.labels_share("name", name))
        if UNSEEN.search(kind.meaning):
            found.append(
                messages.value_unknown("meaning", kind.meaning, ["text without control characters"])
            )
    keys_known = ["a letter from c to z, except l"]
    found += [
        messages.value_unknown("key of a label", key, keys_known) for key in keys if key not in KEYS
    ]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    found += [messages.labels_share("key", key) for key in twice]
    return found


def load_label_types(workspace: Workspace) -> tuple[LabelType, ...]:
    """Return the label types in their order."""
    with workspace.reading() as db:
        rows = db.rows("typology", "ORDER BY place")
    types = tuple(LabelType(row["name"], row["key"], row["meaning"]) for row in rows)
    return types or DEFAULT_LABEL_TYPES


def save_label_types(workspace: Workspace, kinds: Sequence[LabelType]) -> None:
    """Replace the label types; annotations keep labels that are no longer in the list."""
    wrong = label_type_problems(kinds)
    if wrong:
        raise InputError(wrong)
    rows = [
        {"place": i, "name": k.name.strip(), "key": k.key, "meaning": k.meaning.strip()}
        for i, k in enumerate(kinds)
    ]
    with workspace.writing() as db:
        db.execute("DELETE FROM typology")
        db.insert_all("typology", rows)
