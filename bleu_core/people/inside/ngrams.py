"""N-grams on which BLEU and annotators disagree most, and where they occur."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import as_arrow, as_numpy, repeated
from bleu_core.explain.context import Context, context_at
from bleu_core.explain.matching import HypothesisMatch, compare_segment
from bleu_core.people.inside.counts import FALSE_ALARM, NOT_SEEN, Inside
from bleu_core.people.inside.occurrences import Occurrences
from bleu_core.segments.marks import Rating
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.search import matches

# The lists, and the class of their occurrences.
LISTS = {"false alarms": FALSE_ALARM, "not seen": NOT_SEEN}

# Most tokens of an opened segment: a damaged file may have millions.
MOST_TOKENS = 1_000

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PartedNgrams:
    """The G n-grams of an order on which BLEU and annotators disagree, most frequent first.

    Attributes
    ----------
    order : int
    became : int
        The class listed: FALSE_ALARM or NOT_SEEN.
    texts : (G,) pyarrow large_string array
        Their tokens, joined by spaces.
    counts : (G, 4) array
        Occurrences in FALSE_ALARM, CAUGHT, AGREED, NOT_SEEN.
    systems, segments : (G,) arrays
        Numbers of systems, and segments, with listed occurrences.
    """

    order: int
    became: int
    texts: pa.Array
    counts: Ints
    systems: Ints
    segments: Ints

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def nbytes(self) -> int:
        return int(self.texts.nbytes) + 6 * 8 * len(self)

    def containing(self, text: str) -> Ints:
        """Rows whose n-gram contains a text, ignoring case, or matches it if it is "/…/".

        Raises
        ------
        ValueError
            The text between the slashes is not a regular expression.
        """
        return np.flatnonzero(matches(self.texts, text)) if text else np.arange(len(self))


def list_ngrams(inside: Inside, which: str, order: int) -> PartedNgrams:
    """N-grams of an order by frequency in one of `LISTS`.

    Ties are in order of first appearance in the outputs.
    """
    listed, occurrences = LISTS[which], inside.occurrences
    numbers, became = occurrences.numbers[order - 1], inside.became[order - 1]
    there = np.flatnonzero(became >= 0)
    size = int(numbers.max(initial=-1)) + 1
    cells = np.bincount(4 * numbers[there].astype(np.int64) + became[there], minlength=4 * size)
    counts = cells.reshape(size, 4)
    hits = np.flatnonzero(became == listed)
    example = np.full(size, len(numbers), np.int64)
    np.minimum.at(example, numbers[hits], hits)
    rows = np.flatnonzero(counts[:, listed])
    rows = rows[np.lexsort((example[rows], -counts[rows, listed]))]
    outputs = occurrences.output_of[hits]
    ngrams = numbers[hits].astype(np.int64)
    return PartedNgrams(
        order=order,
        became=listed,
        texts=_texts(occurrences, example[rows], order),
        counts=counts[rows],
        systems=_spread(ngrams, occurrences.system_of[outputs], size)[rows],
        segments=_spread(ngrams, occurrences.segment_of[outputs], size)[rows],
    )


def _texts(occurrences: Occurrences, starts: Ints, order: int) -> pa.Array:
    ids = occurrences.ids[starts[:, None] + np.arange(order)].ravel()
    tokens = occurrences.dictionary.take(as_arrow(np.ascontiguousarray(ids)))
    ends = np.arange(0, len(ids) + 1, order)
    lists = pa.LargeListArray.from_arrays(as_arrow(ends), tokens)
    return pc.binary_join(lists, repeated(" ", len(lists)))


def _spread(ngrams: Ints, among: NDArray[np.int32], size: int) -> Ints:
    """(size,) number of distinct values of `among` per n-gram."""
    kinds = int(among.max(initial=0)) + 1
    return np.bincount(np.unique(ngrams * kinds + among) // kinds, minlength=size)


class Place(NamedTuple):
    """An output with an n-gram: system, segment from 0, and first tokens of its occurrences."""

    system: str
    segment: int
    starts: tuple[int, ...]


def find_places(inside: Inside, which: str, ngram: str) -> list[Place]:
    """Outputs with an n-gram, its tokens joined by spaces, in one of `LISTS`.

    By segment, then in the order of the systems. Empty if no output has it, or its order is not
    counted.
    """
    occurrences, tokens = inside.occurrences, ngram.split()
    if not 0 < len(tokens) <= len(inside.became):
        return []
    ids = pc.index_in(pa.array(tokens, pa.large_string()), occurrences.dictionary)
    if ids.null_count:
        return []
    hits = np.flatnonzero(inside.became[len(tokens) - 1] == LISTS[which])
    for i, number in enumerate(as_numpy(ids)):
        hits = hits[occurrences.ids[hits + i] == number]
    outputs = occurrences.output_of[hits]
    firsts = np.searchsorted(occurrences.output_of, outputs)
    result: dict[tuple[int, int], list[int]] = {}
    for output, start in zip(outputs.tolist(), (hits - firsts).tolist(), strict=True):
        place = int(occurrences.segment_of[output]), int(occurrences.system_of[output])
        result.setdefault(place, []).append(start)
    return [
        Place(occurrences.systems[system], segment, tuple(starts))
        for (segment, system), starts in sorted(result.items())
    ]


def place_in_context(inside: Inside, place: Place, ngram: str) -> Context:
    """The first occurrence of an n-gram at a place, in its text."""
    occurrences = inside.occurrences
    text = occurrences.evalset.systems[place.system][place.segment].as_py()
    return context_at(text, place.starts[0], len(ngram.split()), occurrences.config)


class SeenSegment(NamedTuple):
    """A segment of a system, with BLEU's matches and people's marks.

    Attributes
    ----------
    match : HypothesisMatch
    references : tuple of str
        The references that exist.
    text : str
        The output.
    ratings : tuple of Rating
        One per annotator who rated it.
    """

    match: HypothesisMatch
    references: tuple[str, ...]
    text: str
    ratings: tuple[Rating, ...]


def see_segment(
    evalset: EvalSet, config: BleuConfig, ratings: Iterable[Rating], system: str, segment: int
) -> SeenSegment:
    """A segment of a system with matches and marks, cut to a size that is easily drawn."""
    text = evalset.systems[system][segment].as_py()
    references = [stream[segment].as_py() for stream in evalset.references]
    result = compare_segment(text, text, references, config, most=MOST_TOKENS)
    own_ratings = tuple(
        rating for rating in ratings if (rating.system, rating.segment) == (system, segment)
    )
    present = tuple(reference for reference in references if reference is not None)
    return SeenSegment(result.match_a, present, text, own_ratings)
