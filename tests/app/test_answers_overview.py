"""The answer to the view Overview: numbers first, tests later, and in the end what a page has."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from bleu_core import BleuConfig, EvalSet
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import gather
from bleu_core.present.document import HTML
from bleu_core.present.viewer.contents import comparison_contents
from bleu_core.present.viewer.overview import overview_data
from bleu_core.segments.detectors import Thresholds
from pages.ui import results, store
from pages.ui.store import load_sample
from tests.comparisons import compared

from .asking import ask
from .conftest import App

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
