"""Lines that slipped: one was lost or doubled, and all after it go with wrong references."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pyarrow as pa

from bleu_core.config import BleuConfig
from bleu_core.encoding import encode
from bleu_core.evalset import EvalSet, presence
from bleu_core.health.align import (
    REACH,
    Alignment,
    Floats,
    Lines,
    align,
    f1_near,
    signatures,
    turned,
)
from bleu_core.health.findings import Finding, Stream, examples, streams_of
from bleu_core.words import whole

# How many blocks of lines a sentence tells.
TOLD = 3


def find_shifts(evalset: EvalSet) -> list[Finding]:
    """The systems and references whose lines slipped against the others.

    Returns
    -------
    list of Finding
        Of kind "shift", always serious. Where every system is shifted against
        every reference, it is told of the side that has fewer columns; of the
        systems in a tie.
    """
    if len(evalset) <= 2 * REACH:
        return []
    pairs = _pairs(evalset)
    opposite = [[turned(row[r]) for row in pairs] for r in range(len(evalset.references))]
    found = [align(f1) for f1 in (*pairs, *opposite)]
    streams = [stream for stream in streams_of(evalset) if stream.role != "source"]
    slipped = [(s, f) for s, f in zip(streams, found, strict=True) if len(f.moved)]
    if len(slipped) == len(streams):
        fewer = "system" if len(pairs) <= len(opposite) else "reference"
        slipped = [(stream, where) for stream, where in slipped if stream.role == fewer]
    return [_finding(stream, where) for stream, where in slipped]


def repair(evalset: EvalSet, finding: Finding) -> EvalSet:
    """The EvalSet with the lines of a shifted stream where they belong.

    A line that belongs nowhere is left out. A segment that
    none belongs to has an output of '' or that reference missing; if it then
    has no reference at all, it goes.

    Raises
    ------
    ValueError
        If the finding is no shift, or not one of this EvalSet.
    """
    places = finding.places
    if places is None or len(places) != len(evalset):
        raise ValueError("Only a shift that was found in this very EvalSet can be repaired.")
    columns = [
        stream.texts if stream.name != finding.stream else _moved(stream, places)
        for stream in streams_of(evalset)
    ]
    systems = columns[: len(evalset.systems)]
    references = columns[len(systems) :][: len(evalset.references)]
    kept = pa.array(np.any([presence(column) for column in references], axis=0))

    def rest(column: pa.Array | None) -> pa.Array | None:
        return None if column is None else column.filter(kept)

    return EvalSet(
        systems={n: rest(column) for n, column in zip(evalset.systems, systems, strict=True)},
        references=[rest(column) for column in references],
        source=rest(evalset.source),
        documents=rest(evalset.documents),
        metadata={name: rest(column) for name, column in evalset.metadata.items()},
    )


def _moved(stream: Stream, places: Lines) -> pa.Array:
    placed = places >= 0
    comes_from = np.full(len(places), -1)
    comes_from[places[placed]] = np.flatnonzero(placed)
    moved = stream.texts.take(pa.array(comes_from, mask=comes_from < 0))
    return moved.fill_null("") if stream.role == "system" else moved


def _pairs(evalset: EvalSet) -> list[list[Floats]]:
    """K x R arrays (7, S): unigram F1 of line i of a system with line i + k of a reference."""
    # zh cuts Chinese characters apart and all else as 13a does.
    config = BleuConfig(tokenize="zh", lowercase=True)
    encoded, _ = encode([*evalset.systems.values(), *evalset.references], config)
    bits = [signatures(stream) for stream in encoded]
    systems, references = bits[: len(evalset.systems)], bits[len(evalset.systems) :]
    present = [stream.present for stream in encoded[len(systems) :]]
    return [
        [
            f1_near(system, reference, there)
            for reference, there in zip(references, present, strict=True)
        ]
        for system in systems
    ]


def _finding(stream: Stream, found: Alignment) -> Finding:
    lines = found.moved
    blocks = _blocks(found.places)
    parts = [
        f"lines {whole(first + 1)} to {whole(last)} belong {_lines(abs(by))} "
        f"{'later' if by > 0 else 'earlier'} (line {whole(first + 1)} to {whole(first + by + 1)})"
        for first, last, by in blocks[:TOLD]
    ]
    if len(blocks) > TOLD:
        parts.append(f"and so on in {whole(len(blocks) - TOLD)} more places")
    nowhere = int((found.places < 0).sum())
    if nowhere:
        parts.append(f"{_lines(nowhere)} {'belongs' if nowhere == 1 else 'belong'} nowhere")
    return Finding(
        "shift",
        "serious",
        f"In {stream.name}, {'; '.join(parts)}. Unigram F1 of these lines is "
        f"{found.before:.2f} where they are and {found.after:.2f} where they belong.",
        len(lines),
        lines,
        examples(stream.texts, lines),
        stream.name,
        places=found.places,
    )


def _lines(number: int) -> str:
    return f"{number} line{'' if number == 1 else 's'}"


def _blocks(places: Lines) -> list[tuple[int, int, int]]:
    """(first, last, k) of each run of lines first <= i < last that belong at i + k, k not 0."""
    placed = np.flatnonzero(places >= 0)
    by = places[placed] - placed
    edges = [0, *(np.flatnonzero(np.diff(by)) + 1).tolist(), len(by)]
    return [
        (int(placed[a]), int(placed[b - 1]) + 1, int(by[a])) for a, b in pairwise(edges) if by[a]
    ]
