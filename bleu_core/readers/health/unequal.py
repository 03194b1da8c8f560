"""Find and repair missing or extra lines in columns of different lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bleu_core.messages import lines as messages
from bleu_core.readers.health.align import Alignment, align, shifts_to
from bleu_core.readers.health.findings import Finding, Stream, example_texts, scored_streams
from bleu_core.readers.health.overlap import f1_of_sets, token_sets
from bleu_core.readers.health.shift import WORDS, repair_all
from bleu_core.readers.health.slips import Repaired, blocks, missing, put_in_place, surplus
from bleu_core.text.encoding import encode
from bleu_core.text.evalset import Misaligned

# Files that differ by more lines are not the same text.
MOST = 30


def find_unequal(columns: Mapping[str, Any]) -> list[Finding]:
    """Find systems and references that are longer or shorter than the rest, and where.

    The right length is that of most columns, including source and documents; in a tie, the first.

    Parameters
    ----------
    columns : mapping
        Arguments of EvalSet, as pyarrow arrays; `Misaligned.columns`.

    Returns
    -------
    list of Finding
        Of kind "number of lines", serious. None for a column that is too unlike the others, or
        differs by more than `MOST` lines.
    """
    size, most = _size(columns)
    streams = scored_streams(columns["systems"], columns["references"])
    wrong = [s for s in streams if 0 < abs(len(s.texts) - size) <= MOST and len(s.texts)]
    if not wrong:
        return []
    encoded, dictionary = encode([stream.texts for stream in streams], WORDS)
    sets = {
        stream.name: token_sets(tokens, len(dictionary))
        for stream, tokens in zip(streams, encoded, strict=True)
    }
    findings = []
    for stream in wrong:
        shifts = shifts_to(size - len(stream.texts))
        f1 = [
            f1_of_sets(sets[stream.name], sets[other.name], shifts)
            for other in streams
            if other.role != stream.role and len(other.texts) == size
        ]
        found = align(f1, size) if f1 else None
        if found is not None:
            findings.append(_finding(stream, found, most, size))
    return findings


def lengths_told(error: Misaligned, can_be_mended: bool) -> list[str]:
    """Messages on columns of different lengths; the general ones only if not all is explained."""
    explanations: list[str] = [finding.sentence for finding in find_unequal(error.columns)]
    return explanations if can_be_mended else [*error.problems, *explanations]


def mend(columns: Mapping[str, Any]) -> Repaired | None:
    """Make an EvalSet with every line in its place; None if the places are not known.

    Also repairs shifts in columns of the right length; see `repair_all`.
    """
    size, _ = _size(columns)
    places = {f.stream: f.places for f in find_unequal(columns) if f.places is not None}
    streams = scored_streams(columns["systems"], columns["references"])
    others = (columns.get("source"), columns.get("documents"), *columns["metadata"].values())
    lengths = {len(s.texts) for s in streams if s.name not in places}
    lengths |= {len(column) for column in others if column is not None}
    if not places or lengths - {size}:
        return None
    evalset, findings = put_in_place(columns, places, size)
    evalset, more = repair_all(evalset)
    return Repaired(evalset, [*findings, *more])


def _size(columns: Mapping[str, Any]) -> tuple[int, bool]:
    """The number of lines of the text, and whether most columns have it."""
    references = columns["references"]
    all_columns = [*references, *columns["systems"].values(), *columns["metadata"].values()]
    all_columns += [c for c in (columns.get("source"), columns.get("documents")) if c is not None]
    # Of equally frequent lengths, the first one comes first.
    size, number = Counter(map(len, all_columns)).most_common(1)[0]
    return size, 2 * number > len(all_columns)


def _finding(stream: Stream, found: Alignment, most: bool, size: int) -> Finding:
    lost, left = missing(found.places, size), surplus(found.places)
    lines = lost if len(lost) else left
    sentence = messages.missing_or_extra(
        stream.name,
        len(stream.texts),
        size,
        most,
        (lost + 1).tolist(),
        (left + 1).tolist(),
        *blocks(found.places),
        found.before,
        found.after,
    )
    return Finding(
        "number of lines",
        "serious",
        sentence,
        len(lines),
        lines,
        example_texts(stream.texts, left) if len(left) and not len(lost) else (),
        stream.name,
        places=found.places,
    )
