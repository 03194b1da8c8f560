"""Overview and Slices of a data set show what the same texts as a comparison have."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bleu_core.datasets.slicing import slice_expression
from bleu_core.present.dataset_report import DatasetReport

from bleu_core.common.formatting import format_int, format_p, format_p_cell, format_score
from bleu_core.datasets import (
    DatasetComparison,
    run,
    run_dataset_tests,
    save,
    skip_reason,
    surveyed,
)
from bleu_core.present import figures
from bleu_core.present.account import ComparisonAccount
from bleu_core.segments import slices
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import mask, parse
from bleu_core.segments.slices import slice_by
from pages.ui import job_results
from pages.ui.overview import job_parts
from pages.ui.slices import job_slices

from .conftest import App
from .data_sets import comparison, counted, link

SAME = comparison()


def charts(app: App) -> dict[str, Any]:
    """The first trace of each figure, by its key."""
    nodes = app.test.get("plotly_chart")
    return {node.key: json.loads(node.proto.spec)["data"] for node in nodes}


def test_overview_has_the_test_figures_and_segments_of_the_comparison(
    job: DatasetComparison,
) -> None:
    app = App(**link(job))
    judged = run_dataset_tests(job)
    assert judged
    assert format_p(judged.randomization.p_value) in app.verdict
    assert "by 40 documents" in app.verdict
    found = charts(app)
    (bars,) = json.loads(figures.waterfall(SAME).to_json())["data"]
    assert found["waterfall"][0]["text"] == bars["text"]
    names, values = slices.points_by_document(SAME) or ([], [])
    drawn = json.loads(figures.strip(names, values, "").to_json())["data"][0]
    assert found["documents"][0]["hovertext"] == drawn["hovertext"]
    assert sorted(found["documents"][0]["customdata"]) == sorted(drawn["customdata"])
    # As many segments on either side, whatever the bars are.
    equal = format_int((SAME.sentence_deltas.round(9) == 0).sum())
    chart = next(n for n in app.test.get("plotly_chart") if n.key == "deltas")
    assert equal in json.loads(chart.proto.spec)["layout"]["xaxis"]["title"]["text"]
    for key, segments in (
        ("movers1", ComparisonAccount(SAME).gains),
        ("movers-1", ComparisonAccount(SAME).losses),
    ):
        shown = app.component(key)
        assert shown["ids"] == [str(segment.line) for segment in segments]
        texts = [[line["t"] for line in row[-1]["lines"]] for row in shown["rows"]]
        assert texts == [[segment.a, segment.b] for segment in segments]
    keys = {button.key for button in app.test.get("download_button")}
    assert {"report.html", "report.md", "report.json"} <= keys


@pytest.mark.slow
def test_without_documents_the_few_blocks_are_not_tested_and_it_is_said_why(folder: Path) -> None:
    job = counted(folder, document="")
    app = App(**link(job))
    assert skip_reason(job) in app.verdict
    assert "Along the data set" in [title.value for title in app.test.subheader]


def test_texts_that_have_changed_are_told_and_the_numbers_stand(
    job: DatasetComparison, folder: Path
) -> None:
    surveyed(job)
    data = folder / "talks" / "all.parquet"
    os.utime(data, (1, 1))
    app = App(**link(job))
    assert app.codes("texts") == ["dataset.in_fragment"]
    assert app.component("movers1")["ids"] == [str(s.line) for s in ComparisonAccount(SAME).gains]


def test_statistics_that_are_gone_are_told_and_the_parts_stand(
    job: DatasetComparison, folder: Path
) -> None:
    for path in (job.folder / "statistics").rglob("*.parquet"):
        path.unlink()
    app = App(**link(job))
    assert set(app.codes("no-survey")) == {"dataset.unreadable_again"}
    assert app.cells("parts")[-1][2] == format_score(SAME.score_a.score)
    assert not app.shows("movers1")


@pytest.mark.parametrize("how", ["kind", pytest.param("document", marks=pytest.mark.slow)])
def test_slices_are_scored_as_those_of_the_comparison(job: DatasetComparison, how: str) -> None:
    app = App(**link(job), by="nothing" if how == "kind" else how)
    app.go_to("job/slices.py")
    expected = {
        part.label: [format_int(part.n), format_score(part.score_a), format_score(part.score_b)]
        for part in slice_by(SAME, how)
    }
    rows = app.cells("slices-table")
    assert {row[0]: row[1:4] for row in rows} == expected
    if how == "kind":  # a column that has intervals, in the place of one that is not there
        assert app.shows("no-such-criterion")
        found = job_results.slices(job, surveyed(job), "kind")
        assert [row[6] for row in rows] == [format_p_cell(part.p_value) for part in found]


def test_the_expression_of_a_slice_chooses_its_segments(job: DatasetComparison) -> None:
    survey, table = surveyed(job), table_of(SAME)
    for how in ("kind", "document", "reference length"):
        parts = job_results.slices_of(job, survey, how)
        for part in parts:
            chosen = mask(parse(slice_expression(job, how, part)), table)
            assert chosen.sum() == part.n
        assert sum(part.n for part in parts) == len(SAME)


def test_a_report_has_the_scores_of_the_comparison_and_says_what_was_left_out(
    job: DatasetComparison,
) -> None:
    why = "all.parquet, group of rows 5: its bytes are damaged."
    content = DatasetReport(replace(job, missing=(why,)), None, surveyed(job))
    for suffix in (".html", ".md"):
        text = job_parts.written(content, suffix).decode()
        assert format_score(SAME.score_a.score) in text
        assert why in text
    said = json.loads(job_parts.written(content, ".json"))
    assert said["a"]["score"] == SAME.score_a.score
    [missing] = said["missing"]
    assert (missing["name"], missing["segments"], missing["why"]) == (None, None, why)
    assert (said["segments"], said["of"]) == (len(job), None)


@pytest.mark.slow
def test_of_many_parts_those_with_most_points_come_first(folder: Path, monkeypatch) -> None:
    monkeypatch.setattr(job_slices, "MOST_DRAWN", 30)
    app = App(**link(counted(folder)), by="document")
    app.go_to("job/slices.py")
    names, _ = slices.points_by_document(SAME) or ([], [])
    assert [row[0] for row in app.cells("slices-table")] == names
    chart = app.test.get("plotly_chart")[0]
    assert len(json.loads(chart.proto.spec)["data"][0]["x"]) <= 30


@pytest.mark.slow
def test_where_no_segment_changed_no_bars_are_drawn(folder: Path) -> None:
    job = counted(folder)
    columns = replace(job.plan.columns, b="old")
    made, _ = run(replace(job.plan, columns=columns), job.folder)
    assert made
    save(made)
    app = App(**link(made))
    assert f"and the same in {len(made)}." in app.captions
    assert "deltas" not in charts(app)
