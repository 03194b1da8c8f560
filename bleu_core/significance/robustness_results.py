"""Results of the robustness grid: a cell for each setting, and a summary in sentences.

If p is below 0.05 under one setting and not under another, that does not show that the setting
matters: "the difference between significant and not significant is not itself statistically
significant" (Gelman and Stern 2006). A setting is reported to change Δ only if the interval of the
change, Δ′ − Δ, excludes 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_int,
    format_interval,
    format_p,
    format_score,
    join_words,
    plural,
)
from bleu_core.common.pair import A, B
from bleu_core.significance import LEVEL, MIN_SEGMENTS, ROUNDING
from bleu_core.text.config import BleuConfig


@dataclass(frozen=True)
class RobustnessCell:
    """The difference under one setting, or under several with the same result."""

    config: BleuConfig
    reference: int | None  # The only reference used, from 1; None: all of them
    # The smoothing methods with this result; that of `config` is the first.
    smoothings: tuple[str, ...]
    # Segments scored, and those skipped because they lack these references.
    segments: int
    left_out: int
    score_a: float
    score_b: float
    # The 95% CI of Δ by paired bootstrap; None below 30 segments or, by document, if fewer
    # than `MIN_DOCUMENTS` have this reference.
    ci_low: float | None = None
    ci_high: float | None = None
    p: float | None = None  # Paired approximate randomization, two-sided; None if `ci_low` is
    unit: str = "segment"  # The unit exchanged and drawn: "segment", "document" or "block"
    move: float = 0.0  # Δ here minus Δ under the present setting
    # The 95% CI of `move`, from the resamples of both; None if either has no interval of Δ.
    move_low: float | None = None
    move_high: float | None = None
    without: int | None = None  # The only reference left out, from 1; None: none of them

    @property
    def delta(self) -> float:
        """BLEU of B minus BLEU of A."""
        return self.score_b - self.score_a

    @property
    def sign(self) -> int:
        """1 if B is above A, -1 if it is below, 0 if they are equal except for rounding."""
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

    @property
    def shows(self) -> bool:
        """Whether `move` rounds to more than 0.00."""
        return abs(self.move) >= 0.005

    @property
    def moved(self) -> bool:
        """Whether the setting changes Δ: `move` is not 0.00, and its interval excludes 0."""
        if self.move_low is None or self.move_high is None or not self.shows:
            return False
        return self.move_low > 0 or self.move_high < 0


def summarize_robustness(cells: Sequence[RobustnessCell]) -> list[str]:
    """Sentences on the effect of settings, from all cells of `robustness_grid` or the first."""
    if not cells:
        return []
    present = cells[0]
    alone = [cell for cell in cells if len(_changes(cell, present)) == 1]
    sentences = [_headline(cells), *_significance(cells), *_moves(alone, present)]
    missing = {(cell.reference, cell.without): cell for cell in cells if cell.left_out}
    for (reference, without), cell in missing.items():
        few, others = format_count(cell.left_out, "segment"), format_int(cell.segments)
        if reference:
            missing_in = f"Reference {reference} is missing in {few}; scores with it alone"
        else:
            have = plural(cell.left_out, "has", "have")
            missing_in = f"{few} {have} no reference but reference {without}; scores without it"
        sentences.append(f"{missing_in} use the other {others}.")
    if not present.judged:
        sentences.append(
            f"Significance is not tested on fewer than {MIN_SEGMENTS} segments "
            f"(here: {format_int(present.segments)})."
        )
    return sentences


def _distinct(cells: Sequence[RobustnessCell]) -> list[RobustnessCell]:
    """One cell of each result: settings may differ in something these texts lack."""
    results = {(c.segments, c.score_a, c.score_b, c.ci_low, c.ci_high, c.p): c for c in cells[::-1]}
    return list(results.values())[::-1]


def _headline(cells: Sequence[RobustnessCell]) -> str:
    results = _distinct(cells)
    number = sum(len(cell.smoothings) for cell in cells)
    subject = (
        "With the current setting" if number == 1 else f"With all {format_int(number)} settings"
    )
    if len(results) < number:
        few = (
            "all give the same result"
            if len(results) == 1
            else f"give {format_int(len(results))} different results"
        )
        subject += f", which {few},"
    signs = [cell.sign for cell in results]
    if len(set(signs)) > 1:
        parts = [
            f"{_direction_phrase(sign)} in {format_int(signs.count(sign))}"
            for sign in (1, -1, 0)
            if sign in signs
        ]
        settings = f"{format_count(number, 'setting')} give {format_count(len(results), 'result')}"
        text = f"{settings}: {join_words(parts)}"
    else:
        text = f"{subject} {_direction_phrase(signs[0])}"
    low, high = (find(results, key=lambda cell: cell.delta) for find in (min, max))
    if not any(signs):
        return f"{text}."
    if len(results) == 1:
        return f"{text}: Δ {format_delta(low.delta)}."
    ends = [
        f"{format_delta(cell.delta)} ({_setting_phrase(cell, cells[0])})" for cell in (low, high)
    ]
    return f"{text}. Δ ranges from {' to '.join(ends)}."


def _significance(cells: Sequence[RobustnessCell]) -> Iterator[str]:
    results = _distinct(cells)
    tested = [cell for cell in results if cell.judged]
    if not tested or not any(cell.sign for cell in results):
        return
    if len(tested) == 1 and tested[0].p is not None:
        yield f"The test gives {format_p(tested[0].p)}."
        return
    significant = [cell for cell in tested if cell.significant]
    of = format_int(len(tested)) + (
        " results" if len(tested) == len(results) else " testable results"
    )
    often = {0: "none of the", len(tested): "all"}.get(
        len(significant), f"{format_int(len(significant))} of the"
    )
    by = f", resampling {tested[0].unit}s," if tested[0].unit != "segment" else ""
    text = f"p{by} is below {LEVEL} in {often} {of}"
    signs = [cell.sign for cell in significant]
    if len(set(signs)) > 1:
        text += (
            f", with {B} above {A} in {format_int(signs.count(1))} and below in "
            f"{format_int(signs.count(-1))}"
        )
    yield f"{text}; p and intervals are not corrected for testing so many."
    if 0 < len(significant) < len(tested):
        yield (
            f"A p below {LEVEL} with one setting but not another does not show that they differ; "
            "an interval of Δ′ − Δ that excludes 0 does."
        )


def _moves(alone: Sequence[RobustnessCell], present: RobustnessCell) -> Iterator[str]:
    """The changes that are shown to move Δ, and those that are not."""
    tested = [cell for cell in alone if cell.move_low is not None and cell.shows]
    for cell in tested:
        if cell.moved:
            yield _move(cell, present)
    still = [_setting_phrase(cell, present) for cell in tested if not cell.moved]
    if still:
        yield (f"No effect on Δ shown (the 95% CI of Δ′ − Δ contains 0): {'; '.join(still)}.")


def _move(cell: RobustnessCell, present: RobustnessCell) -> str:
    change = _setting_phrase(cell, present)
    numbers = f"Δ is {format_delta(cell.delta)}"
    if cell.p is not None:
        numbers += f" ({format_p(cell.p)})"
    direction = "higher" if cell.move > 0 else "lower"
    text = (
        f"{change[0].upper()}{change[1:]}, {numbers}, {format_score(abs(cell.move))} {direction} "
        "than with the current setting"
    )
    if cell.move_low is not None and cell.move_high is not None:
        text += f" (95% CI of Δ′ − Δ {format_interval(cell.move_low, cell.move_high)})"
    if cell.significant and present.significant and cell.sign * present.sign < 0:
        text += ": the verdict is reversed"
    return f"{text}."


def _setting_phrase(cell: RobustnessCell, present: RobustnessCell) -> str:
    return ", ".join(_changes(cell, present)) or "current setting"


def _changes(cell: RobustnessCell, present: RobustnessCell) -> list[str]:
    """The changes from the present setting, in words."""
    changes = []
    if cell.config.tokenize != present.config.tokenize:
        changes.append(f"with tokenizer {cell.config.tokenize}")
    if cell.config.lowercase != present.config.lowercase:
        changes.append("ignoring case" if cell.config.lowercase else "case-sensitive")
    if present.config.smooth_method not in cell.smoothings:
        changes.append(f"with smoothing {join_words(cell.smoothings, last='or')}")
    if cell.reference != present.reference:
        changes.append(f"with reference {cell.reference} alone")
    if cell.without != present.without:
        changes.append(f"without reference {cell.without}")
    return changes


def _direction_phrase(sign: int) -> str:
    return {1: f"{B} is above {A}", -1: f"{B} is below {A}", 0: f"{A} and {B} score the same"}[sign]
