"""Common part of word-based metrics: words of segments and references, and error rates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.process import cpdist

from bleu_core.common.progress import Progress
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.metric import UniformScores
from bleu_core.metrics.signature import format_signature
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode
from bleu_core.text.evalset import Stream
from bleu_core.text.tokenizers import tokenizer_signature

# Segments compared between two calls of `progress`.
BLOCK = 1_000

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class WordMetric(UniformScores):
    """A metric on words: its settings, as in `BleuConfig`, their check, and its signature."""

    tokenize: str = "13a"
    lowercase: bool = False

    about: ClassVar[MetricInfo]

    def __post_init__(self) -> None:
        self.config()

    def config(self) -> BleuConfig:
        """BLEU's settings with this tokenizer and case, which checks them."""
        return BleuConfig(tokenize=self.tokenize, lowercase=self.lowercase)

    def signature(self, num_refs: int) -> str:
        """For example "nrefs:2|case:mixed|tok:13a|version:…"."""
        return format_signature(num_refs, self.signature_fields())

    def signature_fields(self) -> dict[str, str]:
        """The settings in the signature, by name."""
        case = "lc" if self.lowercase else "mixed"
        return {"case": case, "tok": tokenizer_signature(self.tokenize)}


@dataclass(frozen=True, eq=False)
class SegmentWords:
    """Systems and references as numbered tokens."""

    systems: list[EncodedStream]
    references: list[EncodedStream]

    @classmethod
    def of(
        cls,
        systems: Sequence[Stream],
        references: Sequence[Stream],
        config: BleuConfig,
        progress: Progress | None = None,
    ) -> SegmentWords:
        """Encode texts with the tokenizer and case of BLEU's settings."""
        encoded, _ = encode([*systems, *references], config, progress)
        return cls(encoded[: len(systems)], encoded[len(systems) :])

    @cached_property
    def ref_lengths(self) -> Ints:
        """(R, S) words of each reference."""
        return np.stack([reference.lengths for reference in self.references])

    @cached_property
    def present(self) -> NDArray[np.bool_]:
        """(R, S) False where a segment lacks that reference."""
        return np.stack([reference.present for reference in self.references])

    def compared(self, scorer: Callable[..., int], progress: Progress | None = None) -> list[Ints]:
        """A function of two lists of words on all pairs: for each system (R, S) numbers.

        A scorer of rapidfuzz releases the interpreter's lock, so that a long segment, whose cost is
        quadratic, blocks no other thread; a function in Python holds it.
        """
        shape = len(self.references), len(self.systems[0].lengths)
        results = [np.zeros(shape, np.int64) for _ in self.systems]
        bounds = [stream.offsets for stream in (*self.systems, *self.references)]
        for first in range(0, shape[1], BLOCK):
            block = slice(first, first + BLOCK)
            segments = [
                [stream.ids[a:b].tolist() for a, b in pairwise(bound[first : first + BLOCK + 1])]
                for stream, bound in zip((*self.systems, *self.references), bounds, strict=True)
            ]
            targets = segments[len(results) :]
            for result, words in zip(results, segments, strict=False):
                for number, target in enumerate(targets):
                    result[number, block] = cpdist(words, target, scorer=scorer, dtype=np.int64)
            if progress:
                progress(min(first + BLOCK, shape[1]) / shape[1])
        return results


def error_rates(sums: Rows) -> FloatArray:
    """(R,) error rates in percent, from (R, 2) rows of edits and words of the reference.

    For an empty reference the rate is 100% with any edit, else 0%, as in sacreBLEU's TER.

    >>> error_rates(np.array([[1, 4], [3, 2], [7, 0], [0, 0]])).tolist()
    [25.0, 150.0, 100.0, 0.0]
    """
    edits, words = sums[:, 0], sums[:, 1]
    without: FloatArray = (edits > 0).astype(np.float64)
    return 100 * np.divide(edits, words, out=without, where=words > 0)
