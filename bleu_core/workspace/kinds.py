"""The kinds of errors that labels are taken from, which a user may edit."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.text.streams import InputError
from bleu_core.workspace import checksums
from bleu_core.workspace.database import Workspace

# Control characters, and halves of surrogate pairs, which are no text.
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
MOST = 40
LONGEST_NAME = 60
# Letters that a label may have: a and b stand for the systems, l ends labelling.
KEYS = tuple("cdefghijkmnopqrstuvwxyz")


@dataclass(frozen=True)
class Kind:
    """A kind of error. `key` is the letter that gives it, or ''."""

    name: str
    key: str = ""
    meaning: str = ""


# A short form of MQM (Lommel, Uszkoreit and Burchardt 2014, "Multidimensional Quality
# Metrics"): its accuracy and fluency branches, as far as a reader tells them apart at once.
DEFAULT = (
    Kind("mistranslation", "m", "It says something else than the source."),
    Kind("omission", "o", "Something of the source is missing."),
    Kind("addition", "i", "It says something that the source does not."),
    Kind("word order", "w", "The words are right, their order is not."),
    Kind("agreement", "g", "Number, gender, case or person do not go together."),
    Kind("terminology", "r", "Not the word that this field, or this text, uses."),
    Kind("punctuation", "p", "Marks, spaces, quotes, capitals."),
    Kind("untranslated", "u", "Left in the source language."),
    Kind("other", "z", "Any other error; a note says which."),
)
# The categories of MQM themselves, which marks on the text may be given beside these.
TOP_CATEGORIES = (
    "Accuracy",
    "Fluency",
    "Terminology",
    "Style",
    "Locale convention",
    "Audience appropriateness",
    "Design and markup",
)


def fault_of_name(name: str, of: Literal["label", "annotator"], line: int = 0) -> Message | None:
    """What keeps a name from being that of a label, perhaps on a line of the list, or a person."""
    if not name.strip():
        return messages.name_missing(of, line)
    if name != name.strip():
        return messages.name_spaced(of, line)
    if len(name) > LONGEST_NAME:
        return messages.name_long(of, LONGEST_NAME, line)
    if of == "label" and ";" in name:
        return messages.name_semicolon(of, line)
    return messages.name_control(of, line) if UNSEEN.search(name) else None


def problems(kinds: Sequence[Kind]) -> list[Message]:
    """A message for each thing that is wrong with a typology."""
    found = []
    names = [kind.name.strip() for kind in kinds]
    keys = [kind.key for kind in kinds if kind.key]
    if not 1 <= len(kinds) <= MOST:
        found.append(messages.labels_number(len(kinds), MOST))
    for line, (kind, name) in enumerate(zip(kinds, names, strict=True), 1):
        wrong = fault_of_name(name, "label", line)
        if wrong:
            found.append(wrong)
        elif name in names[: line - 1]:
            found.append(messages.label_twice(name))
        if UNSEEN.search(kind.meaning):
            found.append(messages.meaning_control(line))
    found += [messages.key_unknown(key) for key in keys if key not in KEYS]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    found += [messages.key_twice(key) for key in twice]
    return found


def typology(workspace: Workspace) -> tuple[Kind, ...]:
    """The kinds of errors in their order."""
    with workspace.reading() as connection:
        rows = checksums.valid_rows(connection, "typology", "ORDER BY place")
        return tuple(Kind(row["name"], row["key"], row["meaning"]) for row in rows) or DEFAULT


def set_typology(
    workspace: Workspace, kinds: Sequence[Kind], renamed: Mapping[str, str] | None = None
) -> None:
    """Replace the typology; what was said with a label goes with its name, or stays as it was said.

    Parameters
    ----------
    kinds : sequence of Kind
    renamed : optional dict from str to str
        The new name of each label that has one, by the former.

    Raises
    ------
    ValueError
        An InputError with all that is wrong with it.
    """
    wrong = problems(kinds)
    if wrong:
        raise InputError(wrong)
    rows = [(i, k.name.strip(), k.key, k.meaning.strip()) for i, k in enumerate(kinds)]
    with workspace.writing() as connection:
        connection.execute("DELETE FROM typology")
        columns = "place, name, key, meaning"
        connection.executemany(f"INSERT INTO typology ({columns}) VALUES (?, ?, ?, ?)", rows)
        _rename_said(connection, renamed or {})


def retired(workspace: Workspace) -> dict[str, int]:
    """How many errors were given labels that the typology no longer has, by name.

    Of marks those that were made here: what files have is of typologies of their own.
    """
    names = [*(kind.name for kind in typology(workspace)), *TOP_CATEGORIES]
    with workspace.reading() as connection:
        labels = checksums.valid_rows(connection, "said", "WHERE kind = 'label'")
        marks = checksums.valid_rows(connection, "marks", "WHERE import IS NULL AND category != ''")
    given = sorted([*(row["label"] for row in labels), *(row["category"] for row in marks)])
    return Counter(name for name in given if name not in names)


def _rename_said(connection: sqlite3.Connection, renamed: Mapping[str, str]) -> None:
    """Move what was said to other names of labels; all at once, as two may change places."""
    changed = [(former, name) for former, name in renamed.items() if former != name]
    # No label has a control character in its name.
    for former, name in changed:
        connection.execute(
            "UPDATE said SET label = ? WHERE kind = 'label' AND label = ?", (f"\n{name}", former)
        )
    for _, name in changed:
        # Where the name has been given already, the errors are several of one kind.
        connection.execute(
            "UPDATE said SET label = ?1, number = number + ("
            "  SELECT COALESCE(MAX(there.number) + 1, 0) FROM said AS there"
            "  WHERE there.comparison = said.comparison AND there.segment = said.segment"
            "  AND there.annotator = said.annotator AND there.system = said.system"
            "  AND there.import IS said.import AND there.kind = 'label' AND there.label = ?1"
            ") WHERE kind = 'label' AND label = ?2",
            (name, f"\n{name}"),
        )
    made_here = "UPDATE marks SET category = ? WHERE category = ? AND import IS NULL"
    connection.executemany(made_here, [(f"\n{name}", former) for former, name in changed])
    connection.executemany(made_here, [(name, f"\n{name}") for _, name in changed])
