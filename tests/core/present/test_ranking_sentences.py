"""The sentences of a ranking against its pairs."""

from dataclasses import replace
from itertools import combinations

from bleu_core import EvalSet
from bleu_core.metrics import Bleu, ImportedMetric
from bleu_core.present.document import Span, text
from bleu_core.present.tables.ranking_sentences import about_tests, ranking_sentence, tied_at_top
from bleu_core.significance.grade import Grade
from bleu_core.systems import RankedSystem, Ranking, SystemPair

ABOUT = Bleu().about
ONE = EvalSet({"a": ["x"]}, [["x"]])
TOPS = {"bc": "ab", "ad": "abc", "ab": "a"}  # pairs that differ, and the systems tied at the top


def ranking(
    apart: str, names: str = "abcd", baseline: str = "a", trials: int = 10_000, units: int = 529
) -> Ranking:
    """Systems of one letter, the best first; `apart` are the pairs that are significant."""
    pairs = tuple(
        SystemPair(x, y, -1.0, 0.001, 0.01 if x + y in apart.split() else 0.5)
        for x, y in combinations(names, 2)
    )
    systems = tuple(RankedSystem(name, 30.0 - i, 29, 31, 1, 4) for i, name in enumerate(names))
    return Ranking(
        systems, pairs, baseline, segments=529, unit="segment", units=units, trials=trials
    )


def graded(**names: str) -> dict[str, Grade]:
    return {name: Grade(grade, ("why",)) for name, grade in names.items()}


def named(spans: list[Span]) -> list[str]:
    return [span.text for span in spans if span.tone == "quoted"]


def test_the_sentence_names_the_top_and_what_differs_from_the_baseline() -> None:
    grades = graded(b="no_difference", c="worse_barely", d="worse")
    spans = ranking_sentence(ranking("ad bd"), 529, ABOUT, grades)
    assert text(spans) == (
        "The top 3 of 4 systems do not differ significantly from one another. d is worse than the "
        "baseline A a; c is barely worse. 2 of 6 pairs differ significantly."
    )
    assert named(spans) == ["d", "a", "c"]
    grades = graded(a="better", b="no_difference", c="no_difference")
    better = text(ranking_sentence(ranking("ab ac ad", baseline="d"), 529, ABOUT, grades))
    assert better.startswith("a is significantly better than all 3 others. a is better than")
    every = ranking_sentence(ranking("ab ac bc", "abc"), 529, ABOUT, graded(b="worse", c="worse"))
    assert text(every) == (
        "All 3 systems differ significantly from one another. b and c are worse than the baseline "
        "A a."
    )
    grades = graded(**dict.fromkeys("bcd", "no_difference"))
    none = ranking_sentence(ranking(""), 529, ABOUT, grades)
    assert text(none) == "The 4 systems do not differ significantly from one another."
    apart = text(ranking_sentence(ranking("cd"), 529, ABOUT, grades))
    assert "None differs significantly from the baseline A a." in apart


def test_no_claim_without_a_test_or_where_no_pair_could_be_significant() -> None:
    """That no pair differs says nothing there of the systems."""

    def told(found: Ranking) -> str:
        return text(ranking_sentence(found, found.segments, ABOUT, {}))

    for found, smallest in (
        (ranking("", trials=100), "0.0099"),
        (ranking("", "abcdefgh", units=8), "0.0078"),
    ):
        assert "No difference could be significant" in told(found)
        assert smallest in told(found)
        assert len(about_tests(found, ONE)) == 1
    untested = Ranking(ranking("").systems, ranking("").pairs, "a", segments=529)
    assert told(untested) == "4 systems. Significance has not been tested."
    assert told(replace(untested, segments=29)).endswith("fewer than 30 segments (here: 29).")
    assert about_tests(untested, ONE) == []
    assert told(ranking("", "a")) == "1 system. There is no pair to compare."
    marks = ImportedMetric("marks", False).about
    spans = ranking_sentence(replace(untested, segments=500), 529, marks, {})
    assert "500 of 529 segments" in text(spans)


def test_the_top_is_the_most_systems_of_which_no_two_differ() -> None:
    top = {found: "".join(row.name for row in tied_at_top(ranking(found))) for found in TOPS}
    assert top == TOPS
