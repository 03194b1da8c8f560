"""Files that take too much, or break what reads them: a sentence, and the screen is there."""

from __future__ import annotations

import gc

import pytest

from bleu_core.readers import apart
from pages.door.uploads import Held
from pages.ui.data import inputs, preview
from tests.security import reader_jobs

LINE = [b"a\n"]


def test_files_that_take_too_long_are_refused_by_name(open_app, monkeypatch) -> None:
    monkeypatch.setattr(inputs, "read_systems", reader_jobs.spin)
    monkeypatch.setattr(apart, "SECONDS", 1)
    app = open_app("data.py")
    app.upload(a=b"a\n", b=b"b\n", references=LINE)
    app.press("Compare")
    assert "a.txt takes more than 2 s to read" in app.message("problems")
    assert "data" not in app.test.query_params


@pytest.mark.parametrize("job", [reader_jobs.spin, reader_jobs.die])
def test_the_preview_survives_what_its_files_do(open_app, monkeypatch, job) -> None:
    monkeypatch.setattr(preview, "read_each", job)
    monkeypatch.setattr(apart, "SECONDS", 1)
    app = open_app("data.py")
    app.test.file_uploader(key="file-any").set_value([("odd.csv", b"x", "text/plain")])
    app.run()
    assert "odd.csv" in app.message("unreadable")
    # It is not read again at each press.
    monkeypatch.setattr(preview, "read_each", reader_jobs.fail)
    app.run()
    assert "by a fault" not in app.message("unreadable")


def test_pasted_lines_are_read_apart_too(open_app, monkeypatch) -> None:
    monkeypatch.setattr(inputs, "read_systems", reader_jobs.die)
    app = open_app("data.py")
    app.test.text_area(key="paste-A").input("one")
    app.press("Compare these lines")
    assert "broke off (SIGSEGV)" in app.message("problems")


def test_the_files_of_a_session_that_has_ended_are_forgotten(open_app, monkeypatch) -> None:
    held = Held(10)
    monkeypatch.setattr("pages.ui.data.uploads.HELD", held)
    app = open_app("data.py")
    held.take("test session id", "1", 9)
    held.take("test session id", "2", 9)
    app.run()
    assert "may not be more than" in app.message("no-room")
    app.run()
    assert not app.shows("no-room")
    del app
    gc.collect()
    assert held.nbytes == 0
