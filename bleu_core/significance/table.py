"""The tests of a comparison as rows of a table, for screens and reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bleu_core.common.numerals import bounds, p_value, points, whole
from bleu_core.explain.comparison import Compared
from bleu_core.significance.judging import Significance
from bleu_core.significance.paired_t import block_t_test

# The paper's test has 20 blocks.
BLOCKS = 20


class Test(NamedTuple):
    """A significance test, its numbers as text. `term` is its name in the glossary."""

    name: str
    p: str
    note: str
    term: str


def side_by_side(comparison: Compared, result: Significance) -> Iterator[Test]:
    """The two tests of the verdict, sacreBLEU's tests, and that of the BLEU paper.

    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.significance import judge as tests_of
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> outputs = {"old": [line.replace("home", "back") for line in reference], "new": reference}
    >>> comparison = Comparison.of(EvalSet(outputs, [reference]))
    >>> for test in side_by_side(comparison, tests_of(comparison)):
    ...     print(test.name, test.p, sep=": ")
    Paired approximate randomization by segment, 10 000 trials: p < 0.0001
    Paired bootstrap by segment, 1 000 samples: p = 0.0010
    sacreBLEU's bootstrap: p = 0.0010
    Paired t-test on 20 blocks (Papineni et al. 2002): p < 0.0001
    """
    test, interval = result.randomization, result.bootstrap
    trials, samples = f"{whole(test.trials)} trials", f"{whole(len(interval.deltas))} samples"
    ends = f"95 % interval of Δ: {bounds(interval.ci_low, interval.ci_high)}"
    exchanged = f"{result.counted} exchanged, seed {test.seed}"
    by_segment = _by_sacrebleu(result)
    if result.unit == "segment":
        exchanged = "; ".join(filter(None, [exchanged, by_segment]))
    randomization, by = "Paired approximate randomization", f"by {result.unit}"
    term = "approximate-randomization"
    yield Test(f"{randomization} {by}, {trials}", test.written, exchanged, term)
    yield Test(f"Paired bootstrap {by}, {samples}", p_value(interval.p_value), ends, "bootstrap")
    if result.unit != "segment" and result.by_segment is not None:
        p = result.by_segment.written
        yield Test(f"{randomization} by segment, {trials}", p, by_segment, term)
    if result.sacrebleu_bootstrap_p is not None:
        yield Test(
            "sacreBLEU's bootstrap",
            p_value(result.sacrebleu_bootstrap_p),
            "for comparison only: it rejects a true null too often",
            "sacrebleu-bootstrap",
        )
    blocks = min(BLOCKS, len(comparison.stats_a))
    paper = block_t_test(comparison.stats_a, comparison.stats_b, blocks)
    yield Test(
        f"Paired t-test on {blocks} blocks (Papineni et al. 2002)",
        p_value(paper.p_value),
        f"t = {points(paper.t)}, critical ±{points(paper.critical)}",
        "paired-t",
    )


def _by_sacrebleu(result: Significance) -> str:
    """A note on sacreBLEU's p of the exchange of segments, if it has one."""
    if result.sacrebleu_p is None or result.by_segment is None:
        return ""
    if result.sacrebleu_p == result.by_segment.p_value:
        return "sacreBLEU's p"
    return f"sacreBLEU, which counts no trial with the same Δ: {p_value(result.sacrebleu_p)}"
