"""Names of systems: those of their files, and those that users give them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import truncate
from bleu_core.messages import Message
from bleu_core.messages import scoring as system_messages
from bleu_core.readers.assemble import named_columns
from bleu_core.readers.parts import Parts, unique_name
from bleu_core.readers.role_names import plain_name
from bleu_core.text.evalset import InputError

# Characters in a name that the user gives to a system, or that its file gives it.
MAX_SYSTEM_NAME = 80
# Names of columns, as `plain_name` writes them, that say nothing about the system.
_GENERAL_NAME = (
    r"((hypothes[ie]s|hyp|mt|system|sys|model|output|candidate|prediction|pred|predict|target|tgt"
    r"|response|filteredresps)(text|output|translation)?|translation(text|[a-z]{2})?)s?"
)


def is_general_name(column: str) -> bool:
    """Whether a column is named as an output, but not of which system: "hypothesis"."""
    return re.fullmatch(_GENERAL_NAME, plain_name(column)) is not None


def output_names(outputs: Sequence[tuple[str, str]]) -> list[str]:
    """Names of outputs, each given by its file and its name in there; "" for none.

    Those without a name have that of their file, or what differs in the names and paths of several
    files. So has one that only repeats its file's name, if another is called the same.

    >>> output_names([("exp/google/out.txt", ""), ("exp/moses/out.txt", "")])
    ['google', 'moses']
    >>> output_names([("news.sysA", ""), ("news.sysB", "")]), output_names([("new.en.txt", "")])
    (['sysA', 'sysB'], ['new.en'])
    """
    counts = Counter(name for _, name in outputs)
    unnamed = [
        number
        for number, (file, name) in enumerate(outputs)
        if not name or (counts[name] > 1 and name == _stem(file))
    ]
    names = [name for _, name in outputs]
    found = _differences([outputs[number][0] for number in unnamed])
    for number, name in zip(unnamed, found, strict=True):
        names[number] = truncate(one_line(name), MAX_SYSTEM_NAME)
    return names


def _differences(files: Sequence[str]) -> list[str]:
    """What differs in the names, from dot to dot, else in the paths, from folder to folder.

    The last ending counts only if nothing else differs.
    """
    stems = [_stem(file) for file in files]
    number = len(set(files))
    if number < 2:
        return stems
    folders = [[folder + "/" for folder in PurePath(file).parent.parts] for file in files]
    names = [PurePath(file).name for file in files]
    no_folders = list[list[str]]([[]] * len(files))
    for within in (no_folders, folders):
        for last in (stems, names):
            texts = [
                [*parents, *(piece + "." for piece in name.split("."))]
                for parents, name in zip(within, last, strict=True)
            ]
            if len(set(map(tuple, texts))) == number:
                return _without_common(texts)
    return stems


def _stem(file: str) -> str:
    return PurePath(file).stem or file


def _without_common(texts: Sequence[Sequence[str]]) -> list[str]:
    """Each text without the pieces that all have at the beginning and at the end.

    A piece is left of each, and one more if this is only a number.
    """
    last = min(map(len, texts)) - 1
    end = begin = 0
    while end < last and len({text[-1 - end] for text in texts}) == 1:
        end += 1
    while begin < last - end and len({text[begin] for text in texts}) == 1:
        begin += 1
    while True:
        found = ["".join(text[begin : len(text) - end]).rstrip("./") for text in texts]
        if (all(found) and not any(name.isdecimal() for name in found)) or not begin + end:
            return found
        begin, end = (begin - 1, end) if begin else (begin, end - 1)


def system_names(parts: Sequence[Parts]) -> list[str]:
    """Return the names of the systems, as in `assemble`."""
    return [stream.name for stream in named_columns(parts, []).systems]


def distinct_names(a: str, b: str) -> tuple[str, str]:
    """Make the names of two systems differ: equal ones get A and B ("out A", "out B")."""
    return (a, b) if a != b else (f"{a} A", f"{b} B")


def rename_systems(parts: Sequence[Parts], names: Sequence[str]) -> list[Parts]:
    """Rename `system_names(parts)`, "" to leave one; InputError for invalid or equal names."""
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
        if len(name) > MAX_SYSTEM_NAME or not name.isprintable():
            problems.append(system_messages.bad_name(name, MAX_SYSTEM_NAME))
    numbers = Counter(called).items()
    return problems + [system_messages.name_twice(name, n) for name, n in numbers if n > 1]
