"""Files whose roles are known: baseline, candidate, references, source, documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import PurePath
from typing import Any

from bleu_core.evalset import InputError, Misaligned
from bleu_core.readers.assemble import (
    NO_REFERENCE,
    Assembled,
    as_role,
    assemble,
    lengths,
    streams_of,
)
from bleu_core.readers.detect import read, read_all
from bleu_core.readers.parts import File, Parts, ReadError, column, named

Progress = Callable[[float], None]


def read_comparison(
    system_a: File | None,
    system_b: File | None,
    references: Sequence[File],
    source: File | None = None,
    documents: File | None = None,
    *,
    names: tuple[str, str] = ("", ""),
    tab_separated: bool = False,
    encoding: str | None = None,
    progress: Progress | None = None,
) -> Assembled:
    """Files of any format to an EvalSet, and what was mended or left out.

    Parameters
    ----------
    system_a, system_b : File
        Output of the baseline and of the candidate.
    references : list of File
        One or more; or, if tab_separated, one whose lines hold several references
        each. A line with fewer than the others lacks the last ones. May be empty
        where a system's file holds references.
    source, documents : File, optional
    names : optional
        Of the two systems; otherwise those in their files, or of their files.
    encoding : optional
        Of every file that is not UTF-8, and neither says nor is given one of its own.

    Raises
    ------
    InputError
        With a sentence for every problem in every file; Misaligned where it is lengths alone.
    """
    # Source and documents come first: what is given for the purpose wins over
    # what another file has too.
    given = [
        *(("source", source), ("documents", documents), ("A", system_a), ("B", system_b)),
        *((f"reference {number}", file) for number, file in enumerate(references, 1)),
    ]
    there = [(place, file) for place, file in given if file is not None]
    problems: dict[str, list[str]] = {
        place: [f"There is no output of system {place}; choose a file or paste its lines."]
        for place, file in given
        if file is None and place in ("A", "B")
    }
    from_files = {"A": "A", "B": "B"}
    parts: list[tuple[str, Parts]] = []
    for number, (place, file) in enumerate(there):

        def tell(fraction: float, before: int = number) -> None:
            if progress:
                progress((before + fraction) / len(there))

        by_tabs = tab_separated and len(references) == 1
        try:
            for part in _read(file, place, by_tabs, encoding, tell):
                from_files[place] = _name(part)
                parts.append((place, _fit(part, place)))
        except InputError as error:
            problems[place] = error.problems
            from_files[place] = PurePath(file.name).stem or file.name
        tell(1.0)
    told = [sentence for place in sorted(problems, key=_order) for sentence in problems[place]]
    fitted = _references_once(parts)
    unequal: Misaligned | None = None
    if told:
        readable = streams_of(fitted, [])
        told += [] if references or readable.references else [NO_REFERENCE]
        told += lengths(readable.all())
    else:
        try:
            made = assemble(fitted, "A", "B")
        except Misaligned as error:
            unequal = error
        except InputError as error:
            told = error.problems
    defaults = distinct_names(from_files["A"], from_files["B"])
    a, b = names[0].strip() or defaults[0], names[1].strip() or defaults[1]
    if a == b and system_a is not None and system_b is not None:
        told.append(f"Both systems are called {a!r}; give them different names.")
    if unequal and not told:
        held = unequal.columns["systems"]
        columns = unequal.columns | {"systems": {a: held["A"], b: held["B"]}}
        raise Misaligned(unequal.problems, columns, unequal.repairs)
    if told:
        raise InputError([*(unequal.problems if unequal else ()), *told])
    systems = {a: made.evalset.systems["A"], b: made.evalset.systems["B"]}
    return Assembled(replace(made.evalset, systems=systems), made.repairs)


def _order(place: str) -> tuple[int, str]:
    """Problems are told in the order in which files are asked for."""
    return (("A", "B", "r", "s", "d").index(place[0]), place)


def _read(
    file: File, place: str, tab_separated: bool, encoding: str | None, progress: Progress
) -> list[Parts]:
    how: dict[str, Any] = {"encoding": file.encoding, "otherwise": encoding, "progress": progress}
    if not place.startswith("reference"):
        return [read(file.data, file.name, file.format, **how)]
    if not tab_separated:
        return read_all(file.data, file.name, file.format, **how)
    part = read(file.data, file.name, "text", **how)
    rows = (line.split("\t") for line in part.lines.to_pylist())  # type: ignore[union-attr]
    columns = [column(values) for values in zip_longest(*rows)] or [part.lines]
    numbered = {f"reference {number}": values for number, values in enumerate(columns, 1)}
    return [replace(part, lines=None, references=numbered)]


def _fit(part: Parts, place: str) -> Parts:
    """A file in its place: what is asked for there, and what else it has."""
    if part.lines is not None:
        roles = {"A": "system", "B": "system", "source": "source", "documents": "document"}
        return as_role(part, roles.get(place, "reference"), place)
    systems = list(part.systems)
    if place in ("A", "B"):
        if len(systems) != 1:
            what = (
                f"holds {len(systems):,} systems ({named(systems)})"
                if systems
                else "holds nothing that is known as the output of a system"
            )
            remedy = "Give the file without a place, and choose A and B among what it holds."
            raise ReadError([f"{place} ({part.name}) {what}. {remedy}"])
        return replace(part, systems={place: part.systems[systems[0]]})
    if place.startswith("reference"):
        if part.references:
            return _without(part, "systems")
        if len(systems) == 1:  # a reference that was wrapped as a test set
            mended = f"{part.name}: its only system, {systems[0]!r}, is taken as the reference."
            return replace(
                part, systems={}, references=part.systems, repairs=(*part.repairs, mended)
            )
        raise ReadError([f"{place} ({part.name}) holds no reference."])
    if (part.source if place == "source" else part.documents) is None:
        raise ReadError([f"{place} ({part.name}) holds no {place}."])
    return _without(_without(part, "systems"), "references")


def _without(part: Parts, what: str) -> Parts:
    """The parts but for its systems or references, which is told."""
    held = list(part.systems if what == "systems" else part.references)
    if not held:
        return part
    told = f"{part.name}: its {what} ({named(held)}) are left out."
    fewer = replace(part, repairs=(*part.repairs, told))
    return replace(fewer, systems={}) if what == "systems" else replace(fewer, references={})


def _references_once(parts: Sequence[tuple[str, Parts]]) -> list[Parts]:
    """References from the files given for them, or else from the first system's file with any."""
    owners = [place for place, part in parts if part.references]
    asked = [place for place in owners if place.startswith("reference")]
    keep = asked or owners[:1]
    found = []
    for place, part in parts:
        if part.references and place not in keep:
            part = _without(part, "references")
        found.append(part)
    return found


def _name(part: Parts) -> str:
    """What a file calls its only system, or what the file is called."""
    if part.format == "mteval" and len(part.systems) == 1:
        return next(iter(part.systems))
    return PurePath(part.name).stem or part.name


def distinct_names(a: str, b: str) -> tuple[str, str]:
    """Names for the systems; equal ones get A and B.

    >>> distinct_names("base", "new"), distinct_names("out", "out")
    (('base', 'new'), ('out A', 'out B'))
    """
    return (a, b) if a != b else (f"{a} A", f"{b} B")
