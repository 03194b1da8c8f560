"""The address that tells whether a server is well, asked of real files."""

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from starlette.requests import Request

from bleu_core.common.version import __version__
from pages.door import routes
from pages.door.monitoring import health_check

DAMAGED = b"no database at all" * 1_000


def asked() -> tuple[int, dict[str, str], str]:
    answer = health_check(Request({"type": "http"}))
    body = bytes(answer.body).decode()
    return answer.status_code, json.loads(body), body


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    folder = tmp_path / "Ann's home"
    monkeypatch.setenv("BLEUSCOPE_HOME", str(folder))
    monkeypatch.delenv("BLEUSCOPE_LOGIN", raising=False)
    monkeypatch.delenv("BLEUSCOPE_TOKEN", raising=False)
    return folder


def test_a_server_that_can_keep_things_is_well_and_one_that_cannot_says_no_more(home) -> None:
    status, told, body = asked()
    assert (status, told) == (200, {"version": __version__, "workspace": "can be written"})
    assert (home / "workspace.sqlite").exists()
    (home / "workspace.sqlite").write_bytes(DAMAGED)
    assert asked()[0] == 503
    shutil.rmtree(home)
    home.write_text("a file in the place of the folder")
    status, told, broken = asked()
    assert (status, told["workspace"]) == (503, "cannot be written")
    assert "Ann" not in body + broken


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_folder_that_may_not_be_written_is_told(home) -> None:
    asked()
    home.chmod(0o500)
    assert asked()[0] == 503


def test_the_file_of_people_counts_where_a_login_is_asked_for(home, monkeypatch) -> None:
    monkeypatch.setenv("BLEUSCOPE_LOGIN", "login.toml")
    asked()
    people = home / "server.sqlite"
    people.write_bytes(DAMAGED)
    assert asked()[0] == 503
    people.unlink()
    sqlite3.connect(people).close()
    assert asked()[0] == 200


def test_one_that_is_to_keep_nothing_is_well(home, monkeypatch) -> None:
    for said in ("off", ""):  # nor is anything kept where everybody may come in
        monkeypatch.setenv("BLEUSCOPE_HOME", said)
        assert asked()[:2] == (200, {"version": __version__, "workspace": "nothing is saved"})


def test_it_has_an_address_on_every_server() -> None:
    assert "/health" in [route.path for route in routes(None, lambda lesson: {})]
