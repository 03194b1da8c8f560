"""Robustness: Δ, its interval and p under other tokenizers, case, smoothing and references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, product
from typing import NamedTuple, TypeVar

import numpy as np
import pyarrow.compute as pc

from bleu_core.common.arrays import as_arrow
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu import SegmentStatistics, statistics_of
from bleu_core.significance import (
    MIN_DOCUMENTS,
    MIN_SEGMENTS,
    SAMPLES,
    SEED,
    TRIALS,
    Bootstrap,
    PairResamples,
    clusters_of,
    resample_together,
    unit_of,
)
from bleu_core.significance.paired_tests import bootstrap_interval
from bleu_core.significance.robustness_results import RobustnessCell
from bleu_core.text.config import SMOOTHING, BleuConfig
from bleu_core.text.evalset import present_mask

# Those that need nothing beyond sacreBLEU's own dependencies.
TOKENIZERS = ("13a", "intl", "char", "none")
# Share of segments with Chinese characters from which the tokenizer zh is included.
CHINESE = 0.1
# Counts of the text held at a time, and their total segments.
TOGETHER, HELD = 8, 400_000

# Seconds per count of the text: fixed, per segment counted, per unit resampled. Measured on two
# cores with 252 to 24,450 segments.
BASE, PER_SEGMENT, PER_UNIT = 0.05, 2e-5, 3e-5

Value = TypeVar("Value")


class RobustnessSetting(NamedTuple):
    """A setting to score under, with one reference or without one; None means all.

    References count from 1.
    """

    config: BleuConfig
    reference: int | None
    without: int | None = None


def robustness_settings(comparison: Comparison) -> list[RobustnessSetting]:
    """The settings of the grid: the present one first, then those nearest to it.

    Settings with the same counts, which differ only in smoothing, are neighbours. With three or
    more references, each is also left out, under the present tokenizer and case.
    """
    config, evalset = comparison.config, comparison.evalset
    has_chinese = pc.sum(pc.match_substring_regex(evalset.references[0], r"\p{Han}"), min_count=0)
    chinese = ["zh"] if has_chinese.as_py() / len(comparison) >= CHINESE else []
    tokenizers = _put_first(config.tokenize, [*TOKENIZERS, *chinese])
    cases = _put_first(config.lowercase, [False, True])
    there = [i for i, r in enumerate(evalset.references, 1) if present_mask(r).any()]
    alone = [(number, None) for number in there] if len(there) > 1 else []
    without = [(None, number) for number in there] if len(there) > 2 else []
    smoothing = dict.fromkeys(_put_first(config.smooth_method, [*SMOOTHING]))
    values = smoothing | {config.smooth_method: config.smooth_value}
    every: list[tuple[int | None, int | None]] = [(None, None), *alone]
    groups = sorted(
        [
            *product(tokenizers, cases, every),
            *product([config.tokenize], [config.lowercase], without),
        ],
        key=lambda g: (g[0] != config.tokenize) + (g[1] != config.lowercase) + (g[2] != every[0]),
    )
    return [
        RobustnessSetting(
            replace(config, tokenize=t, lowercase=low, smooth_method=method, smooth_value=value),
            *references,
        )
        for t, low, references in groups
        for method, value in values.items()
    ]


def robustness_grid(
    comparison: Comparison,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Iterator[RobustnessCell]:
    """Δ, its interval and its p under each of `robustness_settings(comparison)`, in that order.

    Tests, draws and units are those of the comparison, so the first cell has its numbers.
    Smoothing methods that cannot make a difference share a cell. Cells come in groups. `progress`
    is called with the part done, 0 to 1, and may raise to stop.
    """
    groups = [list(group) for _, group in groupby(robustness_settings(comparison), key=_count_key)]
    clusters, unit = clusters_of(comparison.evalset), unit_of(comparison.evalset)
    together = max(1, min(TOGETHER, HELD // len(comparison)))
    present: tuple[RobustnessCell, Bootstrap | None] | None = None
    for start in range(0, len(groups), together):
        some = groups[start : start + together]
        counts = [_count(comparison, group[0]) for group in some]
        part = sub_progress(progress, start / len(groups), (start + len(counts)) / len(groups))
        pairs = [(a, b) for a, b, _ in counts]
        resampled = resample_together(pairs, trials, samples, seed, clusters, part)
        for group, (*pair, segments), draws in zip(some, counts, resampled, strict=True):
            for cell, drawn in _cells(group, pair, segments, draws, unit):
                present = present or (cell, drawn)
                yield _with_move(*present, cell, drawn)


def expected_seconds(comparison: Comparison) -> float:
    """The approximate duration of `robustness_grid`."""
    counts = len({_count_key(setting) for setting in robustness_settings(comparison)})
    clusters = clusters_of(comparison.evalset)
    units = len(comparison) if clusters is None else len(np.unique(clusters))
    return counts * (BASE + PER_SEGMENT * len(comparison) + PER_UNIT * units)


def _put_first(present: Value, others: Iterable[Value]) -> list[Value]:
    return [present, *(other for other in others if other != present)]


def _count_key(setting: RobustnessSetting) -> tuple[str, bool, int | None, int | None]:
    """The settings of the grid that the counts depend on."""
    config, reference, without = setting
    return config.tokenize, config.lowercase, reference, without


def _count(
    comparison: Comparison, setting: RobustnessSetting
) -> tuple[SegmentStatistics, SegmentStatistics, int]:
    """The statistics of A and of B, and how many segments have the references.

    Rows are 0 where these are missing, so that all settings have the same segments and can be
    resampled by the same draws.
    """
    config, reference, without = setting
    size = len(comparison)
    if setting == (comparison.config, None, None):
        return comparison.stats_a, comparison.stats_b, size
    evalset = comparison.evalset
    streams = [evalset.systems[name] for name in (comparison.a, comparison.b)]
    if reference is None and without is None:
        a, b = statistics_of(streams, evalset.references, config)
        return a, b, size
    numbered = enumerate(evalset.references, 1)
    used = [texts for n, texts in numbered if n != without and reference in (None, n)]
    mask = np.any([present_mask(texts) for texts in used], axis=0)
    rows = as_arrow(np.flatnonzero(mask))
    pair = statistics_of([s.take(rows) for s in streams], [t.take(rows) for t in used], config)
    spread = []
    for stats in pair:
        matrix = np.zeros((size, stats.matrix.shape[1]), stats.matrix.dtype)
        matrix[mask] = stats.matrix
        spread.append(stats.with_rows(matrix))
    return spread[0], spread[1], int(mask.sum())


def _cells(
    settings: list[RobustnessSetting],
    pair: Sequence[SegmentStatistics],
    segments: int,
    draws: PairResamples[SegmentStatistics],
    unit: str,
) -> Iterator[tuple[RobustnessCell, Bootstrap | None]]:
    """A cell for each smoothing, or for those that cannot differ; with its resamples."""
    needed = _needs_smoothing(draws)
    counting = int((draws.a.matrix + draws.b.matrix).any(axis=1).sum())
    too_few = segments < MIN_SEGMENTS or (draws.clustered and counting < MIN_DOCUMENTS)
    alike: dict[str, list[RobustnessSetting]] = {}
    for setting in settings:
        method = setting.config.smooth_method
        alike.setdefault(method if needed or method == "add-k" else "any", []).append(setting)
    for settings_alike in alike.values():
        config, reference, without = settings_alike[0]
        smoothing = {"smooth_method": config.smooth_method, "smooth_value": config.smooth_value}
        score_a, score_b = (score_of(stats.rescored(**smoothing)) for stats in pair)
        cell = RobustnessCell(
            config=config,
            reference=reference,
            without=without,
            smoothings=tuple(setting.config.smooth_method for setting in settings_alike),
            segments=segments,
            left_out=len(pair[0]) - segments,
            unit=unit,
            score_a=score_a,
            score_b=score_b,
        )
        if too_few:
            yield cell, None
            continue
        a, b = (stats.rescored(**smoothing) for stats in (draws.a, draws.b))
        test, drawn = replace(draws, a=a, b=b).tests()
        yield replace(cell, p=test.p_value, ci_low=drawn.ci_low, ci_high=drawn.ci_high), drawn


def _needs_smoothing(draws: PairResamples[SegmentStatistics]) -> bool:
    """Whether an order has no match in some resample, or in the observed counts.

    Otherwise only "add-k" smoothing changes anything.
    """
    a, b = draws.a.matrix.sum(axis=0), draws.b.matrix.sum(axis=0)
    drawn_a, drawn_b = np.split(draws.drawn, 2, axis=1)
    every = (a[None, :], b[None, :], b + draws.exchanged, a - draws.exchanged, drawn_a, drawn_b)
    matched = slice(2, 2 + draws.a.config.max_ngram_order)
    return any((rows[:, matched] == 0).any() for rows in every)


def _with_move(
    present: RobustnessCell, before: Bootstrap | None, cell: RobustnessCell, after: Bootstrap | None
) -> RobustnessCell:
    """The cell with its move of Δ."""
    moved = replace(cell, move=cell.delta - present.delta)
    if before is None or after is None:
        return moved
    clustered = cell.unit != "segment"
    low, high = bootstrap_interval(after.deltas - before.deltas, after.units, clustered)
    return replace(moved, move_low=low, move_high=high)
