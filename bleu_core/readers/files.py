"""The files of a comparison to one EvalSet, with all that is wrong told at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import PurePath
from typing import NamedTuple

from bleu_core.evalset import EvalSet, InputError, length_problems
from bleu_core.readers.text import ReadError, read_lines


class File(NamedTuple):
    """A file's name, used in messages and never opened, and its bytes."""

    name: str
    data: bytes


def read_files(
    system_a: File,
    system_b: File,
    references: Sequence[File],
    source: File | None = None,
    documents: File | None = None,
    *,
    name_a: str = "",
    name_b: str = "",
    tab_separated: bool = False,
) -> EvalSet:
    """Plain-text files, one segment a line, to an EvalSet.

    Parameters
    ----------
    system_a, system_b : File
        Output of the baseline and of the candidate.
    references : list of File
        One a reference; or, if tab_separated, one whose lines hold several
        references each. A line with fewer than the others lacks the last ones.
    source, documents : File, optional
    name_a, name_b : optional
        Names of the systems; otherwise those of their files.

    Raises
    ------
    InputError
        With a sentence for every problem in every file.
    """
    problems: list[str] = []

    def lines(file: File | None) -> list[str] | None:
        if file is None:
            return None
        try:
            return read_lines(file.data, file.name)
        except ReadError as error:
            problems.extend(error.problems)
            return None

    if not references:
        problems.append("There is no reference file; give at least one.")
    systems = {f"A ({system_a.name})": lines(system_a), f"B ({system_b.name})": lines(system_b)}
    streams = {f"reference {i} ({f.name})": lines(f) for i, f in enumerate(references, 1)}
    extras = {
        name: (f"{name} ({file.name})", lines(file))
        for name, file in (("source", source), ("documents", documents))
        if file is not None
    }
    parts = systems | streams | dict(extras.values())
    readable = {label: column for label, column in parts.items() if column is not None}
    if readable:
        first, column = next(iter(readable.items()))
        if not column:
            problems.append(f"{first} is empty: there is no segment to score.")
        problems += length_problems(readable, first, len(column))
    from_files = distinct_names(system_a.name, system_b.name)
    a, b = name_a.strip() or from_files[0], name_b.strip() or from_files[1]
    if a == b:
        problems.append(f"Both systems are called {a!r}; give them different names.")
    if problems:
        raise InputError(problems)
    columns: list[Sequence[str | None]] = [c for c in streams.values() if c is not None]
    if tab_separated and len(columns) == 1:
        columns = list(zip_longest(*(line.split("\t") for line in columns[0] if line is not None)))
    return EvalSet(
        systems=dict(zip((a, b), systems.values(), strict=True)),
        references=columns,
        source=extras["source"][1] if source else None,
        documents=extras["documents"][1] if documents else None,
    )


def distinct_names(file_a: str, file_b: str) -> tuple[str, str]:
    """Names of systems from those of their files: "out/base.en" is "base"; equal ones get A, B.

    >>> distinct_names("base.en", "new.en"), distinct_names("a/out.txt", "b/out.txt")
    (('base', 'new'), ('out A', 'out B'))
    """
    a, b = (PurePath(name).stem or name for name in (file_a, file_b))
    return (a, b) if a != b else (f"{a} A", f"{b} B")
