"""Find and repair misaligned lines: offsets, and columns of different lengths.

`columns` are arguments of EvalSet, as in `MisalignedColumns`. `places` has, for each of the n lines
of a column, the line of S where it belongs; -1 for a line that belongs nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from bleu_core.common.formatting import join_words
from bleu_core.messages import lines as messages
from bleu_core.messages import text
from bleu_core.readers.input_checks.alignment import (
    MAX_SHIFT,
    Alignment,
    Floats,
    align_lines,
    columns_that_may_have_slipped,
    f1_of_lines,
    lines_of,
    may_have_slipped,
    poor_runs,
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


def _moved_blocks(places: LineNumbers) -> tuple[list[int], list[int], list[int]]:
    """Runs of misplaced lines: the first and last of each, from 1, and the offset of its place."""
    placed = np.flatnonzero(places >= 0)
    by = places[placed] - placed
    edges = [0, *(np.flatnonzero(np.diff(by)) + 1).tolist(), len(by)]
    moved = [(a, b - 1) for a, b in pairwise(edges) if by[a]]
    first, last = ([int(placed[pair[i]]) + 1 for pair in moved] for i in (0, 1))
    return first, last, [int(by[a]) for a, _ in moved]


def _lost_and_left(places: LineNumbers, size: int) -> tuple[LineNumbers, LineNumbers]:
    """The lines of S where no line of the column belongs, and its lines that belong nowhere."""
    return np.setdiff1d(np.arange(size), places), np.flatnonzero(places < 0)


def realign(
    columns: Mapping[str, Any], places: Mapping[str, LineNumbers], size: int
) -> RepairedInput:
    """An EvalSet of S segments, lines moved to `places`; those without reference are dropped."""
    originals = scored_columns(columns["systems"], columns["references"])
    streams = []
    for column in originals:
        texts = column.texts
        if column.name in places:
            own = places[column.name]
            origin = np.full(size, -1)
            origin[own[own >= 0]] = np.flatnonzero(own >= 0)
            texts = texts.take(pa.array(origin, mask=origin < 0))
            texts = texts.fill_null("") if column.role == "system" else texts
        streams.append(texts)
    references = streams[len(columns["systems"]) :]
    kept = np.any([present_mask(column) for column in references], axis=0)
    names = names_of_repaired(list(columns["systems"]), originals, places)
    systems = dict(zip(names, streams, strict=False))
    moved = {**columns, "systems": systems, "references": references}
    evalset = _changed_evalset(moved, lambda column: column.filter(pa.array(kept)))
    findings = []
    for column in originals:
        if column.name not in places:
            continue
        own, dropped = places[column.name], int(np.count_nonzero(~kept))
        lost, left = _lost_and_left(own, size)
        numbers = (lost + 1).tolist(), (left + 1).tolist()
        sentence = messages.repaired(
            column.name, *_moved_blocks(own), *numbers, column.role == "system", dropped
        )
        lines, examples = lost if len(lost) else left, example_texts(column.texts, left)
        findings.append(Finding("repaired", "notice", sentence, lines, examples, column.name))
    return RepairedInput(evalset, findings)


def _changed_evalset(columns: Mapping[str, Any], change: Callable[[pa.Array], pa.Array]) -> EvalSet:
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


def find_shifts(evalset: EvalSet) -> list[Finding]:
    """Find systems and references with offset lines; if all are, the side with fewer columns is."""
    if len(evalset) <= 2 * MAX_SHIFT:
        return []
    streams = scored_columns(evalset.systems, evalset.references)
    number = len(evalset.systems)
    encoded, dictionary = encode_words(evalset, [stream.texts for stream in streams])

    slipped: list[tuple[TextColumn, Alignment]] = []
    for i in columns_that_may_have_slipped(encoded, number, len(dictionary)):
        opposite = encoded[number:] if i < number else encoded[:number]
        f1 = [f1_of_lines(encoded[i], other, shifts_to(0), len(dictionary)) for other in opposite]
        where = align_lines(f1, len(evalset)) if may_have_slipped(f1) else None
        if where and len(where.moved):
            slipped.append((streams[i], where))
    if len(slipped) == len(streams):
        fewer = "system" if number <= len(evalset.references) else "reference"
        slipped = [(stream, where) for stream, where in slipped if stream.role == fewer]
    findings = []
    for column, where in slipped:
        nowhere = int((where.places < 0).sum())
        sentence = messages.shifted(
            column.name, *_moved_blocks(where.places), nowhere, where.before, where.after
        )
        findings.append(
            Finding(
                "shift", "serious", sentence, where.moved, example_texts(column.texts, where.moved),
                column.name, places=where.places,
            )
        )  # fmt: skip
    return findings


# Lines whose words are compared with those of a line far away, and the fewest.
_SOME_LINES, _FEWEST_LINES = 1_000, 20
# F1 of lines of different segments of one language; more is a text of few words or templates, and
# less a text in another language or without spaces. Translations have at least this factor more.
_FAR, _FACTOR = (0.05, 0.3), 1.25


def find_unrelated(evalset: EvalSet) -> list[Finding]:
    """Find systems, or else references, whose lines fit no better than they fit far-away lines."""
    size = min(len(evalset), _SOME_LINES)
    if size < _FEWEST_LINES:
        return []
    columns = scored_columns(evalset.systems, evalset.references)
    encoded, dictionary = encode_words(evalset, [column.texts for column in columns])
    first = [lines_of(whole, 0, size) for whole in encoded]
    number = len(evalset.systems)
    places = 0, size // 2, size // 3  # one of those far away may be where the lines belong
    f1 = np.array([
        [[_mean_f1(system, other, k, len(dictionary)) for k in places] for other in first[number:]]
        for system in first[:number]
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


# Of lines that fit badly, at most this many are compared with one another, and this share must fit.
_MOST_POOR, _FITTING = 1_000, 0.3


def find_exchanged(evalset: EvalSet) -> list[Finding]:
    """Find runs of lines that fit one another's places, as of two documents that are exchanged.

    If all columns have some, those of the side with fewer columns.
    """
    if len(evalset) < _FEWEST_LINES:
        return []
    columns = scored_columns(evalset.systems, evalset.references)
    encoded, dictionary = encode_words(evalset, [column.texts for column in columns])
    some = [lines_of(whole, 0, min(len(evalset), _SOME_LINES)) for whole in encoded]
    number, size = len(evalset.systems), len(some[0].lengths)
    findings = []
    for i, column in enumerate(columns):
        there = slice(number, None) if i < number else slice(number)
        far = max(_mean_f1(some[i], other, size // 2, len(dictionary)) for other in some[there])
        f1 = _best_f1(encoded[i], encoded[there], range(1), len(dictionary))[0]
        usual = float(f1.mean())
        if not _FAR[0] <= far <= _FAR[1] or usual < _FACTOR * far:
            continue
        runs = poor_runs(f1, far)
        if not runs:
            continue
        most = max(1, _MOST_POOR // len(runs))
        poor = np.concatenate([np.arange(a, min(b, a + most)) for a, b in runs])[:_MOST_POOR]
        texts = [one.texts.take(pa.array(poor)) for one in (column, *columns[there])]
        (own, *others), words = encode(texts, WORD_CONFIG)
        fits = _best_f1(own, others, range(1 - len(poor), len(poor)), len(words))
        best, by = fits.max(axis=0), fits.argmax(axis=0) - (len(poor) - 1)
        clear = (best >= usual) & (by != 0)
        if clear.mean() < _FITTING:
            continue
        lines = np.concatenate([np.arange(*run) for run in runs])
        line = int((best * clear).argmax())
        sentence = messages.exchanged(
            column.name, (lines + 1).tolist(), int(poor[line]) + 1, int(poor[line + by[line]]) + 1,
            float(f1[poor].mean()), float(best.mean()),
        )  # fmt: skip
        shown = example_texts(column.texts, lines)
        findings.append(Finding("order", "serious", sentence, lines, shown, column.name))
    if len(findings) < len(columns):
        return findings
    return findings[:number] if number <= len(evalset.references) else findings[number:]


def _best_f1(
    one: EncodedStream, others: Sequence[EncodedStream], shifts: range, vocabulary: int
) -> Floats:
    """(K, n) F1 of each line with the best of some columns; 0 where none has a line."""
    f1 = [f1_of_lines(one, other, shifts, vocabulary) for other in others]
    return np.nan_to_num(np.fmax.reduce(f1), nan=0.0)


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


# Files that differ by more lines are not the same text.
MAX_LINE_DIFFERENCE = 30


def find_length_mismatches(columns: Mapping[str, Any]) -> list[Finding]:
    """Columns longer or shorter than most (in a tie, than the first), and where; of like texts."""
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
        if found is None:
            continue
        lost, left = _lost_and_left(found.places, size)
        sentence = messages.missing_or_extra(
            stream.name, len(stream.texts), size, most, (lost + 1).tolist(), (left + 1).tolist(),
            *_moved_blocks(found.places), found.before, found.after,
        )  # fmt: skip
        lines, shown = (lost, []) if len(lost) else (left, example_texts(stream.texts, left))
        findings.append(
            Finding(
                "number of lines", "serious", sentence, lines, shown, stream.name,
                places=found.places,
            )
        )  # fmt: skip
    return findings


def explain_lengths(error: MisalignedColumns, can_be_mended: bool) -> list[str]:
    """Return messages on columns of different lengths, general ones if any is unexplained.

    What a log itself lacks was noted in reading, and always explains.
    """
    explanations: list[str] = [
        finding.sentence for finding in find_length_mismatches(error.columns)
    ]
    noted = [problem for problem in error.problems if problem in error.repairs]
    return [*(noted if can_be_mended else error.problems), *explanations]


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


def find_prefix(columns: Mapping[str, Any]) -> RepairedInput | None:
    """The segments that all outputs have, and a finding; None if lines are missing before."""
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

    evalset = _changed_evalset(columns, lambda column: column.slice(0, size))
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
