"""Resampling slow and plain, and as sacreBLEU does it: what the core's arrays are checked against.

A unit is a segment, or a document where `clusters` has the document of each segment.
"""

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
import scipy.stats
from sacrebleu.metrics import BLEU
from sacrebleu.metrics.base import Metric
from sacrebleu.significance import PairedTest

from bleu_core import SegmentStatistics, paired_approximate_randomization, paired_bootstrap
from bleu_core.metrics.additive import AdditiveMetric
from bleu_core.metrics.bleu import score_of_row
from bleu_core.significance import Bootstrap, Randomization


def p_of_sacrebleu(
    a: Sequence[str], b: Sequence[str], references: Sequence[Sequence[str]],
    kind: str, number: int, metric: Metric | None = None,
) -> float:  # fmt: skip
    """By sacreBLEU's "ar" or "bs", under the seed in SACREBLEU_SEED."""
    metrics = {"metric": metric or BLEU()}
    _, scores = PairedTest([("A", a), ("B", b)], metrics, references, kind, number)()
    (found,) = (both for name, both in scores.items() if name != "System")
    p_value: float = found[1].p_value
    return p_value


def made_up(systems: int, segments: int, noise: float, more: float, seed: int = 1):
    """Outputs and references of few words; each output has more words wrong than the one before."""
    rng = random.Random(seed)
    references = [rng.choices("abcdefgh", k=rng.randint(4, 20)) for _ in range(segments)]

    def garbled(words: list[str], noise: float) -> str:
        said = (word if rng.random() > noise else rng.choice(["", "x", "a"]) for word in words)
        return " ".join(filter(None, said))

    outputs = [[garbled(ref, noise + more * k) for ref in references] for k in range(systems)]
    return outputs, [[" ".join(ref) for ref in references]]


def members(clusters: Sequence[int]) -> list[list[int]]:
    """The segments of each document, documents in the order of their first segments."""
    found: dict[int, list[int]] = {}
    for segment, document in enumerate(clusters):
        found.setdefault(document, []).append(segment)
    return list(found.values())


def score(rows: Sequence[np.ndarray], stats: SegmentStatistics) -> float:
    """BLEU of some rows added up one by one."""
    total = sum(rows, np.zeros(stats.matrix.shape[1], stats.matrix.dtype))
    return score_of_row(total, stats.config, stats.num_refs).score


def reaches(size: float, delta: float) -> bool:
    return size > abs(delta) or math.isclose(size, abs(delta), abs_tol=1e-7)


def randomization_p(
    a: SegmentStatistics, b: SegmentStatistics, trials: int, seed: int,
    clusters: Sequence[int] | None,
) -> float:  # fmt: skip
    """Of exchanges of whole units between the systems, how many differ as much as these do."""
    units = members(range(len(a)) if clusters is None else clusters)
    delta, extreme = b.corpus().score - a.corpus().score, 0
    for mask in np.random.default_rng(seed).integers(2, size=(trials, len(units)), dtype=bool):
        both = [
            (a.matrix[i], b.matrix[i]) if exchanged else (b.matrix[i], a.matrix[i])
            for exchanged, unit in zip(mask, units, strict=True)
            for i in unit
        ]
        first, second = zip(*both, strict=True)
        extreme += reaches(abs(score(first, a) - score(second, b)), delta)
    return (extreme + 1) / (trials + 1)


def bootstrap(
    a: SegmentStatistics, b: SegmentStatistics, samples: int, seed: int,
    clusters: Sequence[int] | None,
) -> tuple[list[float], list[float], float]:  # fmt: skip
    """Δ of each sample, the ends of the 95% CI, and p; wider for few documents."""
    units = members(range(len(a)) if clusters is None else clusters)
    number, deltas = len(units), []
    for draw in np.random.default_rng(seed).choice(number, size=(samples, number), replace=True):
        rows = [i for unit in draw for i in units[unit]]
        deltas.append(score(b.matrix[rows], b) - score(a.matrix[rows], a))
    normal, wider = scipy.stats.norm.ppf(0.975), 1.0
    if clusters is not None:
        wider = math.sqrt(number / (number - 1)) * scipy.stats.t.ppf(0.975, number - 1) / normal
    outside = scipy.stats.norm.cdf(-wider * normal)
    ends = [scipy.stats.scoreatpercentile(deltas, 100 * x) for x in (outside, 1 - outside)]
    delta = b.corpus().score - a.corpus().score
    extreme = sum(reaches(wider * abs(x - delta), delta) for x in deltas)
    return deltas, ends, (extreme + 1) / (samples + 1)


def assert_as_alone(
    found: tuple[Randomization, Bootstrap], a: AdditiveMetric, b: AdditiveMetric,
    trials: int, samples: int, seed: int, clusters: object = None, exact: bool = True,
) -> None:  # fmt: skip
    """A pair that was tested with others has what it has alone; to the last digit where `exact`.

    Sums of fractions, unlike those of whole numbers, depend on their order in the last digits.
    """
    assert found[0] == paired_approximate_randomization(a, b, trials, seed, clusters=clusters)
    alone = paired_bootstrap(a, b, samples, seed, clusters=clusters)
    for name, value in vars(alone).items():
        if name == "errors":  # sums of squares, and estimated only where power is asked for
            assert found[1].errors is None or found[1].errors == pytest.approx(value, abs=1e-9)
            continue
        here, expected = np.asarray(getattr(found[1], name)), np.asarray(value)
        if exact or name in ("p_value", "delta", "seed", "units"):
            assert here.tolist() == expected.tolist()
        else:
            assert here == pytest.approx(expected, abs=1e-9)
