"""Counts of degenerate output in A and B, with tests and BLEU points."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress
from bleu_core.common.stats import holm, sign_test
from bleu_core.segments.detectors.registry import DETECTORS
from bleu_core.segments.detectors.text_features import Mask

# Returns the (S,) flags of a column such as "a.copy".
Flags = Callable[[str], Mask]


@dataclass(frozen=True)
class DetectorCounts:
    """Counts of one detector in the outputs of A and B."""

    name: str
    label: str
    about: str
    a: int = 0  # flagged segments of A
    b: int = 0
    only_a: int = 0  # flagged in this output only
    only_b: int = 0
    # Exact two-sided sign test of `only_a` against `only_b`, corrected for all detectors (Holm).
    p: float = float("nan")
    # BLEU points of Δ from segments flagged in either output; NaN without a ledger.
    points: float = float("nan")
    threshold: str = ""  # the field of Thresholds that it uses; '' for none
    missing: str = ""  # why it cannot be computed here; '' if it can


def detector_summary(
    flags: Flags,
    points: NDArray[np.float64],
    has_source: bool,
    progress: Progress | None = None,
    is_tested: bool = True,
) -> list[DetectorCounts]:
    """Count each detector in the outputs of A and B.

    `flags` is for example `SegmentTable.flags`; `points` (S,) are each segment's points of Δ, NaN
    for none. Without `is_tested`, p is NaN.
    """
    able = [detector for detector in DETECTORS if not detector.missing(has_source)]
    result = {}
    for done, one in enumerate(able, 1):
        result[one.name] = flags(f"a.{one.name}"), flags(f"b.{one.name}")
        if progress:
            progress(done / len(able))
    only = {name: (int((a & ~b).sum()), int((b & ~a).sum())) for name, (a, b) in result.items()}
    tests = sign_test([one for one, _ in only.values()], [other for _, other in only.values()])
    corrected = dict(zip(result, holm(tests.tolist()), strict=True))

    counts = []
    for one in DETECTORS:
        own: dict[str, Any] = {"missing": one.missing(has_source)}
        if one.name in result:
            a, b = result[one.name]
            own = {
                "a": int(a.sum()), "b": int(b.sum()), "only_a": only[one.name][0],
                "only_b": only[one.name][1], "p": corrected[one.name] if is_tested else math.nan,
                "points": float(points[a | b].sum()), "threshold": one.threshold,
            }  # fmt: skip
        counts.append(DetectorCounts(one.name, one.label, one.description(has_source), **own))
    return counts
