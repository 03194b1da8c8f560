"""The document of a ranking's page, and its sentences."""

from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest

from bleu_core import EvalSet, ScoredSystems
from bleu_core.explain.ngrams import evidence
from bleu_core.metrics import Bleu, ImportedMetric, get_metric
from bleu_core.present.comparison_report import largest_ngrams
from bleu_core.present.document import Span, text
from bleu_core.present.ranking_report import RankingReport, measure_systems, rank_report
from bleu_core.present.report import render_ranking
from bleu_core.present.tables.ranking_sentences import about_tests, ranking_sentence, tied_at_top
from bleu_core.present.viewer import ranking as page_ranking
from bleu_core.present.viewer.ranking import ranking_contents, render_ranking_page
from bleu_core.significance.grade import Grade
from bleu_core.systems import RankedSystem, Ranking, SystemPair
from tests.saved_pages import saved_document, saved_html

WORDS = [
    "the", "a", "cat", "dog", "sat", "ran", "on", "under", "near", "mat", "hat", "home",
    "today", "and", "then", "again",
]  # fmt: skip


def some_lines(seed: int, size: int = 40) -> list[str]:
    generator = np.random.default_rng(seed)
    return [" ".join(generator.choice(WORDS, generator.integers(5, 12))) for _ in range(size)]


REFERENCE = some_lines(0)


def worse(share: int, seed: int) -> list[str]:
    """The reference with each `share`-th line replaced: the worse, the smaller it is."""
    others = some_lines(seed)
    return [others[i] if i % share == 0 else line for i, line in enumerate(REFERENCE)]


OUTPUTS = {"base": worse(3, 1), "<b>best": worse(7, 2), "worst": worse(2, 3), "fair": worse(4, 4)}


def standings_of(
    outputs: dict[str, list[str]] = OUTPUTS,
    baseline: str | None = None,
    by: str = "bleu",
    trials: int = 200,
) -> RankingReport:
    documents = [f"doc {i // 8}" for i in range(len(REFERENCE))]
    scored = ScoredSystems.of(EvalSet(outputs, [REFERENCE], REFERENCE, documents))
    statistics = measure_systems(scored, {"ter": get_metric("ter", scored.config)})
    return rank_report(scored, statistics, by, baseline, trials)


def test_each_cell_opens_a_pair_whose_points_sum_to_its_delta() -> None:
    standings = standings_of()
    document = ranking_contents(standings)
    [test_set], matrix = document["sets"], document["ranking"]["matrix"]
    ranked = [one.name for one in standings.ranking.systems]
    assert ranked[0] == "<b>best"
    assert matrix["names"] == [one["name"] for one in test_set["systems"]] == ranked
    pairs = {(one["a"], one["b"]): one for one in test_set["pairs"]}
    assert set(pairs) == set(permutations(range(4), 2))
    assert len(test_set["pairs"]) == len(pairs)
    # The baseline with the best other system is open at first.
    assert test_set["pairs"][0] is pairs[ranked.index("base"), 0]
    for cell, (a, b) in enumerate(combinations(range(4), 2)):
        assert f"{pairs[a, b]['delta']:+.2f}".replace("-", "−") == matrix["delta"][cell]
        for first, second in ((a, b), (b, a)):
            pair = pairs[first, second]
            of_a, of_b = (np.array(test_set["systems"][i]["statistics"]) for i in (first, second))
            points = (of_b - of_a).T @ pair["prices"]
            assert points.sum() == pytest.approx(pair["delta"], abs=1e-9)
            own = standings.ranking.pair(ranked[first], ranked[second])
            assert pair["delta"] == pytest.approx(own.delta, abs=1e-12)


def test_pairs_with_the_baseline_have_their_ngrams() -> None:
    standings = standings_of()
    test_set = ranking_contents(standings)["sets"][0]
    ranked = [one.name for one in standings.ranking.systems]
    base = ranked.index("base")
    for pair in test_set["pairs"]:
        if base not in (pair["a"], pair["b"]):
            assert pair["ngrams"] is None
            continue
        comparison = standings.scored.pair(ranked[pair["a"]], ranked[pair["b"]])
        own = largest_ngrams(evidence(comparison, comparison.ledger.per_match))
        assert pair["ngrams"]["families"] == []
        assert {row[0]: row[1:7] for row in pair["ngrams"]["rows"]} == {
            row.text: [*row[1:6], pytest.approx(row.points_with_folded)] for row in own
        }
        listed = sum(row[6] for row in pair["ngrams"]["rows"])
        closing = sum(points for _, points in pair["ngrams"]["closing"])
        assert listed + closing == pytest.approx(comparison.delta, abs=1e-5)


def test_the_report_is_below_the_matrix_and_replaces_its_table_of_pairs() -> None:
    standings = standings_of()
    document = saved_document(render_ranking_page(standings).decode())
    assert document["kind"] == "ranking"
    html = saved_html(document)
    assert "&lt;b&gt;best" in html
    assert "<b>best" not in html
    assert "Score components" in [part["title"] for part in document["ranking"]["folded"]]
    assert "All pairs" not in html
    assert [one["name"] for one in document["sets"][0]["columns"]][:1] == ["document"]
    assert [one["columns"] for one in document["sets"][0]["pairs"]] == [[]] * 12
    matrix = document["ranking"]["matrix"]
    won = np.array(matrix["won"], int) + np.array(matrix["lost"], int)
    assert (won > 0).all()
    assert (won < len(REFERENCE)).all()


def test_another_metric_ranks_and_the_pairs_stay_those_of_bleu() -> None:
    standings = standings_of(by="ter")
    document = ranking_contents(standings)
    assert document["ranking"]["matrix"]["metric"] == "TER"
    assert "won" not in document["ranking"]["matrix"]
    ranked = [one.name for one in standings.ranking.systems]
    for pair in document["sets"][0]["pairs"]:
        expected = standings.scored.pair(ranked[pair["a"]], ranked[pair["b"]]).delta
        assert pair["delta"] == pytest.approx(expected, abs=1e-12)


def test_of_very_many_systems_only_pairs_with_the_baseline_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_ranking, "MOST_SYSTEMS", 3)
    document = ranking_contents(standings_of(baseline="fair"))
    matrix = document["ranking"]["matrix"]
    place = matrix["names"].index("fair")
    assert matrix["only"] == place
    pairs = [(one["a"], one["b"]) for one in document["sets"][0]["pairs"]]
    assert len(pairs) == 6
    assert all(a == place for a, _ in pairs[:3])
    assert all(b == place for _, b in pairs[3:])
    three = {"a": REFERENCE, "b": REFERENCE, "c": REFERENCE}
    assert "only" not in ranking_contents(standings_of(three))["ranking"]["matrix"]


def test_of_many_lines_those_have_texts_on_which_systems_differ_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    different = [3, 11, 30]
    changed = [f"{line} x" if i in different else line for i, line in enumerate(REFERENCE)]
    outputs = {"a": REFERENCE, "b": changed, "c": REFERENCE}
    assert ranking_contents(standings_of(outputs))["sets"][0]["shown"] is None
    monkeypatch.setattr(page_ranking, "MOST_LINES", 9)
    test_set = ranking_contents(standings_of(outputs))["sets"][0]
    assert test_set["shown"] == different
    assert test_set["source"] == [REFERENCE[i] for i in different]
    assert test_set["systems"][2]["lines"]["texts"] == [changed[i] for i in different]
    # Statistics are those of all segments.
    assert {len(column) for column in test_set["systems"][2]["statistics"]} == {len(REFERENCE)}
    # Nothing is attributed if a BLEU is 0.
    outputs["c"] = ["x" for _ in REFERENCE]
    test_set = ranking_contents(standings_of(outputs))["sets"][0]
    assert len(test_set["shown"]) == 3
    assert not any(one["prices"] for one in test_set["pairs"] if 2 in (one["a"], one["b"]))


def test_one_system_is_compared_with_itself() -> None:
    document = ranking_contents(standings_of({"alone": OUTPUTS["fair"]}, trials=0))
    [pair] = document["sets"][0]["pairs"]
    assert (pair["a"], pair["b"], pair["delta"]) == (0, 0, 0)
    assert document["ranking"]["matrix"] is None
    [row] = document["ranking"]["systems"]
    assert (row["delta"], row["grade"], document["ranking"]["brackets"]) == (None, None, [])


def test_a_page_holds_so_many_lines_of_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    # Four systems have twice as many lines as the two of a comparison.
    monkeypatch.setattr(page_ranking, "MOST_IN_PAGE", 2 * len(REFERENCE))
    assert render_ranking(standings_of(), ".html")
    monkeypatch.setattr(page_ranking, "MOST_IN_PAGE", 2 * len(REFERENCE) - 1)
    with pytest.raises(ValueError, match=r"40 segments do not fit .* at most 39"):
        render_ranking(standings_of(), ".html")


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
    return [span.text for span in spans if span.tone == "name"]


def test_a_grade_is_barely_if_p_holds_after_correction() -> None:
    grades = graded(b="no_difference", c="worse_barely")
    sentence = text(ranking_sentence(ranking("ac", "abc"), 529, ABOUT, grades))
    assert "c is barely worse than the baseline A a." in sentence


def test_the_sentence_names_the_top_and_what_differs_from_the_baseline() -> None:
    grades = graded(b="no_difference", c="worse_barely", d="worse")
    spans = ranking_sentence(ranking("ad bd"), 529, ABOUT, grades)
    assert text(spans) == (
        "The top 3 of 4 systems do not differ significantly from one another. d is worse than the "
        "baseline A a; c is worse only without correction for all pairs. 2 of 6 pairs differ "
        "significantly."
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
        assert len(about_tests(found, ONE, ABOUT)) == 1
    untested = Ranking(ranking("").systems, ranking("").pairs, "a", segments=529)
    assert told(untested) == "4 systems. Significance has not been tested."
    assert told(replace(untested, segments=29)).endswith("fewer than 30 segments (here: 29).")
    assert about_tests(untested, ONE, ABOUT) == []
    assert told(ranking("", "a")) == "1 system. There is no pair to compare."
    marks = ImportedMetric("marks", False).about
    spans = ranking_sentence(replace(untested, segments=500), 529, marks, {})
    assert "500 of 529 segments" in text(spans)


def test_the_top_is_the_most_systems_of_which_no_two_differ() -> None:
    top = {found: "".join(row.name for row in tied_at_top(ranking(found))) for found in TOPS}
    assert top == TOPS
