"""The answer to the view Overview: numbers first, tests later, nothing twice."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from bleu_core import EvalSet
from pages.ui import results, store

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
