"""The document of a suite's page: its sets, what its cells open, and its limits."""

import json
from dataclasses import replace

import pytest

from bleu_core import EvalSet, ScoredSystems
from bleu_core.explain.ngrams import evidence
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.suite.definition import Gates, SliceDefinition, TestSet
from bleu_core.suite.rendering import page as suite_page
from bleu_core.suite.rendering.page import set_report, suite_contents
from bleu_core.suite.results import SuiteResult
from bleu_core.suite.running import judge_sets
from tests.core.suite.made_run import BELOW, ON_DIGITS, run

REFERENCE = [f"the cat number {i} sat on the mat" for i in range(40)]
OLD = [f"a cat number {i} sat on the mat" for i in range(40)]
NEW = [line.replace("number", "no") if i in (3, 30) else line for i, line in enumerate(OLD)]
OTHER = [line.replace("mat", "hat") if i == 11 else line for i, line in enumerate(OLD)]


def comparisons() -> list[ComparisonReport]:
    """Two systems with the same baseline, as `measure` compares them."""
    outputs = {"old.en": OLD, "new": NEW, "other": OTHER}
    scored = ScoredSystems.of(EvalSet(outputs, [REFERENCE], documents=["a", "b"] * 20))
    pairs = [scored.pair("old.en", name) for name in ("new", "other")]
    return [gather(one, None, evidence(one, one.ledger.per_match)) for one in pairs]


def test_a_set_has_its_baseline_and_systems_once_and_a_pair_for_each_system() -> None:
    of = json.loads(set_report("news", comparisons()))
    assert (of["name"], of["size"], of["shown"]) == ("news", 40, None)
    assert [one["name"] for one in of["systems"]] == ["old.en", "new", "other"]
    assert [(one["a"], one["b"]) for one in of["pairs"]] == [(0, 1), (0, 2)]
    for pair, name in zip(of["pairs"], ("new", "other"), strict=True):
        assert pair["overview"]["scorecard"]["names"] == ["old.en", name]
    assert of["pairs"][0]["ngrams"]
    assert [one["name"] for one in of["columns"]][:1] == ["document"]
    assert set_report("news", []) == ""


def test_cells_and_scores_have_the_addresses_of_comparisons() -> None:
    reports = {"news": set_report("news", comparisons()), "chat": ""}
    page = suite_contents(run(), reports)
    assert [of["name"] for of in page["sets"]] == ["news"]
    shown = page["suite"]
    news, talks, chat = shown["board"]["sets"]
    assert [cell and cell["href"] for cell in news["cells"]] == [
        "#view=overview&set=0&pair=0", "#view=overview&set=0&pair=1", None,
    ]  # fmt: skip
    assert [cell and cell["href"] for cell in talks["cells"]] == ["", None, ""]
    assert (chat["trouble"], chat["cells"]) == ("not compared", [None] * 3)
    [scores] = [one["html"] for one in shown["folded"] if one["title"] == "Scores by test set"]
    assert f'id="{chat["href"].removeprefix("#")}"' in scores
    opened = {(row["set"], row["system"], row["opens"]) for row in shown["rows"] if row["opens"]}
    assert opened == {
        ("news", "new", "#view=overview&set=0&pair=0"),
        ("news", "other", "#view=overview&set=0&pair=1"),
    }


def test_texts_and_sets_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    data = set_report("news", comparisons(), lines=9)
    assert json.loads(data)["shown"] == [3, 11, 30]  # those on which a system differs
    monkeypatch.setattr(suite_page, "MOST_IN_PAGE", 39)
    report = set_report("news", comparisons())
    assert report == ""
    *_, [note] = suite_contents(run(), {"news": report})["suite"]["notes"]
    assert "more than 39 segments cannot be opened" in note


def judged_run(**gates: object) -> SuiteResult:
    """A run with one comparison, judged by these gates and by one of its slice."""
    result = run()
    news = result.sets[0]
    system = replace(news.systems[0], failures=())
    slices = SliceDefinition("digits", "digits", fail_under=-0.3), SliceDefinition("long ones", "")
    plan = TestSet("news", (), {}, gates=Gates(**gates), slices=slices)
    [judged] = judge_sets([plan], [replace(news, systems=(system,))])
    return replace(result, sets=(judged,))


def test_each_failed_gate_has_what_was_found_and_its_limit_once() -> None:
    gates = {
        "fail_under": -0.5, "fail_if_significant": True,
        "fail_if": ("bleu<-1 and ter>0.25", "bleu.p<0.01", "bleu<-20"),
    }  # fmt: skip
    shown = suite_contents(judged_run(**gates), {})["suite"]
    [card] = shown["cards"]
    assert [(gate["label"], gate["numbers"]) for gate in card["gates"]][:5] == [
        ("Δ BLEU", [["−1.20", "−0.50"]]),
        ("BLEU significantly below old.en", [["0.00020", "0.05"]]),
        ("Δ BLEU and Δ TER, both", [["−1.20", "−1.00"], ["+1.00", "+0.25"]]),
        ("p of BLEU", [["0.00020", "0.010"]]),
        ("Δ BLEU in “digits”", [["−2.00", "−0.30"]]),
    ]
    assert shown["rows"][0]["limit"] == -0.5
    words = "".join(span[0] for span in shown["sentence"])
    assert words.startswith("news failed: Δ BLEU −1.20 is below −0.50; on “digits” (84 segments), ")
    [card] = suite_contents(judged_run(fail_under=-1.199), {})["suite"]["cards"]
    assert card["gates"][0]["numbers"] == [["−1.200", "−1.199"]]
    # The sentences of a saved run have no numbers: they are shown as they are.
    [card] = suite_contents(run(), {})["suite"]["cards"]
    assert [(gate["label"], gate["numbers"]) for gate in card["gates"]] == [
        (BELOW, []), (ON_DIGITS, []),
    ]  # fmt: skip
