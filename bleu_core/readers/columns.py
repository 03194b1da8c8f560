"""Roles of a table's columns, guessed from their names and contents; the parts of a table."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise, zip_longest

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import mask, nulls_as_empty, string_array
from bleu_core.messages import Message, file
from bleu_core.messages import table as messages
from bleu_core.readers.long_tables import read_long
from bleu_core.readers.parts import (
    Ids,
    Parts,
    ReadError,
    check_columns,
    repeated_keys,
    text_column,
)
from bleu_core.readers.role_names import (
    ROLES,
    SYSTEM_COLUMN,
    TEXTS,
    guess_roles,
    is_target,
    plain_name,
)

# Formats in which a reference can be missing: an empty cell or null.
_TABLES = ("tsv", "csv", "json", "jsonl", "parquet", "xlsx", "tab-separated")
# Rows from which the contents of a column are told, and the share of them that must agree.
_SAMPLE, _SHARE = 1_000, 0.9
# Fewer rows may look like codes or ids by chance; so many kinds of language codes are no text.
_FEWEST, _MOST_LANGUAGES = 5, 5
# What a column "model" has instead of text if there are at most half as many values as rows.
_NAMES = "repeated values, such as names of systems"
# Lists of so many words; a mean length in characters that sentences exceed, also in Chinese.
_FEWEST_WORDS, _WORD_LENGTH = 4, 10
# "de", "pt-BR", "deu_Latn"; not "cat".
_LANGUAGE_CODE = r"^([a-z]{2}|[a-z]{2,3}([-_][A-Za-z0-9]{2,8})+)$"
# ASCII without spaces, with a digit: "news-3_12", "en-de_#_news_#_4", "https://…/7".
_ID, _NUMBER = r"^[!-~]*[0-9][!-~]*$", r"^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$"


def no_text(values: pa.Array, role: str, name: str = "") -> str:
    """What a column has instead of text: "JSON", "language codes", "ids" …; '' for text."""
    is_of_systems = role == "system" and re.fullmatch(SYSTEM_COLUMN, plain_name(name))
    if is_of_systems and 2 * pc.count_distinct(values).as_py() <= len(values):
        return _NAMES
    sample = pc.utf8_trim_whitespace(values.slice(0, _SAMPLE).drop_null())
    sample = sample.filter(pc.not_equal(sample, ""))
    size, kinds = len(sample), pc.count_distinct(sample).as_py()

    def share(pattern: str) -> float:
        return float(mask(pc.match_substring_regex(sample, pattern)).mean()) if size else 0.0

    if share(r"^[\[{]") >= _SHARE and sum(map(_is_json, sample.to_pylist())) >= _SHARE * size:
        return "JSON"
    if size < _FEWEST:
        return ""
    if kinds <= _MOST_LANGUAGES and share(_LANGUAGE_CODE) == 1:
        return "language codes"
    is_numbers = role == "system" and share(_NUMBER) == 1
    return "ids" if kinds == size and share(_ID) == 1 and not is_numbers else ""


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _roles_of(columns: Mapping[str, pa.Array], name: str) -> tuple[dict[str, str], list[Message]]:
    """Roles by name for columns of texts, and a note for each one that has other contents."""
    found: dict[str, str] = {}
    while True:
        roles = guess_roles(columns, found)
        references = [columns[column] for column, role in roles.items() if role == "reference"]
        new = {
            column: what
            for column, role in roles.items()
            if role in TEXTS and (what := no_text(columns[column], role, column))
        } | {
            column: "the text of a reference"
            for column, role in roles.items()
            if role == "system" and is_target(column) and columns[column] in references
        }
        new |= _parts_of_lists(columns, roles)
        if not new:
            # One note for all items of a list.
            lists = {(re.sub(r" \d+", "", c), what): c for c, what in reversed(found.items())}
            notes = [messages.no_text(name, c, what) for (_, what), c in reversed(lists.items())]
            return roles, list[Message](notes)
        found |= new


def _parts_of_lists(columns: Mapping[str, pa.Array], roles: Mapping[str, str]) -> dict[str, str]:
    """Columns of lists that are no texts: words, systems in any order, several segments."""
    found: dict[str, str] = {}
    lists: dict[str, list[str]] = {}
    objects: dict[str, list[str]] = {}
    for column in columns:
        if item := re.fullmatch(r"(.*) \d+", column):
            lists.setdefault(item[1], []).append(column)
        parent, dot, key = column.rpartition(".")
        if dot:
            objects.setdefault(parent, []).append(key)
    for items in lists.values():
        words = pa.concat_arrays([columns[item] for item in items]).drop_null()
        if (  # without spaces, short, and in lists of different lengths
            len(items) >= _FEWEST_WORDS
            and columns[items[-1]].null_count
            and not pc.any(pc.match_substring_regex(words, r"\s")).as_py()
            and (pc.mean(pc.utf8_length(words)).as_py() or 0) < _WORD_LENGTH
        ):
            found |= dict.fromkeys(items, "single words of a list")
    segments: dict[str, dict[str, str]] = {}
    for parent, keys in objects.items():
        own = guess_roles(keys)
        labels = [key for key in keys if re.fullmatch(rf"{SYSTEM_COLUMN}|name", plain_name(key))]
        if parent[-1:].isdecimal() and any(
            pc.count_distinct(columns[f"{parent}.{key}"]).as_py() > 1 for key in labels
        ):
            systems = [key for key in keys if roles[f"{parent}.{key}"] == "system"]
            found |= {f"{parent}.{key}": "outputs of several systems" for key in systems}
        if "system" in own.values() and {"reference", "source"} & {*own.values()}:
            segments[parent] = own
    for one, other in pairwise(segments):
        both = [key for key in segments[one] if segments[one][key] in ("reference", "source")]
        if any(
            columns[f"{one}.{key}"] != columns[f"{other}.{key}"]
            for key in both
            if key in segments[other]
        ):
            found |= {
                f"{parent}.{key}": "one of several segments in a row"
                for parent, own in segments.items()
                for key in own
            }
            break
    return {column: what for column, what in found.items() if roles[column] in TEXTS}


def with_roles(table: Parts, roles: Mapping[str, str]) -> Parts:
    """The parts of a table with these roles."""
    by_role: dict[str, dict[str, pa.Array]] = {role: {} for role in ROLES}
    for name, values in table.columns.items():
        by_role[roles.get(name, "metadata")][name] = values
    problems = [
        messages.conflicting_roles(table.name, list(by_role[role]), role)
        for role in ("source", "document", "segment id")
        if len(by_role[role]) > 1
    ]
    notes = [
        note
        for note in table.repairs[: table.reading]
        if not (
            isinstance(note, Message)
            and note.code == "table.no_text"
            and roles.get(note.values["column"]) in TEXTS
        )
    ]
    repairs = [*notes]
    for role in TEXTS:
        for name, values in by_role[role].items():
            if what := no_text(values, role):
                repairs.append(messages.chosen_without_text(table.name, name, role, what))
    for name, values in by_role["system"].items():
        if values.null_count:
            first = pc.index(values.is_null(), True).as_py() + 1
            problems.append(messages.missing_output(table.name, name, values.null_count, first))
    if problems:
        raise ReadError(problems)
    source = next(iter(by_role["source"].values()), None)
    documents = next(iter(by_role["document"].values()), None)
    segments = next(iter(by_role["segment id"].values()), None)
    parts = replace(
        table,
        systems=by_role["system"],
        references=by_role["reference"],
        source=_fill_nulls(source),
        documents=_fill_nulls(documents),
        metadata=by_role["metadata"],
        ids=None,
        reading=len(notes),
        roles={name: roles.get(name, "metadata") for name in table.columns},
    )
    if segments is not None:
        nameless = string_array([""] * len(segments))
        ids = Ids(_fill_nulls(documents) or nameless, _fill_nulls(segments))
        identified = replace(parts, ids=ids)
        if again := repeated_keys(identified.keys):
            repairs.append(messages.repeated_ids(table.name, len(again)))
        else:
            parts = identified
    return replace(parts, repairs=tuple(repairs))


def empty_as_missing(part: Parts, repairs: list[str]) -> Parts:
    """References of a table without empty cells, which is added to `repairs`."""
    if part.format not in _TABLES:
        return part
    found = {}
    for label, values in part.references.items():
        empty = pc.equal(nulls_as_empty(values), string_array([""])[0])
        number = pc.sum(empty).as_py() or 0
        if number:
            values = pc.if_else(empty, pa.scalar(None, pa.large_string()), values)
            repairs.append(messages.empty_references(part.name, label, number))
        found[label] = values
    return replace(part, references=found)


def split_references(part: Parts) -> Parts:
    """Split lines with several references each, separated by tabs."""
    lines = part.lines
    assert lines is not None  # for the type checker: plain text has lines
    most = (pc.max(pc.count_substring(lines, "\t")).as_py() or 0) + 1
    check_columns(len(lines), most, lines.nbytes, part.name)
    rows = (line.split("\t") for line in lines.to_pylist())
    columns = [text_column(values) for values in zip_longest(*rows)] or [lines]
    numbered = {f"reference {number}": values for number, values in enumerate(columns, 1)}
    return replace(part, format="tab-separated", lines=None, references=numbered)


def without_header(table: Parts) -> Message | None:
    """The note that the first row of a table was read as a segment, or None."""
    notes = (note for note in table.repairs if isinstance(note, Message))
    return next((note for note in notes if note.code == "table.no_header"), None)


def with_header(table: Parts) -> Parts | None:
    """A table whose first row has the names of its columns, none of which is known, or None."""
    guess = without_header(table)
    names = [values[0].as_py() for values in table.columns.values()] if guess else []
    if not names or len(table) < 2 or not all(names) or len(set(names)) < len(names):
        return None
    columns = {
        name: values.slice(1) for name, values in zip(names, table.columns.values(), strict=True)
    }
    repairs = [message for message in table.repairs[: table.reading] if message is not guess]
    return parts_of_table(columns, table.name, table.format, repairs)


def _fill_nulls(values: pa.Array | None) -> pa.Array | None:
    return None if values is None else nulls_as_empty(values)


def parts_of_table(columns: dict[str, pa.Array], name: str, form: str, repairs: list[str]) -> Parts:
    """Make parts of columns by the roles that their names suggest."""
    if not columns or not len(next(iter(columns.values()))):
        raise ReadError([file.nothing(name, "rows")])
    roles, notes = _roles_of(columns, name)
    others = [note for note in notes if note.values["what"] != _NAMES]
    if (found := read_long(columns, roles, name, form, [*repairs, *others])) is not None:
        return found
    repairs = [*repairs, *(others if "system" in roles.values() else notes)]
    parts = Parts(name, form, columns=columns, repairs=tuple(repairs), reading=len(repairs))
    try:
        return with_roles(parts, roles)
    except ReadError as error:
        # A wrong guess is no reason to refuse the file.
        roles = {
            key: "metadata" if role == "system" and columns[key].null_count else role
            for key, role in roles.items()
        }
        found = with_roles(parts, roles)
        return replace(found, repairs=(*found.repairs, *error.problems))
