"""Lines that slipped: one was lost and one doubled, and all between go with wrong references."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.config import BleuConfig
from bleu_core.encoding import EncodedStream, encode
from bleu_core.evalset import EvalSet
from bleu_core.health.align import REACH, Alignment, align, may_have_slipped, shifts_to
from bleu_core.health.findings import Finding, Stream, examples, scored_streams
from bleu_core.health.overlap import (
    f1_of_sets,
    f1_of_signatures,
    signatures,
    token_sets,
    turned,
)
from bleu_core.health.slips import Repaired, columns_of, moves, put_in_place
from bleu_core.numerals import counted

# zh cuts Chinese characters apart and all else as 13a does.
WORDS = BleuConfig(tokenize="zh", lowercase=True)


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
    streams = scored_streams(evalset.systems, evalset.references)
    encoded, dictionary = encode([stream.texts for stream in streams], WORDS)
    number = len(evalset.systems)
    suspects = _suspects(encoded[:number], encoded[number:])
    if not suspects:
        return []
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
    """The EvalSet with the lines of shifted streams where they belong; see `put_in_place`.

    Raises
    ------
    ValueError
        If a finding is no shift, or not one of this EvalSet.
    """
    places = {one.stream: one.places for one in findings if one.places is not None}
    if len(places) < len(findings) or any(len(at) != len(evalset) for at in places.values()):
        raise ValueError("Only a shift that was found in this very EvalSet can be repaired.")
    return put_in_place(columns_of(evalset), places, len(evalset)).evalset


def repair_all(evalset: EvalSet) -> Repaired:
    """The EvalSet with every shift repaired, and what was done."""
    told: list[Finding] = []
    for _ in scored_streams(evalset.systems, evalset.references):
        # One after another: where a reference lost lines, its segments go, and lines count anew.
        shifts = find_shifts(evalset)
        if not shifts:
            break
        places = {f.stream: f.places for f in shifts[:1] if f.places is not None}
        evalset, found = put_in_place(columns_of(evalset), places, len(evalset))
        told += found
    return Repaired(evalset, told)


def _suspects(systems: Sequence[EncodedStream], references: Sequence[EncodedStream]) -> list[int]:
    """Which of the streams, systems first, may have slipped, by what is quick to see."""
    bits = [signatures(stream) for stream in systems]
    others = [signatures(stream) for stream in references]
    shifts = shifts_to(0)
    pairs = [
        [
            f1_of_signatures(system, other, reference.present, shifts)
            for other, reference in zip(others, references, strict=True)
        ]
        for system in bits
    ]
    opposite = [[turned(row[r], shifts) for row in pairs] for r in range(len(references))]
    return [i for i, f1 in enumerate([*pairs, *opposite]) if may_have_slipped(f1)]


def _finding(stream: Stream, found: Alignment) -> Finding:
    lines = found.moved
    parts = moves(found.places)
    nowhere = int((found.places < 0).sum())
    if nowhere:
        parts.append(f"{counted(nowhere, 'line belongs', 'lines belong')} nowhere")
    return Finding(
        "shift",
        "serious",
        f"In {stream.name}, {'; '.join(parts)}. {found.sentence}",
        len(lines),
        lines,
        examples(stream.texts, lines),
        stream.name,
        places=found.places,
    )
