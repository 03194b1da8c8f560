"""The answer to the view Overview: numbers first, tests later, and in the end what a page has."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from bleu_core import BleuConfig, EvalSet
from bleu_core.common.formatting import format_p
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import gather
from bleu_core.present.document import HTML
from bleu_core.present.viewer.contents import comparison_contents
from bleu_core.present.viewer.overview import overview_data
from bleu_core.segments.detectors import Thresholds
from bleu_core.systems.grades import p_among_all
from pages.ui import results, store
from pages.ui.store import load_sample
from pages.ui.viewer import ranking_answers
from tests.comparisons import compared

from .asking import ask
from .conftest import App
from .test_pair import REFERENCE, output

FORTY = [f"the number {i} of forty lines is a plain line" for i in range(40)]


@pytest.fixture
def digest(request: pytest.FixtureRequest) -> str:
    """A test set of which nothing has been computed."""
    worse = [f"{request.node.name} {line}" for line in FORTY]
    return store.put(EvalSet({"a": FORTY, "b": worse}, [FORTY]))


def asked(view: str, **more: str) -> dict[str, Any]:
    status, answer = ask("overview", view, **more)
    assert status == 200
    return answer


def test_it_is_in_the_end_what_a_page_has() -> None:
    comparison = compared(load_sample(), BleuConfig())
    told = App().overview
    content = gather(
        comparison,
        results.significance(comparison),
        results.ngram_evidence(comparison),
        slices=results.slice_findings(comparison, (30, 3, Thresholds())),
        findings=[],
    )
    document = comparison_document(content, HTML)
    expected = json.loads(json.dumps(overview_data(content, document.sections)))
    for name in ("scorecard", "sentence", "waiting", "words", "segments", "bars"):
        assert told[name] == expected[name], name
    assert told["folds"][0] == next(one for one in expected["folds"] if one["key"] == "adds-up")
    [pair] = comparison_contents(content)["sets"][0]["pairs"]
    slicing, [group] = pair["slicing"], told["slices"]["groups"]
    assert told["slices"]["lead"] == json.loads(json.dumps(slicing["lead"]))
    assert told["slices"]["first"] == [group["column"]] == slicing["first"][:1]
    intervals = {label: ends for label, *ends in slicing["criteria"][0]["intervals"]}
    assert {one["label"]: [one["low"], one["high"]] for one in group["rows"]} == intervals
    assert group["rows"][0]["where"] == f'kind = "{group["rows"][0]["label"]}"'


def test_the_score_comes_before_its_test_and_nothing_is_sent_twice(monkeypatch, digest) -> None:
    go_on, run_tests = threading.Event(), results.run_tests

    def slowly(comparison, progress):
        progress(0.25)
        go_on.wait(60)
        return run_tests(comparison, progress=progress)

    monkeypatch.setattr(results, "run_tests", slowly)
    view = f"data={digest}"
    first = asked(view)
    card = first["content"]["overview"]["scorecard"]
    assert card["scores"][0] == "100.00"
    assert (card["p"], card["grade"]) == ("", "not_tested")
    assert first["content"]["overview"]["sentence"] == []
    second = asked(view, has=first["version"])
    assert second["testing"] == {
        "what": "Testing the difference", "part": 0.25, "badge": "Testing …"
    }  # fmt: skip
    assert second["content"] is None
    go_on.set()
    app = App(data=digest)
    assert app.overview["scorecard"]["badge"] == "Worse"
    assert asked(view)["testing"] is None


def test_of_several_systems_the_verdict_waits_for_all_pairs(monkeypatch) -> None:
    systems = {name: output(seed) for seed, name in enumerate(("one", "two", "three", "four"), 20)}
    data = EvalSet(systems, [REFERENCE])
    view = f"data={store.put(data)}"
    go_on, ranked = threading.Event(), ranking_answers.ranking_with_tests.make

    def slowly(systems, metric, progress):
        progress(0.5)
        go_on.wait(60)
        return ranked(systems, metric, progress)

    monkeypatch.setattr(ranking_answers.ranking_with_tests, "make", slowly)
    answer = asked(view)
    while answer["testing"]["what"] != "Testing 3 of 6 pairs":
        answer = asked(view, has="-")
    assert answer["testing"]["badge"] == "Testing 3 of 6 pairs"
    card = answer["content"]["overview"]["scorecard"]
    assert card["grade"] == "not_tested"
    assert card["p"]
    go_on.set()
    card = App(data=store.put(data)).overview["scorecard"]
    p = p_among_all(compared(data, BleuConfig()))
    assert p is not None
    assert card["p"].endswith(f", {format_p(p)} among 4 systems")
    assert card["badge"] != "Not tested"
