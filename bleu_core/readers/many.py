"""Read files of any number of systems, with their references, source and documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath

from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import systems as system_messages
from bleu_core.readers.assemble import Assembled, too_few
from bleu_core.readers.choices import system_names
from bleu_core.readers.files import assembled, fitted
from bleu_core.readers.parts import File, Parts
from bleu_core.readers.places import every_output
from bleu_core.text.evalset import Misaligned
from bleu_core.text.streams import InputError

# Characters in a name that the user gives to a system.
LONGEST = 80


def read_systems(
    outputs: Sequence[File],
    references: Sequence[File],
    source: File | None = None,
    documents: File | None = None,
    *,
    names: Sequence[str] = (),
    systems: Sequence[str] = (),
    tab_separated: bool = False,
    encoding: str | None = None,
    least: int = 2,
    progress: Progress | None = None,
) -> Assembled:
    """Read all systems in files of any format, in their order.

    Parameters
    ----------
    outputs : list of File
        Each has one system or more; `File.called` names a single one.
    references, source, documents, tab_separated, encoding, progress
        As in `read_comparison`.
    names : optional
        Of the first systems, "" for none; by default `File.called`, or the names in their files or
        of their files. If two are equal, the later one gets a number, which is reported.
    systems : optional
        Systems to take from files with several; by default all.
    least : int
        The lowest number of systems, 1 or 2.

    Raises
    ------
    InputError
        With a message for every problem in every file; Misaligned if only lengths differ.
    """
    places = {"source": source, "documents": documents}
    places |= {f"output {number}": file for number, file in enumerate(outputs, 1)}
    places |= {f"reference {number}": file for number, file in enumerate(references, 1)}
    files = {place: file for place, file in places.items() if file is not None}
    taken = {
        f"output {n}": partial(every_output, wanted=systems) for n in range(1, len(outputs) + 1)
    }
    found = fitted(files, taken, tab_separated, encoding, progress)
    # The number of systems in an unreadable file is unknown, so that problem comes first.
    unread = any(place in found.problems for place in taken)
    own = [(name, files[place].name) for place in taken for name in found.called.get(place, ())]
    new_names = [name.strip() for name in names] or [
        files[place].called.strip() if len(found.called[place]) == 1 else ""
        for place in taken
        for _ in found.called.get(place, ())
    ]
    called, notes = _distinct(own, new_names)
    notes += [
        system_messages.names_kept(file.name, len(held))
        for place, held in found.called.items()
        if len(held) > 1 and (file := files[place]).called
    ]
    problems = _odd(new_names)
    problems += _problems(called, names, systems, [name for name, _ in own], unread, least)
    left = iter(called)
    parts = [
        (place, replace(part, systems={next(left): values for values in part.systems.values()}))
        if place in taken
        else (place, part)
        for place, part in found.parts
    ]
    try:
        made = assembled(found._replace(parts=parts), problems, systems=least)
    except Misaligned as error:
        raise Misaligned(error.problems, error.columns, [*error.repairs, *notes]) from None
    return Assembled(made.evalset, [*made.repairs, *notes])


def renamed(parts: Sequence[Parts], names: Sequence[str]) -> list[Parts]:
    """Rename systems: `names` has one for each of `system_names(parts)`, "" to leave it.

    Raises
    ------
    InputError
        With a message for each invalid name, and each name of two systems.
    """
    new_names = [name.strip() for name in names]
    called = [new or own for new, own in zip(new_names, system_names(parts), strict=True)]
    problems = _odd(new_names)
    problems += _twice(called)
    if problems:
        raise InputError(problems)
    left = iter(called)
    return [
        replace(part, systems={next(left): values for values in part.systems.values()})
        for part in parts
    ]


def usual_name(file: str) -> str:
    """The name of a system whose file does not name it.

    >>> usual_name("nightly/new.en.txt")
    'new.en'
    """
    return PurePath(file).stem or file


def ordered(places: Sequence[float], baseline: int) -> list[int]:
    """Sort the numbers of files by their places, the baseline first (−1: that in first place).

    Files without a place (NaN) come last.

    >>> ordered([3, 1, float("nan"), 1], baseline=0)
    [0, 1, 3, 2]
    """
    return sorted(
        range(len(places)),
        key=lambda number: (number != baseline, places[number] != places[number], places[number]),
    )


def _distinct(
    own: Sequence[tuple[str, str]], names: Sequence[str]
) -> tuple[list[str], list[Message]]:
    """Names of systems that differ, and messages for those that were changed.

    `own` are the names in their files, with the files; `names` are the user's, and stay.
    """
    wanted_names = [*names[: len(own)], *[""] * (len(own) - len(names))]
    called, notes = set(wanted_names), []
    found = []
    for (name, file), wanted in zip(own, wanted_names, strict=True):
        new, number = wanted or name, 1
        while not wanted and new in called:
            number += 1
            new = f"{name} ({number})"
        if not wanted and new != name:
            notes.append(system_messages.renamed(name, file, new))
        called.add(new)
        found.append(new)
    return found, notes


def _odd(names: Sequence[str]) -> list[Message]:
    """Problems of names that the user gave."""
    problems = []
    for name in dict.fromkeys(filter(None, names)):
        if len(name) > LONGEST:
            problems.append(system_messages.name_long(name, len(name), LONGEST))
        if not name.isprintable():
            problems.append(system_messages.name_unprintable(name))
    return problems


def _twice(called: Sequence[str]) -> list[Message]:
    return [
        system_messages.name_twice(name, number)
        for name, number in Counter(called).items()
        if number > 1
    ]


def _problems(
    called: Sequence[str],
    names: Sequence[str],
    systems: Sequence[str],
    available: Sequence[str],
    unread: bool,
    least: int,
) -> list[Message]:
    """Problems of names: of two systems, of none, or of systems that are in no file."""
    problems = _twice(called)
    if unread:
        return problems
    if len(names) > len(called):
        problems.append(system_messages.too_many_names(len(names), available))
    problems += too_few(called, least)
    problems += [
        system_messages.unknown(name, available) for name in systems if name not in available
    ]
    return problems
