"""A finished job in the app: the screens of a data set that was counted by groups of rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from bleu_core.common.formatting import format_delta, format_score
from bleu_core.datasets import DatasetComparison
from bleu_core.present.account import ComparisonAccount
from bleu_core.present.account.tables import parts_table

from .conftest import App
from .data_sets import comparison, counted, link


def test_a_job_opens_by_its_link_and_each_screen_of_it(job: DatasetComparison) -> None:
    app = App(**link(job))
    head = app.component("masthead")
    assert head["systems"] == ["old", "new"]
    assert head["fixed"]
    assert head["segments"] == "400 segments"
    assert head["signature"] == app.signature
    assert head["badge"][0] == "Data set"
    assert "4 groups of rows in 1 file" in head["badge"][1]
    same = comparison()
    a, b = (format_score(score.score) for score in (same.score_a, same.score_b))
    assert f"{a} → {b}" in app.verdict
    assert app.cells("parts") == parts_table(ComparisonAccount(same).parts).texts
    assert dict(app.link) == link(job)
    for screen in ("systems", "segments", "ngrams", "slices", "judge"):
        app.go_to(f"job/{screen}.py")
        assert app.shows("masthead"), screen
        assert app.link["data"] == link(job)["data"]
    for screen in ("learn.py", "data.py"):
        app.go_to(screen)
        assert app.link["data"] == link(job)["data"]
    for name in ("scores", "marks"):  # are not imported into a data set
        assert app.shows(f"instead-of-{name}")


def test_a_job_that_is_not_kept_is_told(folder: Path) -> None:
    app = App(data=f"job-{'0' * 64}")
    assert app.codes("gone") == ["screen.data_set_elsewhere"]
    assert not app.shows("masthead")
    app.press("Open the sample")
    assert app.component("masthead")["badge"][0] == "Sample"


@pytest.mark.parametrize(
    "data",
    ["job-" + "0" * 63, *(pytest.param(one, marks=pytest.mark.slow) for one in (
        "job-", "job-xyz", "job-job-" + "0" * 64,
    ))],
)  # fmt: skip
def test_what_is_no_digest_of_a_job_is_told_as_not_understood(data: str) -> None:
    app = App(data=data)
    assert f"data={data}"[:59] in app.message("ignored")
    assert app.component("masthead")["badge"][0] == "Sample"


def test_a_link_cannot_change_how_a_data_set_was_counted(job: DatasetComparison) -> None:
    app = App(**link(job), tok="char", a="new", only="yes")
    told = app.message("ignored")
    assert all(part in told for part in ("tok=char", "a=new", "only=yes"))
    assert app.signature == job.score_a.signature
    assert app.link.keys() == {"data"}


@pytest.mark.slow
def test_a_job_opens_on_its_screens_from_a_comparison_and_back(job: DatasetComparison) -> None:
    app = App()
    app.link.update(link(job))
    app.run()
    assert app.component("masthead")["systems"] == ["old", "new"]
    app.link.clear()
    app.link["data"] = "0" * 64
    app.run()
    assert app.shows("gone")


def test_data_lists_what_was_counted_and_forgets_it(
    folder: Path, job: DatasetComparison, monkeypatch
) -> None:
    blocks = counted(folder, document="")
    app = App(**link(job))
    app.set(data_tab="Data sets")
    app.go_to("data.py")
    rows = app.cells("jobs")
    assert [row[:4] for row in rows] == [["all.parquet", "old", "new", "400"]] * 2
    assert {row[4] for row in rows} == {format_delta(comparison().delta)}
    assert app.component("jobs")["ids"] == [blocks.plan.digest, job.plan.digest]
    assert app.shows("job-confirm")
    app.press("Forget it")
    assert app.component("masthead")["badge"][0] == "Sample"
    assert app.component("jobs")["ids"] == [blocks.plan.digest]
    assert App(**link(job)).codes("gone") == ["screen.data_set_elsewhere"]
    # Where nothing is kept none is listed or opened.
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    app = App(**link(blocks))
    assert app.shows("gone")
    app.set(data_tab="Data sets")
    app.go_to("data.py")
    assert app.shows("keeps-no-sets")
