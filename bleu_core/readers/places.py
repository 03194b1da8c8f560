"""Fit a file to the place that the user gave it for: output, reference, source, documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import PurePath

import pyarrow.compute as pc

from bleu_core.messages import file as messages
from bleu_core.messages import systems as system_messages
from bleu_core.readers.assemble import as_role
from bleu_core.readers.choices import called, choices, chosen, system_names
from bleu_core.readers.limits import check_columns
from bleu_core.readers.parts import Parts, ReadError, column
from bleu_core.text.evalset import first_two


def with_systems(parts: Sequence[Parts], wanted: Sequence[str] = ()) -> list[Parts]:
    """Parts of a file in their guessed roles; columns that are `wanted` are systems."""
    found = chosen(parts, {})
    lacking = {name for name in wanted if name} - set(system_names(found))
    roles = {choice.key: "system" for choice in choices(parts) if called(choice) in lacking}
    return chosen(parts, roles) if roles else found


def outputs(
    parts: Sequence[Parts], file: str, place: str, wanted: Sequence[str]
) -> tuple[tuple[str, ...], list[Parts]]:
    """Select the outputs of a file: the names of systems, and parts.

    If one system is wanted ("" for the only one), the parts have it alone, under the name of the
    place. If two are wanted and the file has several, the parts have all, and the names are those
    of the two.

    Raises
    ------
    ReadError
        The file has no system, several and none is chosen, or not the chosen one.
    """
    first = parts[0]
    file = first.name if len(parts) == 1 else file
    if len(parts) == 1 and first.lines is not None and wanted[0] in ("", PurePath(file).stem):
        return (PurePath(file).stem or file,), [as_role(first, "system", place)]
    found = with_systems(parts, wanted)
    names = system_names(found)
    if len(wanted) == 2 and len(names) > 1:
        both = first_two(names, *wanted)
        return both, _who_is_who(found, names, both) if "" in wanted else found
    name = _chosen_name(place, file, names, wanted[0], parts)
    # Only XML names a single system; a column may be called "output".
    says = len(names) > 1 or wanted[0] or first.format == "mteval"
    only = _some(found, [names.index(name)], place)
    return (name if says else PurePath(file).stem or file,), only


def _who_is_who(parts: list[Parts], names: Sequence[str], both: Sequence[str]) -> list[Parts]:
    """Note which of several systems were chosen."""
    if len(names) == 2:
        return parts
    message = system_messages.first_two(names, *both)
    return [*parts[:-1], replace(parts[-1], repairs=(*parts[-1].repairs, message))]


def _chosen_name(
    place: str, file: str, names: Sequence[str], wanted: str, parts: Sequence[Parts]
) -> str:
    available = list(names) or [called(choice) for choice in choices(parts)]
    if wanted and wanted not in names:
        raise ReadError([system_messages.not_in_file(place, file, [wanted], available)])
    if not names:
        raise ReadError([messages.holds_no_output(place, file, available)])
    if len(names) > 1 and not wanted:
        raise ReadError([system_messages.not_chosen(place, file, names)])
    return wanted or names[0]


def every_output(
    parts: Sequence[Parts], file: str, place: str, wanted: Sequence[str] = ()
) -> tuple[tuple[str, ...], list[Parts]]:
    """Select all outputs of a file, or those `wanted` of several: names, and parts.

    Raises
    ------
    ReadError
        The file has no system, or none that is wanted.
    """
    if len(parts) == 1 and parts[0].lines is not None:
        return outputs(parts, file, place, [""])
    found = with_systems(parts, wanted)
    names = system_names(found)
    if len(names) < 2:
        return outputs(parts, file, place, [name for name in names if name in wanted] or [""])
    kept = [number for number, name in enumerate(names) if not wanted or name in wanted]
    if not kept:
        raise ReadError([system_messages.not_in_file(place, file, list(wanted), names)])
    return tuple(names[number] for number in kept), _some(found, kept)


def _some(parts: Sequence[Parts], kept: Sequence[int], called: str = "") -> list[Parts]:
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


def as_reference(part: Parts, place: str) -> Parts:
    """Make a file a reference."""
    if part.lines is not None:
        return as_role(part, "reference", place)
    if part.references:
        return without(part, "systems")
    systems = list(part.systems)
    if len(systems) == 1:  # a reference wrapped as a test set
        mended = messages.taken_as_reference(part.name, systems[0])
        return replace(part, systems={}, references=part.systems, repairs=(*part.repairs, mended))
    available = [called(choice) for choice in choices([part])]
    raise ReadError([messages.holds_no_reference(place, part.name, available)])


def references_by_tabs(part: Parts) -> Parts:
    """Split lines with several references each, separated by tabs."""
    lines = part.lines
    assert lines is not None  # for the type checker: plain text has lines
    most = (pc.max(pc.count_substring(lines, "\t")).as_py() or 0) + 1
    check_columns(len(lines), most, lines.nbytes, part.name)
    rows = (line.split("\t") for line in lines.to_pylist())
    columns = [column(values) for values in zip_longest(*rows)] or [lines]
    numbered = {f"reference {number}": values for number, values in enumerate(columns, 1)}
    return replace(part, lines=None, references=numbered)


def as_aside(part: Parts, place: str) -> Parts:
    """Make a file the "source" or the "documents"."""
    if part.lines is not None:
        return as_role(part, "source" if place == "source" else "document")
    if (part.source if place == "source" else part.documents) is None:
        raise ReadError([messages.holds_no_column(part.name, place)])
    return without(without(part, "systems"), "references")


def without(part: Parts, what: str) -> Parts:
    """Drop the "systems" or "references" of a file, and report it."""
    names = list(part.systems if what == "systems" else part.references)
    if not names:
        return part
    message = messages.left_out(part.name, what, names)
    fewer = replace(part, repairs=(*part.repairs, message))
    return replace(fewer, systems={}) if what == "systems" else replace(fewer, references={})


def references_once(parts: Sequence[tuple[str, Parts]]) -> list[Parts]:
    """Keep references of the files given for them, or else of the first file that has any."""
    owners = [place for place, part in parts if part.references]
    asked = [place for place in owners if place.startswith("reference")]
    keep = asked or owners[:1]
    return [
        part if place in keep or not part.references else without(part, "references")
        for place, part in parts
    ]
