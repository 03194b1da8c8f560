"""Scorers on the Overview: offered, run beside the page, failed; and for whom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.workspace import Workspace
from pages.ui import cache, store
from tests.app.conftest import App
from tests.core.scoring_program import configure, table

REFERENCE = [f"the cat number {i} sat on the mat" for i in range(40)]
DATA = EvalSet(
    {"a": REFERENCE, "b": [f"{line}, it seems" for line in REFERENCE]}, [REFERENCE], ["x"] * 40
)


@pytest.fixture
def space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path))
    monkeypatch.setenv("BLEUSCOPE_TOKEN", "of this server")
    likes = {"comet": "good", "fault": "bad", "slow": "slow"}
    configure(tmp_path, [table(like, tmp_path / like, name) for like, name in likes.items()])
    cache.CACHE.drop(lambda key: True)
    space = Workspace.open(tmp_path)
    workspace.save_comparison(space, DATA)
    yield space
    cache.CACHE.drop(lambda key: True)


def opened() -> App:
    app = App(data=store.put(DATA))
    app.details("metrics")
    return app


def row(app: App, name: str) -> list[str]:
    return next(row for row in app.cells("opinions") if row[0] == name)


def is_offered(app: App, name: str) -> bool:
    return f"Compute {name}" in app.labels


def test_a_scorer_becomes_a_tested_metric_that_is_saved(space: Workspace) -> None:
    app = opened()
    assert row(app, "good")[4] == "not computed"
    app.press("Compute good")
    app.until(lambda: row(app, "good")[1] != "")
    assert row(app, "good")[3:6] == ["+5.00", "better", "< 0.0001"]
    assert not is_offered(app, "good")
    assert workspace.load_scores(space, DATA.digest)["good"].signature == "v1"
    app.set(metrics=True)
    rows = {one[0]: one[1:] for one in app.cells("metrics-table")}
    assert rows["good"][2] == "imported:mean|better:higher|scorer:v1"


def test_a_program_that_fails_shows_its_last_lines_as_text(space: Workspace) -> None:
    app = opened()
    app.press("Compute bad")
    app.until(lambda: row(app, "bad")[4] == "failed")
    assert app.codes("opinion-problems") == ["scorer.failed", "scorer.last_lines"]
    assert "no ␛[31mGPU" in app.sent
    assert is_offered(app, "bad")


def test_strangers_are_offered_none(space: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BLEUSCOPE_TOKEN")
    assert not is_offered(opened(), "good")
    monkeypatch.setenv("BLEUSCOPE_TOKEN", "of this server")
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    assert not is_offered(opened(), "good")
