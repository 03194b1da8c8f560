"""Which n-grams BLEU and people part over most, and where these stand."""

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

# What is listed, and what an occurrence became that counts there.
LISTS = {"false alarms": FALSE_ALARM, "not seen": NOT_SEEN}

# Tokens of a segment that are opened: a damaged file may have millions.
MOST_TOKENS = 1_000

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PartedNgrams:
    """The G n-grams of an order over which BLEU and people part, those most often first.

    Attributes
    ----------
    order : int
    became : int
        What is listed: FALSE_ALARM or NOT_SEEN.
    texts : (G,) pyarrow large_string array
        Their tokens, joined by a space.
    counts : (G, 4) array
        How many of the occurrences became FALSE_ALARM, CAUGHT, AGREED, NOT_SEEN.
    systems, segments : (G,) arrays
        In how many systems, and segments, the listed occurrences are.
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
        """The rows whose n-gram has a text, case ignored, or fits it where it is "/…/".

        Raises
        ------
        ValueError
            Where what stands between the slashes is no regular expression.
        """
        return np.flatnonzero(matches(self.texts, text)) if text else np.arange(len(self))


def list_ngrams(inside: Inside, which: str, order: int) -> PartedNgrams:
    """The n-grams of an order by how often they are in one of `LISTS`.

    Those as often come in the order in which they first appear in the outputs.
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
    """(size,) among how many different things each n-gram is."""
    kinds = int(among.max(initial=0)) + 1
    return np.bincount(np.unique(ngrams * kinds + among) // kinds, minlength=size)


class Place(NamedTuple):
    """An output that has an n-gram: its system, its segment from 0 on, the tokens it begins at."""

    system: str
    segment: int
    starts: tuple[int, ...]


def find_places(inside: Inside, which: str, ngram: str) -> list[Place]:
    """The outputs that have an n-gram, its tokens joined by a space, in one of `LISTS`.

    By segment; within one in the order of the systems. Empty where no output has it there, or
    where the n-gram is of none of the orders.
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
    found: dict[tuple[int, int], list[int]] = {}
    for output, start in zip(outputs.tolist(), (hits - firsts).tolist(), strict=True):
        place = int(occurrences.segment_of[output]), int(occurrences.system_of[output])
        found.setdefault(place, []).append(start)
    return [
        Place(occurrences.systems[system], segment, tuple(starts))
        for (segment, system), starts in sorted(found.items())
    ]


def place_in_context(inside: Inside, place: Place, ngram: str) -> Context:
    """The first of the n-gram's occurrences that a place is of, in its text."""
    occurrences = inside.occurrences
    text = occurrences.evalset.systems[place.system][place.segment].as_py()
    return context_at(text, place.starts[0], len(ngram.split()), occurrences.config)


class SeenSegment(NamedTuple):
    """A segment of a system: as BLEU sees it, and as people do.

    Attributes
    ----------
    match : HypothesisMatch
    references : tuple of str
        Those that are there.
    text : str
        The output.
    ratings : tuple of Rating
        One for each annotator who rated it.
    """

    match: HypothesisMatch
    references: tuple[str, ...]
    text: str
    ratings: tuple[Rating, ...]


def see_segment(
    evalset: EvalSet, config: BleuConfig, ratings: Iterable[Rating], system: str, segment: int
) -> SeenSegment:
    """A segment of a system, both ways of seeing; no more of it than can be drawn at ease."""
    text = evalset.systems[system][segment].as_py()
    references = [stream[segment].as_py() for stream in evalset.references]
    found = compare_segment(text, text, references, config, most=MOST_TOKENS)
    said = tuple(one for one in ratings if (one.system, one.segment) == (system, segment))
    given = tuple(reference for reference in references if reference is not None)
    return SeenSegment(found.match_a, given, text, said)
