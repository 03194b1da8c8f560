"""The login that the environment names."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from bleu_core.cli import main
from bleu_core.cli.errors import BAD_INPUT
from bleu_core.team import server_login as asked
from bleu_core.team.login_file import Login
from bleu_core.team.server_login import LoginError, for_streamlit, server_login
from tests.core.refusing import refused

from .test_login_file import WHOLE


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "login.toml"
    path.write_text(WHOLE)
    monkeypatch.setenv("BLEUSCOPE_LOGIN", str(path))
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("BLEUSCOPE_CLASS", raising=False)
    return path


def read() -> Login:
    asked._read.cache_clear()
    login = server_login()
    assert login is not None
    return login


def test_without_the_variable_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BLEUSCOPE_LOGIN", raising=False)
    assert server_login() is None


def test_the_secret_of_cookies_is_made_once_and_its_owners_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    login = read()
    assert login.cookie_secret == read().cookie_secret
    assert len(login.cookie_secret) >= 32
    kept = file.parent / "home" / "cookie-secret"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in kept.parent.iterdir()] == ["cookie-secret"]
    told = for_streamlit(login)
    assert told["redirect_uri"] == "https://bleu.example.org/oauth2callback"
    assert told["cookie_secret"] == login.cookie_secret
    assert told["server_metadata_url"] == login.provider
    kept.write_text("x")
    with refused("login.secret_damaged", error=LoginError):
        read()
    # Where nothing is kept it is of this start.
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    assert read().cookie_secret != read().cookie_secret


def test_what_cannot_be_a_login_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    with monkeypatch.context() as patch, refused("login.packages_missing", error=LoginError) as why:
        patch.setattr(asked, "find_spec", lambda n: None if n == "authlib" else there(n))
        read()
    assert why[0].values["packages"] == ["authlib"]
    with monkeypatch.context() as patch, refused("login.not_for_class", error=LoginError):
        patch.setenv("BLEUSCOPE_CLASS", "ABCDE")
        read()
    monkeypatch.setenv("BLEUSCOPE_LOGIN", str(file.parent / "nowhere.toml"))
    with refused("login.unreadable", error=LoginError):
        read()


def test_the_command_names_all_faults_and_starts_no_server(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bleu_core.cli.app.running", lambda *_: pytest.fail("it was started"))
    file.write_text('address = "nowhere"\nhours = 0\n')
    with pytest.raises(LoginError) as found:
        read()
    assert len(found.value.problems) == 6
    assert found.value.problems[-1].values["line"] == 2  # type: ignore[attr-defined]
    assert main(["--no-browser"]) == BAD_INPUT
    assert capsys.readouterr().err.count(f"{file}, line") == 6
