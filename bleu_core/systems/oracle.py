"""Complementarity: BLEU of the best choice among systems in each segment.

What a perfect reranker could gain. Choosing the best sentence is not enough, since BLEU is of sums:
the choice starts from it, follows the slope of the score, and ends when no other output in a single
segment raises the score. A bound shows how much the best possible choice could be better.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.significance.resampling import gradient
from bleu_core.text.config import BleuConfig

Ints = NDArray[np.int64]
# The slope settles after a few rounds, or alternates between choices of almost the same score.
MOST_ROUNDS = 50
# Relative difference of scores, far above the error of `quick_scores`.
QUICK_ERROR = 1e-9


class Oracle(NamedTuple):
    """The best choice found: see `best_choice`.

    `choice` is (S,), the number of the system in each segment; `score` its BLEU; `bound` what no
    choice exceeds. `shares` are the parts of segments taken from each system; systems with the
    same statistics in a segment share it. `alike` is the part where all have the same, which is in
    no share.
    """

    choice: Ints
    score: float
    bound: float
    shares: list[float]
    alike: float


def best_choice(systems: Sequence[SegmentStatistics], progress: Progress | None = None) -> Oracle:
    """Choose the system with which BLEU of all segments is highest, in each segment.

    There are two or more systems on the same S segments, under the same settings.
    """
    first = systems[0]
    rows = np.stack([stats.matrix for stats in systems]).astype(np.float64)  # (K, S, C)
    sentences = np.stack([stats.effective_sentence_scores for stats in systems])
    # From the best sentences, and from the best system, which it is never worse than.
    best = int(np.argmax([stats.corpus().score for stats in systems]))
    starts = sentences.argmax(axis=0), np.full(len(first), best)
    parts = sub_progress(progress, 0, 0.5), sub_progress(progress, 0.5, 1)
    found = [
        _climbed(first, rows, _followed(first, rows, start), part)
        for start, part in zip(starts, parts, strict=True)
    ]
    scores = [float(first.scores(_chosen(rows, one).sum(axis=0)[None])[0]) for one in found]
    score, choice = max(scores), found[int(np.argmax(scores))]
    same = (rows == _chosen(rows, choice)).all(axis=2)  # (K, S)
    alike = same.all(axis=0)
    taken = (same / same.sum(axis=0))[:, ~alike].sum(axis=1) / max(1, len(choice))
    bound = max(score, _bound(first.config, rows, choice))
    return Oracle(choice, score, bound, taken.tolist(), float(alike.mean()))


def _chosen(rows: FloatArray, choice: Ints) -> FloatArray:
    return rows[choice, np.arange(len(choice))]


def _followed(stats: SegmentStatistics, rows: FloatArray, choice: Ints) -> Ints:
    """Take the output with the highest slope of the score in each segment, while that helps."""
    best, best_score = choice, -1.0
    for _ in range(MOST_ROUNDS):
        chosen = stats.with_rows(_chosen(rows, choice))
        score = float(chosen.scores(chosen.matrix.sum(axis=0)[None])[0])
        if score <= best_score:
            break
        best, best_score = choice, score
        choice = (rows @ gradient(chosen)).argmax(axis=0)
    return best


def _climbed(
    stats: SegmentStatistics, rows: FloatArray, choice: Ints, progress: Progress | None
) -> Ints:
    """Change single segments, the one that gains most first, until none raises the score."""
    choice = choice.copy()
    total = _chosen(rows, choice).sum(axis=0)
    # (K, S, C), each statistic contiguous, as `quick_scores` is fastest.
    changes = (rows - _chosen(rows, choice)).transpose(2, 0, 1).copy().transpose(1, 2, 0)
    steps = 0
    while True:
        if progress:
            progress(min(1, steps / len(choice)))  # hardly more steps than segments
        steps += 1
        changed = (total + changes).reshape(-1, len(total))
        quick = stats.quick_scores(changed)
        near = np.flatnonzero(quick >= quick.max() * (1 - QUICK_ERROR))
        # Thousands of changes may be the same, such as one more word: the first is scored.
        others = (changed[near] != changed[near[0]]).any(axis=1)
        near = np.append(near[0], near[others])
        scores = stats.scores(changed[near])
        place = int(scores.argmax())
        now = float(stats.scores(total[None])[0])
        if scores[place] <= now * (1 + 1e-12):
            return choice
        system, segment = divmod(int(near[place]), len(choice))
        choice[segment] = system
        total += changes[system, segment]
        changes[:, segment] = rows[:, segment] - rows[system, segment]


def _bound(config: BleuConfig, rows: FloatArray, choice: Ints) -> float:
    """What no choice exceeds: 100 if smoothing changes the score.

    ln BLEU is replaced by a function that is nowhere smaller and is linear in the statistics, so
    that the best choice is the best in each segment. ln M is below its tangent, since it is
    concave; −ln T is below the chord over all possible T, since it is convex; and 1 − r/c, where it
    is negative, is at most (c − r) / c_max.
    """
    order = config.max_ngram_order
    sums = _chosen(rows, choice).sum(axis=0)
    matches, weights = sums[2 : 2 + order], np.array(config.weights or [1 / order] * order)
    low, high = rows.min(axis=0).sum(axis=0), rows.max(axis=0).sum(axis=0)
    smoothed = config.smooth_method == "add-k" or (matches <= 0).any()
    if smoothed or (low[2 + order :] <= 0).any():
        return 100.0
    slopes = np.zeros(rows.shape[2])
    slopes[2 : 2 + order] = weights / matches
    constant = float((weights * (np.log(matches) - 1)).sum())
    for place, weight in enumerate(weights, 2 + order):
        chord = (np.log(high[place]) - np.log(low[place])) / max(high[place] - low[place], 1.0)
        slopes[place] = -weight * chord
        constant += float(weight * (chord * low[place] - np.log(low[place])))
    without_penalty = slopes.copy()
    slopes[0] += 1 / high[0]
    slopes[1] -= 1 / high[0]
    bounds = [
        constant + float((rows @ linear).max(axis=0).sum()) for linear in (without_penalty, slopes)
    ]
    return float(min(100.0, 100 * np.exp(min(bounds))))
