"""Word error rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import Levenshtein

from bleu_core.additive import FloatArray, Rows
from bleu_core.config import BleuConfig
from bleu_core.encoding import EncodedStream, encode
from bleu_core.metrics.metric import About
from bleu_core.progress import Progress
from bleu_core.signature import written
from bleu_core.streams import Stream
from bleu_core.tokenizers import tokenizer_signature


@dataclass(frozen=True)
class Wer:
    """Words to insert, delete and substitute, in per cent of the reference's words."""

    tokenize: str = "13a"
    lowercase: bool = False

    about: ClassVar[About] = About(
        key="wer",
        label="WER",
        source="Levenshtein (1966), on words",
        term="wer",
        unit="per cent of the reference's words",
        higher_is_better=False,
    )

    def count(
        self,
        systems: Sequence[Stream],
        references: Sequence[Stream],
        progress: Progress | None = None,
    ) -> list[Rows]:
        """(S, 2): edits, words of the reference."""
        config = BleuConfig(tokenize=self.tokenize, lowercase=self.lowercase)
        encoded, _ = encode([*systems, *references], config, progress)
        hypotheses, refs = encoded[: len(systems)], encoded[len(systems) :]
        targets = [_segments(ref) for ref in refs]
        matrices = []
        for hypothesis in hypotheses:
            rows = np.zeros((len(hypothesis.lengths), 2), np.int64)
            for i, words in enumerate(_segments(hypothesis)):
                there = [t[i] for t, ref in zip(targets, refs, strict=True) if ref.present[i]]
                edits = [(Levenshtein.distance(words, ref), -len(ref)) for ref in there]
                fewest, length = min(edits)
                rows[i] = fewest, -length
            matrices.append(rows)
        return list(matrices)

    def scores(self, sums: Rows) -> FloatArray:
        found: FloatArray = 100.0 * sums[:, 0] / np.maximum(sums[:, 1], 1)
        return found

    def quick_scores(self, sums: Rows) -> FloatArray:
        return self.scores(sums)

    def sentence_scores(self, rows: Rows) -> FloatArray:
        return self.scores(rows)

    def signature(self, num_refs: int) -> str:
        case = "lc" if self.lowercase else "mixed"
        return written(num_refs, {"case": case, "tok": tokenizer_signature(self.tokenize)})


def _segments(stream: EncodedStream) -> list[list[int]]:
    return [part.tolist() for part in np.split(stream.ids, stream.offsets[1:-1])]
