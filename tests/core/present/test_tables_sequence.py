"""What is said of a sequence of runs, and where two metrics disagree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from bleu_core import Comparison, EvalSet
from bleu_core.metrics import (
    ImportedScores,
    MetricComparison,
    compare_imported,
    get_metric,
    percentile_ranks,
    rank_disagreement,
)
from bleu_core.present.document import text
from bleu_core.present.tables import steps as account
from bleu_core.significance.metric_tests import compare_with_metric
from bleu_core.systems import RunSequence, SequenceSignificance, follow_runs
from tests.core.systems.test_sequence import (
    BAD_RUN,
    DIPS,
    PASSING,
    PLANTED,
    followed,
    qualities,
    run_of,
)


def broken_for_good(runs: int = 12) -> np.ndarray:
    quality = qualities()
    quality[BAD_RUN - 1 :, PLANTED] -= 35
    return quality[:runs]


def came_back() -> np.ndarray:
    quality = qualities()
    quality[DIPS - 1, PASSING] -= 35
    return quality


def no_test_reason(quality: np.ndarray) -> tuple[RunSequence, None]:
    runs = [run_of(np.clip(run, 0, 100)) for run in quality]
    return follow_runs(runs, [f"r{k}" for k in range(len(runs))]), None


def claimed(sequence: RunSequence, tests: SequenceSignificance | None) -> tuple[bool, set[str]]:
    """Whether a run is said to have broken it, and the names of runs that are told."""
    spans = account.headline(sequence, tests)
    broke = any(span.tone == "strong" and not span.term for span in spans)
    return broke, {span.text for span in spans if span.tone == "quoted"}


def test_only_what_the_tests_allow_is_claimed_of_a_run() -> None:
    assert claimed(*followed(broken_for_good())) == (True, {"run 7"})
    assert claimed(*followed(broken_for_good(BAD_RUN))) == (True, {"run 7"})
    assert claimed(*followed(came_back())) == (False, {"run 4"})
    assert claimed(*followed(qualities())) == claimed(*followed(qualities()[[0, 0]]))
    assert claimed(*followed(qualities())) == (False, set())
    for segments in (20, 300):
        sequence, _ = no_test_reason(broken_for_good()[:, :segments])
        assert claimed(sequence, None) == (False, {sequence.worst.b})
    assert claimed(*no_test_reason(qualities()[[0] * 3])) == (False, set())


def test_a_fall_that_nothing_recovered_is_not_called_recovered() -> None:
    """Segments that lost for good in it lost more in the next step, where others gained."""
    quality = np.full((3, 60), 85.0)
    quality[1:] = 80.0
    quality[2, :48] = 70.0
    quality[2, 48:] = 100.0
    sequence, tests = followed(quality)
    assert claimed(sequence, tests) == (False, {"run 2"})
    told = text(account.headline(sequence, tests))
    assert f"{100 * sequence.steps[0].lasts:.0f}% of segment losses" in told
    assert sequence.steps[0].lasts > 0.5
    assert "recovered" not in told


def test_the_table_has_a_row_a_run_and_opens_each_step() -> None:
    sequence, tests = followed(broken_for_good())
    table = account.run_steps_table(sequence, tests)
    assert table.titles[4:7] == ["p", "p, 11 steps", "95% CI"]
    assert [row[0] for row in table.texts] == [str(k + 1) for k in range(12)]
    assert [row[0].opens for row in table.rows] == ["", *[f"step:{k}" for k in range(2, 13)]]
    bad = table.rows[BAD_RUN - 1]
    assert [cell.tone for cell in bad[3:6]] == ["loss", "", "strong"]
    assert bad[5].text == f"{tests.tests[BAD_RUN - 2].p_holm:.3f}"
    # Of two runs p is not corrected.
    two = account.run_steps_table(*followed(qualities()[:2]))
    assert len(two.columns) == len(table.columns) - 1
    for one in (table, two):
        assert {len(row) for row in one.rows} == {len(one.columns)}


def test_sequences_in_words(snapshot) -> None:
    cases = [
        followed(broken_for_good()),
        followed(broken_for_good(BAD_RUN)),
        followed(came_back()),
        followed(qualities()),
        followed(qualities()[[0, 0]]),
        *(no_test_reason(broken_for_good()[:, :segments]) for segments in (20, 300)),
        no_test_reason(qualities()[[0] * 3, :20]),
        no_test_reason(qualities()[:1]),
        (follow_runs([run_of(np.full(5, level)) for level in (80.0, 0.0)], ["a", "b"]), None),
    ]
    told = [text(account.headline(*case)) for case in cases]
    told += [
        text(account.step_sums(step)) for step in (cases[0][0].steps[-1], cases[-1][0].steps[0])
    ]
    assert "\n".join(told) == snapshot


few = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=30)


def of(a: list[str], b: list[str], reference: list[str], name: str) -> MetricComparison:
    return compare_with_metric(
        Comparison.of(EvalSet({"a": a, "b": b}, [reference])), get_metric(name)
    )


@given(few)
def test_ranks_are_average_ranks_in_per_cent(gains: list[float]) -> None:
    size = len(gains)
    expected = (rankdata(gains, "average") - 0.5) / size * 100
    ranks = percentile_ranks(np.array(gains))
    np.testing.assert_allclose(ranks, expected)
    # They do not depend on how many segments there are.
    np.testing.assert_allclose(percentile_ranks(np.tile(gains, 3)), np.tile(ranks, 3))
    for gain, rank in zip(gains, ranks, strict=True):
        below, equal = sum(g < gain for g in gains), gains.count(gain)
        assert rank == pytest.approx(100 * (below + equal / 2) / size)


def test_rounding_errors_make_no_ranks_and_no_score_has_none() -> None:
    gains = np.array([0.1 + 0.2, np.nan, 0.3, -1.0])
    ranks = percentile_ranks(gains)
    assert ranks[0] == ranks[2]
    assert np.isnan(ranks[1])
    np.testing.assert_allclose(ranks[[0, 3]], percentile_ranks(gains[[0, 2, 3]])[[0, 2]])


def test_a_metric_agrees_with_itself_and_lower_is_turned() -> None:
    reference = ["a b c d e", "f g h i j", "k l m n o"]
    a = ["a b c x y", "f g h i j", "k l m n o"]
    b = ["a b c d e", "f g h i j", "k l x n y"]
    bleu, wer = (of(a, b, reference, name) for name in ("bleu", "wer"))
    assert not rank_disagreement(bleu, bleu).any()
    # Both say: the first is better, the second as it was, the third worse.
    assert wer.sentence_deltas[0] < 0 < bleu.sentence_deltas[0]
    assert not rank_disagreement(bleu, wer).any()


def scored(*gains: float, higher_is_better: bool = True) -> MetricComparison:
    b = np.array(gains) if higher_is_better else -np.array(gains)
    scores = ImportedScores("scores", higher_is_better, {"a": np.zeros(len(gains)), "b": b})
    return compare_imported(scores, "a", "b")


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_ranks_differ_as_far_the_other_way_and_without_a_score_not(higher_is_better: bool) -> None:
    one = scored(1, 2, -1, -2, 0, 3, 1e-12)
    other = scored(1, -2, -1, 2, 5, np.nan, -4, higher_is_better=higher_is_better)
    apart = rank_disagreement(one, other)
    np.testing.assert_array_equal(apart, -rank_disagreement(other, one))
    assert np.isnan(apart[5])
