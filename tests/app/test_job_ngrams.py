"""N-grams of a data set: counted when asked for, listed, searched, and led from to segments."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bleu_core.datasets.ngram_evidence import NgramEvidence, ngram_part_of
from bleu_core.datasets.ngram_pass import find_ngrams

from bleu_core.common.formatting import format_delta, format_int, format_p_cell, format_small_delta
from bleu_core.common.progress import Progress
from bleu_core.datasets import DatasetComparison
from bleu_core.explain.ngrams import evidence
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import mask, parse
from pages.ui import job_results
from pages.ui.ngrams import job_evidence

from .conftest import App
from .data_sets import comparison, link
from .test_glossary_tips import asked, expect_every_number_says_what_it_is

SAME = comparison()
slow = partial(pytest.param, marks=pytest.mark.slow)


def ngrams(job: DatasetComparison, **params: str) -> App:
    app = App(**link(job), **params)
    app.go_to("job/ngrams.py")
    return app


@pytest.fixture
def found(job: DatasetComparison) -> NgramEvidence:
    """Those of a job that have been counted."""
    return NgramEvidence.of(job, find_ngrams(job))


def test_ngrams_are_counted_when_asked_for_as_the_evidence_of_the_comparison(
    job: DatasetComparison,
) -> None:
    app = ngrams(job)
    command = "compare --data … --a old --b new --ref ref --ngrams --cluster local"
    assert command in app.message("ngrams")
    app.press("Count the n-grams of 400 segments")
    app.until(lambda: app.shows("ngrams-table"))
    found = evidence(SAME, SAME.ledger.per_match, min_count=1)
    rows = np.flatnonzero(found.counts.wins > 0)
    largest = np.sort(np.abs(found.points[rows]))[::-1]
    shown = app.cells("ngrams-table")
    assert [row[3].strip("+−") for row in shown] == [
        format_small_delta(points).strip("+") for points in largest[:50].tolist()
    ]
    counts = found.counts
    of = dict(zip(found.texts(rows).to_pylist(), rows.tolist(), strict=True))
    for ngram, order, gained, own, wins_a, wins_b, p, _, left_out in shown:
        i = of[ngram]
        assert order == format_int(counts.order[i])
        assert gained == format_delta(int(counts.matches_b[i] - counts.matches_a[i]), 0)
        assert (wins_a, wins_b) == (format_int(counts.wins_a[i]), format_int(counts.wins_b[i]))
        assert (p, own) == (
            format_p_cell(float(found.p[i])),
            format_small_delta(float(found.points[i])),
        )
        assert left_out == "0"


def test_a_pass_that_fails_says_why_and_can_be_tried_again(
    job: DatasetComparison, folder: Path
) -> None:
    data = folder / "talks" / "all.parquet"
    away = data.rename(folder / "away.parquet")
    app = ngrams(job)
    app.press("Count the n-grams of 400 segments")
    app.until(lambda: app.shows("no-ngrams"))
    assert set(app.codes("no-ngrams")) == {"dataset.in_fragment"}
    away.rename(data)
    app.press("Try again")
    app.until(lambda: app.shows("ngrams-table"))


@pytest.mark.slow
def test_what_is_stopped_says_so_and_goes_on(job: DatasetComparison, monkeypatch) -> None:
    go_on, count = threading.Event(), job_results.find_ngrams

    def waiting(job: DatasetComparison, progress: Progress) -> Any:
        assert go_on.wait(60)
        return count(job, progress=progress)

    monkeypatch.setattr(job_results, "find_ngrams", waiting)
    app = ngrams(job)
    app.press("Count the n-grams of 400 segments")
    assert not app.shows("ngrams-table")
    app.press("Stop")
    go_on.set()
    assert app.codes("no-ngrams") == ["screen.work_stopped"]
    app.press("Try again")
    app.until(lambda: app.shows("ngrams-table"))


def test_ngrams_that_were_counted_elsewhere_are_there(
    job: DatasetComparison, found: NgramEvidence
) -> None:
    app = ngrams(job)
    assert len(app.cells("ngrams-table")) == 50
    for number in (len(found), found.tested):
        assert f"{format_int(number)} n-grams" in app.captions
    expect_every_number_says_what_it_is(app)
    assert asked(app) >= {
        "n-gram", "credited", "points", "wins", "sign-test", "q-value", "left-out"
    }  # fmt: skip


@pytest.mark.parametrize("sort", ["-wins", *map(slow, ["-size", "points", "-points", "q"])])
def test_each_order_is_that_of_its_column(
    job: DatasetComparison, found: NgramEvidence, sort: str
) -> None:
    keys = {
        "-size": lambda one: -abs(one.points),
        "points": lambda one: one.points,
        "-points": lambda one: -one.points,
        "q": lambda one: np.inf if np.isnan(one.q) else one.q,
        "-wins": lambda one: -one.wins_a - one.wins_b,
    }
    assert keys.keys() == set(job_evidence.SORTS)
    app = ngrams(job, gsort=sort)
    expected = sorted(found.listed(found.rows()), key=keys[sort])[:50]
    assert [row[0] for row in app.cells("ngrams-table")] == [one.text for one in expected]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ('"on a"', lambda ngram: " on a " in f" {ngram} "),
        *(slow(*one) for one in (
            ("AT", lambda ngram: "at" in ngram.lower()),
            ("/^the .*mat$/", lambda ngram: ngram.startswith("the ") and ngram.endswith("mat")),
            ("<b>$x$</b>", lambda ngram: False),
        )),
    ],
)  # fmt: skip
def test_a_search_takes_letters_and_patterns(
    job: DatasetComparison, found: NgramEvidence, text, fits
) -> None:
    app = ngrams(job, gq=text)
    expected = [one.text for one in found.listed(found.largest(len(found))) if fits(one.text)]
    if not expected:
        assert not app.shows("ngrams-table")
        return
    assert [row[0] for row in app.cells("ngrams-table")] == expected[:50]


@pytest.mark.slow
def test_an_ngram_leads_to_its_segments(
    job: DatasetComparison, found: NgramEvidence, monkeypatch
) -> None:
    first = next(found.listed(found.largest(1)))
    draw = job_evidence.draw_account_table

    def pressed(table: Any, **more: Any) -> str | None:
        draw(table, **more)
        monkeypatch.setattr(job_evidence, "draw_account_table", draw)
        return table.rows[0][0].opens

    monkeypatch.setattr(job_evidence, "draw_account_table", pressed)
    app = ngrams(job)
    app.run()
    where = app.view.where
    chosen = np.flatnonzero(mask(parse(where), table_of(SAME)))
    part = ngram_part_of(type(SAME).of(SAME.evalset.part(chosen), SAME.config))
    rows = {row["ngram"]: row for row in part.rows.to_pylist()}
    assert rows[first.text]["wins_a"] == first.wins_a
    assert rows[first.text]["wins_b"] == first.wins_b
    sort = "-points" if first.gained > 0 else "points"
    assert app.view.sort == sort
    app.go_to("job/segments.py")
    app.until(lambda: app.shows("worklist"))
    assert f"of {format_int(len(chosen))} segments" in app.captions
