"""A finished job in the app: the screens of a data set that was counted by groups of rows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bleu_core.account import Account
from bleu_core.account.tables import parts_table
from bleu_core.datasets import Job
from bleu_core.numerals import delta, points

from .conftest import App
from .data_sets import comparison, counted, link

Open = Callable[..., App]


def test_a_job_opens_by_its_link_with_the_numbers_of_the_same_comparison(
    open_app: Open, job: Job
) -> None:
    app = open_app(**link(job))
    head = app.component("masthead")
    assert head["systems"] == ["old", "new"]
    assert head["fixed"]
    assert head["segments"] == "400 segments"
    assert head["signature"] == app.signature
    assert head["badge"][0] == "Data set"
    assert "4 groups of rows in 1 file" in head["badge"][1]
    same = comparison()
    a, b = (points(score.score) for score in (same.score_a, same.score_b))
    assert f"{a} → {b}" in app.verdict
    assert app.cells("parts") == parts_table(Account(same).parts).texts
    assert dict(app.test.query_params) == link(job)


@pytest.mark.parametrize("screen", ["systems", "segments", "ngrams", "slices", "judge"], ids=str)
def test_each_screen_of_a_job_opens(open_app: Open, job: Job, screen: str) -> None:
    app = open_app(**link(job))
    app.test.switch_page(f"job/{screen}.py")
    app.run()
    assert app.shows("masthead")
    assert app.test.query_params["data"] == link(job)["data"]


def test_a_job_that_is_not_kept_is_told(open_app: Open, folder: Path) -> None:
    app = open_app(data=f"job-{'0' * 64}")
    assert "has not been counted here" in app.message("gone")
    assert not app.shows("masthead")
    app.press("Open the sample")
    assert app.component("masthead")["badge"][0] == "Sample"


@pytest.mark.parametrize("data", ["job-", "job-xyz", "job-" + "0" * 63, "job-job-" + "0" * 64])
def test_what_is_no_digest_of_a_job_is_told_as_not_understood(open_app: Open, data: str) -> None:
    app = open_app(data=data)
    assert f"data={data}"[:59] in app.message("ignored")
    assert app.component("masthead")["badge"][0] == "Sample"


def test_a_link_cannot_change_how_a_data_set_was_counted(open_app: Open, job: Job) -> None:
    app = open_app(**link(job), tok="char", a="new", only="yes")
    told = app.message("ignored")
    assert all(part in told for part in ("tok=char", "a=new", "only=yes"))
    assert app.signature == job.score_a.signature
    assert app.test.query_params.keys() == {"data"}


def test_a_job_opens_on_its_screens_from_a_comparison_and_back(open_app: Open, job: Job) -> None:
    app = open_app()
    app.test.query_params.update(link(job))
    app.run()
    assert app.component("masthead")["systems"] == ["old", "new"]
    app.test.query_params.clear()
    app.test.query_params["data"] = "0" * 64
    app.run()
    assert "not loaded here" in app.message("gone")


def test_learn_and_data_open_beside_a_job(open_app: Open, job: Job) -> None:
    for screen in ("learn.py", "data.py"):
        app = open_app(**link(job))
        app.test.switch_page(screen)
        app.run()
        assert app.test.query_params["data"] == link(job)["data"]


def data_sets(app: App) -> None:
    app.test.session_state["data-tab"] = "Data sets"
    app.test.switch_page("data.py")
    app.run()


def test_data_lists_what_was_counted_and_opens_it(open_app: Open, folder: Path, job: Job) -> None:
    blocks = counted(folder, document="")
    app = open_app()
    data_sets(app)
    rows = app.cells("jobs")
    assert [row[:4] for row in rows] == [["all.parquet", "old", "new", "400"]] * 2
    assert {row[4] for row in rows} == {delta(comparison().delta)}
    assert app.component("jobs")["ids"] == [blocks.plan.digest, job.plan.digest]


def test_what_is_forgotten_is_gone_and_the_sample_opens(open_app: Open, job: Job) -> None:
    app = open_app(**link(job))
    data_sets(app)
    assert "The data set itself stays as it is" in app.message("job-confirm")
    app.press("Forget it")
    assert app.component("masthead")["badge"][0] == "Sample"
    assert app.cells("jobs") == []
    assert not list((job.folder / "statistics").rglob("*.parquet"))
    gone = open_app(**link(job))
    assert "has not been counted here" in gone.message("gone")


def test_scores_and_marks_of_a_data_set_are_not_imported_which_is_told(
    open_app: Open, job: Job
) -> None:
    app = open_app("data.py", **link(job))
    for name in ("scores", "marks"):
        assert "for a whole data set" in app.message(f"instead-of-{name}")


def test_where_nothing_is_kept_no_data_set_is_listed_or_opened(
    open_app: Open, job: Job, monkeypatch
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    app = open_app(**link(job))
    assert "BLEUSCOPE_HOME is set to off" in app.message("gone")
    data_sets(app)
    assert "BLEUSCOPE_HOME is set to off" in app.message("keeps-no-sets")
