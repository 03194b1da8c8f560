"""A detector: outputs in capitals."""

import numpy as np

from bleuscope.plugins import Detector


def find(texts, side, thresholds):
    """(S,) whether the output is in capitals and no reference is."""
    outputs = [text.isupper() for text in texts.output(side).to_pylist()]
    references = [
        [text is not None and text.isupper() for text in reference.to_pylist()]
        for reference in texts.references
    ]
    return np.array(outputs) & ~np.any(references, axis=0)


ABOUT = "The output is in capitals, and no reference of the segment is."
# It needs no source, so that both sentences are the same.
detector = Detector("shouting", "in capitals", ABOUT, find, without_source=ABOUT)
