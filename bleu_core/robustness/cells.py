"""Δ, its interval and its p under other tokenizers, case, smoothing and references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, product
from typing import NamedTuple, TypeVar

import numpy as np
import pyarrow.compute as pc

from bleu_core.bleu import SegmentStatistics
from bleu_core.comparison import Comparison
from bleu_core.config import SMOOTHING, BleuConfig
from bleu_core.evalset import presence
from bleu_core.significance import (
    MIN_SEGMENTS,
    ROUNDING,
    paired_approximate_randomization,
    paired_bootstrap,
)
from bleu_core.statistics import collect_statistics

# All of them need nothing that sacreBLEU does not bring.
TOKENIZERS = ("13a", "intl", "char", "none")
LEVEL = 0.05
# Chinese characters in this part of the segments make the tokenizer zh worth trying.
CHINESE = 0.1
# With so many segments that match the highest order, no resample is without a
# match: a resample leaves all of them out with a chance below e^-50.
MATCHED = 50

Value = TypeVar("Value")
Pair = tuple[SegmentStatistics, SegmentStatistics]
Resampling = tuple[int, int, int]  # trials, samples, seed


class Setting(NamedTuple):
    """What a comparison can be scored under; `reference` counts from 1, None means all."""

    config: BleuConfig
    reference: int | None


@dataclass(frozen=True)
class Cell:
    """The difference under one setting.

    Attributes
    ----------
    config : BleuConfig
    reference : int or None
        The one reference scored against, from 1; None: all of them.
    segments, left_out : int
        Segments scored, and those left out because this reference is missing there.
    score_a, score_b : float
    ci_low, ci_high : float or None
        The 95 % interval of Δ by paired bootstrap; None on fewer than 30 segments.
    p : float or None
        Paired approximate randomization, two-sided; None on fewer than 30 segments.
    sign_changed : bool
        Δ is on the other side of 0 than under the present setting.
    significance_lost : bool
        The difference is significant under the present setting and not under this.
    """

    config: BleuConfig
    reference: int | None
    segments: int
    left_out: int
    score_a: float
    score_b: float
    ci_low: float | None = None
    ci_high: float | None = None
    p: float | None = None
    sign_changed: bool = False
    significance_lost: bool = False

    @property
    def delta(self) -> float:
        """BLEU of B minus BLEU of A."""
        return self.score_b - self.score_a

    @property
    def sign(self) -> int:
        """1 where B is above A, -1 where it is below, 0 where they are alike but for rounding."""
        alike = abs(self.delta) <= ROUNDING * max(self.score_a, self.score_b)
        return 0 if alike else int(np.sign(self.delta))

    @property
    def judged(self) -> bool:
        """Whether there are enough segments to test the difference."""
        return self.p is not None

    @property
    def significant(self) -> bool:
        """p < 0.05."""
        return self.p is not None and self.p < LEVEL


def settings(comparison: Comparison) -> list[Setting]:
    """The settings of the grid: the present one first, then those nearest to it.

    Settings with the same counts, which differ in smoothing alone, are neighbours.
    """
    config, evalset = comparison.config, comparison.evalset
    chinese = ["zh"] if _chinese_part(comparison) >= CHINESE else []
    tokenizers = _first(config.tokenize, [*TOKENIZERS, *chinese])
    cases = _first(config.lowercase, [False, True])
    there = [i for i, r in enumerate(evalset.references, 1) if presence(r).any()]
    references = [None, *there] if len(there) > 1 else [None]
    smoothing = dict.fromkeys(_first(config.smooth_method, [*SMOOTHING]))
    values = smoothing | {config.smooth_method: config.smooth_value}
    groups = sorted(
        product(tokenizers, cases, references),
        key=lambda g: (g[0] != config.tokenize) + (g[1] != config.lowercase) + (g[2] is not None),
    )
    return [
        Setting(
            replace(config, tokenize=t, lowercase=low, smooth_method=method, smooth_value=value),
            reference,
        )
        for t, low, reference in groups
        for method, value in values.items()
    ]


def grid(
    comparison: Comparison, trials: int = 1_000, samples: int = 1_000, seed: int = 12345
) -> Iterator[Cell]:
    """Δ, its interval and its p under every one of `settings(comparison)`, in that order.

    Cells come one by one, so that a screen can show how far it is, and stop.
    The text is counted once for each tokenizer, case and choice of references.
    """
    present: Cell | None = None
    for _, group in groupby(settings(comparison), key=_what_counts):
        members = list(group)
        counted, left_out = _count(comparison, members[0])
        shared: Cell | None = None
        for setting in members:
            adds = setting.config.smooth_method == "add-k"
            if shared is not None and not adds:
                cell = replace(shared, config=setting.config)
            else:
                cell = _measure(setting, counted, left_out, (trials, samples, seed))
            if not adds and _all_matched(counted):
                shared = cell
            present = present or cell
            yield replace(
                cell,
                sign_changed=cell.sign * present.sign < 0,
                significance_lost=present.significant and cell.judged and not cell.significant,
            )


def _first(present: Value, others: Iterable[Value]) -> list[Value]:
    return [present, *(other for other in others if other != present)]


def _chinese_part(comparison: Comparison) -> float:
    """In which part of the segments the first reference has Chinese characters."""
    found = pc.match_substring_regex(comparison.evalset.references[0], r"\p{Han}")
    return float(pc.sum(found, min_count=0).as_py() / len(comparison))


def _what_counts(setting: Setting) -> tuple[str, bool, int | None]:
    """What the counts of a setting depend on, of what the grid varies."""
    return setting.config.tokenize, setting.config.lowercase, setting.reference


def _count(comparison: Comparison, setting: Setting) -> tuple[Pair, int]:
    """Statistics of A and of B, and how many segments lack the reference."""
    config, reference = setting
    if setting == (comparison.config, None):
        return (comparison.stats_a, comparison.stats_b), 0
    evalset = comparison.evalset
    streams = [evalset.systems[name] for name in (comparison.a, comparison.b)]
    references = list(evalset.references)
    left_out = 0
    if reference is not None:
        there = evalset.references[reference - 1].is_valid()
        left_out = len(comparison) - int(pc.sum(there).as_py())
        streams = [stream.filter(there) for stream in streams]
        references = [evalset.references[reference - 1].filter(there)]
    matrices, num_refs = collect_statistics(streams, references, config)
    a, b = (SegmentStatistics(matrix, config, num_refs) for matrix in matrices)
    return (a, b), left_out


def _all_matched(pair: Pair) -> bool:
    """Whether smoothing, other than "add-k", can change nothing, in resamples neither."""
    return all((stats.counts[:, -1] > 0).sum() >= MATCHED for stats in pair)


def _measure(setting: Setting, pair: Pair, left_out: int, resampling: Resampling) -> Cell:
    config, reference = setting
    a, b = (
        s.rescored(smooth_method=config.smooth_method, smooth_value=config.smooth_value)
        for s in pair
    )
    scores = a.corpus().score, b.corpus().score
    cell = Cell(config, reference, len(a), left_out, *scores)
    if len(a) < MIN_SEGMENTS:
        return cell
    trials, samples, seed = resampling
    interval = paired_bootstrap(a, b, samples, seed)
    test = paired_approximate_randomization(a, b, trials, seed)
    return replace(cell, ci_low=interval.ci_low, ci_high=interval.ci_high, p=test.p_value)
