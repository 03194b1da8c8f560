"""A session unblinded: answers are of systems; which system is preferred, and how far all agree."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from bleu_core.people.session_results import (
    annotator_conduct,
    first_answers,
    preferences,
    rating_differences,
    repeated_answers,
)
from bleu_core.people.sessions.item_answers import Judgement, Preferred, place_of_a, unblind
from bleu_core.people.sessions.plan import PlanItem, SessionPlan
from bleu_core.people.sessions.task import ItemAnswer
from tests.core.scripted import answers, pairs, plan_of, prefers


@pytest.mark.parametrize(("better", "meant", "other"), [("left", "a", "b"), ("right", "b", "a")])
def test_an_answer_is_of_the_system_that_stood_there(better: str, meant: str, other: str) -> None:
    plan = plan_of([PlanItem(3, "x", "y"), PlanItem(3, "y", "x")])
    straight, turned = unblind(
        plan, [ItemAnswer(i, "Ada", better, 4, 2, changed=5) for i in (0, 1)]
    )
    assert (straight.preferred, turned.preferred) == (meant, other)
    assert (straight.a, straight.b) == (turned.a, turned.b) == ("x", "y")
    assert (straight.rating_a, straight.rating_b) == (turned.rating_b, turned.rating_a) == (4, 2)
    assert (straight.segment, straight.changed) == (3, 5)


def test_the_first_system_is_that_of_the_plan_and_may_have_the_name_of_an_answer() -> None:
    plan = plan_of(
        [PlanItem(0, "same", "bad"), PlanItem(0, "bad", "same")], systems=("bad", "same")
    )
    said = [
        ItemAnswer(0, "Ada", "left"),
        ItemAnswer(1, "Ada", "left"),
        ItemAnswer(0, "Ben", "same"),
    ]
    assert [one.preferred for one in unblind(plan, said)] == ["b", "a", "same"]
    assert {(one.a, one.b) for one in unblind(plan, said)} == {("bad", "same")}


def test_in_a_check_the_damaged_output_is_a() -> None:
    items = [PlanItem(0, "", "", "check", damaged=side) for side in ("left", "right")]
    plan = plan_of(items)
    passed, failed = unblind(plan, [ItemAnswer(i, "Ada", "right", 1, 5) for i in (0, 1)])
    assert (passed.preferred, passed.rating_a, passed.rating_b) == ("b", 1, 5)
    assert (failed.preferred, failed.rating_a, failed.rating_b) == ("a", 5, 1)
    assert [place_of_a(plan, item) for item in items] == ["left", "right"]


def test_what_was_not_answered_is_no_preference() -> None:
    plan = plan_of([PlanItem(0, "x", "y")])
    (one,) = unblind(plan, [ItemAnswer(0, "Ada", skipped="not my language")])
    assert (one.preferred, one.skipped) == ("", "not my language")
    assert math.isnan(one.rating_a)


ITEMS = [
    *(PlanItem(0, "x", "y"), PlanItem(1, "y", "x"), PlanItem(2, "x", "y")),
    *(PlanItem(0, "y", "x", "repeat", of=0), PlanItem(1, "x", "y", "repeat", of=1)),
    *(PlanItem(3, "", "", "check", damaged="left"), PlanItem(4, "", "", "check", damaged="right")),
]


def test_what_was_done_is_counted() -> None:
    plan = plan_of(ITEMS, annotators=("Ada", "Ben"))
    said = [
        ItemAnswer(0, "Ada", "left"),
        ItemAnswer(1, "Ada", "left"),
        ItemAnswer(2, "Ada", skipped="unclear"),
        ItemAnswer(3, "Ada", "right"),  # x again
        ItemAnswer(4, "Ada", "left"),  # y before, x now
        ItemAnswer(5, "Ada", "right"),
        ItemAnswer(6, "Ada", "right"),
    ]
    ada, ben = annotator_conduct(plan, unblind(plan, said))
    assert (ada.answered, ada.skipped, ada.planned) == (6, 1, 7)
    assert (ada.repeats, ada.same) == (2, 1)
    assert (ada.checks, ada.passed) == (2, 1)
    assert (ben.answered, ben.repeats, ben.checks) == (0, 0, 0)


def test_what_is_no_preference_is_neither_the_same_nor_a_passed_check() -> None:
    plan = plan_of(ITEMS, annotators=("Ada",))
    said = [(0, "same"), (3, "bad"), (5, "same"), (6, "left")]
    (ada,) = annotator_conduct(
        plan, unblind(plan, [ItemAnswer(i, "Ada", better) for i, better in said])
    )
    assert (ada.repeats, ada.same) == (1, 0)
    assert (ada.checks, ada.passed) == (2, 1)


def test_where_ratings_were_asked_they_say_which_is_better() -> None:
    plan = plan_of(ITEMS, annotators=("Ada",), ask="rating")
    said = [(0, 4, 1), (3, 2, 3), (1, 3, 3), (4, 3, 4), (5, 1, 5), (6, 2, 2)]
    (ada,) = annotator_conduct(
        plan,
        unblind(plan, [ItemAnswer(i, "Ada", left=left, right=right) for i, left, right in said]),
    )
    assert (ada.answered, ada.repeats, ada.same, ada.checks, ada.passed) == (6, 2, 1, 2, 1)


WANTED = {"judged": "y", "repeat": "x"}


def all_say(plan: SessionPlan, which: Callable[[PlanItem], str]) -> list[Judgement]:
    """What all annotators of a plan say is better."""
    given = [answers(plan, who, lambda _, i: {"better": which(i)}) for who in plan.annotators]
    return unblind(plan, [one for said in given for one in said])


def said(segment: int, annotator: str, preferred: Preferred = "", **more: object) -> Judgement:
    names = {"a": "x", "b": "y"} | more
    return Judgement(segment, segment, annotator, "judged", -1, preferred=preferred, **names)  # type: ignore[arg-type]


def votes(*segments: str) -> list[Judgement]:
    """votes("ab", "b-"): a segment a text, an annotator a letter; - same, ! both bad, . skipped."""
    meant: dict[str, Preferred] = {"a": "a", "b": "b", "-": "same", "!": "bad", ".": ""}
    return [
        said(segment, f"annotator {place}", meant[letter])
        for segment, letters in enumerate(segments)
        for place, letter in enumerate(letters)
    ]


def test_a_segment_goes_to_the_system_that_more_of_its_annotators_prefer() -> None:
    (found,) = preferences(votes("aab", "b--", "b", "ab", "--", "!!", "-!", "-!-", ".", "a."), "xy")
    assert (found.wins_a, found.wins_b) == (2, 2)
    assert (found.won, found.ties, found.bad) == (4, 5, 1)


def test_several_annotators_of_a_segment_are_one_trial_and_ties_none() -> None:
    from statsmodels.stats.proportion import proportion_confint

    (one,) = preferences(votes(*["b"] * 8, "a"), "xy")
    for said, ties in (([*["bbb"] * 8, "aaa"], 0), ([*["b"] * 8, "a", *["-"] * 30, "!", "ab"], 32)):
        (other,) = preferences(votes(*said), "xy")
        assert other.ties == ties
        assert one.p_value == other.p_value == pytest.approx(stats.binomtest(8, 9).pvalue)
        assert (one.low, one.high) == (other.low, other.high)
    assert (one.low, one.high) == pytest.approx(proportion_confint(8, 9, method="wilson"))


def test_sides_repeats_and_checks_change_nothing() -> None:
    repeats = [PlanItem(s, "y", "x", "repeat", of=s) for s in range(10) for _ in range(3)]
    plan = plan_of([*pairs(30, seed=3), *repeats, PlanItem(0, "", "", "check", damaged="left")])
    given = all_say(plan, lambda i: "left" if i.damaged else prefers(i, WANTED[i.kind]))
    (found,) = preferences(given, plan.systems)
    assert (found.wins_a, found.wins_b, found.ties) == (0, 30, 0)
    # Nor are repeats and checks something that people agree on.
    assert len(first_answers(plan, given)[0]) == 30


def test_pairs_are_corrected_together_by_holm() -> None:
    from statsmodels.stats.multitest import multipletests

    rng = np.random.default_rng(4)
    judgements = [
        said(segment, "Ada", "b" if rng.random() < share else "a", a=a, b=b)
        for (a, b), share in zip(["xy", "xz", "yz"], (0.5, 0.8, 0.7), strict=True)
        for segment in range(40)
    ]
    found = preferences(judgements, "xyz")
    assert [(one.a, one.b) for one in found] == [("x", "y"), ("x", "z"), ("y", "z")]
    oracle = multipletests([one.p_value for one in found], method="holm")[1]
    assert [one.p_holm for one in found] == pytest.approx(oracle.tolist())
    assert found[0].p_holm != found[0].p_value or found[1].p_holm != found[1].p_value


def test_ratings_are_means_over_segments_of_annotators_means() -> None:
    judgements = [
        said(0, "Ada", rating_a=3, rating_b=5),
        said(0, "Ben", rating_a=1, rating_b=1),
        said(1, "Ada", rating_a=2, rating_b=4),
        said(1, "Ben", rating_a=5),
    ]
    (found,) = rating_differences(judgements, "xy")
    assert (found.mean_a, found.mean_b, found.segments, found.delta) == (2, 3.5, 2, 1.5)
    # One segment has no interval.
    (found,) = rating_differences(judgements[2:], "xy")
    assert (found.low, found.high, found.p_value) == (None, None, 1)


def test_the_randomization_of_ratings_is_that_of_scipy() -> None:
    rng = np.random.default_rng(5)
    given = rng.integers(1, 6, (40, 2)).astype(float)
    given[::3, 1] = np.minimum(5, given[::3, 1] + 1)
    judgements = [said(i, "Ada", rating_a=a, rating_b=b) for i, (a, b) in enumerate(given)]
    (found,) = rating_differences(judgements, "xy")
    oracle = stats.permutation_test(
        (given[:, 0], given[:, 1]),
        lambda a, b: np.mean(b - a),
        permutation_type="samples",
        n_resamples=20_000,
        random_state=rng,
    )
    assert found.delta == pytest.approx(oracle.statistic)
    assert found.p_value == pytest.approx(oracle.pvalue, abs=0.02)
    t = stats.ttest_rel(given[:, 1], given[:, 0]).confidence_interval()
    assert found.low == pytest.approx(t.low, abs=0.15)
    assert found.high == pytest.approx(t.high, abs=0.15)


def test_an_item_is_a_row_and_an_annotator_a_column_whichever_side_was_chosen() -> None:
    plan = plan_of(
        [PlanItem(4, "x", "y"), PlanItem(7, "y", "x")], annotators=("Ada", "Ben", "Cleo")
    )
    said = [(0, "Ada", "left"), (0, "Ben", "right"), (1, "Ada", "left"), (1, "Cleo", "bad")]
    given = unblind(plan, [ItemAnswer(*one) for one in said])
    found, segments = first_answers(plan, given)
    nan = math.nan
    np.testing.assert_array_equal(found, [[0, 1, nan], [1, nan, 3]])
    assert segments.tolist() == [4, 7]


def test_a_repeat_is_compared_with_the_same_annotators_first_answer_if_there_is_one() -> None:
    plan = plan_of([PlanItem(0, "x", "y"), PlanItem(0, "x", "y", "repeat", of=0)])
    said = [
        ItemAnswer(0, "Ada", "left"),
        ItemAnswer(1, "Ben", "left"),
        ItemAnswer(1, "Ada", "same"),
    ]
    found = repeated_answers(plan, unblind(plan, said))
    assert found[0].tolist() == [[0, 2]]
