"""What is said of a ranking: each clause is a claim, counted anew here from the pairs."""

from __future__ import annotations

from itertools import combinations

import pytest

from bleu_core import EvalSet
from bleu_core.account.ranking import about_tests, headline, leading
from bleu_core.account.spans import text
from bleu_core.metrics import Bleu, Ter
from bleu_core.systems import Pair, Ranked, Ranking

BLEU, TER = Bleu().about, Ter().about


def ranking(
    apart: set[str], names: str = "abcd", units: int = 529, trials: int = 10_000
) -> Ranking:
    """Systems of one letter, the best first; `apart` are the pairs that are significant."""
    pairs = tuple(
        Pair(x, y, -1.0, 0.001, 0.01 if x + y in apart else 1.0) for x, y in combinations(names, 2)
    )
    systems = tuple(
        Ranked(
            name, 30.0 - i, 29.0 - i, 31.0 - i,
            rank_best=1 + sum(f"{other}{name}" in apart for other in names),
            rank_worst=len(names) - sum(f"{name}{other}" in apart for other in names),
        )
        for i, name in enumerate(names)
    )  # fmt: skip
    return Ranking(systems, pairs, names[0], unit="segment", units=units, trials=trials)


def said(found: Ranking, segments: int = 529) -> str:
    return text(headline(found, segments, BLEU))


BY = "(p < 0.05 by randomization of 529 segments, corrected for 6 pairs by Holm)"


@pytest.mark.parametrize(
    ("apart", "expected"),
    [
        ({"ad", "bd"}, f"4 systems, 6 pairs: 2 can be told apart {BY}. "
                       "The first 3 cannot: a 30.00 to c 28.00. The last, d, loses to 2 others."),
        ({"ac", "ad", "bc", "bd"}, f"4 systems, 6 pairs: 4 can be told apart {BY}. "
         "The first 2 cannot: a 30.00 to b 29.00. The last 2 lose to 2 others each."),
        ({"ab", "ac", "ad"}, f"4 systems, 6 pairs: 3 can be told apart {BY}. "
         "a 30.00 is told apart from every other. The last 3 lose to 1 other each."),
        ({"ab", "ad"}, f"4 systems, 6 pairs: 2 can be told apart {BY}. "
         "a 30.00 is told apart from 2 of 3 others. The last, d, loses to 1 other."),
        (set(), f"4 systems, 6 pairs: none can be told apart {BY}. a 30.00 to d 27.00."),
        ({"ab", "ac", "ad", "bc", "bd", "cd"},
         f"4 systems, 6 pairs: all can be told apart {BY}. a 30.00 to d 27.00."),
    ],
)  # fmt: skip
def test_the_headline_counts_pairs_and_names_the_first_and_the_last(apart, expected) -> None:
    assert said(ranking(apart)) == expected


def test_the_first_are_the_most_of_whom_no_two_can_be_told_apart() -> None:
    assert [one.name for one in leading(ranking({"bc"}))] == ["a", "b"]
    assert [one.name for one in leading(ranking({"ad"}))] == ["a", "b", "c"]
    assert [one.name for one in leading(ranking({"ab"}))] == ["a"]


def test_one_pair_is_corrected_for_nothing() -> None:
    by = "(p < 0.05 by randomization of 529 segments)"
    assert said(ranking(set(), "ab")) == (
        f"2 systems, 1 pair: the two cannot be told apart {by}. a 30.00 to b 29.00."
    )
    assert f"the two can be told apart {by}." in said(ranking({"ab"}, "ab"))
    assert said(ranking(set(), "a")) == "1 system: there is no pair to tell apart."


def test_without_tests_it_is_said_why() -> None:
    untested = Ranking(ranking(set()).systems, ranking(set()).pairs, "a")
    assert "which can be told apart has not been tested" in said(untested)
    assert said(untested, 29).endswith("which can be told apart; here are 29.")
    assert about_tests(untested, EvalSet({"a": ["x"]}, [["x"]])) == []


def test_a_name_is_marked_as_text_of_users() -> None:
    spans = headline(ranking(set(), "xy"), 529, TER)
    assert [span.text for span in spans if span.tone == "quoted"] == ["x", "y"]
    assert text(spans).endswith("x 30.00 to y 29.00.")


def test_the_unit_of_the_tests_is_named() -> None:
    [unit] = about_tests(ranking(set()), EvalSet({"a": ["x"]}, [["x"]]))
    assert "the documents are not known" in unit


def test_too_few_trials_or_documents_for_so_many_pairs_are_told() -> None:
    """That no pair is told apart says nothing there of the systems."""
    few = said(ranking(set(), trials=100))
    assert "6 pairs: none could be told apart here, however different: the smallest p" in few
    assert "the smallest p that 100 random trials can give is about 0.0099, too large" in few
    assert "too large" not in said(ranking(set(), units=8))
    few = said(ranking(set(), "abcdefgh", units=8))
    assert "the smallest p that 8 segments can give is about 0.0078, too large" in few
    assert "corrected for 28 pairs. a 30.00 to " in few
