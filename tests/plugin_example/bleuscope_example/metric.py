"""A metric: F1 of the words that output and reference share, in any order."""

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from bleuscope.plugins import MetricInfo, UniformScores, format_signature


@dataclass(frozen=True)
class WordF1(UniformScores):
    """Of several references, the one that shares most words counts."""

    lowercase: bool = False

    about: ClassVar[MetricInfo] = MetricInfo(
        key="word-f1", label="Word F1", source="F1 of the bag of words"
    )

    def count(self, systems, references, progress=None):
        """For each system (S, 3): shared words, words of the output, words of the reference."""
        counted = []
        for number, outputs in enumerate(systems, 1):
            rows = [self._row(*texts) for texts in zip(outputs, *references, strict=True)]
            counted.append(np.array(rows, np.int64))
            if progress:
                progress(number / len(systems))
        return counted

    def scores(self, sums):
        """(R, 3) sums of rows -> (R,) F1 in points."""
        shared, output, reference = sums.T
        return 200 * shared / np.maximum(output + reference, 1)

    def signature(self, num_refs):
        return format_signature(num_refs, {"case": "lc" if self.lowercase else "mixed"})

    def _row(self, output, *references):
        words = self._words(output)
        others = [self._words(text) for text in references if text is not None]
        best = max(others, key=lambda other: (words & other).total())
        return (words & best).total(), words.total(), best.total()

    def _words(self, text):
        return Counter((text.lower() if self.lowercase else text).split())


def create(config):
    """The entry point: the metric for the settings of BLEU."""
    return WordF1(config.lowercase)
