"""How often A and B are degenerate, whether more than by chance, and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.binomial import sign_test
from bleu_core.common.progress import Progress
from bleu_core.segments.detectors.detector import Detector
from bleu_core.segments.detectors.known import DETECTORS, SAMENESS
from bleu_core.segments.detectors.material import Mask
from bleu_core.significance.holm import holm

# Finds the (S,) flags of a column such as "a.copy".
Flags = Callable[[str], Mask]


@dataclass(frozen=True)
class Counts:
    """What one detector finds in the outputs of A and of B.

    Attributes
    ----------
    name, label, about : str
        Of the detector.
    a, b : int
        Segments of A, and of B, that have it.
    only_a, only_b : int
        Those where the other has it not.
    p : float
        Of the exact two-sided sign test that each of those is as likely to be A's as B's,
        corrected for the number of detectors (Holm).
    points : float
        BLEU points of Δ that the segments carry where either has it; NaN where there is no ledger.
    threshold : str
        The field of Thresholds that decides; '' for none.
    missing : str
        Why it finds nothing here, and counts nothing; '' where it can.
    """

    name: str
    label: str
    about: str
    a: int = 0
    b: int = 0
    only_a: int = 0
    only_b: int = 0
    p: float = float("nan")
    points: float = float("nan")
    threshold: str = ""
    missing: str = ""

    @property
    def expressions(self) -> dict[str, str]:
        """What chooses the segments of each count, by "a", "b", "only_a", "only_b", "either"."""
        a, b = f"a.{self.name}", f"b.{self.name}"
        return {
            "a": a,
            "b": b,
            "only_a": f"{a} and not {b}",
            "only_b": f"{b} and not {a}",
            "either": f"{a} or {b}",
        }


@dataclass(frozen=True)
class Alike:
    """In how many segments the outputs of A and B are alike in one way, and what these carry."""

    name: str
    label: str
    about: str
    segments: int
    points: float


def summary(
    flags: Flags,
    points: NDArray[np.float64],
    has_source: bool,
    progress: Progress | None = None,
) -> list[Counts]:
    """What each detector finds.

    Parameters
    ----------
    flags : function of a column's name
        Such as `Table.flags`.
    points : (S,) array
        What each segment carries of Δ; NaN for none.
    has_source : bool
        Whether the test set has one.
    progress : optional
        Called with the part done.
    """
    able = [one for one in DETECTORS if not one.missing(has_source)]
    found = {}
    for done, one in enumerate(able, 1):
        found[one.name] = flags(f"a.{one.name}"), flags(f"b.{one.name}")
        if progress:
            progress(done / len(able))
    only = {name: (int((a & ~b).sum()), int((b & ~a).sum())) for name, (a, b) in found.items()}
    tests = sign_test([one for one, _ in only.values()], [other for _, other in only.values()])
    corrected = dict(zip(found, holm(tests.tolist()), strict=True))

    def counted(one: Detector) -> Counts:
        about = one.says(has_source)
        if one.name not in found:
            return Counts(one.name, one.label, about, missing=one.missing(has_source))
        a, b = found[one.name]
        return Counts(
            one.name,
            one.label,
            about,
            int(a.sum()),
            int(b.sum()),
            *only[one.name],
            corrected[one.name],
            float(points[a | b].sum()),
            one.threshold,
        )

    return [counted(one) for one in DETECTORS]


def alike(flags: Flags, points: NDArray[np.float64]) -> list[Alike]:
    """How alike the outputs of A and B are; parameters as those of `summary`."""
    found = ((one, flags(one.name)) for one in SAMENESS)
    return [
        Alike(one.name, one.label, one.about, int(rows.sum()), float(points[rows].sum()))
        for one, rows in found
    ]
