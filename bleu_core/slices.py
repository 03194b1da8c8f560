"""Where the difference lies: BLEU of A and B on each part of a partition of the segments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.arrow import as_numpy
from bleu_core.comparison import Comparison
from bleu_core.encoding import encode
from bleu_core.formula import bleu_scores
from bleu_core.numerals import counted, whole
from bleu_core.progress import Progress
from bleu_core.rounding import rounded
from bleu_core.significance import (
    MIN_DOCUMENTS,
    MIN_SEGMENTS,
    clusters_of,
    jackknife_interval,
)

Ints = NDArray[np.int64]

DOCUMENT = "document"
# The label of segments without a document, or with nothing in a column; in more
# brackets where that is a name itself, because a part is known by its label.
NOTHING = "(none)"
# Bands of reference length are one of these wide, so that they read well
# whether the tokens are words or characters.
STEPS = (5, 10, 20, 50, 100, 200, 500, 1_000)


@dataclass(frozen=True, eq=False)
class Slice:
    """Some segments, scored together.

    Attributes
    ----------
    label : str
    rows : (n,) array
        Indices of its segments, in file order.
    score_a, score_b : float
        Corpus BLEU of these segments, never an average of sentence scores.
    points : float
        What they carry of the whole Δ, in the ledger of all segments; NaN where
        that is undefined. Not `delta`, which is the Δ of the slice by itself.
    ci_low, ci_high : float or None
        The simultaneous interval of `delta`: by chance alone about one partition
        in twenty has any slice whose interval lacks Δ. Each is therefore wider than
        a 95 % interval of that slice by itself. None where there is none.
    unit : str
        What the interval takes for independent: "segment" or "document"; "" where
        there is none.
    """

    label: str
    rows: Ints
    score_a: float
    score_b: float
    points: float
    ci_low: float | None = None
    ci_high: float | None = None
    unit: str = ""

    @property
    def n(self) -> int:
        """How many segments."""
        return len(self.rows)

    @property
    def delta(self) -> float:
        """BLEU of B minus BLEU of A on the slice."""
        return self.score_b - self.score_a

    @property
    def judged(self) -> bool:
        """Whether there are enough segments to say anything of the slice."""
        return self.n >= MIN_SEGMENTS


class Bands(NamedTuple):
    """A partition: the labels of its parts, no two alike, and (S,) which part a segment is in."""

    labels: list[str]
    part: Ints


def slice_by(
    comparison: Comparison,
    how: str,
    progress: Progress | None = None,
) -> list[Slice]:
    """Score every part of a partition of the segments.

    Parameters
    ----------
    comparison : Comparison
    how : str
        One of `criteria(comparison)`.
    progress : optional
        Called after each slice with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    list of Slice
        Bands in ascending order, names as they first appear; none is empty.
        Their segments sum to S, their points to Δ − `ledger.unattributed`.

    Raises
    ------
    ValueError
        For a criterion that is not there.

    Notes
    -----
    Intervals are Student's, with the error of the jackknife: see `jackknife_interval`.
    Of m judged slices each has the coverage 0.95^(1/m), so that all m hold together in
    95 % (Šidák 1967; slices have no segment in common). The unit is the document in
    slices of `MIN_DOCUMENTS` or more, else the segment. A criterion in `DESCRIPTIVE` has
    no intervals. The time goes into them: some 5 µs a segment.
    """
    bands = _bands(comparison, how)
    order = np.argsort(bands.part, kind="stable")
    parts, starts = np.unique(bands.part[order], return_index=True)
    stats = comparison.stats_a, comparison.stats_b
    scores_a, scores_b = (
        bleu_scores(np.add.reduceat(s.matrix[order], starts), s.config).tolist() for s in stats
    )
    groups = np.split(order, starts[1:])
    judged = 0 if how in DESCRIPTIVE else sum(len(rows) >= MIN_SEGMENTS for rows in groups)
    documents = None if how == DOCUMENT else clusters_of(comparison)
    found, done = [], 0
    for part, rows, score_a, score_b in zip(parts, groups, scores_a, scores_b, strict=True):
        interval: tuple[float, float, str] | tuple[()] = ()
        if judged and len(rows) >= MIN_SEGMENTS:
            interval = _interval(comparison, rows, documents, 0.95 ** (1 / judged))
        points = comparison.ledger.of(rows)
        found.append(Slice(bands.labels[part], rows, score_a, score_b, points, *interval))
        done += len(rows)
        if progress is not None:
            progress(done / len(order))
    return found


def _interval(
    comparison: Comparison, rows: Ints, documents: Ints | None, coverage: float
) -> tuple[float, float, str]:
    """The interval of Δ on some segments, and its unit."""
    a, b = comparison.stats_a.subset(rows), comparison.stats_b.subset(rows)
    clusters = None if documents is None else documents[rows]
    if clusters is not None and len(np.unique(clusters)) < MIN_DOCUMENTS:
        clusters = None
    unit = "segment" if clusters is None else "document"
    return *jackknife_interval(a, b, coverage, clusters), unit


def about_intervals(slices: list[Slice], how: str) -> str:
    """What is to be said beside the intervals of a partition, or of there being none."""
    if how in DESCRIPTIVE:
        return f"No intervals: {DESCRIPTIVE[how]}"
    number = sum(found.ci_low is not None for found in slices)
    if not number:
        return f"No intervals: no part has {MIN_SEGMENTS} segments."
    used = sorted({found.unit for found in slices if found.unit})
    return (
        f"The intervals of {counted(number, 'part')} hold together: where A and B are alike, "
        "about one such table in twenty has any interval without 0, so each is wider than a 95 % "
        f"interval by itself. Unit: the {' or, where they are few, the '.join(used)}."
    )


def criteria(comparison: Comparison) -> dict[str, str]:
    """What the segments can be sliced by: names for `slice_by`, with what each means.

    What the data bring comes first. A column of metadata that has the name of
    another criterion is hidden by it.
    """
    columns = dict.fromkeys(comparison.evalset.metadata, "A column of the data.")
    documents = {DOCUMENT: "The document that a segment belongs to."}
    known = documents if comparison.evalset.documents is not None else {}
    return (
        known
        | {name: meaning for name, meaning in columns.items() if name not in {*known, *CRITERIA}}
        | {name: meaning for name, (_, meaning) in CRITERIA.items()}
    )


def first_telling(comparison: Comparison) -> str:
    """The first criterion with intervals for two parts or more; the first of all if there is none.

    That is one that has two parts of enough segments and is not `DESCRIPTIVE`.
    """
    known = list(criteria(comparison))
    for how in known:
        if how in DESCRIPTIVE:
            continue
        if (np.bincount(_bands(comparison, how).part) >= MIN_SEGMENTS).sum() >= 2:
            return how
    return known[0]


def members(comparison: Comparison, how: str, label: str) -> NDArray[np.bool_]:
    """(S,) which segments are in the part of that label.

    Raises
    ------
    ValueError
        For a criterion or a part that is not there.
    """
    bands = _bands(comparison, how)
    if label not in bands.labels:
        raise ValueError(f"By {how} there is no part {label!r}.")
    return bands.part == bands.labels.index(label)


def _bands(comparison: Comparison, how: str) -> Bands:
    if how not in criteria(comparison):
        names = ", ".join(criteria(comparison))
        raise ValueError(f"Segments cannot be sliced by {how!r}, only by {names}.")
    if how in CRITERIA:
        return CRITERIA[how][0](comparison)
    if how == DOCUMENT and comparison.evalset.documents is not None:
        return by_name(comparison.evalset.documents)
    return by_name(comparison.evalset.metadata[how])


def by_name(column: pa.Array) -> Bands:
    """The parts of a column, as they first appear: one a name, one of segments without any."""
    encoded = pc.fill_null(column, "").dictionary_encode()
    names = encoded.dictionary.to_pylist()
    nothing = NOTHING
    while nothing in names:
        nothing = f"({nothing})"
    return Bands([name or nothing for name in names], as_numpy(encoded.indices).astype(np.int64))


def _by_reference_length(comparison: Comparison) -> Bands:
    # The mean of both: which reference is the closest depends on the output.
    lengths = (comparison.stats_a.ref_len + comparison.stats_b.ref_len) / 2
    longest = np.quantile(lengths, 0.95)
    step = min((s for s in STEPS if 6 * s > longest), default=STEPS[-1])
    first = [f"1–{step - 1} tokens"]
    middle = [f"{whole(low)}–{whole(low + step - 1)} tokens" for low in range(step, 5 * step, step)]
    labels = ["0 tokens", *first, *middle, f"{whole(5 * step)} tokens and more"]
    index = np.where(lengths > 0, 1 + np.minimum(lengths // step, 5), 0)
    return Bands(labels, index.astype(np.int64))


def _by_length_difference(comparison: Comparison) -> Bands:
    # Bands double, so that they suit words and characters: the exponent of
    # 1 is 1, of 2-3 is 2, of 4-7 is 3.
    difference = comparison.stats_b.sys_len - comparison.stats_a.sys_len
    sizes = ["1 token", "2–3 tokens", "4–7 tokens", "8–15 tokens", "16 tokens or more"]
    labels = [f"B shorter by {size}" for size in reversed(sizes)]
    labels += ["same length"] + [f"B longer by {size}" for size in sizes]
    exponents = np.frexp(np.abs(difference).astype(np.float64))[1]
    size = np.minimum(exponents, len(sizes)).astype(np.int64)
    return Bands(labels, len(sizes) + np.sign(difference).astype(np.int64) * size)


def _by_sentence_bleu(comparison: Comparison) -> Bands:
    # The mean of both. Where A alone is low by chance B is likely to be higher,
    # so that bands of A would show B winning the low ones and losing the high
    # ones between any two systems (regression to the mean).
    mean = (comparison.sentences_a + comparison.sentences_b) / 2
    labels = [f"{low}–{low + 10}" for low in range(0, 100, 10)]
    return Bands(labels, np.minimum(rounded(mean) // 10, 9).astype(np.int64))


def _by_rarity(comparison: Comparison) -> Bands:
    labels = ["rarest quarter", "2nd quarter", "3rd quarter", "commonest quarter", "no tokens"]
    rarity = _mean_log_frequency(comparison)
    known = ~np.isnan(rarity)
    index = np.full(len(rarity), len(labels) - 1, np.int64)
    if known.any():
        edges = np.quantile(rarity[known], [0.25, 0.5, 0.75])
        index[known] = np.searchsorted(edges, rarity[known], side="right")
    return Bands(labels, index)


def _mean_log_frequency(comparison: Comparison) -> NDArray[np.float64]:
    """(S,) mean of ln(frequency in all references) of a segment's reference tokens; or NaN."""
    streams, dictionary = encode(comparison.evalset.references, comparison.config)
    counts = sum(np.bincount(s.ids, minlength=len(dictionary)) for s in streams)
    logs = np.log(counts / max(np.sum(counts), 1))
    size = len(comparison)
    sums, lengths = np.zeros(size), np.zeros(size)
    for stream in streams:
        segment = np.repeat(np.arange(size), stream.lengths)
        sums += np.bincount(segment, logs[stream.ids], size)
        lengths += stream.lengths
    return np.divide(sums, lengths, out=np.full(size, np.nan), where=lengths > 0)


CRITERIA: dict[str, tuple[Callable[[Comparison], Bands], str]] = {
    "reference length": (
        _by_reference_length,
        "Tokens of the reference: the mean of those that A and that B are measured against.",
    ),
    "length difference": (_by_length_difference, "Tokens of B minus tokens of A."),
    "sentence BLEU": (
        _by_sentence_bleu,
        "The mean of the sentence BLEU of A and of B. (Bands of A alone would favour B where A is "
        "low, by chance alone.) A band has its lower edge and not its upper.",
    ),
    "rarity": (
        _by_rarity,
        "How rare the words of the references are: the mean logarithm of their frequency in all "
        "references, in quarters of the segments.",
    ),
}
# Criteria without intervals, and why. Exchange A and B at random: where a criterion treats
# both alike, as the mean of their scores does, no part has a Δ. These parts have.
DESCRIPTIVE = {
    "length difference": (
        "these parts are chosen by what A and B wrote. A longer output matches more, so that "
        "any two systems differ in them, even two that are alike."
    ),
}
