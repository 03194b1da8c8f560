"""The scores of one segment by several metrics: A, B and Δ as text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from bleu_core.common.numerals import NONE, delta, points
from bleu_core.common.rounding import rounded
from bleu_core.metrics import Opinion


class SegmentOpinion(NamedTuple):
    """One metric's line: numbers as text; `better` is 1 where B is better, -1 where worse."""

    label: str
    term: str
    a: str
    b: str
    delta: str
    better: int


def segment_opinions(opinions: Iterable[Opinion], segment: int) -> list[SegmentOpinion]:
    """A line for each metric, with dashes for a segment without a score."""
    return [_line(one, segment) for one in opinions]


def _line(one: Opinion, segment: int) -> SegmentOpinion:
    about, digits = one.about, one.about.decimals
    a, b = float(one.sentences_a[segment]), float(one.sentences_b[segment])
    if math.isnan(b - a):
        return SegmentOpinion(about.label, about.glossary_key, NONE, NONE, NONE, 0)
    change = rounded(b - a)
    better = 0 if change == 0 else (1 if change > 0 else -1) * one.sign
    written = points(a, digits), points(b, digits), delta(b - a, digits)
    return SegmentOpinion(about.label, about.glossary_key, *written, better)
