"""Names of systems: those of their files, and those that users give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from bleu_core.messages import Message
from bleu_core.messages import scoring as system_messages
from bleu_core.readers.choices import system_names
from bleu_core.readers.parts import Parts, unique_name
from bleu_core.text.evalset import InputError

# Characters in a name that the user gives to a system.
MAX_SYSTEM_NAME = 80


def distinct_names(a: str, b: str) -> tuple[str, str]:
    """Make the names of two systems differ: equal ones get A and B.

    >>> distinct_names("base", "new"), distinct_names("out", "out")
    (('base', 'new'), ('out A', 'out B'))
    """
    return (a, b) if a != b else (f"{a} A", f"{b} B")


def rename_systems(parts: Sequence[Parts], names: Sequence[str]) -> list[Parts]:
    """Rename systems: `names` has one for each of `system_names(parts)`, "" to leave it.

    InputError has a message for each invalid name, and each name of two systems.
    """
    new_names = [name.strip() for name in names]
    called = [new or own for new, own in zip(new_names, system_names(parts), strict=True)]
    if problems := name_problems(new_names, called):
        raise InputError(problems)
    return renamed_parts(parts, called)


def renamed_parts(parts: Sequence[Parts], names: Sequence[str]) -> list[Parts]:
    """The parts with these names for their systems, one after another."""
    left = iter(names)
    return [
        replace(part, systems={next(left): values for values in part.systems.values()})
        for part in parts
    ]


def default_name(file: str) -> str:
    """Return the name of a system whose file does not name it.

    >>> default_name("nightly/new.en.txt")
    'new.en'
    """
    return PurePath(file).stem or file


def unique_names(
    own: Sequence[tuple[str, str]], names: Sequence[str]
) -> tuple[list[str], list[Message]]:
    """Names of systems that differ, and messages for those that were changed.

    `own` are the names in their files, with the files; `names` are the user's, and stay.
    """
    wanted_names = [*names[: len(own)], *[""] * (len(own) - len(names))]
    called, notes = set(wanted_names), []
    found = []
    for (name, file), wanted in zip(own, wanted_names, strict=True):
        new = wanted or unique_name(name, called)
        if not wanted and new != name:
            notes.append(system_messages.renamed(name, file, new))
        called.add(new)
        found.append(new)
    return found, notes


def name_problems(given: Sequence[str], called: Sequence[str]) -> list[Message]:
    """Problems of names that the user gave, and of names of several systems."""
    problems = []
    for name in dict.fromkeys(filter(None, given)):
        if len(name) > MAX_SYSTEM_NAME:
            problems.append(system_messages.name_long(name, len(name), MAX_SYSTEM_NAME))
        if not name.isprintable():
            problems.append(system_messages.name_unprintable(name))
    numbers = Counter(called).items()
    return problems + [system_messages.name_twice(name, n) for name, n in numbers if n > 1]
