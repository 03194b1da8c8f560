"""Who agrees with BLEU's verdict, and what is told of a precision."""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, segment_statistics
from bleu_core.metrics import MetricComparison, MetricInfo
from bleu_core.metrics.metric import Metric, MetricStatistics
from bleu_core.metrics.metric_comparison import human_agreement, least_informative_delta
from bleu_core.metrics.precision import (
    format_precision,
    format_precision_difference,
    precision_difference,
    precisions_of,
    why_zero,
)
from bleu_core.present.document import text
from bleu_core.present.tables import other_metrics
from bleu_core.significance import Bootstrap, Randomization
from bleu_core.significance.metric_tests import (
    MetricSignificance,
    group_by_agreement,
    significant_direction,
)


@dataclass(frozen=True)
class Marks:
    """The mean of marks; rows are (mark, 1)."""

    label: str
    higher_is_better: bool = True
    key: str = "marks"

    @property
    def about(self) -> MetricInfo:
        return MetricInfo(self.key, self.label, "", "metric", "", self.higher_is_better)

    def scores(self, sums: np.ndarray) -> np.ndarray:
        return sums[:, 0] / sums[:, 1]

    quick_scores = sentence_scores = scores

    def signature(self, num_refs: int) -> str:
        return "test"


def judged(metric: Metric, delta: float, p: float | None, size: int = 40) -> MetricSignificance:
    """Marks of 10 for A, and 10 + delta for B; of BLEU the statistics do not matter here."""
    rows = [np.tile([mark, 1.0], (size, 1)) for mark in (10.0, 10.0 + delta)]
    metric_pair = MetricComparison(*(MetricStatistics(one, metric) for one in rows))
    if p is None:
        return MetricSignificance(metric_pair)
    tests = (
        Randomization(p, delta, 10_000, 1, size),
        Bootstrap(delta - 1, delta + 1, p, delta, np.zeros(1), 1, size),
    )
    return MetricSignificance(metric_pair, *tests)


def marks(label: str, delta: float, p: float | None, **more: object) -> MetricSignificance:
    return judged(Marks(label, **more), delta, p)  # type: ignore[arg-type]


# BLEU's Δ and p; the other's, and whether higher is better there; where the other stands.
CASES = [
    (2.0, 0.01, 2.0, 0.01, True, "agrees"),
    (-2.0, 0.01, -2.0, 0.049, True, "agrees"),
    (2.0, 0.01, -2.0, 0.01, False, "agrees"),
    (-2.0, 0.01, 2.0, 0.01, False, "agrees"),
    (2.0, 0.01, 2.0, 0.05, True, "silent"),
    (2.0, 0.01, -2.0, 0.5, True, "silent"),
    (2.0, 0.01, 0.0, 1.0, True, "silent"),
    (2.0, 0.01, -2.0, 0.01, True, "opposite"),
    (2.0, 0.01, 2.0, 0.01, False, "opposite"),
    (-2.0, 0.01, 2.0, 0.01, True, "opposite"),
    (2.0, 0.5, 2.0, 0.5, True, "agrees"),
    (2.0, 0.5, -2.0, 0.5, True, "agrees"),
    (0.0, 1.0, 0.0, 1.0, False, "agrees"),
    (2.0, 0.5, 2.0, 0.01, True, "finds"),
    (2.0, 0.05, -2.0, 0.01, True, "finds"),
]


def test_where_a_metric_stands() -> None:
    for *case, expected in CASES:
        bleu, p_bleu, delta, p, higher = case
        other = marks("M", delta, p, higher_is_better=higher)
        assert [*group_by_agreement(marks("BLEU", bleu, p_bleu), [other])] == [expected], case


def test_a_verdict_is_what_is_better_and_not_what_is_higher() -> None:
    assert significant_direction(marks("M", 2, 0.01)) == 1
    assert significant_direction(marks("M", 2, 0.01, higher_is_better=False)) == -1
    assert (
        significant_direction(marks("M", 2, 0.06))
        == significant_direction(marks("M", 2, None))
        == 0
    )


WORDS = re.compile(r"BLEU|chrF2|NIST|TER|METEOR|WER|COMET|\b[AB]\b|\b[0-9]+\b")


def told(*judged: MetricSignificance) -> str:
    """The metrics, outputs and numbers that the sentence names, in its order."""
    return " ".join(WORDS.findall(text(other_metrics.agreement(judged))))


def test_metrics_that_contradict_bleu_are_named_before_those_that_agree() -> None:
    agrees, contradicts = marks("TER", 2, 0.01), marks("chrF2", -2, 0.01)
    assert told(marks("BLEU", 2, 0.01), agrees, contradicts) == "chrF2 BLEU A TER BLEU B 3"


def test_the_table_turns_colour_and_word_and_leaves_the_number() -> None:
    ones = [
        marks("up", 2, 0.01),
        marks("less", 2, 0.01, higher_is_better=False),
        marks("unsure", 2, 0.2),
        marks("same", 0, 1.0),
        marks("none", float("nan"), None),
    ]
    *rows, none = other_metrics.metrics_results_table(ones).rows
    assert [[row[3].text, row[3].tone, row[4].text, row[4].tone] for row in rows] == [
        ["+2.00", "gain", "better", "gain"],
        ["+2.00", "loss", "worse", "loss"],
        ["+2.00", "gain", "better?", "muted"],
        ["0.00", "muted", "equal", "muted"],
    ]
    expected = ["up", "10.00", "12.00", "+2.00", "better", "0.010", "[+1.00, +3.00]"]
    assert [cell.text for cell in rows[0]] == expected
    assert [cell.text for cell in none[3:]] == ["undefined", "–", "–", "–"]


class TestPeople:
    """The numbers are those that the paper's own program prints."""

    def test_the_shares_of_bleu_and_chrf(self) -> None:
        shares = {0.5: 54.6, 1: 64.0, 2: 77.2, 5: 87.6, -2: 77.2}
        found = {delta: round(100 * human_agreement("bleu", delta), 1) for delta in shares}
        assert found == shares
        assert human_agreement("chrf", 0.710) == pytest.approx(0.640, abs=5e-4)

    @pytest.mark.parametrize(("key", "smallest"), [("bleu", 0.2750), ("chrf", 0.1354)])
    def test_what_a_coin_does_as_well_is_no_evidence(self, key: str, smallest: float) -> None:
        assert least_informative_delta(key) == pytest.approx(smallest, abs=5e-5)
        for delta in (0, 0.13, -smallest + 1e-3):
            assert human_agreement(key, delta) is None
        assert human_agreement(key, smallest + 1e-3) == pytest.approx(0.5, abs=1e-3)
        assert human_agreement("bleu", 0.269) is None


def of(hypothesis: str, reference: str, **settings: object):
    return precisions_of(
        segment_statistics([hypothesis], [[reference]], BleuConfig(tokenize="none", **settings))  # type: ignore[arg-type]
    )


def test_an_order_that_the_hypothesis_is_too_short_for_has_no_precision_and_no_difference() -> None:
    a, b = of("a b c", "a b c d"), of("a b c x", "a b c d")
    assert (a[3].count, a[3].total, a[3].defined) == (0, 0, False)
    assert math.isnan(a[3].percent)
    assert format_precision(a[3]) == "–"
    assert (b[3].total, b[3].count, b[3].smoothed) == (1, 0, True)
    for one, other in ((a, b), (b, a), (a, a)):
        assert math.isnan(precision_difference(one[3], other[3]))
        assert format_precision_difference(one[3], other[3]) == "–"
    assert format_precision_difference(a[2], b[2]) == "\u221250.0"


def test_a_smoothed_precision_says_both_numbers_and_add_k_changes_none_that_was_counted() -> None:
    smoothed = of("a b x c", "a b c d")
    assert [format_precision(p) for p in smoothed] == ["75.0", "33.3", "0.0 → 25.0", "0.0 → 25.0"]
    counted = of("a b x c", "a b c d", smooth_method="none")
    assert [format_precision(p) for p in counted] == ["75.0", "33.3", "0.0", "0.0"]
    found = of("a b x", "a b c", smooth_method="add-k")
    assert [(p.count, p.total) for p in found] == [(2, 3), (1, 2), (0, 1), (0, 0)]
    assert [p.smoothed for p in found] == [False, True, True, True]
    # Without any match nothing is smoothed.
    assert [p.smoothed for p in of("x y z w", "a b c d")] == [False] * 4
    assert not found[3].defined


@pytest.mark.parametrize(
    ("hypothesis", "settings", "why"),
    [
        ("a b c d", {}, ""),
        ("", {}, "the output is empty"),
        ("a b", {}, "the output has no 3-gram, and effective order is off"),
        ("a b", {"max_ngram_order": 2}, ""),
        ("x y z w", {}, "no token of the output is in the references"),
        ("a b x d", {"smooth_method": "none"}, "no 3-gram of the output is in the references"),
    ],
)
def test_a_score_of_zero_says_why(hypothesis: str, settings: dict[str, object], why: str) -> None:
    config = BleuConfig(tokenize="none", **settings)  # type: ignore[arg-type]
    score = segment_statistics([hypothesis], [["a b c d"]], config).corpus()
    assert (why_zero(score), score.score > 0) == (why, not why)


def test_the_length_alone_makes_a_score_zero_that_leaves_out_long_orders() -> None:
    config = BleuConfig(tokenize="none", effective_order=True)
    score = segment_statistics(["a"], [["a " * 1000]], config).corpus()
    assert why_zero(score) == "the output is far shorter than the references"


@pytest.mark.parametrize("smoothing", ["exp", "floor", "add-k", "none"])
def test_what_is_taken_is_what_sacrebleu_takes(smoothing: str) -> None:
    rng = random.Random(3)
    metric = BLEU(tokenize="none", smooth_method=smoothing, force=True)
    for _ in range(50):
        hypothesis, reference = (
            " ".join(rng.choices("abcd", k=rng.randint(1, 9))) for _ in range(2)
        )
        expected = metric.corpus_score([hypothesis], [[reference]]).precisions
        found = of(hypothesis, reference, smooth_method=smoothing)
        assert [p.taken for p in found] == expected
        assert [p.total for p in found] == [max(len(hypothesis.split()) - n, 0) for n in range(4)]
