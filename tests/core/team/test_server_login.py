"""The login that the environment names."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from bleu_core.cli import main
from bleu_core.cli.errors import BAD_INPUT
from bleu_core.team import server_login as asked
from bleu_core.team.server_login import LoginError, for_streamlit, server_login

from .test_login_file import WHOLE


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "login.toml"
    path.write_text(WHOLE)
    monkeypatch.setenv("BLEUSCOPE_LOGIN", str(path))
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("BLEUSCOPE_CLASS", raising=False)
    asked._read.cache_clear()
    return path


def test_without_the_variable_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BLEUSCOPE_LOGIN", raising=False)
    assert server_login() is None


def test_the_secret_of_cookies_is_made_once_and_its_owners_alone(file: Path) -> None:
    login = server_login()
    assert login is not None
    asked._read.cache_clear()
    again = server_login()
    assert again is not None
    assert login.cookie_secret == again.cookie_secret
    assert len(login.cookie_secret) >= 32
    kept = file.parent / "home" / "cookie-secret"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in kept.parent.iterdir()] == ["cookie-secret"]


def test_where_nothing_is_kept_the_secret_is_of_this_start(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    first = server_login()
    asked._read.cache_clear()
    second = server_login()
    assert first is not None
    assert second is not None
    assert first.cookie_secret != second.cookie_secret


def test_a_damaged_secret_is_told_and_not_used(file: Path) -> None:
    home = file.parent / "home"
    home.mkdir()
    (home / "cookie-secret").write_text("x")
    with pytest.raises(LoginError, match="is damaged"):
        server_login()


def test_streamlit_is_told_what_it_calls_by_its_own_names(file: Path) -> None:
    login = server_login()
    assert login is not None
    told = for_streamlit(login)
    assert told["redirect_uri"] == "https://bleu.example.org/oauth2callback"
    assert told["cookie_secret"] == login.cookie_secret
    assert told["server_metadata_url"] == login.provider


def test_what_cannot_be_is_told_in_sentences(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('address = "nowhere"\nhours = 0\n')
    with pytest.raises(LoginError) as found:
        server_login()
    assert len(found.value.problems) == 6
    assert f"{file}, line 2: “hours”" in str(found.value)
    monkeypatch.setenv("BLEUSCOPE_LOGIN", str(file.parent / "nowhere.toml"))
    with pytest.raises(LoginError, match=r"cannot be read \(No such file"):
        server_login()


def test_a_class_asks_nobody_for_a_login(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLEUSCOPE_CLASS", "ABCDE")
    with pytest.raises(LoginError, match="lets in by the room's code"):
        server_login()


def test_without_the_packages_the_command_that_installs_them_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(asked, "find_spec", lambda n: None if n == "authlib" else there(n))
    with pytest.raises(LoginError, match=r'pip install "bleuscope\[login\]"'):
        server_login()


def test_the_command_tells_all_faults_and_starts_no_server(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bleu_core.cli.app.running", lambda *_: pytest.fail("it was started"))
    file.write_text('address = "nowhere"\nhours = 0\n')
    assert main(["--no-browser"]) == BAD_INPUT
    told = capsys.readouterr().err
    assert told.count(f"{file}, line") == 6
