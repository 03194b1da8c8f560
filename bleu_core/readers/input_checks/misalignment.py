"""Find and repair misaligned lines: offsets, and columns of different lengths.

`places` has, for each of the n lines of a column, the line of S where it belongs; -1 for a line
that belongs nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.formatting import join_words
from bleu_core.common.parallel import in_order
from bleu_core.messages import lines as messages
from bleu_core.messages import text
from bleu_core.readers.input_checks.alignment import (
    MAX_SHIFT,
    Alignment,
    align_lines,
    f1_of_lines,
    may_have_slipped,
    shifts_to,
)
from bleu_core.readers.input_checks.findings import (
    Finding,
    LineNumbers,
    TextColumn,
    example_texts,
    scored_columns,
)
from bleu_core.text.config import WORD_CONFIG
from bleu_core.text.encoding import EncodedStream, encode, encode_words
from bleu_core.text.evalset import EvalSet, MisalignedColumns, present_mask


class RepairedInput(NamedTuple):
    """An EvalSet with lines moved, and a finding of kind "repaired" for each such column."""

    evalset: EvalSet
    findings: list[Finding]


class MovedBlocks(NamedTuple):
    """Runs of misplaced lines: the first and last of each, and the offset of its place."""

    first: list[int]
    last: list[int]
    by: list[int]


def moved_blocks(places: LineNumbers) -> MovedBlocks:
    """Find blocks of misplaced lines, counted from 1.

    >>> tuple(moved_blocks(np.array([0, 2, 3, 3])))  # first, last, by
    ([2], [3], [1])
    """
    placed = np.flatnonzero(places >= 0)
    by = places[placed] - placed
    edges = [0, *(np.flatnonzero(np.diff(by)) + 1).tolist(), len(by)]
    moved = [(a, b - 1) for a, b in pairwise(edges) if by[a]]
    return MovedBlocks(
        [int(placed[a]) + 1 for a, _ in moved],
        [int(placed[b]) + 1 for _, b in moved],
        [int(by[a]) for a, _ in moved],
    )


def missing_lines(places: LineNumbers, size: int) -> LineNumbers:
    """Return the lines of S where no line of the column belongs."""
    there = np.zeros(size, bool)
    there[places[places >= 0]] = True
    return np.flatnonzero(~there)


def extra_lines(places: LineNumbers) -> LineNumbers:
    """Lines of the column that belong nowhere."""
    return np.flatnonzero(places < 0)


def realign(
    columns: Mapping[str, Any], places: Mapping[str, LineNumbers], size: int
) -> RepairedInput:
    """Make an EvalSet of S segments, with the lines of some columns moved to their places.

    `columns` are arguments of EvalSet; `places` has those of each column's lines. A segment without
    a line has an empty output or a missing reference; without any reference, it is dropped.
    """
    originals = scored_columns(columns["systems"], columns["references"])
    streams = [
        _moved_texts(s, places[s.name], size) if s.name in places else s.texts for s in originals
    ]
    number = len(columns["systems"])
    references = streams[number:]
    kept = np.any([present_mask(column) for column in references], axis=0)

    names = names_of_repaired(list(columns["systems"]), originals, places)
    moved = {
        **columns,
        "systems": dict(zip(names, streams, strict=False)),
        "references": references,
    }
    evalset = changed_evalset(moved, lambda column: column.filter(pa.array(kept)))
    findings = [
        _repair_finding(stream, places[stream.name], kept)
        for stream in originals
        if stream.name in places
    ]
    return RepairedInput(evalset, findings)


def changed_evalset(columns: Mapping[str, Any], change: Callable[[pa.Array], pa.Array]) -> EvalSet:
    """An EvalSet of these arguments, with each column changed."""
    alone = {name: columns.get(name) for name in ("source", "documents")}
    return EvalSet(
        systems={name: change(texts) for name, texts in columns["systems"].items()},
        references=[change(texts) for texts in columns["references"]],
        metadata={name: change(values) for name, values in columns.get("metadata", {}).items()},
        **{name: None if column is None else change(column) for name, column in alone.items()},
    )


def names_of_repaired(
    names: Sequence[str], streams: Sequence[TextColumn], repaired: Container[str]
) -> list[str]:
    """Names of systems whose text or else whose reference was repaired, marked once."""
    references = [s.name for s in streams if s.role == "reference" and s.name in repaired]
    mark = f" ({join_words(references)} repaired)" if references else ""
    found: list[str] = []
    for name, stream in zip(names, streams, strict=False):
        suffix = " (repaired)" if stream.name in repaired else mark
        new = name if suffix in name else name + suffix
        while new in found or (new != name and new in names):
            new += " again"
        found.append(new)
    return found


def _moved_texts(stream: TextColumn, places: LineNumbers, size: int) -> pa.Array:
    placed = places >= 0
    comes_from = np.full(size, -1)
    comes_from[places[placed]] = np.flatnonzero(placed)
    moved = stream.texts.take(pa.array(comes_from, mask=comes_from < 0))
    return moved.fill_null("") if stream.role == "system" else moved


def _repair_finding(stream: TextColumn, places: LineNumbers, kept: NDArray[np.bool_]) -> Finding:
    lost, left = missing_lines(places, len(kept)), extra_lines(places)
    dropped, is_output = int(np.count_nonzero(~kept)), stream.role == "system"
    numbers = (lost + 1).tolist(), (left + 1).tolist()
    sentence = messages.repaired(stream.name, *moved_blocks(places), *numbers, is_output, dropped)
    lines, examples = lost if len(lost) else left, example_texts(stream.texts, left)
    return Finding("repaired", "notice", sentence, lines, examples, stream.name)


def find_shifts(evalset: EvalSet) -> list[Finding]:
    """Find systems and references whose lines are offset against the others.

    If every system is shifted against every reference, it is the side with fewer columns.
    """
    if len(evalset) <= 2 * MAX_SHIFT:
        return []
    streams = scored_columns(evalset.systems, evalset.references)
    number = len(evalset.systems)
    encoded, dictionary = encode_words(evalset, [stream.texts for stream in streams])

    def alignment(i: int) -> Alignment | None:
        def f1() -> Iterator[NDArray[np.float64]]:
            for other in encoded[number:] if i < number else encoded[:number]:
                yield f1_of_lines(encoded[i], other, shifts_to(0), len(dictionary))

        return align_lines([*f1()], len(evalset)) if may_have_slipped(f1()) else None

    found = zip(streams, in_order(alignment, range(len(streams))), strict=True)
    slipped = [(stream, where) for stream, where in found if where and len(where.moved)]
    if len(slipped) == len(streams):
        fewer = "system" if number <= len(evalset.references) else "reference"
        slipped = [(stream, where) for stream, where in slipped if stream.role == fewer]
    return [_shift_finding(stream, where) for stream, where in slipped]


# Lines whose words are compared with those of a line far away, and the fewest.
_SOME_LINES, _FEWEST_LINES = 1_000, 20
# F1 of lines of different segments of one language; more is a text of few words or templates, and
# less a text in another language or without spaces. Translations have at least this factor more.
_FAR, _FACTOR = (0.05, 0.3), 1.25


def find_unrelated(evalset: EvalSet) -> list[Finding]:
    """Find columns whose lines fit all others no better than they fit other lines.

    On references only if a system fits one of them.
    """
    size = min(len(evalset), _SOME_LINES)
    if size < _FEWEST_LINES:
        return []
    columns = scored_columns(evalset.systems, evalset.references)
    encoded, dictionary = encode_words(evalset, [column.texts for column in columns])
    first = [
        EncodedStream(one.ids[: one.offsets[size]], one.lengths[:size], one.present[:size])
        for one in encoded
    ]
    number = len(evalset.systems)
    places = 0, size // 2, size // 3  # one of those far away may be where the lines belong
    f1 = np.array([
        [[_mean_f1(one, other, k, len(dictionary)) for k in places] for other in first[number:]]
        for one in first[:number]
    ])  # fmt: skip
    findings: list[Finding] = []
    for group, opposite, means in (
        (columns[:number], columns[number:], f1.max(axis=1)),
        (columns[number:], columns[:number], f1.max(axis=0)),
    ):
        if len(findings) == number:
            break
        names = [other.name for other in opposite]
        for column, (home, *elsewhere) in zip(group, means.tolist(), strict=True):
            away = min(elsewhere)
            if _FAR[0] <= away <= _FAR[1] and home < _FACTOR * away:
                sentence = text.unrelated(column.name, names, home, away)
                lines = np.arange(len(evalset))
                findings.append(Finding("order", "serious", sentence, lines, (), column.name))
    return findings


def _mean_f1(one: EncodedStream, other: EncodedStream, k: int, vocabulary: int) -> float:
    """The mean F1 of lines i and i + k of columns of one length, which goes on with the first."""
    size = len(one.lengths)
    f1 = sum(
        f1_of_lines(one, other, range(by, by + 1), vocabulary)[0] for by in {k, k - size} - {-size}
    )
    there = ~np.isnan(f1)
    return float(f1[there].mean()) if there.any() else 0.0


def repair_all_shifts(evalset: EvalSet) -> RepairedInput:
    """Repair every shift of an EvalSet."""
    findings: list[Finding] = []
    for _ in scored_columns(evalset.systems, evalset.references):
        # One by one: if a reference lost lines, segments are dropped, and line numbers change.
        shifts = find_shifts(evalset)
        if not shifts:
            break
        places = {f.stream: f.places for f in shifts[:1] if f.places is not None}
        evalset, repairs = realign(vars(evalset), places, len(evalset))
        findings += repairs
    return RepairedInput(evalset, findings)


def _shift_finding(stream: TextColumn, found: Alignment) -> Finding:
    lines, moved = found.moved, moved_blocks(found.places)
    nowhere = int((found.places < 0).sum())
    sentence = messages.shifted(stream.name, *moved, nowhere, found.before, found.after)
    examples = example_texts(stream.texts, lines)
    return Finding("shift", "serious", sentence, lines, examples, stream.name, places=found.places)


# Files that differ by more lines are not the same text.
MAX_LINE_DIFFERENCE = 30


def find_length_mismatches(columns: Mapping[str, Any]) -> list[Finding]:
    """Find systems and references that are longer or shorter than the rest, and where.

    The right length is that of most columns; in a tie, the first. None for a column that is too
    unlike the others, or differs by more than `MAX_LINE_DIFFERENCE` lines.
    """
    size, most = _usual_length(columns)
    streams = scored_columns(columns["systems"], columns["references"])
    wrong = [
        s for s in streams if 0 < abs(len(s.texts) - size) <= MAX_LINE_DIFFERENCE and len(s.texts)
    ]
    if not wrong:
        return []
    encoded, dictionary = encode([stream.texts for stream in streams], WORD_CONFIG)
    names = [stream.name for stream in streams]
    tokens = dict(zip(names, encoded, strict=True))
    findings = []
    for stream in wrong:
        shifts = shifts_to(size - len(stream.texts))
        f1 = [
            f1_of_lines(tokens[stream.name], tokens[other.name], shifts, len(dictionary))
            for other in streams
            if other.role != stream.role and len(other.texts) == size
        ]
        found = align_lines(f1, size) if f1 else None
        if found is not None:
            findings.append(_length_finding(stream, found, most, size))
    return findings


def explain_lengths(error: MisalignedColumns, can_be_mended: bool) -> list[str]:
    """Return messages on columns of different lengths, general ones if any is unexplained."""
    explanations: list[str] = [
        finding.sentence for finding in find_length_mismatches(error.columns)
    ]
    return explanations if can_be_mended else [*error.problems, *explanations]


def repair_lengths(columns: Mapping[str, Any]) -> RepairedInput | None:
    """An EvalSet with every line, also shifted ones, in its place; None if places are unknown."""
    size, _ = _usual_length(columns)
    places = {f.stream: f.places for f in find_length_mismatches(columns) if f.places is not None}
    streams = scored_columns(columns["systems"], columns["references"])
    others = (columns.get("source"), columns.get("documents"), *columns["metadata"].values())
    lengths = {len(s.texts) for s in streams if s.name not in places}
    lengths |= {len(column) for column in others if column is not None}
    if not places or lengths - {size}:
        return None
    evalset, findings = realign(columns, places, size)
    evalset, more = repair_all_shifts(evalset)
    return RepairedInput(evalset, [*findings, *more])


def _usual_length(columns: Mapping[str, Any]) -> tuple[int, bool]:
    """The number of lines of the text, and whether most columns have it."""
    references = columns["references"]
    all_columns = [*references, *columns["systems"].values(), *columns["metadata"].values()]
    all_columns += [c for c in (columns.get("source"), columns.get("documents")) if c is not None]
    # Of equally frequent lengths, the first one comes first.
    size, number = Counter(map(len, all_columns)).most_common(1)[0]
    return size, 2 * number > len(all_columns)


def _length_finding(stream: TextColumn, found: Alignment, most: bool, size: int) -> Finding:
    lost, left = missing_lines(found.places, size), extra_lines(found.places)
    lines = lost if len(lost) else left
    numbers, sizes = ((lost + 1).tolist(), (left + 1).tolist()), (len(stream.texts), size, most)
    moved = moved_blocks(found.places)
    sentence = messages.missing_or_extra(
        stream.name, *sizes, *numbers, *moved, found.before, found.after
    )
    examples = () if len(lost) else example_texts(stream.texts, left)
    return Finding(
        "number of lines", "serious", sentence, lines, examples, stream.name, places=found.places
    )
