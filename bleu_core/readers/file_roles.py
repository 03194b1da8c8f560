"""Roles of files that are given together, guessed from their names and contents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import as_numpy
from bleu_core.readers.choices import (
    TEXT_ROLES,
    ColumnChoice,
    apply_roles,
    column_choices,
    columns_with_roles,
    role_in_name,
)
from bleu_core.readers.parts import Parts
from bleu_core.readers.role_names import ROLES

# Numbers of another metric, one per segment: no part of the comparison, they are imported into it.
SCORES = "scores"
_OPTIONS = {
    "lines": (*TEXT_ROLES[:-1], SCORES, "leave out"),
    "column": (*ROLES[:-1], SCORES, "leave out"),
}
# Streams of XML, and systems of a table with a row per output.
_STREAM_OPTIONS = ("system", "reference", "source", "leave out")
_OF_TEST_SETS = ("reference", "references", "source", "document")
# Segments from which scores are told from texts.
_SAMPLE = 1_000
# Labels repeat and are short: of so many lines or more, at most a quarter differ.
_FEWEST, _LABEL = 20, r"^\s*\S*(\s+\S+){0,2}\s*$"
_NUMBER = r"^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$"
# A number, or a line that COMET prints (see `comet`).
_SCORE = rf"{_NUMBER}|(^|\t|^System )score: \S+"
# Formats with an output of which the reference and the source are often tokenized or in subwords.
_LOGS = ("fairseq", "opennmt", "opusmt")
_LANGUAGE = re.compile(r"[a-z]{2}([-_][A-Za-z]{2})?")


def role_options(choice: ColumnChoice) -> tuple[str, ...]:
    """Return the roles that a column can have."""
    return _OPTIONS.get(choice.key[1], _STREAM_OPTIONS)


def guess_roles_together(parts: Sequence[Parts], with_test_set: bool = False) -> list[ColumnChoice]:
    """All columns of all files, with roles that fit one another; `with_test_set`: outputs alone."""
    values = [column for part in parts for *_, column in columns_with_roles(part)]
    found = [
        choice._replace(role=_role_of_contents(choice, column) or choice.role)
        for choice, column in zip(column_choices(parts), values, strict=True)
    ]
    if with_test_set:
        return [
            choice._replace(role="leave out") if choice.role in _OF_TEST_SETS else choice
            for choice in found
        ]
    # Leave out references and sources of logs if files without outputs hold them.
    with_outputs = {choice.key[0] for choice in found if choice.role == "system"}
    given = {choice.role for choice in found if choice.key[0] not in with_outputs}
    given |= {"reference"} if "references" in given else set()
    seen: list[tuple[int, pa.Array]] = []
    for number, (choice, column) in enumerate(zip(found, values, strict=True)):
        file, kind, _ = choice.key
        is_text = choice.role in ("reference", "source")
        if is_text and choice.role in given and parts[file].format in _LOGS:
            found[number] = choice._replace(role="leave out")
        elif choice.role == "reference" and kind != "lines":
            # Two logs of the same test set: a reference may equal one of an earlier file.
            if any(other != file and texts.equals(column) for other, texts in seen):
                found[number] = choice._replace(role="leave out")
            seen.append((file, column))
    unstated = [
        number
        for number, choice in enumerate(found)
        if choice.role == "system" and choice.key[1] == "lines" and not role_in_name(choice.file)
    ]
    source = _in_another_language(found, unstated)
    if source is not None:
        found[source] = found[source]._replace(role="source")
        unstated.remove(source)
    roles = Counter(choice.role for choice in found)
    if unstated and roles["system"] > 1 and not roles["reference"]:
        reference = unstated[-1] if roles["system"] > 2 else None
        if source is not None:  # the text with the name of the source in another language
            stem = found[source].file.partition(".")[0]
            same = [n for n in unstated if found[n].file.partition(".")[0] == stem]
            reference = same[0] if len(same) == 1 else reference
        if reference is not None:
            found[reference] = found[reference]._replace(role="reference")
    return found


def is_guessed_reference(choice: ColumnChoice) -> bool:
    """Whether this is a plain text that is the reference although its name does not say so."""
    return choice.role == "reference" and choice.key[1] == "lines" and not role_in_name(choice.file)


def _role_of_contents(choice: ColumnChoice, values: pa.Array) -> str:
    """Return the role of a column that was taken for an output, but is none; '' otherwise."""
    if choice.role != "system" or choice.key[1] == "system":
        return ""
    sample = values.slice(0, _SAMPLE).drop_null()
    sample = sample.filter(pc.not_equal(pc.utf8_trim_whitespace(sample), ""))
    if len(sample) and _all_match(sample, _SCORE):
        return SCORES
    is_stated = choice.key[1] != "lines" or role_in_name(choice.file)
    few = len(sample) >= _FEWEST and 4 * pc.count_distinct(sample).as_py() <= len(sample)
    return "metadata" if few and not is_stated and _all_match(sample, _LABEL) else ""


def _all_match(values: pa.Array, pattern: str) -> bool:
    return bool(as_numpy(pc.match_substring_regex(values, pattern)).all())


def _in_another_language(found: Sequence[ColumnChoice], unstated: Sequence[int]) -> int | None:
    """Return the only text whose name ends in another language than those of all others."""
    if any(choice.role == "source" for choice in found):
        return None
    languages = {
        number: _language(choice.file)
        for number, choice in enumerate(found)
        if choice.role == "system" and choice.key[1] == "lines"
    }
    counts = Counter(languages.values())
    if len(languages) < 3 or len(counts) != 2 or "" in counts:
        return None
    return next((number for number in unstated if counts[languages[number]] == 1), None)


def _language(file: str) -> str:
    """Return the language at the end of a name: "de" of "newstest.de" or "newstest.de.txt"."""
    for word in reversed(PurePath(file).name.split(".")[1:]):
        if word.lower() not in ("txt", "gz", "tok", "detok"):
            return word if _LANGUAGE.fullmatch(word) else ""
    return ""


def with_chosen_roles(
    parts: Sequence[Parts], roles: Mapping[tuple[int, str, str], str]
) -> list[Parts]:
    """Apply roles to parts, as `apply_roles`; drop what is left out, and scores."""
    roles = {key: "leave out" if role == SCORES else role for key, role in roles.items()}
    return [
        part
        for part in apply_roles(parts, roles)
        if part.systems or part.references or part.metadata
        or part.source is not None or part.documents is not None
    ]  # fmt: skip
