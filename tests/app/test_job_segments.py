"""Segments of a data set: the ordinary list of the same texts, one opened, some as a comparison."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from bleu_core.datasets.worklist import list_segments

from bleu_core import InputError
from bleu_core.common.formatting import format_score, format_small_delta
from bleu_core.common.progress import Progress
from bleu_core.datasets import DatasetComparison
from bleu_core.explain.comparison import score_edit
from bleu_core.messages.dataset import takes_all_texts
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import chosen
from bleu_core.segments.worklist import segment_order
from pages.ui.segments import dataset_list

from .conftest import App
from .data_sets import DOCUMENTS, KINDS, REFERENCE, A, B, comparison, link


def segments(job: DatasetComparison, **params: str) -> App:
    """Segments of the job, by a link with parameters, once it has its list."""
    app = App(**link(job), **params)
    app.go_to("job/segments.py")
    app.until(lambda: app.shows("worklist"))
    return app


def lines(app: App) -> list[int]:
    return [int(row[0].replace(",", "")) for row in app.cells("worklist")]


def test_the_list_is_the_ordinary_one_and_a_segment_is_opened_with_its_texts(
    job: DatasetComparison,
) -> None:
    same = comparison()
    app = segments(job)
    expected = (segment_order(same, "carried", True) + 1).tolist()
    assert lines(app) == expected[:50]
    first = expected[0] - 1
    row = app.cells("worklist")[0]
    assert row[1:3] == [DOCUMENTS[first], KINDS[first]]
    assert row[4] == format_small_delta(same.ledger.segments[first])
    assert row[5:] == [format_score(s[first], 1) for s in (same.sentences_a, same.sentences_b)]
    app.link["seg"] = "123"
    app.run()
    shown = app.component("segment")
    assert shown["segment"] == 122
    assert shown["texts"] == {"a": A[122], "b": B[122]}
    assert shown["document"] == DOCUMENTS[122]
    assert format_small_delta(same.ledger.segments[122]) in shown["carries"]
    assert shown["judging"] is None
    # An edit says what it would do to the whole.
    edit = {"comparison": app.link["data"], "segment": 122, "texts": {"b": "the cat"}}
    app.send("segment", edit=edit, presses=None)
    _, changed = score_edit(same.stats_b, 122, "the cat", [REFERENCE[122]])
    (note,) = app.component("segment")["notes"]
    assert f"{format_score(changed.corpus_before)} → {format_score(changed.corpus_after)}" in note
    names = {one["name"]: one for one in app.component("expression")["names"]}
    assert names["kind"]["values"] == ["chat", "news"]
    assert not {"rarest", "verdict"} & names.keys()


def test_a_filter_chooses_and_says_what_its_segments_carry(job: DatasetComparison) -> None:
    same, where = comparison(), 'kind = "chat" and b contains "rain"'
    rows = chosen(where, table_of(same))
    app = segments(job, where=where, sort="line")
    assert lines(app) == (rows + 1).tolist()[:50]
    assert f"of {len(rows)} segments, of 400" in app.captions
    assert format_small_delta(same.ledger.of(rows)) in app.captions
    app.press('b contains "rain" ✕')
    app.until(lambda: app.shows("worklist"))
    assert app.link["where"] == 'kind = "chat"'


def test_what_means_nothing_is_told_and_the_rest_holds(job: DatasetComparison) -> None:
    app = segments(job, where='kind = "chat" and rarest < 3', sort="-metric:chrf", seg="401")
    assert takes_all_texts() in app.component("expression")["fault"]["problem"]
    assert {KINDS[line - 1] for line in lines(app)} == {"chat"}
    assert app.shows("no-order")
    assert app.shows("no-such-segment")


@pytest.mark.slow
def test_a_name_that_is_nearly_one_and_a_filter_that_leaves_nothing_are_told(
    job: DatasetComparison,
) -> None:
    for where, meant in (("delt < 0", "delta"), ("rarst < 3", "rarest")):
        fault = segments(job, where=where).component("expression")["fault"]
        assert f"“{meant}”" in fault["problem"]
    app = segments(job, where="delta > 1000")
    assert app.component("worklist")["empty"]
    assert app.shows("none-left")


def test_segments_open_as_a_comparison(job: DatasetComparison) -> None:
    app = segments(job, where='document = "talk 3"')
    app.press("Open these 10 segments as a comparison")
    app.until(lambda: not app.link["data"].startswith("job-"))
    assert app.pair == ("old", "new")
    assert app.component("masthead")["segments"] == "10 segments"
    assert app.component("segment")["own"]["a"] in A[30:40]


def test_texts_that_have_changed_are_told(job: DatasetComparison, folder: Path) -> None:
    path = folder / "talks" / "all.parquet"
    path.write_bytes(path.read_bytes() + b" ")
    app = segments(job, seg="7")
    assert app.codes("no-texts") == ["dataset.in_fragment"]
    app.press("Open these 400 segments as a comparison")
    app.until(lambda: app.shows("not-taken"))
    assert app.codes("not-taken") == ["dataset.in_fragment"]


@pytest.mark.slow
def test_statistics_that_are_gone_are_told(job: DatasetComparison) -> None:
    for path in (job.folder / "statistics").rglob("*.parquet"):
        path.unlink()
    app = App(**link(job))
    app.go_to("job/segments.py")
    assert "dataset.in_fragment" in app.codes("no-statistics")


@pytest.mark.slow
def test_a_list_that_cannot_be_made_is_told_and_tried_again(
    job: DatasetComparison, monkeypatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise InputError(["The disk does not answer."])

    with monkeypatch.context() as patch:
        patch.setattr(dataset_list, "list_segments", fails)
        app = App(**link(job), where="delta < 3")
        app.go_to("job/segments.py")
        app.until(lambda: app.shows("no-list"))
        assert "The disk does not answer." in app.message("no-list")
    app.press("Try again")
    app.until(lambda: app.shows("worklist"))
    assert not app.shows("no-list")


@pytest.mark.slow
def test_a_stopped_list_goes_on_when_it_is_asked_for(job: DatasetComparison, monkeypatch) -> None:
    may_end = threading.Event()

    def waits(*args: Any, progress: Progress) -> Any:
        while not may_end.wait(0.01):
            progress(0.5)
        return list_segments(*args, progress=progress)

    monkeypatch.setattr(dataset_list, "list_segments", waits)
    app = App(**link(job), where="delta < 2")
    app.go_to("job/segments.py")
    app.press("Stop")
    assert app.codes("no-list") == ["screen.work_stopped"]
    may_end.set()
    app.press("Try again")
    app.until(lambda: app.shows("worklist"))
