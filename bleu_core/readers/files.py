"""Read files whose roles are known: baseline, candidate, references, source, documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any, NamedTuple

import pyarrow as pa

from bleu_core.common.progress import Progress, part_of
from bleu_core.messages import file as messages
from bleu_core.messages import systems as system_messages
from bleu_core.readers.assemble import Assembled, assemble, lengths, streams_of
from bleu_core.readers.detect import read, read_all
from bleu_core.readers.parts import File, Parts, printable
from bleu_core.readers.places import (
    as_aside,
    as_reference,
    outputs,
    references_by_tabs,
    references_once,
)
from bleu_core.text.evalset import Misaligned
from bleu_core.text.streams import InputError

# From the parts of a file, its name and its place to the names of systems and parts with these.
Taken = Callable[[Sequence[Parts], str, str], tuple[tuple[str, ...], list[Parts]]]


def read_comparison(
    system_a: File | None,
    system_b: File | None,
    references: Sequence[File],
    source: File | None = None,
    documents: File | None = None,
    *,
    names: tuple[str, str] = ("", ""),
    systems: tuple[str, str] = ("", ""),
    tab_separated: bool = False,
    encoding: str | None = None,
    progress: Progress | None = None,
) -> Assembled:
    """Read two systems from files of any format; what was repaired or skipped is in `repairs`.

    Parameters
    ----------
    system_a, system_b : File
        Output of the baseline and of the candidate; without the second, the first has both.
    references : list of File
        One or more; or, if `tab_separated`, one with several references in each line. A line with
        fewer references lacks the last ones. May be empty if a system's file has references.
    source, documents : File, optional
    names : optional
        Of the two systems; by default those in their files, or of their files.
    systems : optional
        Which systems are A and B, if a file has several. By default the first two of a file with
        both; all others are kept.
    encoding : optional
        Of every file that is not UTF-8, declares no encoding, and is given none.

    Raises
    ------
    InputError
        With a message for every problem in every file; Misaligned if only lengths differ.
    """
    # Source and documents come first: a file given for the purpose wins over another file.
    places = {"source": source, "documents": documents, "A": system_a, "B": system_b}
    places |= {f"reference {number}": file for number, file in enumerate(references, 1)}
    files = {place: file for place, file in places.items() if file is not None}
    wanted = {"A": systems} if system_b is None else {"A": systems[:1], "B": systems[1:]}
    taken = {place: partial(outputs, wanted=names) for place, names in wanted.items()}
    found = fitted(files, taken, tab_separated, encoding, progress)
    in_one = len(found.called.get("A", ())) == 2
    for place in "AB":
        # If A's file cannot be read, it may have both systems.
        held_by_a = place == "B" and (in_one or ("A" in found.problems and system_a))
        if place not in files and not held_by_a:
            found.problems[place] = [messages.no_output(place)]
    own = found.called["A"] if in_one else (found.name("A"), found.name("B"))
    usual = distinct_names(own[0], own[1])
    a, b = (name.strip() or own for name, own in zip(names, usual, strict=True))
    last = []
    if a == b and (in_one or len(files.keys() & {"A", "B"}) == 2):
        last.append(system_messages.name_twice(a, 2))

    def renamed(columns: Mapping[str, pa.Array]) -> dict[str, pa.Array]:
        others = list(columns)[2:]
        if taken_names := {a, b} & set(others):
            raise InputError([system_messages.name_taken(taken_names.pop())])
        return dict(zip([a, b, *others], columns.values(), strict=True))

    try:
        made = assembled(found, last, *((own[0], own[1]) if in_one else ("A", "B")))
    except Misaligned as error:
        columns = error.columns | {"systems": renamed(error.columns["systems"])}
        raise Misaligned(error.problems, columns, error.repairs) from None
    return Assembled(replace(made.evalset, systems=renamed(made.evalset.systems)), made.repairs)


def read_system(
    output: File,
    references: Sequence[File],
    *,
    system: str = "",
    tab_separated: bool = False,
    encoding: str | None = None,
) -> Assembled:
    """Read the output of one system and its references; `system` is its name in its file.

    Raises
    ------
    InputError
        As `read_comparison`.
    """
    files = {"output": output}
    files |= {f"reference {number}": file for number, file in enumerate(references, 1)}
    taken = {"output": partial(outputs, wanted=(system,))}
    found = fitted(files, taken, tab_separated, encoding)
    return assembled(found, [], "output", systems=1)


class Held(NamedTuple):
    """Parts of files, and a message for each problem of files that cannot be read."""

    parts: list[Parts]
    problems: list[str]


def read_each(files: Sequence[File], progress: Progress | None = None) -> Held:
    """Read files of any format whose roles are not known, each as far as possible."""
    found = Held([], [])
    for number, file in enumerate(files):
        part = part_of(progress, number / len(files), (number + 1) / len(files))
        try:
            parts = read_all(
                file.data, file.name, file.format, encoding=file.encoding, progress=part
            )
            found.parts.extend(parts)
        except InputError as error:
            found.problems.extend(error.problems)
    return found


def read_marked(files: Sequence[File], progress: Progress | None = None) -> list[Parts]:
    """Read tables of error annotations; skip all other files."""
    parts = read_each(files, progress).parts
    return [Parts(part.name, part.format, marks=part.marks) for part in parts if part.marks]


class Fitted(NamedTuple):
    """What was read for each place, or its problems; `called` has the names of its systems."""

    files: Mapping[str, File]
    parts: list[tuple[str, Parts]]
    called: dict[str, tuple[str, ...]]
    problems: dict[str, list[str]]

    def name(self, place: str) -> str:
        """The name of the system of a place, by its file, or else the place."""
        file = self.files.get(place)
        name = printable(file.name) if file else place
        unread = PurePath(name).stem or name
        return self.called.get(place, (unread,))[0]


def fitted(
    files: Mapping[str, File],
    taken: Mapping[str, Taken],
    tab_separated: bool,
    encoding: str | None,
    progress: Progress | None = None,
) -> Fitted:
    """Read every file for its place; `taken` selects systems of files with outputs."""
    found = Fitted(files, [], {}, {})
    by_tabs = tab_separated and "reference 2" not in files
    for number, (place, original) in enumerate(files.items()):
        file = original._replace(name=printable(original.name))
        part = part_of(progress, number / len(files), (number + 1) / len(files))
        options: dict[str, Any] = {
            "encoding": file.encoding, "otherwise": encoding, "progress": part,
        }  # fmt: skip
        try:
            if place in taken:
                parts = read_all(file.data, file.name, file.format, **options)
                found.called[place], parts = taken[place](parts, file.name, place)
            elif place in ("source", "documents"):
                parts = [as_aside(read(file.data, file.name, file.format, **options), place)]
            elif by_tabs:
                parts = [references_by_tabs(read(file.data, file.name, "text", **options))]
            else:
                parts = read_all(file.data, file.name, file.format, **options)
                parts = [as_reference(part, place) for part in parts]
            found.parts.extend((place, part) for part in parts)
        except InputError as error:
            found.problems[place] = error.problems
        if part:
            part(1.0)
    return found


def assembled(
    found: Fitted, last: Sequence[str], a: str = "", b: str = "", systems: int = 2
) -> Assembled:
    """Assemble an EvalSet, or raise all problems; `last` are those of several files."""
    places = sorted(found.problems, key=_order)
    problems = [problem for place in places for problem in found.problems[place]]
    parts = references_once(found.parts)
    if problems:
        readable = streams_of(parts, [])
        unread = found.files.keys() & found.problems.keys()  # which may hold references
        if not (unread or readable.references):
            problems.append(messages.no_reference())
        problems += lengths(readable.all())
    else:
        try:
            made = assemble(parts, a, b, least=systems)
        except Misaligned as error:
            if not last:
                raise
            problems = error.problems
        except InputError as error:
            problems = error.problems
    if problems or last:
        raise InputError([*problems, *(problem for problem in last if problem not in problems)])
    return made


def _order(place: str) -> tuple[int, int]:
    """Sort key of problems: the order in which forms ask for files."""
    number = place.rpartition(" ")[2]
    first = ("o", "A", "B", "r", "s", "d").index(place[0])
    return first, int(number) if number.isdecimal() else 0


def distinct_names(a: str, b: str) -> tuple[str, str]:
    """Make the names of two systems differ: equal ones get A and B.

    >>> distinct_names("base", "new"), distinct_names("out", "out")
    (('base', 'new'), ('out A', 'out B'))
    """
    return (a, b) if a != b else (f"{a} A", f"{b} B")
