"""Roles of the columns of a table: guessed by name, to be confirmed by the user."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrow import strings
from bleu_core.messages import table as messages
from bleu_core.readers.long_table import plain_name, read_long
from bleu_core.readers.parts import Ids, Parts, ReadError, repeated

ROLES = ("system", "reference", "source", "document", "segment id", "metadata", "leave out")
# Names without case, spaces, "_", "-" and "."; the first match counts.
_NAMES = (
    ("source", r"(source|src|original|input)(text|sentence|segment|lang)?"),
    (
        "reference",
        r"(reference|references|ref|refs|gold|human|postedit|pe)(text|sentence)?([a-z]|\d+)?",
    ),
    ("document", r"(document|doc)(id|name)?s?"),
    (
        "segment id",
        r"((global|doc)?(segment|seg)|sentence|sent|line)?(id|number|no|nr|index)|seg|segments?|sid",
    ),
    (
        "system",
        r"(hypothesis|hypotheses|hyp|mt|sys|system|output|translation|candidate|prediction|pred"
        r"|baseline|model)(text|output|translation)?([a-z]|\d+)?|[ab]",
    ),
)  # fmt: skip
# A prefix before the name of a system: "mt_google", "sys: big".
_SYSTEM = re.compile(r"(hypothesis|hyp|mt|sys|system|output|translation|pred|prediction)[\W_]+\S")


def guess_roles(columns: Iterable[str]) -> dict[str, str]:
    """Guess the role of each column from its name.

    "target" is the reference or, if there is another one, a system. A column "system" has names of
    systems if another one has outputs. An unknown name is metadata.

    >>> guess_roles(["src", "ref1", "ref2", "sysA", "mt_google", "doc_id", "domain"])
    ... # doctest: +NORMALIZE_WHITESPACE
    {'src': 'source', 'ref1': 'reference', 'ref2': 'reference', 'sysA': 'system',
     'mt_google': 'system', 'doc_id': 'document', 'domain': 'metadata'}
    """
    roles = {name: _role(name) for name in columns}
    for single in ("source", "document", "segment id"):
        for name in [name for name, role in roles.items() if role == single][1:]:
            roles[name] = "metadata"
    outputs = [name for name, role in roles.items() if role == "system"]
    for name in outputs:
        if name.strip().lower() in ("system", "sys", "model") and len(outputs) > 1:
            roles[name] = "metadata"
    for name in roles:
        if re.fullmatch(r"(target|tgt|trg)(text|sentence)?", plain_name(name)):
            roles[name] = "system" if "reference" in roles.values() else "reference"
    return roles


def _role(name: str) -> str:
    plain = plain_name(name)
    for role, pattern in _NAMES:
        if re.fullmatch(pattern, plain):
            return role
    return "system" if _SYSTEM.match(name[:200].lower()) else "metadata"


def is_header(cells: Iterable[str], at_least: int = 1) -> bool:
    """Whether a first row has column names: no duplicates, and at least one known name of text.

    Single letters do not count: many lines of text begin with "a".
    """
    names = [cell.strip() for cell in cells]
    roles = [role for name, role in guess_roles(names).items() if len(name) > 1]
    known = [role for role in roles if role != "metadata"]
    has_text = any(role in ("source", "reference", "system") for role in known)
    return len(set(names)) == len(names) and len(known) >= at_least and has_text


def with_roles(table: Parts, roles: Mapping[str, str]) -> Parts:
    """Make the parts of a table whose columns have these roles (`ROLES`).

    An empty cell is a missing reference (None) if the row has another one, as in sacreBLEU; in the
    only column of references it is a reference of length 0.

    Raises
    ------
    ReadError
        Two sources, documents or segment ids.
    """
    by_role: dict[str, dict[str, pa.Array]] = {role: {} for role in ROLES}
    for name, values in table.columns.items():
        by_role[roles.get(name, "metadata")][name] = values
    problems = [
        messages.conflicting_roles(table.name, list(by_role[role]), role)
        for role in ("source", "document", "segment id")
        if len(by_role[role]) > 1
    ]
    repairs = list(table.repairs[: table.reading])
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
        references=_references(by_role["reference"], table.name, repairs),
        source=_filled(source),
        documents=_filled(documents),
        metadata=by_role["metadata"],
        ids=None,
        roles={name: roles.get(name, "metadata") for name in table.columns},
    )
    if segments is not None:
        nameless = strings([""] * len(segments))
        identified = replace(parts, ids=Ids(_filled(documents) or nameless, _filled(segments)))
        keys = identified.keys
        again = repeated(keys) if keys is not None else []
        if again:
            repairs.append(messages.repeated_ids(table.name, len(again)))
        else:
            parts = identified
    return replace(parts, repairs=tuple(repairs))


def _references(
    columns: Mapping[str, pa.Array], name: str, repairs: list[str]
) -> dict[str, pa.Array]:
    if len(columns) < 2:
        return {label: values.fill_null("") for label, values in columns.items()}
    found = {}
    for label, values in columns.items():
        empty = pc.equal(values.fill_null(""), "")
        number = pc.sum(empty).as_py() or 0
        if number:
            values = pc.if_else(empty, pa.scalar(None, pa.large_string()), values)
            repairs.append(messages.empty_references(name, label, number))
        found[label] = values
    return found


def _filled(values: pa.Array | None) -> pa.Array | None:
    return None if values is None else values.fill_null("")


def table(columns: dict[str, pa.Array], name: str, form: str, repairs: list[str]) -> Parts:
    """Make parts of columns by the roles that their names suggest."""
    if not columns or not len(next(iter(columns.values()))):
        raise ReadError([messages.no_rows(name)])
    parts = Parts(name, form, columns=columns, repairs=tuple(repairs), reading=len(repairs))
    roles = guess_roles(columns)
    if (found := read_long(columns, roles, name, form, repairs)) is not None:
        return found
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
