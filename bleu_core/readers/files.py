"""Read files with known roles: outputs, references, source and documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa

from bleu_core.common.pair import A, B
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import file as messages
from bleu_core.messages import scoring as system_messages
from bleu_core.messages.toml import named_twice
from bleu_core.readers.assemble import (
    Assembled,
    assemble,
    distinct_names,
    is_general_name,
    length_messages,
    name_problems,
    named_columns,
    output_names,
    renamed_parts,
    too_few_systems,
    unique_names,
)
from bleu_core.readers.choices import (
    as_reference,
    as_source_or_documents,
    drop_unused,
    select_all_outputs,
    select_outputs,
    with_column,
)
from bleu_core.readers.detect import read, read_all
from bleu_core.readers.parts import File, Parts, collecting, printable_name
from bleu_core.text.evalset import InputError, MisalignedColumns

# A function of a file's parts, the file and its place that returns system names and parts with
# these.
SystemSelector = Callable[[Sequence[Parts], File, str], tuple[tuple[str, ...], list[Parts]]]


def read_comparison(
    system_a: File | None,
    system_b: File | None,
    references: Sequence[File],
    source: File | None = None,
    documents: File | None = None,
    *,
    test_set: Parts | None = None,
    names: tuple[str, str] = ("", ""),
    systems: tuple[str, str] = ("", ""),
    encoding: str | None = None,
    progress: Progress | None = None,
) -> Assembled:
    """Read two systems from files of any format; without B, A's file has both.

    `test_set` has references, source and documents that come from no file. `names` rename the
    systems; `systems` choose A and B in files with several (default: the first two), of which all
    others are kept. `encoding` is that of files that are not UTF-8 and have none. InputError has a
    message for every problem in every file; Misaligned if only lengths differ.
    """
    # Source and documents come first: a file given for the purpose wins over another file.
    places = {"source": source, "documents": documents, A: system_a, B: system_b}
    places |= {f"reference {number}": file for number, file in enumerate(references, 1)}
    files = {place: file for place, file in places.items() if file is not None}
    wanted = {A: systems} if system_b is None else {A: systems[:1], B: systems[1:]}
    taken = {place: partial(select_outputs, wanted=names) for place, names in wanted.items()}
    found = place_files(files, taken, encoding, progress, test_set)
    in_one = len(found.called.get(A, ())) == 2
    for place in (A, B):
        # If A's file cannot be read, it may have both systems.
        held_by_a = place == B and (in_one or (A in found.problems and system_a))
        if place not in files and not held_by_a:
            found.problems[place] = [messages.no_output(place)]
    own = found.called[A] if in_one else (found.name(A), found.name(B))
    usual = distinct_names(own[0], own[1])
    a, b = (name.strip() or own for name, own in zip(names, usual, strict=True))
    last = []
    if a == b and (in_one or len(files.keys() & {A, B}) == 2):
        last.append(system_messages.name_twice(a, 2))

    def renamed(columns: Mapping[str, pa.Array]) -> dict[str, pa.Array]:
        others = list(columns)[2:]
        if taken_names := {a, b} & set(others):
            raise InputError([named_twice("system", taken_names.pop())])
        return dict(zip([a, b, *others], columns.values(), strict=True))

    try:
        made = assemble_placed(found, last, *((own[0], own[1]) if in_one else (A, B)))
    except MisalignedColumns as error:
        columns = error.columns | {"systems": renamed(error.columns["systems"])}
        raise MisalignedColumns(error.problems, columns, error.repairs) from None
    return Assembled(replace(made.evalset, systems=renamed(made.evalset.systems)), made.repairs)


def read_system(
    output: File,
    references: Sequence[File],
    *,
    test_set: Parts | None = None,
    system: str = "",
    encoding: str | None = None,
) -> Assembled:
    """Read one system, with its name in its file, and references, as `read_comparison`."""
    files = {"output": output}
    files |= {f"reference {number}": file for number, file in enumerate(references, 1)}
    taken = {"output": partial(select_outputs, wanted=(system,))}
    found = place_files(files, taken, encoding, test_set=test_set)
    name = found.name("output")
    parts = [
        (place, renamed_parts([part], [name])[0] if place == "output" else part)
        for place, part in found.parts
    ]
    return assemble_placed(found._replace(parts=parts), [], name, systems=1)


class LoadedFiles(NamedTuple):
    """Parts of files, and a message for each problem of files that cannot be read."""

    parts: list[Parts]
    problems: list[str]


def read_each(files: Sequence[File], progress: Progress | None = None) -> LoadedFiles:
    """Read files of any format whose roles are not known, each as far as possible."""
    found = LoadedFiles([], [])
    for number, file in enumerate(files):
        part = sub_progress(progress, number / len(files), (number + 1) / len(files))
        with collecting(found.problems):
            found.parts.extend(
                read_all(file.data, file.name, file.format, encoding=file.encoding, progress=part)
            )
    return found


def read_separately(files: Sequence[File], progress: Progress | None = None) -> list[LoadedFiles]:
    """Read files as `read_each`; return what each of them has."""
    return [
        read_each([file], sub_progress(progress, number / len(files), (number + 1) / len(files)))
        for number, file in enumerate(files)
    ]


class PlacedFiles(NamedTuple):
    """What was read for each place, or its problems; `called` has the names of its systems."""

    files: Mapping[str, File]
    parts: list[tuple[str, Parts]]
    called: dict[str, tuple[str, ...]]
    problems: dict[str, list[str]]

    def name(self, place: str) -> str:
        """The name of the system of a place, by its file, or else the place."""
        file = self.files.get(place)
        unread = output_names([(printable_name(file.name) if file else place, "")])
        return self.called.get(place, unread)[0]


def place_files(
    files: Mapping[str, File],
    taken: Mapping[str, SystemSelector],
    encoding: str | None,
    progress: Progress | None = None,
    test_set: Parts | None = None,
) -> PlacedFiles:
    """Read every file for its place; `taken` selects systems of files with outputs."""
    found = PlacedFiles(files, [("reference", test_set)] if test_set else [], {}, {})
    origins = {}
    for number, (place, original) in enumerate(files.items()):
        file = original._replace(name=printable_name(original.name))
        part = sub_progress(progress, number / len(files), (number + 1) / len(files))
        options: dict[str, Any] = {
            "encoding": file.encoding, "otherwise": encoding, "progress": part,
        }  # fmt: skip
        try:
            if place in taken:
                parts = read_all(file.data, file.name, file.format, **options)
                parts = [with_column(part, file.column, "system") for part in parts]
                origins[place] = parts[0].name if len(parts) == 1 else file.name
                found.called[place], parts = taken[place](parts, file, place)
            elif place in ("source", "documents"):
                part_of_file = read(file.data, file.name, file.format, **options)
                role = "source" if place == "source" else "document"
                part_of_file = with_column(part_of_file, file.column, role)
                parts = [as_source_or_documents(part_of_file, place)]
            else:
                parts = read_all(file.data, file.name, file.format, **options)
                parts = [with_column(part, file.column, "reference") for part in parts]
                parts = [as_reference(part, place) for part in parts]
            found.parts.extend((place, part) for part in parts)
        except InputError as error:
            found.problems[place] = error.problems
        if part:
            part(1.0)
    # Chosen columns keep their names, if these differ and say something about the system.
    columns = [files[place].column for place in taken if place in files]
    chosen = {c for c in columns if columns.count(c) == 1 and not is_general_name(c)}
    named = [
        (origins[place], name or (files[place].column if files[place].column in chosen else ""))
        for place, names in found.called.items()
        for name in names
    ]
    called = iter(output_names(named))
    for place, names in found.called.items():
        found.called[place] = tuple(next(called) for _ in names)
    return found


def assemble_placed(
    found: PlacedFiles, last: Sequence[str], a: str = "", b: str = "", systems: int = 2
) -> Assembled:
    """Assemble an EvalSet, or raise all problems; `last` are those of several files."""

    def order(place: str) -> tuple[int, int]:
        """Forms ask for outputs first, then for references, source and documents."""
        kinds = ("output", A, B, "reference", "source", "documents")
        kind = next(kind for kind in kinds if place.startswith(kind))
        return kinds.index(kind), int(place.removeprefix(kind) or 0)

    places = sorted(found.problems, key=order)
    problems = [problem for place in places for problem in found.problems[place]]
    parts = drop_unused(found.parts)
    if problems:
        readable = named_columns(parts, [])
        unread = found.files.keys() & found.problems.keys()  # which may hold references
        if not (unread or readable.references):
            problems.append(messages.no_reference())
        problems += length_messages(readable.all())
    else:
        try:
            made = assemble(parts, a, b, least=systems)
        except MisalignedColumns as error:
            if not last:
                raise
            problems = error.problems
        except InputError as error:
            problems = error.problems
    if problems or last:
        raise InputError([*problems, *(problem for problem in last if problem not in problems)])
    return made


def read_systems(
    outputs: Sequence[File],
    references: Sequence[File],
    source: File | None = None,
    documents: File | None = None,
    *,
    test_set: Parts | None = None,
    names: Sequence[str] = (),
    systems: Sequence[str] = (),
    encoding: str | None = None,
    least: int = 2,
    progress: Progress | None = None,
) -> Assembled:
    """Read all systems in files, or only `systems`; see `read_comparison`."""
    places = {"source": source, "documents": documents}
    places |= {f"output {number}": file for number, file in enumerate(outputs, 1)}
    places |= {f"reference {number}": file for number, file in enumerate(references, 1)}
    files = {place: file for place, file in places.items() if file is not None}
    taken = {
        f"output {n}": partial(select_all_outputs, wanted=systems)
        for n in range(1, len(outputs) + 1)
    }
    found = place_files(files, taken, encoding, progress, test_set)
    # The number of systems in an unreadable file is unknown, so that problem comes first.
    unread = any(place in found.problems for place in taken)
    available: list[str] = []
    for place, held in found.called.items():
        called_so = [files[place].called, *held] if len(held) == 1 else held
        available += filter(None, called_so)
        if systems and not {*called_so} & {*systems}:
            found.called[place] = ()
    found.parts[:] = [
        (place, part if found.called.get(place, True) else replace(part, systems={}))
        for place, part in found.parts
    ]
    own = [(name, files[place].name) for place in taken for name in found.called.get(place, ())]
    new_names = [name.strip() for name in names] or [
        files[place].called.strip() if len(found.called[place]) == 1 else ""
        for place in taken
        for _ in found.called.get(place, ())
    ]
    called, notes = unique_names(own, new_names)
    notes += [
        system_messages.names_kept(file.name, len(held))
        for place, held in found.called.items()
        if len(held) > 1 and (file := files[place]).called
    ]
    problems = name_problems(new_names, called)
    if not unread:
        chosen = [name for name, _ in own]
        if len(names) > len(called):
            problems.append(system_messages.number_of_names(len(names), len(chosen), chosen))
        problems += too_few_systems(called, least)
        problems += [system_messages.unknown(s, available) for s in systems if s not in available]
    renamed = iter(renamed_parts([part for place, part in found.parts if place in taken], called))
    parts = [(place, next(renamed) if place in taken else part) for place, part in found.parts]
    try:
        made = assemble_placed(found._replace(parts=parts), problems, systems=least)
    except MisalignedColumns as error:
        raise MisalignedColumns(error.problems, error.columns, [*error.repairs, *notes]) from None
    return Assembled(made.evalset, [*made.repairs, *notes])
