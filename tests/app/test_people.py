"""Metrics vs. people, without a browser. The judgments are scripted: no person made them."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from sacrebleu.metrics import BLEU
from scipy import stats

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.common.formatting import format_score
from bleu_core.metrics import ImportedScores
from bleu_core.people.ngram_vs_marks import count_ngrams_vs_marks
from bleu_core.present.tables.people import orders_table
from bleu_core.segments.marks import Mark, Rating
from bleu_core.workspace import Workspace
from bleu_core.workspace.imports import import_ratings
from pages.ui import results, store
from pages.ui.judge import people_task
from tests.app.conftest import App
from tests.app.data_sets import worse_and_worse as outputs
from tests.app.test_glossary_tips import expect_every_number_says_what_it_is


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
    results.put_imported_scores(data, {one.name: one for one in said}, "")
    return App("judge.py", data=digest, judge="people", **params)


def told(app: App) -> str:
    return app.says("people-headline")


@pytest.fixture(autouse=True)
def done_at_once(monkeypatch) -> None:
    """A job is waited for: no browser looks at it again."""
    monkeypatch.setattr(people_task, "UNSEEN", None)


def bleu_of(data: EvalSet) -> list[float]:
    references = [[str(line) for line in data.references[0]]]
    return [
        BLEU().corpus_score([str(line) for line in lines], references).score
        for lines in data.systems.values()
    ]


def test_few_systems_are_held_as_far_as_they_go() -> None:
    app = opened(outputs(2), scripted(outputs(2)))
    assert not app.shows("people-measures")
    assert "need at least 3 systems" in app.captions
    columns = app.component("people-metrics")["columns"]
    assert [column["label"] for column in columns] == ["metric", "acc_eq"]
    assert app.shows("people-segments")
    data = outputs(3)
    app = opened(data, ImportedScores("marks", True, {"gone": np.ones(len(data))}))
    assert app.shows("no-common-system")
    # The metric that people said itself is not held against it.
    assert told(opened(data, scripted(data), rank="imported:marks")).startswith("BLEU ranks ")


def test_measures_are_those_of_scipy() -> None:
    data = outputs(7)
    marks = scripted(data, turn=3)
    app = opened(data, marks)
    expect_every_number_says_what_it_is(app)
    bleu = bleu_of(data)
    people = [marks.values[name].mean() for name in data.systems]
    cells = {row[0]: row[1:] for row in app.cells("people-measures")}
    r = stats.pearsonr(bleu, people).statistic
    assert format_score(r) in told(app)
    assert cells["Pearson's r"][0] == format_score(r, 3)
    assert cells["Kendall's τ-b"][0] == format_score(stats.kendalltau(bleu, people).statistic, 3)
    pairs = list(combinations(range(7), 2))
    agreed = sum((bleu[i] - bleu[j]) * (people[i] - people[j]) > 0 for i, j in pairs)
    assert cells["pairwise accuracy"][0] == f"{agreed}/21"
    assert all("[" in cell for row in list(cells.values())[:3] for cell in row[1:])
    assert cells["soft pairwise accuracy"][2] == "–"
    metrics = {row[0]: row for row in app.cells("people-metrics")}
    assert next(iter(metrics)) == "BLEU"
    assert metrics["BLEU"][1:4] == [row[0] for row in list(cells.values())[:3]]
    assert {"chrF2", "WER"} <= metrics.keys()
    assert "marks" not in metrics  # it is what people said
    assert metrics["chrF2"][5] not in ("", "–", "…")


def test_pairs_in_another_order_name_who_is_meant() -> None:
    data, marks = outputs(5), scripted(outputs(5), turn=2)
    app = opened(data, marks)
    bleu = dict(zip(data.systems, bleu_of(data), strict=True))
    people = {name: float(values.mean()) for name, values in marks.values.items()}
    expected = {
        (a, b)
        for a, b in permutations(data.systems, 2)
        if people[a] > people[b] and bleu[a] < bleu[b]
    }
    rows = app.cells("turned")
    assert {(row[0], row[3]) for row in rows} == expected
    assert ("s1", "s0") in expected
    for preferred, by, p, by_bleu, points_of_bleu, _ in rows:
        assert by == format_score(people[preferred] - people[by_bleu], 3)
        assert points_of_bleu == format_score(bleu[by_bleu] - bleu[preferred])
        assert p.startswith("<") or float(p) < 0.5


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


def test_a_row_makes_a_metric_the_chosen_one() -> None:
    app = opened(outputs(5), scripted(outputs(5)))
    app.send("people-metrics", open="ter")
    assert app.link["rank"] == "ter"
    assert told(app) == "TER has not been computed for these systems."
    app.press("Evaluate TER")
    assert told(app).startswith("TER ranks ")


def test_scores_with_a_usual_name_of_people_s_come_first() -> None:
    data = outputs(3)
    names = ("COMET", "DeltaQE", "en-de mqm")
    said = (replace(scripted(data), name=name) for name in names)
    of_program = replace(scripted(data), name="Ada-MQM", signature="x")
    app = opened(data, of_program, *said)
    assert app.test.selectbox[0].options == ["en-de mqm", "COMET", "DeltaQE", "Ada-MQM"]


def test_a_link_names_what_people_said() -> None:
    data = outputs(4)
    marks = scripted(data)
    other = ImportedScores("reversed", False, marks.values)
    app = opened(data, marks, other, people="scores:reversed")
    assert told(app).startswith("BLEU ranks 0 of 6 system pairs")
    assert "“reversed”" in app.captions
    app = opened(data, marks, other, people="scores:nothing")
    assert app.codes("no-such-people") == ["link.unknown_annotations"]
    assert told(app).startswith("BLEU ranks 6 of 6 system pairs")


def test_hostile_names_stay_text() -> None:
    data = outputs(3)
    names = ["<b>x</b>", "$y$", "**z**"]
    data = EvalSet(dict(zip(names, data.systems.values(), strict=True)), data.references)
    values = dict(zip(names, scripted(outputs(3)).values.values(), strict=True))
    app = opened(data, ImportedScores("<i>*marks*", True, values))
    assert "<i>*marks*" in app.test.selectbox[0].options
    assert app.cells("people-measures")


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


def test_ratings_without_a_penalty_are_told(space: Workspace) -> None:
    data = outputs(2, 10)
    workspace.save_comparison(space, data, BleuConfig())
    odd = (Mark("Style", "<b>odd</b>", 0, 1),) * 2
    marks = {(0, 0): odd, (1, 1): (*odd, Mark("Style", "trivial", 0, 1))}
    known = (Mark("Style", "minor", 0, 1),)
    import_ratings(space, data.digest, "scripted.tsv", [
        Rating(i, f"s{k}", "script", marks.get((i, k), known))
        for i in range(len(data)) for k in range(2)
    ])  # fmt: skip
    (left_out,) = opened(data).component("people-unweighted")["sentences"]
    for part in ("2 of 20 ratings", "severities “<b>odd</b>” and “trivial”"):
        assert part in left_out
