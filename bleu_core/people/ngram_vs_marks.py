"""N-grams of rated outputs by order: credited by BLEU or not, marked as errors or not.

BLEU and annotators disagree about n-grams that BLEU penalizes and nobody marked, and about n-grams
that BLEU credits inside a marked error. Credited occurrences are those shown on Segments
(`bleu_core.explain.matching`). An occurrence is marked if any of its tokens shares a character with
a marked span in the output; errors without such a span, for example omissions, are only counted.

A word without a mark is not necessarily correct: annotators mark the errors they notice. Nor does
BLEU say that an n-gram without credit is wrong: only that no reference has it, or not that often.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.credit import allot_credit, number_ngrams
from bleu_core.segments.marks import Mark, Rating
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode
from bleu_core.text.evalset import EvalSet
from bleu_core.text.spans import align_tokens

# Marks of other severities do not count: Google's annotators also use "neutral".
COUNTED_SEVERITIES = ("minor", "major", "critical")
# Outputs between calls of `progress`.
STEP = 100

Flags = NDArray[np.bool_]
Ints = NDArray[np.int32]


class OrderCounts(NamedTuple):
    """N-gram occurrences of an order, by whether BLEU credits and annotators marked them."""

    order: int
    penalized_unmarked: int
    penalized_marked: int
    credited_unmarked: int
    credited_marked: int


@dataclass(frozen=True)
class NgramVsMarks:
    """The counts of all rated outputs."""

    systems: int
    segments: int
    unplaced: int  # Number of errors that mark no n-gram: they have no span in the output
    orders: tuple[OrderCounts, ...]  # N, from 1


def count_ngrams_vs_marks(
    evalset: EvalSet,
    config: BleuConfig,
    ratings: Iterable[Rating],
    progress: Progress | None = None,
) -> NgramVsMarks:
    """Count all n-grams in rated outputs.

    The marks of all annotators count. A rating without marks counts too, because the output was
    read. Ratings of unknown systems or segments are left out.

    >>> texts = EvalSet({"A": ["a dog sat the"]}, [["the cat sat"]])
    >>> marks = (Mark("Mistranslation", "major", 2, 5), Mark("Grammar", "minor", 10, 13))
    >>> words = count_ngrams_vs_marks(texts, BleuConfig(), [Rating(0, "A", "Ann", marks)]).orders[0]
    >>> words.penalized_unmarked, words.penalized_marked  # "a", "dog"
    (1, 1)
    >>> words.credited_unmarked, words.credited_marked  # "sat", "the"
    (1, 1)
    """
    marks = _marks_by_output(evalset, ratings)
    outputs = sorted(marks)  # by segment
    texts = [evalset.systems[system][segment].as_py() for segment, system in outputs]
    segments, line_of = np.unique([segment for segment, _ in outputs], return_inverse=True)
    references = [[stream[i].as_py() for i in segments.tolist()] for stream in evalset.references]
    encoded, dictionary = encode([texts, *references], config, sub_progress(progress, 0, 0.2))
    line_of_token = np.repeat(line_of.astype(np.int32), encoded[0].lengths)
    numbers, credited = _credited_ngrams(encoded, line_of_token, config.max_ngram_order)
    if progress:
        progress(0.4)
    marked = _marked_tokens(
        texts,
        [marks[output] for output in outputs],
        encoded[0],
        dictionary,
        config,
        sub_progress(progress, 0.4, 1),
    )
    return NgramVsMarks(
        systems=len({system for _, system in outputs}),
        segments=len(segments),
        unplaced=sum(
            mark.side != "target" or not mark.has_span for own in marks.values() for mark in own
        ),
        orders=_counts_by_order(numbers, credited, marked),
    )


def _marks_by_output(
    evalset: EvalSet, ratings: Iterable[Rating]
) -> dict[tuple[int, str], list[Mark]]:
    """The marks of all annotators that count, on each rated output, by segment and system."""
    result: dict[tuple[int, str], list[Mark]] = {}
    for rating in ratings:
        if rating.system in evalset.systems and 0 <= rating.segment < len(evalset):
            own = result.setdefault((rating.segment, rating.system), [])
            own += [mark for mark in rating.marks if mark.severity in COUNTED_SEVERITIES]
    return result


def _credited_ngrams(
    encoded: Sequence[EncodedStream], line_of_token: Ints, max_order: int
) -> tuple[Ints, Flags]:
    """(N, T) the n-gram that begins at each token of the outputs, -1 for none; which are credited.

    `encoded` holds the outputs, and one stream per reference of their segments; `line_of_token` has
    the segment of each token, as a line of the references.
    """
    size = len(line_of_token)
    ids = np.concatenate([stream.ids for stream in encoded])
    lengths = np.concatenate([stream.lengths for stream in encoded])
    texts = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    segments = np.arange(len(encoded[1].lengths), dtype=np.int32)
    lines = [np.repeat(segments, stream.lengths) for stream in encoded[1:]]
    numbers = number_ngrams(ids, texts, max_order)
    is_reference = np.arange(len(texts)) >= size
    every_line = np.concatenate([line_of_token, *lines])
    credited = allot_credit(numbers, texts, every_line, is_reference)
    return numbers[:, :size], credited[:, :size]


def _marked_tokens(
    texts: Sequence[str],
    marks: Sequence[Sequence[Mark]],
    encoded: EncodedStream,
    dictionary: pa.Array,
    config: BleuConfig,
    progress: Progress | None,
) -> Flags:
    """(T,) which tokens share a character with a mark in their output."""
    result = np.zeros(len(encoded.ids), np.bool_)
    words = np.array(dictionary.cast(pa.large_string()).to_pylist(), object)
    offsets = encoded.offsets.tolist()
    for i, (text, own) in enumerate(zip(texts, marks, strict=True)):
        spans = [mark for mark in own if mark.side == "target"]
        if spans:
            there = slice(offsets[i], offsets[i + 1])
            tokens = align_tokens(words[encoded.ids[there]].tolist(), text, config)
            result[there] = [
                any(max(token.start, m.start) < min(token.end, m.end) for m in spans)
                for token in tokens
            ]
        if progress and i % STEP == 0:
            progress(i / len(texts))
    return result


def _counts_by_order(numbers: Ints, credited: Flags, marked: Flags) -> tuple[OrderCounts, ...]:
    result = []
    any_marked = marked.copy()
    for order in range(len(numbers)):
        if order:
            any_marked[: max(0, len(marked) - order)] |= marked[order:]
        there = numbers[order] >= 0
        outcomes = 2 * credited[order, there] + any_marked[there]
        result.append(OrderCounts(order + 1, *np.bincount(outcomes, minlength=4).tolist()))
    return tuple(result)
