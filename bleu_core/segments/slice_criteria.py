"""Criteria for slices: partitions of a test set, with labels of their parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import factorize
from bleu_core.common.formatting import TO, format_int
from bleu_core.common.pair import A, B
from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import slice as messages
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.text.encoding import encode_columns
from bleu_core.text.evalset import EvalSetPart

Ints = NDArray[np.int64]

DOCUMENT = "document"
# The label of segments without a document or value; it gets more brackets if a value has the same
# name, because labels identify parts.
NO_VALUE = "(none)"
# Widths of bands of reference length, readable for words and for characters.
STEPS = (5, 10, 20, 50, 100, 200, 500, 1_000)


class Partition(NamedTuple):
    """A partition: unique labels of its parts, and (S,) the part of each segment."""

    labels: list[str]
    part: Ints


def criteria(comparison: Comparison) -> dict[str, str]:
    """List the criteria by which this comparison can be sliced.

    Columns of the data come first. A computed criterion hides a metadata column of the same name.

    Parameters
    ----------
    comparison : Comparison

    Returns
    -------
    dict of str to str
        Names for `slice_by`, with their meanings.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> outputs = {"old": ["a cat sat", "it rains"], "new": ["the cat sat", "it rained"]}
    >>> evalset = EvalSet(outputs, [["the cat sat", "it rains"]], documents=["pets", "weather"])
    >>> list(criteria(Comparison.of(evalset)))[:2]
    ['document', 'reference length']
    """
    columns = dict.fromkeys(comparison.evalset.metadata, "Column of the input data.")
    documents = {DOCUMENT: "Document of the segment."}
    known = documents if comparison.evalset.documents is not None else {}
    return (
        known
        | {name: meaning for name, meaning in columns.items() if name not in {*known, *CRITERIA}}
        | {name: meaning for name, (_, meaning) in CRITERIA.items()}
    )


def default_criterion(comparison: Comparison) -> str:
    """The first criterion, not `DESCRIPTIVE`, with two parts of enough segments; else the first."""
    known = list(criteria(comparison))
    for how in known:
        if how in DESCRIPTIVE:
            continue
        if (np.bincount(partition_by(comparison, how).part) >= MIN_SEGMENTS).sum() >= 2:
            return how
    return known[0]


def part_mask(comparison: Comparison, how: str, label: str) -> NDArray[np.bool_]:
    """(S,) which segments are in the part with that label; ValueError for an unknown one."""
    bands = partition_by(comparison, how)
    if label not in bands.labels:
        raise ValueError(messages.no_part(how, label))
    return bands.part == bands.labels.index(label)


def partition_by(comparison: Comparison, how: str) -> Partition:
    """The partition by one of `criteria(comparison)`; ValueError for another.

    For a part of a test set, computed criteria use the bands of the whole, so that a segment always
    has the same band.
    """
    if how not in criteria(comparison):
        raise ValueError(messages.unknown_criterion(how, list(criteria(comparison))))
    if how in CRITERIA:
        bands, data = CRITERIA[how][0](comparison.whole or comparison), comparison.evalset
        if comparison.whole is None:
            return bands
        assert isinstance(data, EvalSetPart)
        return bands._replace(part=bands.part[data.rows])
    if how == DOCUMENT and comparison.evalset.documents is not None:
        return partition_by_value(comparison.evalset.documents)
    return partition_by_value(comparison.evalset.metadata[how])


def partition_by_value(column: pa.Array) -> Partition:
    """The partition by a column's values, by first appearance; missing values are one part."""
    part, texts = factorize(column)
    names = texts.to_pylist()
    nothing = NO_VALUE
    while nothing in names:
        nothing = f"({nothing})"
    return Partition([name or nothing for name in names], part)


def label_values(column: pa.Array) -> dict[str, str | None]:
    """The value behind each label of `partition_by_value`; None for missing values.

    >>> label_values(pa.array(["x", None, "(none)"]))
    {'x': 'x', '((none))': None, '(none)': '(none)'}
    """
    names = factorize(column)[1].to_pylist()
    labels = partition_by_value(column).labels
    return {label: name or None for label, name in zip(labels, names, strict=True)}


def _by_reference_length(comparison: Comparison) -> Partition:
    # The mean of both, because the closest reference depends on the output.
    lengths = (comparison.stats_a.ref_len + comparison.stats_b.ref_len) / 2
    longest = np.quantile(lengths, 0.95)
    step = min((s for s in STEPS if 6 * s > longest), default=STEPS[-1])
    index = np.where(lengths > 0, 1 + np.minimum(lengths // step, 5), 0)
    return Partition(length_labels(step), index.astype(np.int64))


def length_labels(step: int) -> list[str]:
    """Labels of length bands of a width from `STEPS`: none, five bands, and all above.

    >>> length_labels(5)[:3]
    ['0 tokens', '1–4 tokens', '5–9 tokens']
    """
    lows = (1, *range(step, 5 * step, step))
    bands = [f"{format_int(n)}{TO}{format_int(n - n % step + step - 1)} tokens" for n in lows]
    return ["0 tokens", *bands, f"{format_int(5 * step)} tokens and more"]


def _by_length_difference(comparison: Comparison) -> Partition:
    # Bands double, to suit words and characters: the exponent of 1 is 1, of 2-3 is 2, of 4-7 is 3.
    difference = comparison.stats_b.sys_len - comparison.stats_a.sys_len
    sizes = ["1 token", "2–3 tokens", "4–7 tokens", "8–15 tokens", "16 tokens or more"]
    labels = [f"{B} shorter by {size}" for size in reversed(sizes)]
    labels += ["same length"] + [f"{B} longer by {size}" for size in sizes]
    exponents = np.frexp(np.abs(difference).astype(np.float64))[1]
    size = np.minimum(exponents, len(sizes)).astype(np.int64)
    return Partition(labels, len(sizes) + np.sign(difference).astype(np.int64) * size)


def _by_sentence_bleu(comparison: Comparison) -> Partition:
    # The mean of both. With bands of A alone, B would win the low ones and lose the high ones for
    # any two systems (regression to the mean).
    mean = (comparison.sentences_a + comparison.sentences_b) / 2
    labels = [f"{low}–{low + 10}" for low in range(0, 100, 10)]
    return Partition(labels, np.minimum(rounded(mean) // 10, 9).astype(np.int64))


def _by_rarity(comparison: Comparison) -> Partition:
    labels = ["rarest quarter", "2nd quarter", "3rd quarter", "commonest quarter", "no tokens"]
    rarity = _mean_log_frequency(comparison)
    known = ~np.isnan(rarity)
    index = np.full(len(rarity), len(labels) - 1, np.int64)
    if known.any():
        edges = np.quantile(rarity[known], [0.25, 0.5, 0.75])
        index[known] = np.searchsorted(edges, rarity[known], side="right")
    return Partition(labels, index)


def _mean_log_frequency(comparison: Comparison) -> NDArray[np.float64]:
    """(S,) mean ln(frequency in all references) of a segment's reference tokens, or NaN."""
    evalset = comparison.evalset
    streams, dictionary = encode_columns(evalset, evalset.references, comparison.config)
    counts = np.sum([np.bincount(s.ids, minlength=len(dictionary)) for s in streams], axis=0)
    logs = np.log(counts / max(counts.sum(), 1))
    size = len(comparison)
    sums, lengths = np.zeros(size), np.zeros(size)
    for stream in streams:
        segment = np.repeat(np.arange(size), stream.lengths)
        sums += np.bincount(segment, logs[stream.ids], size)
        lengths += stream.lengths
    return np.divide(sums, lengths, out=np.full(size, np.nan), where=lengths > 0)


CRITERIA: dict[str, tuple[Callable[[Comparison], Partition], str]] = {
    "reference length": (
        _by_reference_length,
        f"Reference length in tokens: the mean of the lengths used for {A} and for {B}.",
    ),
    "length difference": (_by_length_difference, f"Tokens of {B} minus tokens of {A}."),
    "sentence BLEU": (
        _by_sentence_bleu,
        f"Mean sentence BLEU of {A} and {B}; bands include their lower edge only. Bands of {A} "
        f"alone would favour {B} by chance where {A} is low.",
    ),
    "rarity": (
        _by_rarity,
        "Rarity of the reference words: mean log frequency in all references, by quarter of the "
        "segments.",
    ),
}
# Criteria without intervals, and why. If A and B are exchanged at random, the parts of a symmetric
# criterion have no Δ, but the parts of these do.
DESCRIPTIVE = {"length difference": messages.chosen_by_lengths()}
