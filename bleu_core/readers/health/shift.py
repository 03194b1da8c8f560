"""Find and repair offsets: after a lost or doubled line, all lines have wrong references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa

from bleu_core.messages import lines as messages
from bleu_core.readers.health.align import REACH, Alignment, align, may_have_slipped, shifts_to
from bleu_core.readers.health.findings import Finding, Stream, example_texts, scored_streams
from bleu_core.readers.health.overlap import (
    Floats,
    f1_of_sets,
    f1_of_signatures,
    signatures,
    token_sets,
    turned,
)
from bleu_core.readers.health.slips import Repaired, blocks, columns_of, put_in_place
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import encode
from bleu_core.text.evalset import EvalSet

# zh splits Chinese characters, and all else like 13a.
WORDS = BleuConfig(tokenize="zh", lowercase=True)
# Lines processed together: the tokens of a million take gigabytes.
LINES = 20_000


def find_shifts(evalset: EvalSet) -> list[Finding]:
    """Find systems and references whose lines are offset against the others.

    Returns
    -------
    list of Finding
        Of kind "shift", always serious. If every system is shifted against every reference, the
        findings are on the side with fewer columns; in a tie, on the systems.
    """
    if len(evalset) <= 2 * REACH:
        return []
    streams = scored_streams(evalset.systems, evalset.references)
    number = len(evalset.systems)
    texts = [stream.texts for stream in streams]
    suspects = _suspects(texts[:number], texts[number:])
    if not suspects:
        return []
    encoded, dictionary = encode(texts, WORDS)
    sets = [token_sets(stream, len(dictionary)) for stream in encoded]
    slipped: list[tuple[Stream, Alignment]] = []
    for i in suspects:
        opposite = sets[number:] if i < number else sets[:number]
        f1 = [f1_of_sets(sets[i], other, shifts_to(0)) for other in opposite]
        found = align(f1, len(evalset)) if may_have_slipped(f1) else None
        if found is not None and len(found.moved):
            slipped.append((streams[i], found))
    if len(slipped) == len(streams):
        fewer = "system" if number <= len(evalset.references) else "reference"
        slipped = [(stream, where) for stream, where in slipped if stream.role == fewer]
    return [_finding(stream, where) for stream, where in slipped]


def repair(evalset: EvalSet, *findings: Finding) -> EvalSet:
    """Move the lines of shifted columns to their places; see `put_in_place`.

    Raises
    ------
    ValueError
        A finding is not a shift of this EvalSet.
    """
    places = {finding.stream: finding.places for finding in findings if finding.places is not None}
    if len(places) < len(findings) or any(len(at) != len(evalset) for at in places.values()):
        raise ValueError(messages.not_this_shift())
    return put_in_place(columns_of(evalset), places, len(evalset)).evalset


def repair_all(evalset: EvalSet) -> Repaired:
    """Repair every shift of an EvalSet."""
    findings: list[Finding] = []
    for _ in scored_streams(evalset.systems, evalset.references):
        # One by one: if a reference lost lines, segments are dropped, and line numbers change.
        shifts = find_shifts(evalset)
        if not shifts:
            break
        places = {f.stream: f.places for f in shifts[:1] if f.places is not None}
        evalset, repairs = put_in_place(columns_of(evalset), places, len(evalset))
        findings += repairs
    return Repaired(evalset, findings)


def _suspects(systems: Sequence[pa.Array], references: Sequence[pa.Array]) -> list[int]:
    """Numbers of the columns, systems first, that a quick test suspects of an offset."""
    shifts = shifts_to(0)
    parts = list(_quick_f1(systems, references, shifts))
    pairs = [
        [np.concatenate([part[s][r] for part in parts], axis=1) for r in range(len(references))]
        for s in range(len(systems))
    ]
    del parts  # as large as the pairs
    opposite = ([turned(row[r], shifts) for row in pairs] for r in range(len(references)))
    return [i for i, f1 in enumerate(chain(pairs, opposite)) if may_have_slipped(f1)]


def _quick_f1(
    systems: Sequence[pa.Array], references: Sequence[pa.Array], shifts: range
) -> Iterator[list[list[Floats]]]:
    """F1 by signatures of each system with each reference, for `LINES` lines at a time.

    Each part has its own dictionary, so that fewer tokens share a bit.
    """
    size = len(systems[0])
    for first in range(0, size, LINES):
        # Also the lines around, with which those of this part are compared.
        start = max(0, first - REACH)
        part = slice(start, first + LINES + REACH)
        own = slice(first - start, first - start + LINES)
        encoded, _ = encode([texts[part] for texts in (*systems, *references)], WORDS)
        bits = [signatures(stream) for stream in encoded]
        opposite = list(zip(bits, encoded, strict=True))[len(systems) :]
        yield [
            [
                f1_of_signatures(system, other, reference.present, shifts)[:, own]
                for other, reference in opposite
            ]
            for system in bits[: len(systems)]
        ]


def _finding(stream: Stream, found: Alignment) -> Finding:
    lines = found.moved
    nowhere = int((found.places < 0).sum())
    moved = blocks(found.places)
    return Finding(
        "shift",
        "serious",
        messages.shifted(stream.name, *moved, nowhere, found.before, found.after),
        len(lines),
        lines,
        example_texts(stream.texts, lines),
        stream.name,
        places=found.places,
    )
