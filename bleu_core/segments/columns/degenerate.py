"""Columns of detectors: in the output of A, in that of B, and on both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns.table import BOTH, FLAG, ONE, Column, Table
from bleu_core.segments.detectors import DETECTORS, SAMENESS, Detector, Material, Sameness


def columns(comparison: Comparison) -> Iterator[Column]:
    """Columns of all detectors; they share one detector input, made on first use."""
    shared, has_source = _Shared(comparison), comparison.evalset.source is not None
    for detector in DETECTORS:
        for side in "ab":
            yield Column(
                f"{side}.{detector.name}",
                FLAG,
                f"{side.upper()}: {detector.description(has_source)}",
                ONE,
                partial(_found, shared, detector, side),
                detector.missing(has_source),
            )
    for sameness in SAMENESS:
        yield Column(sameness.name, FLAG, sameness.about, BOTH, partial(_alike, shared, sameness))


class _Shared:
    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison

    @cached_property
    def material(self) -> Material:
        return Material.of(self.comparison)


def _found(shared: _Shared, detector: Detector, side: str, table: Table) -> NDArray[np.bool_]:
    return detector.find(shared.material, side, table.thresholds)


def _alike(shared: _Shared, one: Sameness, _: Table) -> NDArray[np.bool_]:
    return one.find(shared.material)
