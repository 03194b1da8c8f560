"""Every n-gram occurrence in rated outputs: credited or not, annotated as an error or not.

Credited occurrences are those shown on Segments (`bleu_core.explain.matching`): first those
inside the longest credited n-grams, then left to right. An occurrence is annotated as an error if
any of its tokens shares a character with an error span in the output. Errors without such a span,
for example omissions, are only counted.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.matching_many import allot_credit_many, number_ngrams
from bleu_core.messages.annotation import nobody_rated
from bleu_core.segments.marks import Mark, Rating
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode
from bleu_core.text.evalset import EvalSet
from bleu_core.text.spans import TokenSpan, align_tokens

# Severity and category of a mark.
MarkKind = tuple[str, str]
MarkKinds = frozenset[MarkKind]
Int32Array = NDArray[np.int32]


class KindSets:
    """Sets of mark kinds over tokens, by number; 0 is the empty set."""

    def __init__(self) -> None:
        self._numbers: dict[MarkKinds, int] = {frozenset(): 0}

    @property
    def sets(self) -> tuple[MarkKinds, ...]:
        return tuple(self._numbers)

    def number(self, kinds: Iterable[MarkKind]) -> int:
        key = frozenset(kinds)
        return self._numbers.setdefault(key, len(self._numbers))

    def unions(self, first: Int32Array, second: Int32Array) -> Int32Array:
        """(T,) numbers of the unions."""
        both = np.flatnonzero((first != second) & (first > 0) & (second > 0))
        result: Int32Array = np.maximum(first, second)  # correct if one is empty or both are equal
        if len(both):
            stacked = np.stack([first[both], second[both]])
            pairs, which = np.unique(stacked, axis=1, return_inverse=True)
            sets = self.sets
            numbers = [self.number(sets[a] | sets[b]) for a, b in pairs.T.tolist()]
            result[both] = np.array(numbers, np.int32)[which.ravel()]
        return result


def kinds_over(tokens: Sequence[TokenSpan], marks: Iterable[Mark]) -> list[set[MarkKind]]:
    """For each token, the kinds of the marks that share a character with it.

    >>> tokens = [TokenSpan("Tatsache", 0, 8), TokenSpan("in", 9, 11)]
    >>> kinds_over(tokens, [Mark("Style/Awkward", "minor", 10, 12)])
    [set(), {('minor', 'Style/Awkward')}]
    """
    result: list[set[MarkKind]] = [set() for _ in tokens]
    starts, ends = [token.start for token in tokens], [token.end for token in tokens]
    for mark in marks:
        if mark.side != "target":
            continue
        # Tokens are in order, so candidates are contiguous.
        for i in range(bisect_right(ends, mark.start), bisect_left(starts, mark.end)):
            if max(starts[i], mark.start) < min(ends[i], mark.end):
                result[i].add((mark.severity, mark.category))
    return result


Flags = NDArray[np.bool_]

# Outputs between calls of `progress`.
STEP = 100


@dataclass(frozen=True, eq=False)
class Occurrences:
    """N-gram occurrences in O rated outputs with T tokens in total, for orders 1 to N.

    Values of an n-gram are at its first token, in row order - 1.
    """

    evalset: EvalSet
    config: BleuConfig
    systems: tuple[str, ...]  # Systems with a rated output, in the order of the EvalSet
    # (O,) the system, as an index into `systems`, and the segment of each output.
    system_of: Int32Array
    segment_of: Int32Array
    output_of: Int32Array  # (T,) the output of each token; ascending
    ids: Int32Array  # (T,) the tokens, as indices into the dictionary
    dictionary: pa.Array  # (V,) large_string
    numbers: Int32Array  # (N, T) the n-gram that begins there; -1 if the output ends before
    credited: Flags  # (N, T)
    kinds: Int32Array  # (N, T) index into `sets` of the marks over the n-gram; 0 is the empty set
    sets: tuple[MarkKinds, ...]  # Of (severity, category)
    unplaced: Counter[tuple[str, MarkKind]]  # Marks without a span in the output, by system

    @property
    def nbytes(self) -> int:
        """Bytes of memory, without the EvalSet."""
        columns = (self.system_of, self.segment_of, self.output_of, self.ids)
        arrays = (*columns, self.numbers, self.credited, self.kinds)
        return sum(array.nbytes for array in arrays) + self.dictionary.nbytes

    @property
    def severities(self) -> list[str]:
        """Severities of marks, sorted."""
        return sorted({severity for severity, _ in self._mark_kinds})

    @property
    def categories(self) -> list[str]:
        """Categories of marks, sorted."""
        return sorted({category for _, category in self._mark_kinds})

    @property
    def _mark_kinds(self) -> MarkKinds:
        """The kinds of marks that are on tokens or unplaced."""
        return frozenset().union(*self.sets, (kind for _, kind in self.unplaced))


def find_occurrences(
    evalset: EvalSet,
    config: BleuConfig,
    ratings: Iterable[Rating],
    progress: Progress | None = None,
) -> Occurrences:
    """Find all n-grams in rated outputs; ValueError if nobody rated an output of these systems.

    The marks of all annotators count. A rating without marks counts too, because the output was
    read. Ratings of unknown systems or segments are left out. Memory and time depend on the rated
    texts, not on the size of the test set.
    """
    marks = _marks_by_output(evalset, ratings)
    if not marks:
        raise ValueError(nobody_rated())
    names = list(evalset.systems)
    systems = sorted({system for system, _ in marks})
    outputs = sorted(marks)
    texts = [evalset.systems[names[system]][segment].as_py() for system, segment in outputs]
    segments = sorted({segment for _, segment in outputs})
    references = [[stream[i].as_py() for i in segments] for stream in evalset.references]
    encoded, dictionary = encode([texts, *references], config, sub_progress(progress, 0, 0.2))
    output_of = np.repeat(np.arange(len(texts), dtype=np.int32), encoded[0].lengths)
    segment_of = np.array([segment for _, segment in outputs], np.int32)
    rated = np.array(segments, np.int32)
    most = config.max_ngram_order
    numbers, credited = _credited_ngrams(encoded, output_of, segment_of, rated, most)
    if progress:
        progress(0.4)
    words = dictionary.cast(pa.large_string())
    marks_of_outputs = [marks[output] for output in outputs]
    over = _kinds_over_tokens(
        texts, marks_of_outputs, encoded[0], words, config, sub_progress(progress, 0.4, 1)
    )
    kinds, sets = _kinds_over_ngrams(over, numbers)
    place = {system: i for i, system in enumerate(systems)}
    return Occurrences(
        evalset=evalset,
        config=config,
        systems=tuple(names[system] for system in systems),
        system_of=np.array([place[system] for system, _ in outputs], np.int32),
        segment_of=segment_of,
        output_of=output_of,
        ids=encoded[0].ids,
        dictionary=words,
        numbers=numbers,
        credited=credited,
        kinds=kinds,
        sets=sets,
        unplaced=Counter(
            (names[system], (mark.severity, mark.category))
            for (system, _), marked in marks.items()
            for mark in marked
            if mark.side != "target" or not mark.has_span
        ),
    )


def _marks_by_output(
    evalset: EvalSet, ratings: Iterable[Rating]
) -> dict[tuple[int, int], list[Mark]]:
    """Marks of all annotators on each rated output, by system index and segment."""
    number = {name: i for i, name in enumerate(evalset.systems)}
    result: dict[tuple[int, int], list[Mark]] = {}
    for rating in ratings:
        if rating.system in number and 0 <= rating.segment < len(evalset):
            result.setdefault((number[rating.system], rating.segment), []).extend(rating.marks)
    return result


def _credited_ngrams(
    encoded: Sequence[EncodedStream],
    output_of: Int32Array,
    segment_of: Int32Array,
    rated: Int32Array,
    max_order: int,
) -> tuple[Int32Array, Flags]:
    """(N, T) the n-gram that begins at each token of the outputs, and whether it is credited.

    `encoded` holds the outputs, and one stream per reference for the segments `rated`.
    """
    outputs, *references = encoded
    ids, texts = [outputs.ids], [output_of]
    segments = [segment_of[output_of]]
    number = len(segment_of)
    for stream in references:
        line = np.repeat(np.arange(len(rated), dtype=np.int32), stream.lengths)
        ids.append(stream.ids)
        texts.append(line + np.int32(number))
        segments.append(rated[line])
        number += len(rated)
    all_ids, all_texts = np.concatenate(ids), np.concatenate(texts)
    numbers = number_ngrams(all_ids, all_texts, max_order)
    size = len(output_of)
    credited = allot_credit_many(
        numbers, all_texts, np.concatenate(segments), np.arange(len(all_ids)) >= size
    )
    return numbers[:, :size], credited[:, :size]


def _kinds_over_tokens(
    texts: Sequence[str],
    marks: Sequence[Sequence[Mark]],
    encoded: EncodedStream,
    dictionary: pa.Array,
    config: BleuConfig,
    progress: Progress | None,
) -> dict[int, set[MarkKind]]:
    """The kinds of marks over each marked token, by position."""
    result: dict[int, set[MarkKind]] = {}
    words = np.array(dictionary.to_pylist(), object)
    starts = encoded.offsets.tolist()
    for i, (text, marked) in enumerate(zip(texts, marks, strict=True)):
        if marked:
            ids = encoded.ids[starts[i] : starts[i + 1]]
            tokens = align_tokens(words[ids].tolist(), text, config)
            over = enumerate(kinds_over(tokens, marked), starts[i])
            result |= {place: kinds for place, kinds in over if kinds}
        if progress and i % STEP == 0:
            progress(i / len(texts))
    return result


def _kinds_over_ngrams(
    over: Mapping[int, set[MarkKind]], numbers: Int32Array
) -> tuple[Int32Array, tuple[MarkKinds, ...]]:
    """(N, T) the set of kinds over each n-gram; and the sets."""
    sets = KindSets()
    kinds = np.zeros(numbers.shape, np.int32)
    for place, kinds_there in over.items():
        kinds[0, place] = sets.number(kinds_there)
    for order in range(2, len(numbers) + 1):
        first = np.flatnonzero(numbers[order - 1] >= 0)
        kinds[order - 1, first] = sets.unions(kinds[order - 2, first], kinds[0, first + order - 1])
    return kinds, sets.sets
