"""A column: digits in the source."""

import numpy as np

from bleuscope.plugins import INPUT, NUMBER, SegmentColumn


def create(comparison):
    """The entry point: the column of a comparison; it does not depend on the outputs."""
    source = comparison.evalset.source
    missing = "" if source is not None else "The test set has no source."

    def make(table):
        return np.array([sum(map(str.isdigit, text)) for text in source.to_pylist()])

    return SegmentColumn("digits", NUMBER, "Digits in the source.", INPUT, make, missing)
