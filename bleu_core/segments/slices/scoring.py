"""Where the difference lies: the scores of A and B on each part of a partition of the segments."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message
from bleu_core.messages import slice as messages
from bleu_core.metrics import Opinion
from bleu_core.metrics.additive import AdditiveMetric
from bleu_core.segments.slices.criteria import DESCRIPTIVE, DOCUMENT, Bands, bands_of
from bleu_core.significance import MIN_DOCUMENTS, MIN_SEGMENTS, clusters_of, jackknife_interval

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Slice:
    """Some segments, scored together.

    Attributes
    ----------
    label : str
    rows : (n,) array
        Indices of its segments, in file order.
    score_a, score_b : float
        Of these segments as a corpus; BLEU's is never an average of sentence scores.
    ci_low, ci_high : float or None
        The simultaneous interval of `delta`: by chance alone about one partition
        in twenty has any slice whose interval lacks Δ. Each is therefore wider than
        a 95 % interval of that slice by itself. None where there is none.
    unit : str
        What the interval takes for independent: "segment" or "document"; "" where
        there is none.
    points : float
        What they carry of the whole Δ, in the ledger of all segments; NaN where
        that is undefined, or the metric has no ledger. Not `delta`, which is the Δ
        of the slice by itself.
    counted : int or None
        How many of its segments have a score, where that may not be all.
    """

    label: str
    rows: Ints
    score_a: float
    score_b: float
    ci_low: float | None = None
    ci_high: float | None = None
    unit: str = ""
    points: float = math.nan
    counted: int | None = None

    @property
    def n(self) -> int:
        """How many segments."""
        return len(self.rows)

    @property
    def delta(self) -> float:
        """The score of B minus that of A on the slice."""
        return self.score_b - self.score_a

    @property
    def judged(self) -> bool:
        """Whether there are enough segments to say anything of the slice."""
        return (self.n if self.counted is None else self.counted) >= MIN_SEGMENTS


def slice_by(
    comparison: Comparison,
    how: str,
    progress: Progress | None = None,
    opinion: Opinion | None = None,
) -> list[Slice]:
    """Score every part of a partition of the segments.

    Parameters
    ----------
    comparison : Comparison
    how : str
        One of `criteria(comparison)`.
    opinion : Opinion, optional
        What another metric says of the comparison: its scores instead of BLEU's. The points
        of a slice are BLEU's all the same: no other metric has a ledger.
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

    Examples
    --------
    Words alone: B has one of the four wrong, in the second document. That loses it half
    of its BLEU there, and a quarter of the whole.

    >>> from bleu_core import BleuConfig, EvalSet
    >>> texts = {"A": ["a b", "c d"], "B": ["a b", "c x"]}
    >>> evalset = EvalSet(texts, [["a b", "c d"]], documents=["one", "two"])
    >>> comparison = Comparison.of(evalset, BleuConfig(max_ngram_order=1))
    >>> [(s.label, round(s.delta), round(s.points)) for s in slice_by(comparison, "document")]
    [('one', 0, 0), ('two', -50, -25)]
    """
    clusters = None if how == DOCUMENT else clusters_of(comparison.evalset)
    bands, intervals = bands_of(comparison, how), how not in DESCRIPTIVE
    return slice_in(comparison, bands, clusters, intervals, progress, opinion)


def slice_in(
    comparison: Comparison,
    bands: Bands,
    clusters: Ints | None,
    intervals: bool = True,
    progress: Progress | None = None,
    opinion: Opinion | None = None,
) -> list[Slice]:
    """Score every part of any partition: see `slice_by`, and `score_parts` for the parameters."""
    stats: tuple[AdditiveMetric, AdditiveMetric] = comparison.stats_a, comparison.stats_b
    found = score_parts(
        *(stats if opinion is None else (opinion.a, opinion.b)),
        bands,
        clusters,
        intervals,
        progress,
        None if opinion is None else opinion.there,
    )
    return [replace(part, points=comparison.ledger.of(part.rows)) for part in found]


def score_parts(
    stats_a: AdditiveMetric,
    stats_b: AdditiveMetric,
    bands: Bands,
    documents: Ints | None,
    intervals: bool = True,
    progress: Progress | None = None,
    there: NDArray[np.bool_] | None = None,
) -> list[Slice]:
    """Score every part of a partition under any additive metric: see `slice_by`.

    Parameters
    ----------
    stats_a, stats_b : AdditiveMetric
        The baseline and the candidate on the same S segments, under the same settings.
    bands : Bands
    documents : (S,) array or None
        The document of each segment, by number: the unit of the intervals where a
        part has enough. None: the segment is.
    intervals : bool
        Whether parts with enough segments get one.
    there : (S,) array, optional
        Which segments have a score, where that may not be all.

    Examples
    --------
    >>> from bleu_core.segments.slices import Bands
    >>> from bleu_core.metrics import wer_statistics
    >>> reference = ["the cat sat", "it rains", "it rains"]
    >>> old = wer_statistics(["a cat sat", "it rains", "it rains"], [reference])
    >>> new = wer_statistics(["the cat sat", "it rained", "it rains"], [reference])
    >>> kinds = Bands(["pets", "weather"], np.array([0, 1, 1]))
    >>> [(one.label, round(one.delta, 2)) for one in score_parts(old, new, kinds, None)]
    [('pets', -33.33), ('weather', 25.0)]
    """
    order = np.argsort(bands.part, kind="stable")
    parts, starts = np.unique(bands.part[order], return_index=True)
    scores_a, scores_b = (
        s.scores(np.add.reduceat(s.matrix[order], starts)).tolist() for s in (stats_a, stats_b)
    )
    groups = np.split(order, starts[1:])
    found = [
        Slice(bands.labels[part], rows, score_a, score_b,
              counted=None if there is None else int(there[rows].sum()))
        for part, rows, score_a, score_b in zip(parts, groups, scores_a, scores_b, strict=True)
    ]  # fmt: skip
    judged = sum(part.judged for part in found) if intervals else 0
    done = 0
    for i, part in enumerate(found):
        if judged and part.judged:
            rows = part.rows if there is None else part.rows[there[part.rows]]
            a, b = (stats.with_rows(stats.matrix[rows]) for stats in (stats_a, stats_b))
            clusters = None if documents is None else documents[rows]
            low, high, unit = _interval(a, b, clusters, 0.95 ** (1 / judged))
            found[i] = replace(part, ci_low=low, ci_high=high, unit=unit)
        done += part.n
        if progress is not None:
            progress(done / len(order))
    return found


def _interval(
    a: AdditiveMetric, b: AdditiveMetric, clusters: Ints | None, coverage: float
) -> tuple[float, float, str]:
    """The interval of Δ on some segments, and its unit."""
    if clusters is not None and len(np.unique(clusters)) < MIN_DOCUMENTS:
        clusters = None
    unit = "segment" if clusters is None else "document"
    return *jackknife_interval(a, b, coverage, clusters), unit


def about_intervals(slices: list[Slice], how: str, why_none: Message | None = None) -> Message:
    """What is to be said beside the intervals of a partition, or of there being none.

    `why_none` says why there are none; of a criterion in `DESCRIPTIVE` that is known.
    """
    if why_none := why_none or DESCRIPTIVE.get(how):
        return why_none
    number = sum(found.ci_low is not None for found in slices)
    if not number:
        return messages.small_parts(MIN_SEGMENTS)
    return messages.intervals(number, sorted({found.unit for found in slices if found.unit}))
