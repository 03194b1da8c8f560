"""METEOR's exact stage: matches of equal words, without stems, synonyms or paraphrases."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import METRIC_FACTS, MetricInfo
from bleu_core.metrics.match_counting import count_matches
from bleu_core.metrics.metric import MetricStatistics, measure
from bleu_core.metrics.words import Ints, SegmentWords, WordMetric
from bleu_core.text.evalset import Streams

# Beam width: partial alignments kept, those with the most joints (as in Meteor 1.5), and nearest
# places considered for a pair of words. The answer is exact where no more are open; ten times as
# many change 6 of 4,890 outputs of TED talks, by one joint or two.
WIDTH = 40

# Words up to which the full width is used. The work grows with the square of either number, so
# longer texts get a narrower beam: repetitive ones of 50,000 words take 3 seconds.
LONG = 4_000

# A word not linked to a place yet; a linked one whose next word does not continue the link.
FREE, BOUND = -1, -2

# Key of a partial alignment: the link of its last word, and the taken places that later words may
# need, as bits. Of alignments with the same key the best is kept.
State = tuple[int, int]


def most_joints(words: Sequence[int], reference: Sequence[int]) -> int:
    """The most joints that a beam search finds in alignments of two texts, as numbers of words.

    Texts that repeat few words often may have an alignment with more. "on the mat" is a chunk with
    2 joints, "the cat" one with 1: "the" is linked so that neither is split.

    >>> the, cat, on, mat, sat = range(5)
    >>> most_joints([on, the, mat, the, cat], [the, cat, sat, on, the, mat])
    3
    """
    width = max(1, WIDTH * LONG // max(LONG, len(words), len(reference)))
    places = defaultdict(list)
    for place, pair in enumerate(pairwise(reference)):
        places[pair].append(place)
    # [i]: places where words i and i + 1 are neighbours in the reference.
    joints = []
    for i, pair in enumerate(pairwise(words)):
        every = places.get(pair, [])
        start = max(0, min(bisect(every, i) - width // 2, len(every) - width))
        joints.append(every[start : start + width])
    joints.append([])
    # The last word that may need each place; the places that later words may need.
    last = {
        place: i for i, here in enumerate(joints) for pair in here for place in (pair, pair + 1)
    }
    wanted = 0
    for place in last:
        wanted |= 1 << place
    states: dict[State, int] = {(FREE, 0): 0}
    for i, here in enumerate(joints):
        if here:
            gone = {place for pair in here for place in (pair, pair + 1) if last[place] == i}
            for place in gone:
                wanted ^= 1 << place
            states = _extend(states, here, joints[i + 1], wanted, width)
    return max(states.values())


def _extend(
    states: dict[State, int], here: list[int], after: list[int], wanted: int, width: int
) -> dict[State, int]:
    """Partial alignments with a joint at one of the places `here`, or with none."""
    extended: dict[State, int] = {}
    for (link, taken), joints in states.items():
        free = FREE, taken & wanted
        extended[free] = max(extended.get(free, 0), joints)
        for place in here if link == FREE else [link] if link in here else []:
            # A linked word has its own place taken already.
            pair = (3 if link == FREE else 2) << place
            if taken & pair:
                continue
            linked = place + 1 if place + 1 in after else BOUND if after else FREE
            state = linked, (taken | pair) & wanted
            extended[state] = max(extended.get(state, 0), joints + 1)
    if len(extended) > width:
        best = sorted(extended.items(), key=lambda item: (-item[1], item[0]))
        return dict(best[:width])
    return extended


@dataclass(frozen=True)
class MeteorExact(WordMetric):
    """METEOR on equal words only, by the formula of 2005.

    100 · Fmean · (1 - ½ · (chunks / matches)³), Fmean = 10·P·R / (R + 9·P), with P matches
    per word of the output and R per word of the reference (Banerjee and Lavie 2005, section
    2.2). That is NLTK's formula at its usual α = 0.9, β = 3, γ = 0.5.

    Words are linked so that there are few chunks: the fewest that a beam search finds, as in Meteor
    1.x, which are not always the fewest that exist if words repeat (`most_joints`). NLTK links each
    word, from the last on, with the last one left in the reference, and has more chunks where words
    repeat. Of several references the one with the segment's best score counts. The score of many
    segments is the formula of their sums of matches, chunks and words, as in METEOR's own
    aggregate.

    This is not METEOR proper, which also links stems, synonyms and paraphrases and, from version
    1.0 on, has other parameters.

    Settings: see `WordMetric`. METEOR itself lower-cases.
    """

    about: ClassVar[MetricInfo] = METRIC_FACTS["meteor-exact"]

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """(S, 4) int64: matches, chunks, words of the output, words of the reference."""
        words = SegmentWords.of(systems, references, self.config(), sub_progress(progress, 0, 0.2))
        # Links of equal words, the maximum number: of each system (R, S).
        by_reference = [count_matches(words.systems, [ref], 1) for ref in words.references]
        matches = [np.column_stack(counts).T for counts in zip(*by_reference, strict=True)]
        joints = words.compared(
            lambda words, reference, **_: most_joints(words, reference),
            sub_progress(progress, 0.2, 1),
        )
        return [self._best(words, i, matches[i], joints[i]) for i in range(len(systems))]

    def _best(self, words: SegmentWords, system: int, matches: Ints, joints: Ints) -> Rows:
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
    references: Streams,
    tokenize: str = "13a",
    lowercase: bool = False,
    progress: Progress | None = None,
) -> MetricStatistics:
    """Compute METEOR's exact stage: matches of equal words only.

    This is not METEOR proper, which also matches stems, synonyms and paraphrases.

    Parameters
    ----------
    hypotheses : S strings
        Output of the system.
    references : list of streams of S strings
        As in sacreBLEU: [[ref 1 of every segment], [ref 2 of every segment], …]. None is a missing
        reference.
    tokenize : str
        Tokenizer by its sacreBLEU name, as in `BleuConfig`.
    lowercase : bool
        Whether to lowercase all texts.
    progress : callable, optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    MetricStatistics
        `.corpus()` has score and signature; `.sentence_scores()` (S,), 0 to 100; `.matrix` (S, 4):
        matches, chunks, and words of output and reference. The significance tests accept it.

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    References
    ----------
    Banerjee and Lavie (2005), "METEOR: An Automatic Metric for MT Evaluation with Improved
    Correlation with Human Judgments", https://aclanthology.org/W05-0909.

    Examples
    --------
    All six words match, in two chunks: "on the mat" and "sat the cat". Fmean is 1, and the
    penalty ½ · (2 / 6)³.

    >>> texts = ["on the mat sat the cat"], [["sat the cat on the mat"]]
    >>> found = meteor_exact_statistics(*texts)
    >>> found.matrix.tolist()
    [[6, 2, 6, 6]]
    >>> round(found.corpus().score, 2)
    98.15
    """
    return measure(MeteorExact(tokenize, lowercase), [hypotheses], references, progress)[0]
