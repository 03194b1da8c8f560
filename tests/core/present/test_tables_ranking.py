"""What is said of a ranking: each clause is a claim, counted anew here from the pairs."""

from dataclasses import replace
from itertools import combinations

from bleu_core import EvalSet
from bleu_core.metrics import Bleu, ImportedMetric, Ter
from bleu_core.present.document import text
from bleu_core.present.tables.ranking import about_tests, headline, tied_at_top
from bleu_core.systems import RankedSystem, Ranking, SystemPair

ONE = EvalSet({"a": ["x"]}, [["x"]])


def ranking(
    apart: str = "", names: str = "abcd", units: int = 529, trials: int = 10_000
) -> Ranking:
    """Systems of one letter, the best first; `apart` are the pairs that are significant."""
    pairs = tuple(
        SystemPair(x, y, -1.0, 0.001, 0.01 if x + y in apart.split() else 1.0)
        for x, y in combinations(names, 2)
    )
    systems = tuple(
        RankedSystem(
            name, 30.0 - i, 29.0 - i, 31.0 - i,
            rank_best=1 + sum(f"{other}{name}" in apart.split() for other in names),
            rank_worst=len(names) - sum(f"{name}{other}" in apart.split() for other in names),
        )
        for i, name in enumerate(names)
    )  # fmt: skip
    return Ranking(
        systems, pairs, names[0], segments=529, unit="segment", units=units, trials=trials
    )


UNTESTED = Ranking(ranking().systems, ranking().pairs, "a", segments=529)
# What is told strongly, systems that are named, and whether Holm's correction is.
HEADLINES = {
    ("ad bd", "abcd"): (["2 of", "top 3"], "acd", True),
    ("ac ad bc bd", "abcd"): (["4 of", "top 2"], "ab", True),
    ("ab ac ad", "abcd"): (["3"], "a", True),
    ("ab ad", "abcd"): (["2"], "ad", True),
    ("", "abcd"): (["none"], "ad", True),
    ("ab ac ad bc bd cd", "abcd"): (["all"], "ad", True),
    ("", "ab"): (["do not"], "ab", False),
    ("ab", "ab"): (["two differ"], "ab", False),
    ("", "a"): ([], "", False),
}


def test_the_headline_counts_pairs_and_names_the_first_and_the_last() -> None:
    for (apart, names), (strong, named, corrected) in HEADLINES.items():
        spans = headline(ranking(apart, names), 529, Bleu().about)
        told = [span.text for span in spans if span.tone == "strong"]
        assert len(told) == len(strong)
        assert all(word in words for word, words in zip(strong, told, strict=True))
        # Names are marked as text of users.
        assert "".join(span.text for span in spans if span.tone == "quoted") == named
        assert ("Holm" in text(spans)) == corrected


def test_the_first_are_the_most_of_whom_no_two_can_be_told_apart() -> None:
    first = {
        apart: [one.name for one in tied_at_top(ranking(apart))] for apart in ("bc", "ad", "ab")
    }
    assert first == {"bc": ["a", "b"], "ad": ["a", "b", "c"], "ab": ["a"]}


def test_scores_are_written_as_the_metric_has_them_and_tests_told_that_were_made() -> None:
    assert " 29.00." in text(headline(ranking("", "xy"), 529, Ter().about))
    assert about_tests(UNTESTED, ONE) == []
    unit, unknown = about_tests(ranking(), ONE)
    assert ("segment" in unit, "6 pairs" in unknown) == (True, True)


def test_too_few_trials_or_documents_for_so_many_pairs_are_told() -> None:
    """That no pair is told apart says nothing there of the systems."""

    def smallest(found: Ranking) -> tuple[bool, bool]:
        told = text(headline(found, 529, Bleu().about))
        return "0.0099" in told, "0.0078" in told

    assert smallest(ranking(trials=100)) == (True, False)
    assert smallest(ranking(units=8)) == (False, False)
    assert smallest(ranking("", "abcdefgh", units=8)) == (False, True)


def test_rankings_in_words(snapshot) -> None:
    rankings = [ranking(*case) for case in HEADLINES]
    rankings += [UNTESTED, ranking(trials=100), ranking("", "abcdefgh", units=8)]
    told = [text(headline(one, 529, Bleu().about)) for one in rankings]
    few, marks = replace(UNTESTED, segments=29), ImportedMetric("marks", False).about
    told += [text(headline(few, 29, Bleu().about)), text(headline(few, 529, marks))]
    told += about_tests(ranking(), ONE)
    assert "\n".join(told) == snapshot


def test_the_limit_of_p_after_holm_is_mentioned_if_a_pair_reaches_it() -> None:
    for number, trials, units, reached, expected in (
        (16, 10_000, 529, True, ["With 10,000 trials and 120 pairs", "below 0.012;"]),
        (16, 10_000, 529, False, []),  # the smallest is larger
        (16, 10_000, 13, True, []),  # more trials would not help
        (16, 200_000, 529, True, []),  # below 0.001
        (16, 1_000, 529, True, []),  # the headline says that no pair could be significant
        (2, 500, 529, True, []),  # one pair is not corrected
    ):
        made = ranking(names="abcdefghijklmnop"[:number], trials=trials, units=units)
        p = made.smallest_p_holm * (1 if reached else 1.5)
        first, *others = made.pairs
        made = replace(made, pairs=(replace(first, p_holm=p), *others))
        told = [sentence for sentence in about_tests(made, ONE) if "after Holm can" in sentence]
        assert len(told) == bool(expected)
        assert all(words in told[0] for words in expected)
