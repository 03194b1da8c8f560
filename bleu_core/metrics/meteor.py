"""METEOR's exact stage: equal words alone, neither stems nor synonyms nor paraphrases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bleu_core.additive import FloatArray, Rows
from bleu_core.config import BleuConfig
from bleu_core.encoding import EncodedStream, encode
from bleu_core.metrics.chunks import most_joints
from bleu_core.metrics.metric import About
from bleu_core.progress import Progress, part_of
from bleu_core.signature import written
from bleu_core.statistics import count_matches
from bleu_core.streams import Stream
from bleu_core.tokenizers import tokenizer_signature

# Segments between two calls of progress.
BLOCK = 200


@dataclass(frozen=True)
class MeteorExact:
    """METEOR on equal words alone, by the formula of 2005.

    100 · Fmean · (1 - ½ · (chunks / matches)³), Fmean = 10·P·R / (R + 9·P), with P matches
    per word of the output and R per word of the reference (Banerjee and Lavie 2005, section
    2.2). That is NLTK's formula at its usual α = 0.9, β = 3, γ = 0.5.

    Of the ways to link equal words, one with the fewest chunks counts (`most_joints`), as
    in Meteor 1.x; NLTK links each word, from the last on, with the last that is left in
    the reference, and where words repeat has more chunks. Of several references that with
    the best score of the segment counts. The score of many segments is the formula of their
    sums of matches, chunks and words, as in METEOR's own aggregate.

    No score of METEOR proper: that links stems, synonyms and paraphrases too and, from
    version 1.0 on, has other parameters.

    Parameters
    ----------
    tokenize, lowercase
        As in `BleuConfig`, which checks them. METEOR itself lower-cases.

    Raises
    ------
    ValueError
        For a tokenizer that is not known.

    Examples
    --------
    All six words match, in two chunks: "on the mat" and "sat the cat". Fmean is 1, and the
    penalty ½ · (2 / 6)³:

    >>> from bleu_core.metrics import MeteorExact, measure
    >>> texts = ["on the mat sat the cat"], ["sat the cat on the mat"]
    >>> (stats,) = measure(MeteorExact(), [texts[0]], [texts[1]])
    >>> stats.matrix[0].tolist()
    [6, 2, 6, 6]
    >>> round(stats.corpus().score, 2)
    98.15
    """

    tokenize: str = "13a"
    lowercase: bool = False

    about: ClassVar[About] = About(
        key="meteor-exact",
        label="METEOR (exact)",
        source="Banerjee and Lavie (2005), the exact module alone",
        term="meteor-exact",
    )

    def __post_init__(self) -> None:
        self._config()

    def _config(self) -> BleuConfig:
        return BleuConfig(tokenize=self.tokenize, lowercase=self.lowercase)

    def count(
        self,
        systems: Sequence[Stream],
        references: Sequence[Stream],
        progress: Progress | None = None,
    ) -> list[Rows]:
        """(S, 4) int64: matches, chunks, words of the output, words of the reference."""
        encoded, _ = encode([*systems, *references], self._config(), part_of(progress, 0, 0.2))
        hypotheses, refs = encoded[: len(systems)], encoded[len(systems) :]
        pairs = len(hypotheses) * len(refs)
        parts = iter([
            part_of(progress, 0.2 + 0.8 * i / pairs, 0.2 + 0.8 * (i + 1) / pairs)
            for i in range(pairs)
        ])  # fmt: skip
        return [
            self._best([_aligned(hypothesis, ref, next(parts)) for ref in refs], refs)
            for hypothesis in hypotheses
        ]

    def _best(self, counted: list[NDArray[np.int64]], refs: list[EncodedStream]) -> Rows:
        """(S, 4) of each segment the row of the reference that scores best, the first of equals."""
        scores = np.stack([self.scores(rows) for rows in counted])
        scores[~np.stack([ref.present for ref in refs])] = -1
        rows: Rows = np.stack(counted)[scores.argmax(axis=0), np.arange(len(counted[0]))]
        return rows

    def scores(self, sums: Rows) -> FloatArray:
        matches, chunks, words, ref_words = sums.T.astype(float)
        # 10PR / (R + 9P), with P = matches / words and R = matches / ref_words.
        fmean = 10 * matches / np.maximum(words + 9 * ref_words, 1)
        penalty = 0.5 * (chunks / np.maximum(matches, 1)) ** 3
        found: FloatArray = 100 * fmean * (1 - penalty)
        return found

    def quick_scores(self, sums: Rows) -> FloatArray:
        return self.scores(sums)

    def sentence_scores(self, rows: Rows) -> FloatArray:
        return self.scores(rows)

    def signature(self, num_refs: int) -> str:
        """For example "nrefs:2|case:mixed|tok:13a|modules:exact|formula:2005|version:…"."""
        case = "lc" if self.lowercase else "mixed"
        tok = tokenizer_signature(self.tokenize)
        fields = {"case": case, "tok": tok, "modules": "exact", "formula": "2005"}
        return written(num_refs, fields)


def _aligned(
    hypothesis: EncodedStream, reference: EncodedStream, progress: Progress | None
) -> NDArray[np.int64]:
    """(S, 4) rows of an output against one reference."""
    # As many equal words are linked as both have: the clipped matches of order 1.
    (matches,) = count_matches([hypothesis], [reference], 1)
    rows = np.column_stack([matches, matches, hypothesis.lengths, reference.lengths])
    texts = zip(_segments(hypothesis), _segments(reference), strict=True)
    for i, (words, ref_words) in enumerate(texts):
        if rows[i, 0] > 1:
            rows[i, 1] -= most_joints(words, ref_words)
        if progress and i % BLOCK == 0:
            progress(i / len(rows))
    return rows


def _segments(stream: EncodedStream) -> Iterator[list[int]]:
    return (part.tolist() for part in np.split(stream.ids, stream.offsets[1:-1]))
