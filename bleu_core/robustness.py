"""Does the verdict hold? Δ under other tokenizers, case, smoothing and references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

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
from bleu_core.words import delta, p_value, whole

# All of them need nothing that sacreBLEU does not bring.
TOKENIZERS = ("13a", "intl", "char", "none")
LEVEL = 0.05
# Chinese characters in this part of the segments make the tokenizer zh worth trying.
CHINESE = 0.1
# With so many segments that match the highest order, no resample is without a
# match: a resample leaves all of them out with a chance below e^-50.
MATCHED = 50

Pair = tuple[SegmentStatistics, SegmentStatistics]


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
    smoothing = {method: None for method in _first(config.smooth_method, [*SMOOTHING])}
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
        for config, reference in members:
            if shared is not None and config.smooth_method != "add-k":
                cell = replace(shared, config=config)
            else:
                pair = _rescored(counted, config)
                cell = _measure(pair, reference, left_out, trials, samples, seed)
            if config.smooth_method != "add-k" and _all_matched(counted):
                shared = cell
            present = present or cell
            yield replace(
                cell,
                sign_changed=cell.sign * present.sign < 0,
                significance_lost=present.significant and cell.judged and not cell.significant,
            )


def summary(cells: Sequence[Cell]) -> list[str]:
    """Which settings decide, in sentences; `cells` as they come from `grid`, all or the first."""
    if not cells:
        return []
    present = cells[0]
    sentences = [_headline(cells)]
    alone = {c: changes for c in cells if len(changes := _changes(c, present)) == 1}
    for cell, changes in alone.items():
        sentences += _decides(cell, present, changes)
    sentences += _together(cells, {changes[0]: cell for cell, changes in alone.items()})
    for cell in alone:
        if cell.left_out:
            sentences.append(
                f"Reference {cell.reference} is missing in {_segments(cell.left_out)}; "
                f"alone it is used for the other {whole(cell.segments)}."
            )
    if not present.judged:
        sentences.append(
            f"Nothing is said of significance on {_segments(present.segments)}: "
            f"{MIN_SEGMENTS} are needed."
        )
    return sentences


def _headline(cells: Sequence[Cell]) -> str:
    deltas = [cell.delta for cell in cells]
    spread = f"Δ from {delta(min(deltas))} to {delta(max(deltas))}"
    every = "Under the present setting" if len(cells) == 1 else f"Under all {len(cells)} settings"
    signs = [cell.sign for cell in cells]
    if any(signs) and len(set(signs)) > 1:
        parts = [f"{_way(sign)} under {signs.count(sign)}" for sign in (1, -1, 0) if sign in signs]
        return f"Of {len(cells)} settings, {', '.join(parts)} ({spread})."
    if not signs[0]:
        return f"{every} {_way(0)}."
    return f"{every} {_way(signs[0])} ({spread}){_how_often(cells)}."


def _how_often(cells: Sequence[Cell]) -> str:
    judged = [cell for cell in cells if cell.judged]
    significant = sum(cell.significant for cell in judged)
    if not judged:
        return ""
    if len(judged) == 1:
        return ", significantly" if significant else ", not significantly"
    if significant in (0, len(judged)):
        return ", always significantly" if significant else ", never significantly"
    return f", in {significant} of {len(judged)} significantly"


def _decides(cell: Cell, present: Cell, changes: Sequence[str]) -> list[str]:
    """What one setting, changed alone, does to the verdict; nothing where it does nothing."""
    test = f", {p_value(cell.p)}" if cell.p is not None else ""
    when = _capital(", ".join(changes))
    if cell.sign_changed:
        return [f"{when} turns the sign: {_way(cell.sign)} (Δ {delta(cell.delta)}{test})."]
    if cell.significance_lost:
        return [f"{when} the difference is no longer significant (Δ {delta(cell.delta)}{test})."]
    if cell.significant and present.judged and not present.significant:
        return [f"{when} the difference becomes significant (Δ {delta(cell.delta)}{test})."]
    return []
