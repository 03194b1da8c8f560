"""Outputs that are written one after another, for references that are read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from bleu_core.common.formatting import MAX_LISTED, format_int
from bleu_core.messages import file as messages
from bleu_core.messages import lines
from bleu_core.readers.choices import drop_extra_references, select_outputs
from bleu_core.readers.files import assemble_placed, place_files
from bleu_core.readers.parts import File, Parts
from bleu_core.readers.segment_keys import align_parts
from bleu_core.text.evalset import EvalSet, InputError, present_mask

_OUTPUT = "output"


class OutputFile(NamedTuple):
    """An output, and messages on changes made while reading it."""

    column: pa.Array
    repairs: Sequence[str]


class ReferenceFiles(NamedTuple):
    """References with source and documents, to which outputs are added.

    Attributes
    ----------
    evalset : EvalSet
        Its only system repeats the first reference.
    repairs : list of str
        Messages on changes made while reading.
    parts : list of Parts
        What was read.
    """

    evalset: EvalSet
    repairs: list[str]
    parts: list[Parts]

    def read_output(self, file: File, system: str = "", encoding: str | None = None) -> OutputFile:
        """Read the output of a system, of any length; `system` is its name in its file.

        Raises
        ------
        InputError
            The file cannot be read, has no output or several, lacks segments, or its order is
            unknown (see `align_parts`).
        """
        taken = {_OUTPUT: partial(select_outputs, wanted=(system,))}
        found = place_files({_OUTPUT: file}, taken, False, encoding)
        if problems := found.problems.get(_OUTPUT):
            raise InputError(problems)
        part = next(part for _, part in found.parts if part.systems)
        aligned = align_parts([*self.parts, part])
        (column,) = aligned.parts[-1].systems.values()
        if column.null_count:
            lacking = np.flatnonzero(~present_mask(column)) + 1
            names = [f"line {format_int(line)}" for line in lacking[:MAX_LISTED]]
            raise InputError([lines.missing(file.name, names, len(lacking))])
        return OutputFile(column, [*part.repairs, *aligned.notes])

    def with_systems(self, systems: dict[str, pa.Array]) -> EvalSet:
        """The test set with these outputs."""
        return replace(self.evalset, systems=systems)


def read_references(
    references: Sequence[File],
    source: File | None = None,
    documents: File | None = None,
    *,
    tab_separated: bool = False,
    encoding: str | None = None,
) -> ReferenceFiles:
    """Read references, source and documents as `read_comparison` does, without outputs.

    Raises
    ------
    InputError
        With a message for every problem in every file.
    """
    places = {"source": source, "documents": documents}
    places |= {f"reference {number}": file for number, file in enumerate(references, 1)}
    files = {place: file for place, file in places.items() if file is not None}
    found = place_files(files, {}, tab_separated, encoding)
    parts = [part for _, part in found.parts]
    first = next((i for i, part in enumerate(parts) if part.references), None)
    if first is not None:
        name, column = next(iter(parts[first].references.items()))
        parts[first] = replace(parts[first], systems={name: column.fill_null("")})
    elif not found.problems:
        raise InputError([messages.no_reference()])
    placed = list(zip((place for place, _ in found.parts), parts, strict=True))
    made = assemble_placed(found._replace(parts=placed), [], systems=1)
    return ReferenceFiles(made.evalset, made.repairs, drop_extra_references(placed))
