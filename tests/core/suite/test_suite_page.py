"""The document of a suite's page: its sets, what its cells open, and its limits."""

import json

import pytest

from bleu_core import EvalSet, ScoredSystems
from bleu_core.explain.ngrams import evidence
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.suite.rendering import interactive, set_report
from bleu_core.suite.rendering.document import anchor
from bleu_core.suite.rendering.interactive import suite_contents
from tests.core.suite.made_run import run

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
    of = json.loads(set_report.set_report("news", comparisons()))
    assert (of["name"], of["size"], of["shown"]) == ("news", 40, None)
    assert [one["name"] for one in of["systems"]] == ["old.en", "new", "other"]
    assert [(one["a"], one["b"]) for one in of["pairs"]] == [(0, 1), (0, 2)]
    for pair, name in zip(of["pairs"], ("new", "other"), strict=True):
        assert f"<bdi>{name}</bdi>" in pair["overview"]
    assert of["pairs"][0]["ngrams"]
    assert [one["name"] for one in of["columns"]][:1] == ["document"]
    assert set_report.set_report("news", []) == ""


def test_cells_and_scores_have_the_addresses_of_comparisons() -> None:
    reports = {"news": set_report.set_report("news", comparisons()), "chat": ""}
    page = suite_contents(run(), reports)
    assert [of["name"] for of in page["sets"]] == ["news"]
    news, talks, chat = page["board"]["sets"]
    assert [cell and cell["href"] for cell in news["cells"]] == [
        "#view=overview&set=0&pair=0", "#view=overview&set=0&pair=1", None,
    ]  # fmt: skip
    assert [cell and cell["href"] for cell in talks["cells"]] == ["", None, ""]
    assert (chat["trouble"], chat["cells"]) == ("not compared", [None] * 3)
    assert news["cells"][0]["line"] == []
    assert news["cells"][0]["more"] == ""
    assert page["overview"].count('href="#view=overview&set=0&pair=1"') == 2  # a row a metric
    assert f'href="#{anchor("news")}"' in page["overview"]
    for place in page["board"]["anchors"]:
        assert f'id="{place}"' in page["overview"]
    assert "Holm, 3 tests" in page["board"]["legend"]


def test_texts_and_sets_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    data = set_report.set_report("news", comparisons(), lines=9)
    assert json.loads(data)["shown"] == [3, 11, 30]  # those on which a system differs
    for module in (set_report, interactive):
        monkeypatch.setattr(module, "MOST_IN_PAGE", 39)
    report = set_report.set_report("news", comparisons())
    assert report == ""
    legend = suite_contents(run(), {"news": report})["board"]["legend"]
    assert "more than 39 segments cannot be opened" in legend
