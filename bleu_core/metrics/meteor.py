"""METEOR's exact stage: equal words only, without stems, synonyms or paraphrases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from bleu_core.common.progress import Progress, part_of
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.chunks import most_joints
from bleu_core.metrics.metric import About, MetricStatistics, measure
from bleu_core.metrics.statistics import count_matches
from bleu_core.metrics.words import Ints, WordMetric, Words
from bleu_core.text.streams import Stream


@dataclass(frozen=True)
class MeteorExact(WordMetric):
    """METEOR on equal words only, by the formula of 2005.

    100 · Fmean · (1 - ½ · (chunks / matches)³), Fmean = 10·P·R / (R + 9·P), with P matches
    per word of the output and R per word of the reference (Banerjee and Lavie 2005, section
    2.2). That is NLTK's formula at its usual α = 0.9, β = 3, γ = 0.5.

    Words are linked so that there are as few chunks as possible (`most_joints`), as in Meteor
    1.x; NLTK links each word, from the last on, with the last one left in the reference, and has
    more chunks where words repeat. Of several references the one with the segment's best score
    counts. The score of many segments is the formula of their sums of matches, chunks and words,
    as in METEOR's own aggregate.

    This is not METEOR proper, which also links stems, synonyms and paraphrases and, from version
    1.0 on, has other parameters.

    Settings: see `WordMetric`. METEOR itself lower-cases.
    """

    about: ClassVar[About] = About(
        key="meteor-exact",
        label="METEOR (exact)",
        source="Banerjee and Lavie (2005), the exact module alone",
        glossary_key="meteor-exact",
    )

    def count(
        self,
        systems: Sequence[Stream],
        references: Sequence[Stream],
        progress: Progress | None = None,
    ) -> list[Rows]:
        """(S, 4) int64: matches, chunks, words of the output, words of the reference."""
        words = Words.of(systems, references, self.config(), part_of(progress, 0, 0.2))
        matches = _matches(words)
        joints = words.compared(_most_joints, part_of(progress, 0.2, 1))
        return [self._best(words, i, matches[i], joints[i]) for i in range(len(systems))]

    def _best(self, words: Words, system: int, matches: Ints, joints: Ints) -> Rows:
        """(S, 4) row of each segment's best reference, the first of equals; from (R, S)."""
        lengths = np.broadcast_to(words.systems[system].lengths, matches.shape)
        counted = np.stack([matches, matches - joints, lengths, words.ref_lengths], axis=2)
        scores = np.stack([self.scores(rows) for rows in counted])
        scores[~words.present] = -1
        best: Rows = counted[scores.argmax(axis=0), np.arange(counted.shape[1])]
        return best

    def scores(self, sums: Rows) -> FloatArray:
        matches, chunks, words, ref_words = sums.T.astype(float)
        # 10PR / (R + 9P), with P = matches / words and R = matches / ref_words.
        fmean = 10 * matches / np.maximum(words + 9 * ref_words, 1)
        penalty = 0.5 * (chunks / np.maximum(matches, 1)) ** 3
        scores: FloatArray = 100 * fmean * (1 - penalty)
        return scores

    def signature_fields(self) -> dict[str, str]:
        return {**super().signature_fields(), "modules": "exact", "formula": "2005"}


def meteor_exact_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Stream],
    tokenize: str = "13a",
    lowercase: bool = False,
    progress: Progress | None = None,
) -> MetricStatistics:
    """Statistics of METEOR's exact stage for every segment.

    Parameters
    ----------
    hypotheses, references
        As in `segment_statistics`.
    tokenize, lowercase
        The settings of `MeteorExact`.
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    MetricStatistics
        `.matrix` (S, 4), matches, chunks, words of the output and of the reference;
        `.corpus()`, with score and signature; `.sentence_scores()` (S,), 0 to 100.

    Raises
    ------
    ValueError
        For invalid settings; as InputError, a ValueError too, for input that cannot be scored.

    Examples
    --------
    All six words match, in two chunks: "on the mat" and "sat the cat". Fmean is 1, and the
    penalty ½ · (2 / 6)³:

    >>> texts = ["on the mat sat the cat"], [["sat the cat on the mat"]]
    >>> found = meteor_exact_statistics(*texts)
    >>> found.matrix.tolist()
    [[6, 2, 6, 6]]
    >>> round(found.corpus().score, 2)
    98.15
    """
    metric = MeteorExact(tokenize, lowercase)
    (statistics,) = measure(metric, [hypotheses], references, progress)
    return statistics


def _matches(words: Words) -> list[Ints]:
    """Links of equal words, the maximum number: for each system (R, S)."""
    by_reference = [count_matches(words.systems, [ref], 1) for ref in words.references]
    return [np.column_stack(counts).T for counts in zip(*by_reference, strict=True)]


def _most_joints(words: list[int], reference: list[int], **_: object) -> int:
    """`most_joints` as a scorer of rapidfuzz, which passes more arguments."""
    return most_joints(words, reference)
