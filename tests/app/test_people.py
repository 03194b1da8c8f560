"""Metrics vs. people, without a browser. The judgments are scripted: no person made them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.metrics import ImportedScores
from bleu_core.people.ngram_vs_marks import count_ngrams_vs_marks
from bleu_core.present.tables.people import orders_table
from bleu_core.segments.marks import Mark, Rating
from bleu_core.workspace import Workspace
from bleu_core.workspace.imports import import_ratings
from pages.ui import results, store
from pages.ui.judge import people
from tests.app.conftest import App
from tests.app.data_sets import worse_and_worse as outputs


def scripted(data: EvalSet, turn: int = 0) -> ImportedScores:
    """Marks that fall with the number of the system; the first `turn` ones in reverse."""
    rng = np.random.default_rng(3)
    order = list(data.systems)
    order[:turn] = order[:turn][::-1]
    values = {
        name: np.round(90.0 - 5 * k + rng.normal(0, 6, len(data)), 1)
        for k, name in enumerate(order)
    }
    return ImportedScores("marks", True, values)


def opened(data: EvalSet, *said: ImportedScores, **params: str) -> App:
    digest = store.put(data)
    results.put_imported_scores(data, {one.name: one for one in said})
    return App("judge.py", data=digest, judge="people", **params)


def told(app: App) -> str:
    return app.says("people-headline")


@pytest.fixture(autouse=True)
def done_at_once(monkeypatch) -> None:
    """A job is waited for: no browser looks at it again."""
    monkeypatch.setattr(people, "UNSEEN", None)


def test_a_pair_opens_the_overview_and_a_segment_its_two_outputs() -> None:
    data = outputs(5)
    app = opened(data, scripted(data, turn=2))
    app.send("turned", open="pair:5")
    assert app.pair == ("s1", "s3")  # of 5 systems four pairs begin with s0, then s1 and s2
    assert app.shows("view-overview")
    app = opened(data, scripted(data, turn=2))
    segment, by_people, _, by_metric, _ = app.cells("parted")[0]
    app.send("parted", open="0")
    assert app.pair == (by_metric, by_people)
    assert app.link["seg"] == segment


def test_ratings_and_sessions_that_are_kept_are_sources(space: Workspace) -> None:
    data = outputs(3, 33)
    app = opened(data)
    assert app.shows("no-people")
    workspace.save_comparison(space, data, BleuConfig())
    rng = random.Random(5)
    ratings = [
        Rating(i, f"s{k}", "script", (Mark("Accuracy", "minor", 0, 1),) * rng.randint(0, k + 1))
        for i in range(len(data)) for k in range(3)
    ]  # fmt: skip
    import_ratings(space, data.digest, "scripted.tsv", ratings)
    app.run()
    assert app.test.selectbox[0].options == ["Error annotations by 1 annotator"]
    assert "3 systems" in told(app)
    counts = count_ngrams_vs_marks(data, BleuConfig(), ratings)
    assert app.cells("ngrams-vs-marks") == [[*row] for row in orders_table(counts).texts]
    assert not app.shows("people-unweighted")
    assert "was imported" not in app.captions
