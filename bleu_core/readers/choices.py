"""Choices about files: roles of columns, systems of a file, and remedies for problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.formatting import truncate
from bleu_core.messages import Message
from bleu_core.messages import file as messages
from bleu_core.messages import scoring as system_messages
from bleu_core.readers.assemble import as_role, is_general_name, output_names, system_names
from bleu_core.readers.columns import (
    split_references,
    with_header,
    with_roles,
    without_header,
)
from bleu_core.readers.parts import File, Parts, ReadError, collecting
from bleu_core.readers.role_names import ROLES, TEXTS, guess_baseline, guess_roles
from bleu_core.text.evalset import default_pair

# Roles of the lines of plain text, and of a stream of an XML file. The third: in each line several
# references, separated by tabs.
TEXT_ROLES = (
    "system", "reference", "references", "source", "document", "metadata", "leave out",
)  # fmt: skip
PREVIEW = 3


class ColumnChoice(NamedTuple):
    """A column of a file, with its guessed role."""

    key: tuple[int, str, str]  # number of the file, kind, name
    file: str
    name: str
    role: str
    preview: list[str]
    size: int  # number of segments


def column_choices(parts: Sequence[Parts]) -> list[ColumnChoice]:
    """Return all columns that need a role, in the order of the files."""
    return [
        ColumnChoice(
            (number, kind, name), part.name, name, role,
            [truncate(text or "", 200) for text in values.slice(0, PREVIEW).to_pylist()],
            len(values),
        )
        for number, part in enumerate(parts)
        for kind, name, role, values in columns_with_roles(part)
    ]  # fmt: skip


def choice_name(choice: ColumnChoice) -> str:
    """Return the name by which a user chooses a column; for plain text, the file's name."""
    return PurePath(choice.file).stem if choice.key[1] == "lines" else choice.name


def _names_to_choose(parts: Sequence[Parts]) -> list[str]:
    """The names of all columns, those of the longest texts first: a message shows only some.

    Columns without a known header have their first cell, which may be their name.
    """
    choices = sorted(column_choices(parts), key=lambda c: -max(map(len, c.preview), default=0))
    return [
        f"{choice_name(c)} ({truncate(c.preview[0], 30)})"
        if c.preview and without_header(parts[c.key[0]])
        else choice_name(c)
        for c in choices
    ]


def usual_names(choices: Sequence[ColumnChoice]) -> dict[tuple[int, str, str], str]:
    """Names of systems that the user has not named; plain text and general names have a file's."""
    outputs = [choice for choice in choices if choice.role == "system"]
    numbers = Counter(choice.key[0] for choice in outputs)
    named = []
    for choice in outputs:
        number, kind, name = choice.key
        is_alone = len(numbers) > 1 and numbers[number] == 1 and is_general_name(name)
        by_file = kind == "lines" or (kind == "column" and is_alone)
        named.append((choice.file, "" if by_file else name))
    return dict(zip((choice.key for choice in outputs), output_names(named), strict=True))


def columns_with_roles(part: Parts) -> Iterator[tuple[str, str, str, pa.Array]]:
    """Yield the kind, name, guessed role and values of each column of a file."""
    if part.columns:
        for name, values in part.columns.items():
            yield "column", name, part.roles.get(name, "metadata"), values
        return
    if part.lines is not None:
        yield "lines", "lines", role_in_name(part.name) or "system", part.lines
    for name, values in part.systems.items():
        yield "system", name, "system", values
    for name, values in part.references.items():
        yield "reference", name, "reference", values
    if part.source is not None:
        yield "source", "source", "source", part.source


def role_in_name(file: str) -> str:
    """Return the role that a word in the name of a text file states, or ''.

    >>> role_in_name("newstest.de-en.ref.en"), role_in_name("nightly.en")
    ('reference', '')
    """
    words = PurePath(file).name.replace("-", ".").replace("_", ".").split(".")
    roles = [r for r in guess_roles(words).values() if r in TEXT_ROLES and r != "metadata"]
    return roles[0] if roles else ""


def apply_roles(parts: Sequence[Parts], roles: Mapping[tuple[int, str, str], str]) -> list[Parts]:
    """Apply roles to parts, by default those of `column_choices`; ReadError if some do not fit."""
    choices = [
        choice._replace(role=roles.get(choice.key, choice.role)) for choice in column_choices(parts)
    ]
    names = usual_names(choices)
    problems: list[str] = []
    found = []
    for number, part in enumerate(parts):
        own = {choice.key[1:]: choice.role for choice in choices if choice.key[0] == number}
        called = {key[1:]: name for key, name in names.items() if key[0] == number}
        with collecting(problems):
            found.append(_with_roles(part, own, called))
    if problems:
        raise ReadError(problems)
    return [part for part in found if part is not None]


def _with_roles(
    part: Parts, roles: Mapping[tuple[str, str], str], called: Mapping[tuple[str, str], str]
) -> Parts | None:
    """Apply the roles of the columns of a part; `called` are the names of its systems."""
    if part.columns:
        part = with_roles(part, {name: role for (_, name), role in roles.items()})
        systems = {called["column", name]: values for name, values in part.systems.items()}
        return replace(part, systems=systems)
    if part.lines is not None:
        role = roles["lines", "lines"]
        if role == "references":
            return split_references(part)
        name = called.get(("lines", "lines")) or PurePath(part.name).stem
        if role == "leave out":
            return None
        return as_role(_with_tabs_noted(part, role), role, name)
    streams = {"system": part.systems, "reference": part.references}
    chosen: dict[str, dict[str, pa.Array]] = {role: {} for role in (*ROLES, *TEXT_ROLES)}
    for (kind, name), role in roles.items():
        values = part.source if kind == "source" else streams[kind][name]
        chosen[role][called.get((kind, name), name)] = values
    source = next(reversed(chosen["source"].values()), None)
    return replace(part, systems=chosen["system"], references=chosen["reference"], source=source)


def parts_with_systems(parts: Sequence[Parts], wanted: Sequence[str] = ()) -> list[Parts]:
    """Return the parts of a file in their guessed roles; `wanted` columns become systems."""
    found = apply_roles(parts, {})
    lacking = {name for name in wanted if name} - set(system_names(found))
    if lacking:
        named = [with_header(part) for part in parts]
        parts = [
            new if new and lacking & new.columns.keys() else part
            for new, part in zip(named, parts, strict=True)
        ]
    roles = {
        choice.key: "system" for choice in column_choices(parts) if choice_name(choice) in lacking
    }
    return apply_roles(parts, roles) if roles else found


def select_outputs(
    parts: Sequence[Parts], given: File, place: str, wanted: Sequence[str]
) -> tuple[tuple[str, ...], list[Parts]]:
    """Names and parts: one wanted system ("" for the only one), or two and all others."""
    first = parts[0]
    file = first.name if len(parts) == 1 else given.name
    if given.column and wanted[0] not in ("", given.column):
        raise ReadError([system_messages.other_column(file, given.column, wanted[0])])
    if len(wanted) == 2 and wanted[1] and wanted[1] in (wanted[0], given.column):
        raise ReadError([system_messages.same_twice(wanted[1])])
    if len(parts) == 1 and first.lines is not None and wanted[0] in ("", PurePath(file).stem):
        return ("",), [as_role(_with_tabs_noted(first, "system"), "system", place)]
    found = parts_with_systems(parts, wanted)
    names = system_names(found)
    if len(wanted) == 2 and len(names) > 1:
        older = names[0 if wanted[0] else guess_baseline(names)]
        both = default_pair([older, *names], *wanted)
        if "" in wanted and len(names) > 2:
            last, note = found[-1], system_messages.first_two(names, *both)
            found[-1] = replace(last, repairs=(*last.repairs, note))
        return both, found
    available = list(names) or _names_to_choose(parts)
    if wanted[0] and wanted[0] not in names:
        problem = system_messages.not_in_file(place, file, [wanted[0]], available)
        raise ReadError([problem, *_unused(*parts)])
    if not names:
        notes = _unused(*parts)
        incomplete = [n for n in notes if getattr(n, "code", "") == "table.missing_output"]
        no_output = messages.holds_no_output(place, file, available)
        raise ReadError(incomplete or [no_output, *notes])
    if len(names) > 1 and not wanted[0]:
        raise ReadError([system_messages.not_chosen(place, file, names)])
    name = wanted[0] or names[0]
    # Only XML names a single system; a column may be called "output".
    says = len(names) > 1 or wanted[0] or first.format == "mteval"
    only = _keep_systems(found, [names.index(name)], place)
    return (name if says else "",), only


def select_all_outputs(
    parts: Sequence[Parts], file: File, place: str, wanted: Sequence[str] = ()
) -> tuple[tuple[str, ...], list[Parts]]:
    """Names and parts of all outputs of a file, or of `wanted` ones; ReadError if it has none.

    A file with a chosen column has only this output.
    """
    if file.column:
        wanted = ()
    if len(parts) == 1 and parts[0].lines is not None:
        return select_outputs(parts, file, place, [""])
    found = parts_with_systems(parts, wanted)
    names = system_names(found)
    if len(names) < 2:
        chosen = [name for name in names if name in wanted] or [""]
        return select_outputs(parts, file, place, chosen)
    kept = [number for number, name in enumerate(names) if not wanted or name in wanted]
    if not kept:
        problem = system_messages.not_in_file(place, file.name, list(wanted), names)
        raise ReadError([problem, *_unused(*parts)])
    return tuple(names[number] for number in kept), _keep_systems(found, kept)


def _keep_systems(parts: Sequence[Parts], kept: Sequence[int], called: str = "") -> list[Parts]:
    """Keep the systems with these numbers, counted over all parts; rename a single one."""
    found, number = [], 0
    for part in parts:
        systems = {}
        for name, values in part.systems.items():
            if number in kept:
                systems[called or name] = values
            number += 1
        found.append(replace(part, systems=systems))
    return found


def with_column(part: Parts, column: str, role: str) -> Parts:
    """Give a role to the column of this name, and to no other one; '' leaves the guessed roles."""
    if not column:
        return part
    choices = [choice for choice in column_choices([part]) if choice.key[1] != "lines"]
    if column not in (choice.name for choice in choices):
        if (named := with_header(part)) and column in named.columns:
            return with_column(named, column, role)
        available = [choice.name for choice in choices]
        problem = messages.no_such_column(part.name, column, available)
        raise ReadError([problem, *_unused(part)])
    other = "metadata" if part.columns else "leave out"
    roles = {c.key: other if c.role == role else c.role for c in choices}
    roles |= {c.key: role for c in choices if c.name == column}
    return apply_roles([part], roles)[0]


def as_reference(part: Parts, place: str) -> Parts:
    """Make a file a reference."""
    if part.lines is not None:
        return as_role(_with_tabs_noted(part, "reference"), "reference", place)
    if part.references:
        return part
    systems = list(part.systems)
    # A reference wrapped as a test set; in other formats, an output is meant as one.
    if len(systems) == 1 and part.format == "mteval":
        mended = messages.taken_as_reference(part.name, systems[0])
        return replace(part, systems={}, references=part.systems, repairs=(*part.repairs, mended))
    available = _names_to_choose([part])
    raise ReadError([messages.holds_no_reference(place, part.name, available), *_unused(part)])


def _with_tabs_noted(part: Parts, role: str) -> Parts:
    """Plain text, with a message if each line has as many tabs, as in a table."""
    if part.lines is None or role not in TEXTS or len(part) < 2:
        return part
    tabs = pc.min_max(pc.count_substring(part.lines, "\t"))
    number = tabs["min"].as_py()
    if not number or number != tabs["max"].as_py():
        return part
    tell = messages.columns_in_reference if role == "reference" else messages.columns_in_text
    return replace(part, repairs=(*part.repairs, tell(part.name, number + 1)))


def _unused(*parts: Parts) -> list[str]:
    """Notes on sheets that were not read, and on columns that are texts only by their names."""
    known = ("table.no_text", "table.missing_output", "table.other_sheets")
    return [n for part in parts for n in part.repairs if getattr(n, "code", "") in known]


def as_source_or_documents(part: Parts, place: str) -> Parts:
    """Make a file the "source" or the "documents"."""
    if part.lines is not None:
        role = "source" if place == "source" else "document"
        return as_role(_with_tabs_noted(part, role), role)
    if (part.source if place == "source" else part.documents) is None:
        available = _names_to_choose([part])
        raise ReadError([messages.holds_no_column(part.name, place, available), *_unused(part)])
    return part


def drop_unused(parts: Sequence[tuple[str, Parts]]) -> list[Parts]:
    """Keep systems of the files given for them, and references of the files given for them, or else
    of the first output file that has any. Others are reported, unless their file was also given for
    them, which chose those that are used.
    """
    references = [place for place, _ in parts if place.startswith("reference")]
    others = (*references, "source", "documents")
    outputs = [place for place, _ in parts if place not in others]
    with_references = [place for place, part in parts if place in outputs and part.references]
    found = list(parts)
    for what, keep in (("systems", outputs), ("references", references or with_references[:1])):
        given = {part.name for place, part in parts if place in keep}
        for number, (place, part) in enumerate(found):
            if place not in keep and (names := list(getattr(part, what))):
                note = [] if part.name in given else [messages.left_out(part.name, what, names)]
                none: Any = {what: {}}
                found[number] = place, replace(part, repairs=(*part.repairs, *note), **none)
    return [part for _, part in found]


# The format of a reference file with several references in each line.
TAB_SEPARATED = "tab-separated"
ENCODING = "encoding"
FORMAT = "format"
COLUMN = "column"
SYSTEM = "system"
SEVERAL_A_LINE = "several_per_line"


def remedies(problems: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """Return the known remedies that the problems advise."""
    advised = {advice for p in problems if isinstance(p, Message) for advice in p.advice}
    return list(dict.fromkeys(remedy for advice, remedy in known.items() if advice in advised))
