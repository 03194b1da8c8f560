"""The ledger: exact contributions to a BLEU difference, without a remainder.

BLEU is a product of precisions and a brevity penalty. The logarithmic mean turns the change of
a product into a sum of changes of its factors, exactly and symmetrically: the additive log-mean
Divisia index I of B. W. Ang (2004), "Decomposition analysis for policymaking in energy", Energy
Policy 32.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bleu_core.metrics.additive import FloatArray, Rows, require_pair
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.metrics.formula import bleu_scores, precisions, smoothed_fractions
from bleu_core.text.config import BleuConfig

# Points below this are rounding errors.
ROUNDING = 1e-9
# A BLEU below this is 0 except for rounding, and its logarithm is meaningless.
TINY = 1e-300


@dataclass(frozen=True, eq=False)
class Ledger:
    """Contributions to the difference of two systems, B − A, in BLEU points.

    total = sum of components = sum of segments + unattributed, without a remainder.

    Attributes
    ----------
    total : float
        BLEU of B minus BLEU of A.
    components : dict
        Points of the n-gram precisions, "p1" … "pN", and of the brevity penalty, "bp".
    segments : (S,) array
        Points of each segment. Sums of them are the points of a document or slice.
    unattributed : float
        Points that cannot be attributed to segments. They come from an order without a match in a
        system, whose precision is due to smoothing; from orders that the effective order counts in
        one system only, and the weights that this moves to other orders; and from brevity if the
        references of one system are all empty.
    prices : (2 + 2N,) array
        Points of one more unit of each statistic, in the columns of `SegmentStatistics.matrix`; 0
        for matches of an unattributed order.
    defined : bool
        False if BLEU of a system is 0, which has no logarithm. `total` is then still valid; all
        other numbers are NaN.

    Examples
    --------
    >>> import math
    >>> from bleu_core import segment_statistics
    >>> references = [["the cat sat on the mat", "it was a good day"]]
    >>> a = segment_statistics(["the cat sat on a mat", "it was a good day"], references)
    >>> b = segment_statistics(["the cat sat on the mat", "it was good day"], references)
    >>> ledger = attribute(a, b)
    >>> {name: round(points, 2) for name, points in ledger.components.items()}
    {'p1': 1.76, 'p2': 2.18, 'p3': -1.27, 'p4': 4.12, 'bp': -7.39}
    >>> math.isclose(sum(ledger.components.values()), ledger.total)
    True
    >>> math.isclose(ledger.segments.sum() + ledger.unattributed, ledger.total)
    True
    """

    total: float
    components: dict[str, float]
    segments: FloatArray
    unattributed: float
    prices: FloatArray
    defined: bool = True

    @property
    def per_match(self) -> FloatArray:
        """(N,) points of one more clipped match of each order.

        An n-gram type of order n with Δm more matches in B contributes Δm times the n-th number.
        """
        return self.prices[2 : 2 + len(self.components) - 1]

    def of(self, rows: Sequence[int] | NDArray[np.integer] | NDArray[np.bool_]) -> float:
        """Points of selected segments together, such as a document or slice, by index or mask."""
        return float(self.segments[rows].sum())


class PointSources(NamedTuple):
    """Points of Δ by kind of statistic; their sum is Δ."""

    matches: float  # Clipped matches of all orders
    totals: float  # Numbers of n-grams produced, the denominators of the precisions
    lengths: float  # Lengths of outputs and references, by the brevity penalty
    unattributed: float  # See `Ledger`

    def closing(self, listed: float) -> list[tuple[str, float]]:
        """Names and points that complete `listed` points of n-gram matches to Δ; Δ is last."""
        rows = [
            ("matches of all other n-grams", self.matches - listed),
            ("number of n-grams produced", self.totals),
            ("lengths (brevity penalty)", self.lengths),
        ]
        # Smoothing, and effective orders.
        rows += [("not attributed to segments", self.unattributed)] * (self.unattributed != 0)
        # A rounding error counts as 0.
        return [(name, p if abs(p) > ROUNDING else 0.0) for name, p in [*rows, ("Δ", sum(self))]]


def attribute(
    stats_a: SegmentStatistics, stats_b: SegmentStatistics, config: BleuConfig | None = None
) -> Ledger:
    """Attribute the difference of two BLEU scores to precisions, brevity and segments.

    With K the logarithmic mean of the two scores, a factor f of BLEU contributes
    K·(ln f_B − ln f_A). Its parts share that in proportion to their own changes: a segment gets
    K·w_n·Δm / L(M_A, M_B) for its matches of order n. Under "add-k" smoothing, M and the totals
    include k. The logarithmic mean is a convention: it is exact, symmetric and additive.

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics
        The baseline and the candidate on the same S segments, under the same settings.
    config : BleuConfig, optional
        Other settings to score with, as accepted by `SegmentStatistics.rescored`.

    Returns
    -------
    Ledger

    Raises
    ------
    ValueError
        The statistics differ in segments or settings, or the settings require a new count.

    References
    ----------
    Ang (2004), "Decomposition analysis for policymaking in energy", Energy Policy 32.

    Examples
    --------
    Unigrams only, two segments of five words: A matches 4 in each; B matches 4 and 5. All of
    Δ = 90 − 80 comes from the second segment and from unigrams.

    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[5, 5, 4, 5], [5, 5, 4, 5]]), config)
    >>> b = SegmentStatistics(np.array([[5, 5, 4, 5], [5, 5, 5, 5]]), config)
    >>> ledger = attribute(a, b)
    >>> {name: round(points, 6) for name, points in ledger.components.items()}
    {'p1': 10.0, 'bp': 0.0}
    >>> ledger.segments.round(6).tolist()
    [0.0, 10.0]
    """
    if config is not None:
        stats_a, stats_b = (stats.rescored(**asdict(config)) for stats in (stats_a, stats_b))
    require_pair(stats_a, stats_b)
    config = stats_a.config
    sums = np.stack([stats_a.matrix.sum(axis=0), stats_b.matrix.sum(axis=0)])
    score_a, score_b = bleu_scores(sums, config).tolist()
    names = [f"p{n}" for n in range(1, config.max_ngram_order + 1)] + ["bp"]
    if min(score_a, score_b) < TINY:
        return Ledger(
            total=score_b - score_a,
            components=dict.fromkeys(names, math.nan),
            segments=np.full(len(stats_a), np.nan),
            unattributed=math.nan,
            prices=np.full(2 * len(names), np.nan),
            defined=False,
        )

    scale = float(log_mean(score_a, score_b))
    brevity, brevity_left, per_length = _brevity(sums)
    factors, factors_left, per_count = _factors(sums, config)
    points = scale * np.append(factors, brevity)
    # Points of one more of each statistic, in the order of the columns.
    prices = scale * np.concatenate([per_length, per_count])
    return Ledger(
        total=score_b - score_a,
        components=dict(zip(names, points.tolist(), strict=True)),
        segments=points_of_rows(stats_a.matrix, stats_b.matrix, prices),
        unattributed=scale * (factors_left + brevity_left),
        prices=prices,
    )


def component_points(
    ledger: Ledger, component: str, stats_a: SegmentStatistics, stats_b: SegmentStatistics
) -> FloatArray:
    """(S,) points of one component, such as "p1" or "bp", without its unattributed part.

    All components of a segment sum to its points.
    """
    orders = len(ledger.components) - 1
    n = 0 if component == "bp" else int(component[1:])
    columns = [1 + n, 1 + orders + n] if n else [0, 1]
    own = stats_a.matrix[:, columns], stats_b.matrix[:, columns]
    return points_of_rows(*own, ledger.prices[columns])


def points_of_rows(a: Rows, b: Rows, prices: FloatArray) -> FloatArray:
    """(S,) points of each row, from (S, K) statistics of A and of B and (K,) prices.

    Column by column: equal rows have equal points wherever they are, to the last digit, so ties
    stay ties. A matrix product rounds differently at its ends.
    """
    points = np.zeros(len(a))
    for column, price in enumerate(prices.tolist()):
        points += (b[:, column] - a[:, column]) * price
    return points


def point_sources(
    ledger: Ledger, stats_a: SegmentStatistics, stats_b: SegmentStatistics
) -> PointSources:
    """Points of clipped matches, of n-grams produced, and of lengths."""
    points = ledger.prices * (stats_b.matrix.sum(axis=0) - stats_a.matrix.sum(axis=0))
    orders = len(ledger.components) - 1
    lengths, matches, totals = (float(part.sum()) for part in np.split(points, [2, 2 + orders]))
    return PointSources(matches, totals, lengths, ledger.unattributed)


def concentration(segments: FloatArray, direction: float) -> int:
    """The fewest segments that contribute half of the gain, or of the loss.

    The gain is the sum of all positive points of the (S,) `segments`, the loss that of all negative
    ones. (Very few would reach half of the net difference, because losses cancel most of a gain.)
    `direction` is the sign of Δ, above 0 for the gain; it may differ from that of the sum if many
    points are unattributed. 0 if no segment gains, or loses, or if the ledger is undefined.
    """
    gains = np.sort(np.maximum(segments * np.sign(direction), 0))[::-1]
    reached = np.cumsum(gains)
    if not len(reached) or not reached[-1] > 0:
        return 0
    return int(np.searchsorted(reached, reached[-1] / 2)) + 1


def log_mean(x: ArrayLike, y: ArrayLike) -> FloatArray:
    """The logarithmic mean (x − y) / (ln x − ln y) of positive numbers; L(x, x) = x."""
    low, high = np.minimum(x, y), np.maximum(x, y)
    # log1p keeps its digits if x and y are close, a difference of logarithms does not.
    logs = _map_floats(math.log1p, (high - low) / low)
    same = logs == 0
    mean: FloatArray = np.where(same, low, (high - low) / np.where(same, 1.0, logs))
    return mean


def _map_floats(function: Callable[[float], float], numbers: FloatArray) -> FloatArray:
    """Apply a function of Python: numpy's rounds differently on some processors."""
    return np.array([*map(function, numbers.ravel().tolist())]).reshape(numbers.shape)


def _factors(sums: NDArray[np.number], config: BleuConfig) -> tuple[FloatArray, float, FloatArray]:
    """Changes of w_n·ln p_n (N,), the part no count explains, change per count and total (2N,).

    Where the effective orders differ, so do the weights. w_B·ln p_B − w_A·ln p_A is the change of
    ln p under the mean weight, which counts explain, plus the change of the weight at the mean of
    ln p, which they do not.
    """
    fractions = precisions(sums, config) / 100
    # In a score above 0, exactly the orders in the mean have a precision above 0.
    used = fractions > 0
    logs = _map_floats(math.log, np.where(used, fractions, 1.0))
    weights = used * np.asarray(config.weights or 1.0)
    weights = weights / weights.sum(axis=1, keepdims=True)
    weight = weights.mean(axis=0)
    changes = weight * (logs[1] - logs[0])
    reweighted = (weights[1] - weights[0]) * logs.mean(axis=0)

    counts, totals = smoothed_fractions(sums, config)
    counted = (counts > 0).all(axis=0)
    shares = np.where(counted, weight, 0.0)
    per_match = shares / log_mean(*np.where(counted, counts, 1.0))
    per_ngram = shares / log_mean(*np.where(counted, totals, 1.0))
    left = float(reweighted.sum() + changes[~counted].sum())
    return changes + reweighted, left, np.concatenate([per_match, -per_ngram])


def _brevity(sums: NDArray[np.number]) -> tuple[float, float, FloatArray]:
    """Change of ln BP, the part no length explains, change per token of (sys_len, ref_len)."""
    sys_len, ref_len = sums[:, 0].astype(np.float64), sums[:, 1].astype(np.float64)
    ratios = ref_len / sys_len
    logs = np.minimum(0.0, 1.0 - ratios)
    change = float(logs[1] - logs[0])
    # Average lengths are fractions, whose sums may differ by rounding errors.
    if change == 0 or np.ptp(ratios) < 1e-12 * ratios.max():
        return change, 0.0, np.zeros(2)
    if ratios.min() == 0:
        return change, change, np.zeros(2)
    # ln BP changes with ln(r / c), to which r and c contribute.
    slope = change * log_mean(*ratios) / (ratios[1] - ratios[0])
    return change, 0.0, slope * np.array([-1 / log_mean(*sys_len), 1 / log_mean(*ref_len)])
