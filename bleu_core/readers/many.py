"""Files of any number of outputs, and what belongs to all of them."""

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

# Characters of a name that is given to a system.
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
    """Files of any format to an EvalSet with all systems that they hold, in their order.

    Parameters
    ----------
    outputs : list of File
        Each holds one system or more; the only one of a file is called as it is `called`.
    references, source, documents, tab_separated, encoding, progress
        As in `read_comparison`.
    names : optional
        Of the first so many systems, "" for none, instead of what their files are
        `called`; otherwise those in their files, or of their files. Where two have
        one name, the later one gets a number, which is told.
    systems : optional
        Those that are taken of files with several; otherwise all are.
    least : int
        How many systems there are to be, 1 or 2.

    Raises
    ------
    InputError
        With a sentence for every problem in every file; Misaligned where it is lengths alone.
    """
    places = {"source": source, "documents": documents}
    places |= {f"output {number}": file for number, file in enumerate(outputs, 1)}
    places |= {f"reference {number}": file for number, file in enumerate(references, 1)}
    files = {place: file for place, file in places.items() if file is not None}
    taken = {
        f"output {n}": partial(every_output, wanted=systems) for n in range(1, len(outputs) + 1)
    }
    found = fitted(files, taken, tab_separated, encoding, progress)
    # Where a file cannot be read it is not known how many systems it holds: that is told first.
    unread = any(place in found.problems for place in taken)
    own = [(name, files[place].name) for place in taken for name in found.called.get(place, ())]
    given = [name.strip() for name in names] or [
        files[place].called.strip() if len(found.called[place]) == 1 else ""
        for place in taken
        for _ in found.called.get(place, ())
    ]
    called, told = _distinct(own, given)
    told += [
        system_messages.names_kept(file.name, len(held))
        for place, held in found.called.items()
        if len(held) > 1 and (file := files[place]).called
    ]
    problems = [sentence for name in dict.fromkeys(filter(None, given)) for sentence in _odd(name)]
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
        raise Misaligned(error.problems, error.columns, [*error.repairs, *told]) from None
    return Assembled(made.evalset, [*made.repairs, *told])


def renamed(parts: Sequence[Parts], names: Sequence[str]) -> list[Parts]:
    """Files with other names for their systems.

    Parameters
    ----------
    parts : list of Parts
    names : list of str
        One for each of `choices.system_names(parts)`; "" leaves it as it is.

    Raises
    ------
    InputError
        With a sentence for each name that is none, and each that two systems would have.
    """
    given = [name.strip() for name in names]
    called = [new or own for new, own in zip(given, system_names(parts), strict=True)]
    problems = [sentence for name in dict.fromkeys(filter(None, given)) for sentence in _odd(name)]
    problems += _twice(called)
    if problems:
        raise InputError(problems)
    left = iter(called)
    return [
        replace(part, systems={next(left): values for values in part.systems.values()})
        for part in parts
    ]


def usual_name(file: str) -> str:
    """What the system of a file is called that does not say it itself.

    >>> usual_name("nightly/new.en.txt")
    'new.en'
    """
    return PurePath(file).stem or file


def ordered(places: Sequence[float], baseline: int) -> list[int]:
    """The numbers of files by the places that they are given, the baseline before all.

    The baseline −1 is the one in the first place. What has no place (NaN) comes last; of
    two of one place the first.

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
    """What systems are called, each otherwise, and what was done for it.

    `own` are the names in their files, with the files; `names` are given, and stay as they are.
    """
    given = [*names[: len(own)], *[""] * (len(own) - len(names))]
    called, told = set(given), []
    found = []
    for (name, file), wanted in zip(own, given, strict=True):
        new, number = wanted or name, 1
        while not wanted and new in called:
            number += 1
            new = f"{name} ({number})"
        if not wanted and new != name:
            told.append(system_messages.renamed(name, file, new))
        called.add(new)
        found.append(new)
    return found, told


def _odd(name: str) -> list[Message]:
    """What keeps a name that is given from being one."""
    told = []
    if len(name) > LONGEST:
        told.append(system_messages.name_long(name, len(name), LONGEST))
    if not name.isprintable():
        told.append(system_messages.name_unprintable(name))
    return told


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
    held: Sequence[str],
    unread: bool,
    least: int,
) -> list[Message]:
    """Names that two systems are given, or no system; systems that are in no file."""
    told = _twice(called)
    if unread:
        return told
    if len(names) > len(called):
        told.append(system_messages.too_many_names(len(names), held))
    told += too_few(called, least)
    told += [system_messages.unknown(name, held) for name in systems if name not in held]
    return told
