"""Sufficient statistics of BLEU for every segment: lengths, clipped matches, n-grams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.parallel import in_order
from bleu_core.common.progress import Progress
from bleu_core.metrics.match_counting import count_matches
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import BLOCK, EncodedStream, encode_block
from bleu_core.text.evalset import (
    Stream,
    check_streams,
    count_references,
    present_mask,
    stream_lines,
)

Ints = NDArray[np.int64]


def collect_statistics(
    systems: Sequence[Sequence[str]],
    references: Sequence[Stream],
    config: BleuConfig,
    progress: Progress | None = None,
) -> tuple[list[Ints], int]:
    """Statistics of K systems against the same references.

    Returns K arrays (S, 2 + 2N), and the references per segment, -1 if that varies. Columns are
    sys_len, ref_len, counts 1..N, totals 1..N; int64, or float64 under reference_length="average".
    Segments are encoded and counted in blocks, so memory is little more than the result.

    Example 2 of Papineni et al. (2002): the modified unigram precision is 2/7, as no reference
    has "the" more than twice. The reference of 7 words is closer in length.

    >>> references = [["the cat is on the mat"], ["there is a cat on the mat"]]
    >>> config = BleuConfig(max_ngram_order=2)
    >>> (matrix,), _ = collect_statistics([["the the the the the the the"]], references, config)
    >>> matrix.tolist()  # lengths 7 and 7; 2 and 0 matches of 7 and 6 n-grams
    [[7, 7, 2, 0, 7, 6]]
    """
    check_streams(systems, references)
    streams = [*systems, *references]

    def count(block: list[list[str | None]]) -> list[Ints]:
        encoded, _ = encode_block(block, config)
        matrices, _ = statistics_of_tokens(encoded[: len(systems)], encoded[len(systems) :], config)
        return matrices

    size, done = len(systems[0]), 0
    counted: list[list[Ints]] = [[] for _ in systems]
    for matrices in in_order(count, _blocks(streams, size)):
        for blocks, matrix in zip(counted, matrices, strict=True):
            blocks.append(matrix)
        done += len(matrices[0])
        if progress:
            progress(done / size)
    present = np.stack([present_mask(stream) for stream in references])
    return [np.concatenate(blocks) for blocks in counted], count_references(present)


def _blocks(streams: Sequence[Stream], size: int) -> Iterator[list[list[str | None]]]:
    for start in range(0, size, BLOCK):
        yield [stream_lines(stream, start, start + BLOCK) for stream in streams]


def statistics_of_tokens(
    hypotheses: Sequence[EncodedStream],
    refs: Sequence[EncodedStream],
    config: BleuConfig,
    progress: Progress | None = None,
) -> tuple[list[Ints], int]:
    """`collect_statistics` of texts that are encoded already."""
    counts = count_matches(hypotheses, refs, config.max_ngram_order, progress)
    present = np.stack([ref.present for ref in refs])
    lengths = np.stack([ref.lengths for ref in refs])
    matrices = []
    for hypothesis, matched in zip(hypotheses, counts, strict=True):
        ref_len = reference_lengths(hypothesis.lengths, lengths, present, config.reference_length)
        orders = np.arange(config.max_ngram_order)
        totals = np.maximum(hypothesis.lengths[:, None] - orders, 0)
        matrices.append(np.column_stack([hypothesis.lengths, ref_len, matched, totals]))
    return matrices, count_references(present)


def reference_lengths(
    sys_len: Ints, ref_lens: Ints, present: NDArray[np.bool_], rule: str
) -> NDArray[Any]:
    """(S,) the reference length of each segment; `ref_lens` and `present` are (R, S).

    "closest" takes the shorter of two equally close ones: "best match length" of Papineni et al.
    (2002), section 2.2.2, with sacreBLEU's tie rule.
    """
    if rule == "average":
        average: NDArray[Any] = np.where(present, ref_lens, 0).sum(axis=0) / present.sum(axis=0)
        return average
    far = np.iinfo(np.int64).max
    lengths = np.where(present, ref_lens, far)
    if rule == "shortest":
        return np.min(lengths, axis=0)
    distance = np.where(present, np.abs(ref_lens - sys_len), far)
    nearest = distance == distance.min(axis=0)
    return np.min(np.where(nearest, lengths, far), axis=0)


def reference_length(sys_len: int, ref_lens: Sequence[int | None], rule: str) -> float:
    """`reference_lengths` of one segment; None is a missing reference.

    >>> reference_length(9, [7, None, 11], "closest")
    7
    """
    lengths = np.array([[length or 0] for length in ref_lens])
    present = np.array([[length is not None] for length in ref_lens])
    chosen: float = reference_lengths(np.array([sys_len]), lengths, present, rule)[0].item()
    return chosen
