"""Outputs that end early, such as those of an interrupted run: the segments that all of them have.

`columns` are arguments of EvalSet, as pyarrow arrays: `MisalignedColumns.columns`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from bleu_core.messages import lines as messages
from bleu_core.readers.input_checks.alignment import MAX_SHIFT
from bleu_core.readers.input_checks.findings import Finding
from bleu_core.readers.input_checks.misalignment import (
    RepairedInput,
    changed_evalset,
    find_length_mismatches,
)


def find_prefix(columns: Mapping[str, Any]) -> RepairedInput | None:
    """The segments that all outputs have, and a finding on it, if some outputs end early.

    None unless the words show that the lines of these outputs are in their places.
    """
    systems, references = columns["systems"], columns["references"]
    rest = [*columns["metadata"].values()]
    rest += [column for name in ("source", "documents") if (column := columns.get(name))]
    lengths = {name: len(texts) for name, texts in systems.items()}
    size, whole = min(lengths.values(), default=0), max(map(len, references), default=0)
    # A log has as much of the source as of the output.
    ends = {whole, *lengths.values()}
    if not 0 < size < whole or {*map(len, references)} != {whole} or max(ends) > whole:
        return None
    if not {*map(len, rest)} <= ends:
        return None
    for name, length in lengths.items():
        if length < whole and not _ends_early(systems[name].slice(0, size), references):
            return None

    evalset = changed_evalset(columns, lambda column: column.slice(0, size))
    short = [name for name, length in lengths.items() if length == size]
    sentence = messages.prefix(short, size, whole)
    return RepairedInput(evalset, [Finding("repaired", "notice", sentence, np.arange(0))])


def _ends_early(output: pa.Array, references: list[pa.Array]) -> bool:
    """Whether no line of an output belongs later; the last may be cut off, and fit anywhere."""
    for more in range(1, MAX_SHIFT + 1):
        longer = [texts.slice(0, len(output) + more) for texts in references]
        columns = {"systems": {"": output}, "references": longer, "metadata": {}}
        places = [f.places for f in find_length_mismatches(columns) if f.places is not None]
        if not places or (places[0] > np.arange(len(output)))[:-1].any():
            return False
    return True
