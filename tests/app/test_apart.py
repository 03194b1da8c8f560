"""Files that take too much, or break what reads them: a message, and the screen is there."""

from __future__ import annotations

import gc

import pytest

from bleu_core.readers import apart
from pages.door.uploads import Held
from pages.ui.data import inputs, preview
from tests.security import reader_jobs

from .conftest import App


@pytest.mark.slow  # in seconds: the library's own tests show it in less
def test_files_that_take_too_long_are_refused_by_name(monkeypatch) -> None:
    monkeypatch.setattr(inputs, "read_systems", reader_jobs.spin)
    monkeypatch.setattr(apart, "SECONDS", 1)
    app = App("data.py")
    app.upload(a=b"a\n", b=b"b\n", references=[b"a\n"])
    app.press("Compare")
    assert app.codes("problems") == ["file.time_limit"]
    assert "data" not in app.link


def test_the_preview_survives_what_its_files_do(monkeypatch) -> None:
    monkeypatch.setattr(preview, "read_each", reader_jobs.die)
    app = App("data.py")
    app.choose("file-any", [("odd.csv", b"x", "text/plain")])
    assert "odd.csv" in app.message("unreadable")
    assert app.codes("unreadable") == ["file.reader_ended"]
    # It is not read again at each press.
    monkeypatch.setattr(preview, "read_each", reader_jobs.fail)
    app.run()
    assert app.codes("unreadable") == ["file.reader_ended"]


def test_pasted_lines_are_read_apart_too(monkeypatch) -> None:
    monkeypatch.setattr(inputs, "read_systems", reader_jobs.die)
    app = App("data.py")
    app.widget("paste-A").input("one")
    app.press("Compare these lines")
    assert app.codes("problems") == ["file.reader_ended"]


def test_the_files_of_a_session_that_has_ended_are_forgotten(monkeypatch) -> None:
    held = Held(10)
    monkeypatch.setattr("pages.ui.data.uploads.HELD", held)
    app = App("data.py")
    held.take("test session id", "1", 9)
    held.take("test session id", "2", 9)
    app.run()
    assert app.codes("no-room") == ["screen.uploads_full"]
    app.run()
    assert not app.shows("no-room")
    del app
    gc.collect()
    assert held.nbytes == 0
