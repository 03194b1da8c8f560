"""The Slices screen without a browser."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet, InputError
from bleu_core.common.formatting import format_p_cell, format_score
from bleu_core.messages import slice as messages
from bleu_core.metrics import METRIC_KEYS, ImportedScores, MetricComparison, get_metric
from bleu_core.present import figures
from bleu_core.segments.slices import points_by_document, slice_by
from bleu_core.significance.robustness_results import RobustnessCell as Result
from pages.ui import metric_results, results, segment_filter, store
from pages.ui.overview import charts
from pages.ui.slices import parts, robustness
from pages.ui.store import load_sample
from tests.app.conftest import App
from tests.comparisons import compared


def test_each_part_is_scored_as_a_corpus_of_its_own() -> None:
    rows = App("slices.py", by="kind").cells("slices-table")
    parts = slice_by(Comparison.of(load_sample()), "kind")
    assert {tuple(row[:4]) for row in rows} == {
        (part.label, str(part.n), format_score(part.score_a), format_score(part.score_b))
        for part in parts
    }


def test_it_opens_on_a_criterion_with_intervals_and_says_why_others_have_none() -> None:
    app = App("slices.py")
    assert app.widget("slice-by").value == "kind"
    usual = app.cells("slices-table")
    assert sum("[" in row[5] for row in usual) >= 2
    assert not app.shows("no-such-criterion")
    terms = [column.get("term") for column in app.component("slices-table")["columns"]]
    assert "simultaneous-interval" in terms
    assert any("simultaneous" in (heading.help or "") for heading in app.test.subheader)
    for by, told in (
        ("length difference", {"none", "too few segments"}),
        ("document", {"too few segments"}),
    ):
        app = App("slices.py", by=by)
        assert {row[5] for row in app.cells("slices-table")} == told
        assert (messages.chosen_by_lengths() in app.captions) == ("none" in told)
    app = App("slices.py", by="colour", tab="colour")
    assert app.codes("no-such-criterion") == ["link.unknown_criterion"]
    assert app.cells("slices-table") == usual
    assert not App("slices.py", tab="settings").shows("slices-table")


@pytest.fixture
def few() -> str:
    """The digest of forty segments of which B has a word wrong."""
    a = [f"the cat {i} sat on the mat until it slept" for i in range(40)]
    return store.put(EvalSet({"a": a, "b": [x.replace("sat on", "was at") for x in a]}, [a]))


def settings_shown(app: App) -> int:
    if not app.shows("holds-table"):
        return 0
    return sum(len(row[3].split(", ")) for row in app.cells("holds-table") if row[0] == "BLEU")


def test_the_grid_of_settings_begins_by_itself_and_agrees_with_the_overview(few: str) -> None:
    app = App("slices.py", data=few, tab="settings")
    app.until(lambda: settings_shown(app) == 32)
    rows = app.cells("holds-table")
    assert rows[0][-1] == "current setting"
    assert rows[0][3] == "exp, floor, none"
    assert len({tuple(row[:5]) for row in rows}) == len(rows)
    assert app.component("holds")["sentences"]
    overview = App("overview.py", data=few)
    _, interval, p = rows[0][7:10]
    assert f"95% CI {interval}" in overview.verdict
    assert f"p {p}" in overview.verdict.replace("= ", "")


def test_other_metrics_are_rows_beside_the_settings(few: str) -> None:
    app = App("slices.py", data=few, tab="settings")
    app.until(lambda: robustness.robustness_task.ready(opened(few)).complete)
    app.run()
    rows = [row for row in app.cells("holds-table") if row[0] != "BLEU"]
    others = [key for key in METRIC_KEYS[1:] if not get_metric(key).about.is_slow]
    assert [row[0] for row in rows] == [get_metric(key).about.label for key in others]
    for key, row in zip(others, rows, strict=True):
        found = metric_results.tested_opinion(opened(few), key)
        assert found is not None
        digits = found.opinion.about.decimals
        assert row[5] == format_score(found.opinion.score_a, digits)
        assert row[9] == format_p_cell(found.p)
        assert row[11] == "own scale"
    assert "that A is better" in app.component("holds")["sentences"][-1]


def test_imported_scores_are_rows_as_they_are_now(few: str) -> None:
    def imported(a: float, b: float) -> None:
        values = {"a": np.full(40, a), "b": np.full(40, b)}
        comparison = opened(few)
        scores = {"mine": ImportedScores("mine", True, values)}
        results.put_imported_scores(comparison.evalset, scores, "mine")
        metric_results.run_tests(
            comparison, [metric_results.metric_opinion(comparison, "imported:mine")]
        )

    imported(10, 15)
    app = App("slices.py", data=few, tab="settings")
    app.until(lambda: robustness.robustness_task.ready(opened(few)).complete)
    for a, b in ((10, 15), (18, 12)):
        imported(a, b)
        app.run()
        row = app.cells("holds-table")[-1]
        assert [row[0], *row[5:7]] == ["mine", f"{a:.2f}", f"{b:.2f}"]


def test_a_metric_that_cannot_be_counted_keeps_no_other_from_it(few: str, monkeypatch) -> None:
    count = metric_results.metric_opinion

    def refuse(comparison: Comparison, key: str, *more: Any) -> MetricComparison:
        if key == "wer":
            raise InputError(["No."])
        return count(comparison, key, *more)

    monkeypatch.setattr(metric_results, "metric_opinion", refuse)
    app = App("slices.py", data=few, tab="settings", tok="char")
    comparison = compared(store.evalset(few), BleuConfig(tokenize="char"))
    app.until(lambda: robustness.robustness_task.ready(comparison).complete)
    app.run()
    others = [key for key in METRIC_KEYS[1:] if key != "wer" and not get_metric(key).about.is_slow]
    told = {row[0] for row in app.cells("holds-table")}
    assert told >= {get_metric(key).about.label for key in others}
    assert get_metric("wer").about.label not in told


def opened(digest: str) -> Comparison:
    evalset = store.evalset(digest)
    assert evalset is not None
    return compared(evalset, BleuConfig())


def test_what_takes_long_waits_for_a_press_and_can_be_stopped(few: str, monkeypatch) -> None:
    held = threading.Event()

    def slowly(*_: object, progress: Callable[[float], None]) -> Iterator[Result]:
        yield Result(BleuConfig(), None, ("exp",), 40, 0, 20.0, 21.0)
        assert held.wait(60)
        progress(0.5)
        raise AssertionError("it did not stop")

    monkeypatch.setattr(robustness, "AT_ONCE", 0)
    monkeypatch.setattr(robustness, "robustness_grid", slowly)
    link = {"data": few, "tab": "settings", "lc": "yes"}
    app = App("slices.py", **link)
    (start,) = [b for b in app.test.button if b.label.startswith("Compute all 32 settings (about ")]
    app.press(start.label)
    app.until(lambda: settings_shown(app) == 1)
    # Another session sees the same task, and starts none.
    comparison = compared(store.evalset(few), BleuConfig(lowercase=True))
    task = robustness.robustness_task.ready(comparison)
    other = App("slices.py", **link)
    other.until(lambda: settings_shown(other) == 1)
    assert robustness.robustness_task(comparison) is task
    app.press("Stop")
    held.set()
    assert "Stopped after 1 of 32 settings." in app.message("stopped")
    assert not task.failed
    monkeypatch.undo()
    app.press("Recompute all")
    app.until(lambda: settings_shown(app) == 32)
    # Who still saw the old one takes up the new one.
    newer = robustness.robustness_task.ready(comparison)
    assert newer is not task
    assert robustness.robustness_task.renew(task, comparison) is newer


def test_parts_are_scored_by_the_metric_that_is_chosen_and_an_unknown_one_is_told() -> None:
    app = App("slices.py", by="kind", metric="imported:<b>mine</b>")
    assert app.codes("no-such-criterion") == ["link.unknown_metric"]
    usual = app.cells("slices-table")
    app = App("slices.py", by="kind")
    assert app.cells("slices-table") == usual
    app.choose("slice-metric", "wer")
    rows = app.cells("slices-table")
    assert App("slices.py", by="kind", metric="wer").cells("slices-table") == rows
    assert [row[:2] for row in rows] == [row[:2] for row in usual]
    assert [row[6] for row in rows] == [row[6] for row in usual]  # the points are BLEU's
    assert [row[2:5] for row in rows] != [row[2:5] for row in usual]
    assert "Lower is better." in app.captions
    deltas = [row[4] for row in app.component("slices-table")["rows"]]
    tones = {cell["t"][0]: cell["tone"] for cell in deltas if cell["tone"] != "muted"}
    assert tones.items() <= {"+": "loss", "−": "gain"}.items()
    assert tones


@pytest.mark.parametrize(
    ("by", "part", "where"),
    [
        ("question", "no", "not question"),
        ("a.copy", "no", "not a.copy"),
        ("source.length", "12 to 14", "source.length >= 12 and source.length < 15"),
        ("kind", "news", 'kind = "news"'),
    ],
)
def test_any_column_cuts_and_a_part_opens_its_segments(by: str, part: str, where: str) -> None:
    app = App("slices.py", by=by)
    labels = [row[0] for row in app.cells("slices-table")]
    app.send("slices-table", open=str(labels.index(part)))
    assert app.view.where == where
    assert app.shows("worklist")


def test_what_can_be_cut_by_begins_with_the_data_and_says_why_there_are_no_intervals() -> None:
    app = App("slices.py", by="b.length")
    options = app.widget("slice-by").options
    assert options[:3] == ["document", "kind", "reference length"]
    assert {"b.length", "a.copy", "same", "verdict", "points"} < set(options)
    assert len(options) == len(set(options))
    assert not {"source", "a", "text", "line"} & set(options)
    assert messages.chosen_by_output() in app.captions
    app = App("slices.py", by="source.length")
    assert any("[" in row[5] for row in app.cells("slices-table"))


def test_of_many_parts_the_largest_are_drawn_and_all_are_listed_by_pages(monkeypatch) -> None:
    drawn, draw = [], figures.slice_intervals
    monkeypatch.setattr(parts, "MOST_DRAWN", 5)
    monkeypatch.setattr(
        figures, "slice_intervals", lambda found, *more: drawn.append(found) or draw(found, *more)
    )
    app = App("slices.py", by="document")
    found = slice_by(Comparison.of(load_sample()), "document")
    names = [part.label for part in found]
    assert [row[0] for row in app.cells("slices-table")] == names[:5]
    least = sorted(abs(part.points) for part in found)[-5]
    assert [part.label for part in drawn[0]] == [p.label for p in found if abs(p.points) >= least]
    app.choose("slices-page-document", 2)
    assert [row[0] for row in app.cells("slices-table")] == names[5:10]
    assert app.component("slices-table")["ids"] == list("56789")


def test_of_many_documents_the_overview_draws_the_largest(monkeypatch) -> None:
    monkeypatch.setattr(charts, "MOST_DOCUMENTS", 5)
    names, _ = points_by_document(Comparison.of(load_sample())) or ([], [])
    app = App()
    app.set(overview_tabs="By document")
    plots = [json.loads(one.proto.spec) for one in app.test.get("plotly_chart")]
    (strip,) = [one for one in plots if "5 of 14" in json.dumps(one["layout"])]
    assert strip["data"][0]["customdata"] == names[:5]


def test_on_many_segments_no_values_are_offered_that_all_texts_are_read_for(monkeypatch) -> None:
    def offered() -> dict[str, list[str]]:
        names = App("slices.py").component("expression")["names"]
        return {one["name"]: one["values"] for one in names}

    assert offered()["rarity"]
    store.forget(load_sample().digest)
    monkeypatch.setattr(segment_filter, "QUICK", 100)
    assert offered()["rarity"] == offered()["script"] == []
    assert offered()["kind"]
    store.forget(load_sample().digest)
