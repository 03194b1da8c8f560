"""What the other output has where an n-gram is lost.

Each occurrence of an n-gram that is credited in A beyond B's credit is looked up in the word diff
of the two outputs: what B has from the place of its first token to that of its last, tokens that
are kept included, is the substitute. (What B gains is looked up in A, by the same diff.) One is
reported only if it covers at least half of the places.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from bleu_core.common.arrays import ranges
from bleu_core.explain.credit import allot_credit, diff_blocks, number_ngrams
from bleu_core.explain.ngram_corpus import Column, Corpus, Ints, clipped

SubstituteKind = Literal["joined", "split", "other case", "other form", "nothing", "words"]
# Those that are counted whatever the words are; they come before words.
KINDS: tuple[SubstituteKind, ...] = ("joined", "split", "other case", "other form", "nothing")

# A substitute covers so many places, and this share of them.
MIN_PLACES, MIN_SHARE = 3, 0.5
# More tokens than these are another wording, not a substitute.
MOST_TOKENS = 4
# Of more segments so many are looked up, evenly spread: enough to know a share of one half.
MOST_SEGMENTS = 120


@dataclass(frozen=True)
class Substitute:
    """What stands where an n-gram is lost, and in how many of the places that were looked up."""

    # "joined": inside a longer token; "split": in several tokens; "other case"; "other form": other
    # quotation marks, dashes, digits or code points; "nothing"; "words": always the same `text`.
    kind: SubstituteKind
    text: str
    example: str  # The most frequent example of a kind; '' for words and nothing
    count: int
    of: int
    is_sample: bool = False  # Whether there are more places than those that were looked up


class _Block(NamedTuple):
    """Stretches of the losing and of the other text that stand at the same place."""

    is_equal: bool
    start: int
    end: int
    other_start: int
    other_end: int

    @property
    def is_parallel(self) -> bool:
        """Whether each token stands for one token."""
        return self.end - self.start == self.other_end - self.other_start


# The tokens of the text that has the n-gram, the first and the last of it (exclusive), and the
# tokens at its place in the other text (None if they are the same).
_Place = tuple[list[int], int, int, list[int] | None]


class Substitutes:
    """Looks up substitutes in a comparison; each segment is compared once."""

    def __init__(self, corpus: Corpus, max_order: int) -> None:
        self.corpus, self.max_order = corpus, max_order
        self._diffs: dict[tuple[int, int], tuple[list[int], list[int], list[_Block]]] = {}
        self._words: dict[int, str] = {}

    def find(
        self, key: str, is_sign: bool = False, lost_by_a: bool = False, segments: int = 0
    ) -> Substitute | None:
        """What B has where it loses an n-gram, or A where B gains it; None if that varies.

        `key` is an n-gram, its tokens joined by spaces, or the name of a sign of n-gram families.
        Of a family it says little if most `segments` that lose n-grams with the key have the key.
        """
        of, places, is_sample = self._lost_places(key, is_sign, int(lost_by_a), segments)
        least = max(MIN_PLACES, MIN_SHARE * of)
        found: Counter[tuple[SubstituteKind, str]] = Counter()
        totals: Counter[tuple[SubstituteKind, str]] = Counter()  # of a kind, or of words
        most = 0
        for seen, place in enumerate(places, 1):
            kind, text = self._substitute_at(*place)
            if kind is not None:
                group = kind, text if kind == "words" else ""
                found[kind, text] += 1
                totals[group] += 1
                most = max(most, totals[group])
            if most + of - seen < least:  # whatever the other places have
                return None
        for kind in KINDS:
            if (count := totals[kind, ""]) >= least:
                example = next(text for (k, text), _ in found.most_common() if k == kind)
                return Substitute(kind, "", example, count, of, is_sample)
        for (kind, text), count in found.most_common():
            if kind == "words" and count >= least:
                return Substitute("words", text, "", count, of, is_sample)
        return None

    def _lost_places(
        self, key: str, is_sign: bool, side: int, segments_lost: int
    ) -> tuple[int, Iterator[_Place], bool]:
        """The occurrences in the text of a side (0 is A) with more credit than in the other.

        Their number, the places, and whether these are only a sample.
        """
        corpus, tokens = self.corpus, [key] if is_sign else key.split(" ")
        order = len(tokens)
        positions = corpus.find_key(tokens, is_sign)
        # Tokens with a sign are n-grams of their own.
        words = corpus.ids[positions] if is_sign else np.zeros(len(positions), np.int32)
        segments, _, cell_of, counts = corpus.cells(words.astype(np.int64), positions)
        streams, credit = corpus.places[positions] % corpus.streams, clipped(counts).T
        extra = credit[side] - credit[1 - side]
        wanted = np.flatnonzero(extra > 0)
        if extra[wanted].sum() < max(MIN_PLACES, MIN_SHARE * segments_lost):
            return 0, iter(()), False
        is_sample = len(wanted) > MOST_SEGMENTS
        if is_sample:
            wanted = wanted[np.linspace(0, len(wanted) - 1, MOST_SEGMENTS).astype(np.int64)]
        of_side = np.flatnonzero(streams == side)
        of_side = of_side[np.argsort(cell_of[of_side], kind="stable")]
        own, cells = positions[of_side], cell_of[of_side]
        clips = wanted[counts[wanted, side] > credit[side, wanted]]
        is_credited = ~np.isin(cells, clips)
        is_credited |= np.isin(own, self._credited(np.unique(segments[clips]), side, order))
        own, cells = own[is_credited], cells[is_credited]
        bounds = np.searchsorted(cells, [wanted, wanted + 1]).T.tolist()

        def places() -> Iterator[_Place]:
            for cell, (first, last) in zip(wanted.tolist(), bounds, strict=True):
                segment = int(segments[cell])
                text, other, blocks = self._diff(segment, side)
                begin = int(corpus.ends[segment * corpus.streams + side]) - len(text)
                starts = (own[first:last] - begin).tolist()
                found = [(at, other[_aligned(blocks, at, at + order)]) for at in starts]
                changed = [(at, None if its == text[at : at + order] else its) for at, its in found]
                # First those that differ, then the others, each from right to left.
                changed.sort(key=lambda place: (place[1] is None, -place[0]))
                for at, its in changed[: int(extra[cell])]:
                    yield text, at, at + order, its

        return int(extra[wanted].sum()), places(), is_sample

    def _diff(self, segment: int, side: int) -> tuple[list[int], list[int], list[_Block]]:
        """The tokens of a side and of the other, and the blocks of the word diff of A and B."""
        if (segment, side) not in self._diffs:
            a, b = (self._tokens(segment, stream) for stream in (0, 1))
            blocks = [_Block(tag == "equal", *ends) for tag, *ends in diff_blocks(a, b)]
            turned = [_Block(k.is_equal, *k[3:], *k[1:3]) for k in blocks]
            self._diffs[segment, 0], self._diffs[segment, 1] = (a, b, blocks), (b, a, turned)
        return self._diffs[segment, side]

    def _tokens(self, segment: int, stream: int) -> list[int]:
        corpus, place = self.corpus, segment * self.corpus.streams + stream
        begin = corpus.ends[place - 1] if place else 0
        numbers: list[int] = corpus.ids[begin : corpus.ends[place]].tolist()
        return numbers

    def _credited(self, segments: Ints, side: int, order: int) -> Column:
        """Where n-grams of an order get the credit in the texts of a side in some segments."""
        corpus = self.corpus
        sides = np.array([side, *range(2, corpus.streams)])
        places = (segments[:, None] * corpus.streams + sides).ravel()
        begins = corpus.ends[places - 1] * (places > 0)
        sizes = corpus.ends[places] - begins
        positions = ranges(begins, sizes)
        texts = np.repeat(np.arange(len(places), dtype=np.int32), sizes)
        numbers = number_ngrams(corpus.ids[positions], texts, self.max_order)
        is_reference = texts % len(sides) > 0
        credited = allot_credit(numbers, texts, texts // np.int32(len(sides)), is_reference)
        return positions[credited[order - 1]].astype(np.int32)

    def _written(self, tokens: Sequence[int]) -> list[str]:
        """Tokens as texts."""
        for number in tokens:
            if number not in self._words:
                self._words[number] = self.corpus.dictionary[number].as_py()
        return [self._words[number] for number in tokens]

    def _substitute_at(
        self, text: list[int], start: int, end: int, other: list[int] | None
    ) -> tuple[SubstituteKind | None, str]:
        """The kind of a substitute with its example, or its words; no kind if it is none."""
        if other is None:
            return None, ""
        if not other:
            return "nothing", ""
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        lost, side = self._written(text[start:end]), self._written(other)
        if kind := _longer_or_shorter(lost, self._written(before), self._written(after), side):
            return kind
        words, written = " ".join(side), " ".join(lost)
        if words.lower() == written.lower():
            return "other case", words
        if _plain_form(words) == _plain_form(written):
            return "other form", words
        return ("words", words) if len(side) <= MOST_TOKENS else (None, "")


def _longer_or_shorter(
    lost: Sequence[str], before: Sequence[str], after: Sequence[str], side: Sequence[str]
) -> tuple[SubstituteKind, str] | None:
    """Whether tokens are inside a longer one of the other side, or one of them is split there."""
    text = "".join(lost)
    # With a neighbour, as "in" is in "find" by chance.
    around = [f"{word}{text}" for word in before] + [f"{text}{word}" for word in after]
    for token in side:
        if any(joined in token for joined in around):
            return "joined", token
    for first, second in pairwise(side):
        if any(first + second in token for token in lost):
            return "split", f"{first} {second}"
    return None


def _aligned(blocks: Sequence[_Block], start: int, end: int) -> slice:
    """What stands for tokens in the other text: from the place of the first to that of the last.

    A token stands for one token in a block of equal length, for the whole of another block.
    """
    touched = [block for block in blocks if block.start < end and start < block.end]
    first, last = touched[0], touched[-1]
    return slice(
        first.other_start + (start - first.start) * first.is_parallel,
        last.other_end - (last.end - end) * last.is_parallel,
    )


def _plain_form(text: str) -> str:
    """A text with one kind of quotation marks, dashes and digits, in compatibility form."""
    return "".join(map(_plain_character, unicodedata.normalize("NFKC", text)))


def _plain_character(character: str) -> str:
    match unicodedata.category(character):
        case "Pd":
            return "-"
        case "Pi" | "Pf":
            return '"'
        case "Nd":
            return str(unicodedata.digit(character))
    return '"' if character in "'`\"´" else character
