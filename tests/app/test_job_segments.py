"""Segments of a data set: the ordinary list of the same texts, one opened, some as a comparison."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bleu_core import InputError
from bleu_core.columns import table_of
from bleu_core.datasets import Job
from bleu_core.datasets.worklist import listed
from bleu_core.expressions import chosen
from bleu_core.numerals import fine_delta, points
from bleu_core.progress import Progress
from bleu_core.whatif import edited
from bleu_core.worklist import order
from pages.ui.segments import job_list

from .conftest import App
from .data_sets import DOCUMENTS, KINDS, REFERENCE, A, B, comparison, link

Open = Callable[..., App]


@pytest.fixture
def segments(open_app: Open, job: Job) -> Callable[..., App]:
    """segments(where=…): Segments of the job, by a link with parameters, once it has its list."""

    def opened(**params: str) -> App:
        app = open_app(**link(job), **params)
        app.test.switch_page("job/segments.py")
        app.run()
        app.until(lambda: app.shows("worklist"))
        return app

    return opened


def lines(app: App) -> list[int]:
    return [int(row[0].replace(",", "")) for row in app.cells("worklist")]


def link_of(app: App) -> str:
    found = app.test.query_params["data"]
    return found if isinstance(found, str) else found[0]


def captions(app: App) -> str:
    return "\n".join(one.value for one in app.test.caption)


def test_the_list_is_the_ordinary_one(segments: Callable[..., App]) -> None:
    same = comparison()
    app = segments()
    expected = (order(same, "carried", True) + 1).tolist()
    assert lines(app) == expected[:50]
    first = expected[0] - 1
    row = app.cells("worklist")[0]
    assert row[1:3] == [DOCUMENTS[first], KINDS[first]]
    assert row[4] == fine_delta(same.ledger.segments[first])
    assert row[5:] == [points(s[first], 1) for s in (same.sentences_a, same.sentences_b)]
    assert "1 of 400 segments" in captions(app)


def test_a_filter_chooses_and_says_what_its_segments_carry(segments: Callable[..., App]) -> None:
    same, where = comparison(), 'kind = "chat" and b contains "rain"'
    rows = chosen(where, table_of(same))
    app = segments(where=where, sort="line")
    assert lines(app) == (rows + 1).tolist()[:50]
    told = captions(app)
    assert f"1 of {len(rows)} segments, of 400" in told
    assert f"Together they carry {fine_delta(same.ledger.of(rows))} BLEU points" in told
    app.press('b contains "rain" ✕')
    app.until(lambda: app.shows("worklist"))
    assert app.test.query_params["where"] == 'kind = "chat"'


def test_a_segment_is_opened_with_its_texts_by_its_line(segments: Callable[..., App]) -> None:
    same = comparison()
    shown = segments(seg="123").component("segment")
    assert shown["segment"] == 122
    assert shown["texts"] == {"a": A[122], "b": B[122]}
    assert shown["document"] == DOCUMENTS[122]
    assert shown["carries"].startswith(f"carries {fine_delta(same.ledger.segments[122])} of Δ ")
    assert shown["judging"] is None


def test_an_edit_says_what_it_would_do_to_the_whole(segments: Callable[..., App]) -> None:
    same = comparison()
    app = segments(seg="123")
    edit = {"comparison": link_of(app), "segment": 122, "texts": {"b": "the cat"}}
    app.test.session_state["segment"] = {"edit": edit, "presses": None}
    app.run()
    _, changed = edited(same.stats_b, 122, "the cat", [REFERENCE[122]])
    (note,) = app.component("segment")["notes"]
    assert f"corpus {points(changed.corpus_before)} → {points(changed.corpus_after)}" in note


def test_what_means_nothing_is_told_and_the_rest_holds(segments: Callable[..., App]) -> None:
    app = segments(where='kind = "chat" and rarest < 3', sort="line")
    fault = app.component("expression")["fault"]
    assert "It takes all texts at once" in fault["problem"]
    assert "The other conditions hold." in fault["problem"]
    assert lines(app)[:3] == [i + 1 for i, kind in enumerate(KINDS) if kind == "chat"][:3]


def test_a_name_that_is_nearly_one_is_not_taken_for_what_a_data_set_lacks(
    segments: Callable[..., App],
) -> None:
    fault = segments(where="delt < 0").component("expression")["fault"]
    assert fault["problem"].endswith("Did you mean “delta”?")
    fault = segments(where="rarst < 3").component("expression")["fault"]
    assert "Did you mean “rarest”" in fault["problem"]


def test_names_come_with_their_values(segments: Callable[..., App]) -> None:
    names = {one["name"]: one for one in segments().component("expression")["names"]}
    assert names["kind"]["values"] == ["chat", "news"]
    assert "rarest" not in names
    assert "verdict" not in names


def test_an_order_that_there_is_not_and_a_line_that_there_is_not_are_told(
    segments: Callable[..., App],
) -> None:
    app = segments(sort="-metric:chrf", seg="401")
    assert "Other metrics are not counted on a data set." in app.message("no-order")
    assert "There is no segment 401: this data set has 400." in app.message("no-such-segment")


def test_a_filter_that_leaves_nothing_is_told(segments: Callable[..., App]) -> None:
    app = segments(where="delta > 1000")
    assert app.component("worklist")["empty"] == "No segment fulfils the filter."
    assert "No segment fulfils the filter." in app.message("none-left")


def test_segments_open_as_a_comparison(segments: Callable[..., App]) -> None:
    where = 'document = "talk 3"'
    app = segments(where=where)
    app.press("Open these 10 segments as a comparison")
    app.until(lambda: not link_of(app).startswith("job-"))
    assert app.pair == ("old", "new")
    assert app.component("masthead")["segments"] == "10 segments"
    assert app.component("segment")["own"]["a"] in A[30:40]


def test_texts_that_have_changed_are_told(segments: Callable[..., App], folder: Path) -> None:
    path = folder / "talks" / "all.parquet"
    path.write_bytes(path.read_bytes() + b" ")
    app = segments(seg="7")
    assert "The texts of segment 7 cannot be read." in app.message("no-texts")
    app.press("Open these 400 segments as a comparison")
    app.until(lambda: app.shows("not-taken"))
    assert "the file has changed" in app.message("not-taken")


def test_statistics_that_are_gone_are_told(open_app: Open, job: Job) -> None:
    for path in (job.folder / "statistics").rglob("*.parquet"):
        path.unlink()
    app = open_app(**link(job))
    app.test.switch_page("job/segments.py")
    app.run()
    assert "counts anew what is gone" in app.message("no-statistics")


def test_a_list_that_cannot_be_made_is_told_and_tried_again(
    open_app: Open, job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise InputError(["The disk does not answer."])

    with monkeypatch.context() as patch:
        patch.setattr(job_list, "listed", fails)
        app = open_app(**link(job), where="delta < 3")
        app.test.switch_page("job/segments.py")
        app.run()
        app.until(lambda: app.shows("no-list"))
        assert "The disk does not answer." in app.message("no-list")
    app.press("Try again")
    app.until(lambda: app.shows("worklist"))
    assert not app.shows("no-list")


def test_a_stopped_list_goes_on_when_it_is_asked_for(
    open_app: Open, job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = threading.Event()

    def waits(*args: Any, progress: Progress) -> Any:
        while not may_end.wait(0.01):
            progress(0.5)
        return listed(*args, progress=progress)

    monkeypatch.setattr(job_list, "listed", waits)
    app = open_app(**link(job), where="delta < 2")
    app.test.switch_page("job/segments.py")
    app.run()
    app.press("Stop")
    assert "It was stopped." in app.message("no-list")
    may_end.set()
    app.press("Try again")
    app.until(lambda: app.shows("worklist"))
