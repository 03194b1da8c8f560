"""Every n-gram occurrence in rated outputs: credited or not, marked or not.

The credited occurrences are those shown on Segments (`bleu_core.explain.matching`): first those
inside the longest credited n-grams, then left to right. An occurrence is marked if any of its
tokens shares a character with an error span in the output.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, part_of
from bleu_core.explain.matching.credit_of_many import allot_many, number_ngrams
from bleu_core.messages.annotation import nobody_rated
from bleu_core.people.inside.marked_tokens import Column, Kind, Kinds, KindSets, kinds_over
from bleu_core.segments.marks import Mark, Rating
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode
from bleu_core.text.evalset import EvalSet
from bleu_core.text.spans import align_tokens

Flags = NDArray[np.bool_]

# Outputs between calls of `progress`.
STEP = 100


@dataclass(frozen=True, eq=False)
class Occurrences:
    """N-gram occurrences in O rated outputs with T tokens in total, for orders 1 to N.

    Values of an n-gram are at its first token, in row order - 1.

    Attributes
    ----------
    evalset : EvalSet
    config : BleuConfig
    systems : tuple of str
        Systems with a rated output, in the order of the EvalSet.
    system_of, segment_of : (O,) int32 arrays
        The system, as an index into `systems`, and the segment of each output.
    output_of : (T,) int32 array
        The output of each token; ascending.
    ids : (T,) int32 array
        The tokens, as indices into the dictionary.
    dictionary : pyarrow large_string array (V,)
    numbers : (N, T) int32 array
        The n-gram that begins there; -1 if the output ends before.
    credited : (N, T) bool array
    kinds : (N, T) int32 array
        Index into `sets` of the marks over the n-gram; 0 is the empty set.
    sets : tuple of frozensets of (severity, category)
    """

    evalset: EvalSet
    config: BleuConfig
    systems: tuple[str, ...]
    system_of: Column
    segment_of: Column
    output_of: Column
    ids: Column
    dictionary: pa.Array
    numbers: Column
    credited: Flags
    kinds: Column
    sets: tuple[Kinds, ...]

    @property
    def nbytes(self) -> int:
        """Bytes of memory, without the EvalSet."""
        columns = (self.system_of, self.segment_of, self.output_of, self.ids)
        arrays = (*columns, self.numbers, self.credited, self.kinds)
        return sum(array.nbytes for array in arrays) + self.dictionary.nbytes

    @property
    def severities(self) -> list[str]:
        """Severities of marks on tokens, sorted."""
        return sorted({severity for kinds in self.sets for severity, _ in kinds})

    @property
    def categories(self) -> list[str]:
        """Categories of marks on tokens, sorted."""
        return sorted({category for kinds in self.sets for _, category in kinds})


def find_occurrences(
    evalset: EvalSet,
    config: BleuConfig,
    ratings: Iterable[Rating],
    progress: Progress | None = None,
) -> Occurrences:
    """Find all n-grams in rated outputs.

    Parameters
    ----------
    evalset : EvalSet
    config : BleuConfig
    ratings : iterable of Rating
        Any number per segment; marks of all annotators count. A rating without marks counts too,
        because the output was read. Ratings of unknown systems or segments are left out.
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.

    Raises
    ------
    ValueError
        Nobody rated an output of these systems.

    Notes
    -----
    Memory and time depend on the rated texts, not on the size of the test set.
    """
    marks = _by_output(evalset, ratings)
    if not marks:
        raise ValueError(nobody_rated())
    names = list(evalset.systems)
    systems = sorted({system for system, _ in marks})
    outputs = sorted(marks)
    texts = [evalset.systems[names[system]][segment].as_py() for system, segment in outputs]
    segments = sorted({segment for _, segment in outputs})
    references = [[stream[i].as_py() for i in segments] for stream in evalset.references]
    encoded, dictionary = encode([texts, *references], config, part_of(progress, 0, 0.2))
    output_of = np.repeat(np.arange(len(texts), dtype=np.int32), encoded[0].lengths)
    segment_of = np.array([segment for _, segment in outputs], np.int32)
    rated = np.array(segments, np.int32)
    numbers, credited = _credited(encoded, output_of, segment_of, rated, config.max_ngram_order)
    if progress:
        progress(0.4)
    words = dictionary.cast(pa.large_string())
    marks_of_outputs = [marks[output] for output in outputs]
    over = _over_words(
        texts, marks_of_outputs, encoded[0], words, config, part_of(progress, 0.4, 1)
    )
    kinds, sets = _over_ngrams(over, numbers)
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
    )


def _by_output(evalset: EvalSet, ratings: Iterable[Rating]) -> dict[tuple[int, int], list[Mark]]:
    """Marks of all annotators on each rated output, by system index and segment."""
    number = {name: i for i, name in enumerate(evalset.systems)}
    result: dict[tuple[int, int], list[Mark]] = {}
    for rating in ratings:
        if rating.system in number and 0 <= rating.segment < len(evalset):
            result.setdefault((number[rating.system], rating.segment), []).extend(rating.marks)
    return result


def _credited(
    encoded: Sequence[EncodedStream],
    output_of: Column,
    segment_of: Column,
    rated: Column,
    max_order: int,
) -> tuple[Column, Flags]:
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
    credited = allot_many(
        numbers, all_texts, np.concatenate(segments), np.arange(len(all_ids)) >= size
    )
    return numbers[:, :size], credited[:, :size]


def _over_words(
    texts: Sequence[str],
    marks: Sequence[Sequence[Mark]],
    encoded: EncodedStream,
    dictionary: pa.Array,
    config: BleuConfig,
    progress: Progress | None,
) -> dict[int, set[Kind]]:
    """The kinds of marks over each marked token, by position."""
    result: dict[int, set[Kind]] = {}
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


def _over_ngrams(
    over: Mapping[int, set[Kind]], numbers: Column
) -> tuple[Column, tuple[Kinds, ...]]:
    """(N, T) the set of kinds over each n-gram; and the sets."""
    sets = KindSets()
    kinds = np.zeros(numbers.shape, np.int32)
    for place, result in over.items():
        kinds[0, place] = sets.number(result)
    for order in range(2, len(numbers) + 1):
        first = np.flatnonzero(numbers[order - 1] >= 0)
        kinds[order - 1, first] = sets.unions(kinds[order - 2, first], kinds[0, first + order - 1])
    return kinds, sets.sets
