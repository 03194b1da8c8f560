"""The login file named by the environment: its settings, and each fault with its line."""

import importlib.util
from pathlib import Path

import pytest

from bleu_core.cli import main
from bleu_core.cli.errors import BAD_INPUT
from bleu_core.messages import Message
from bleu_core.readers.toml_files import TomlFaults
from bleu_core.workspace.team import login as asked
from bleu_core.workspace.team.login import (
    Login,
    LoginError,
    read_login,
    server_login,
    streamlit_settings,
)
from tests.core.refusing import refused


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "login.toml"
    path.write_text(WHOLE)
    monkeypatch.setenv("BLEUSCOPE_LOGIN", str(path))
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("BLEUSCOPE_CLASS", raising=False)
    return path


def started() -> Login:
    asked._read_settings.cache_clear()
    return server_login()


def test_without_the_variable_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BLEUSCOPE_LOGIN", raising=False)
    assert server_login() is None


def test_the_secret_of_cookies_is_made_once_and_its_owners_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    login = started()
    assert login.cookie_secret == started().cookie_secret
    assert len(login.cookie_secret) >= 32
    kept = file.parent / "home" / "cookie-secret"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in kept.parent.iterdir()] == ["cookie-secret"]
    told = streamlit_settings(login)
    names = ("redirect_uri", "cookie_secret", "server_metadata_url")
    callback = "https://bleu.example.org/oauth2callback"
    assert [told[name] for name in names] == [callback, login.cookie_secret, login.provider]
    kept.write_text("x")
    with refused("login.secret_damaged", error=LoginError):
        started()
    # If nothing is saved, it lasts until the next start.
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    assert started().cookie_secret != started().cookie_secret


def test_what_cannot_be_a_login_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    with monkeypatch.context() as patch, refused("login.packages_missing", error=LoginError) as why:
        patch.setattr(asked, "find_spec", lambda n: None if n == "authlib" else there(n))
        started()
    assert why[0].values["packages"] == ["authlib"]
    with monkeypatch.context() as patch, refused("login.not_for_class", error=LoginError):
        patch.setenv("BLEUSCOPE_CLASS", "ABCDE")
        started()
    monkeypatch.setenv("BLEUSCOPE_LOGIN", str(file.parent / "nowhere.toml"))
    with refused("login.unreadable", error=LoginError):
        started()


def test_the_command_names_all_faults_and_starts_no_server(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bleu_core.cli.app.running", lambda *_: pytest.fail("it was started"))
    file.write_text('address = "nowhere"\nhours = 0\n')
    with pytest.raises(LoginError) as found:
        started()
    assert len(found.value.problems) == 6
    assert found.value.problems[-1].values["line"] == 2  # type: ignore[attr-defined]
    assert main(["--no-browser"]) == BAD_INPUT
    assert capsys.readouterr().err.count(f"{file}, line") == 6


WHOLE = """\
address = "https://Bleu.Example.org/"
provider = "https://login.example.org/.well-known/openid-configuration"
client_id = "bleuscope"
client_secret = "the-secret-of-the-client"
people = ["*@example.org", "ann@example.com"]
"""
PEOPLE = 'people = ["*@example.org", "ann@example.com"]'


def read(text: str) -> Login:
    return read_login(text.encode(), "login.toml")


def faults(text: str) -> list[Message]:
    with pytest.raises(TomlFaults) as found:
        read(text)
    return found.value.problems  # type: ignore[return-value]


def test_a_file_says_who_may_log_in_where() -> None:
    login = read(WHOLE + 'hours = 8\ncookie_secret = "0123456789abcdef0123456789abcdef"\n')
    assert login.netloc == login.host == "bleu.example.org"
    assert (login.client_id, login.hours) == ("bleuscope", 8)
    assert read(WHOLE).hours == 12
    assert not any(secret in repr(login) for secret in ("the-secret", "0123456789"))


def test_an_address_is_written_as_browsers_write_an_origin() -> None:
    origins = {
        "https://Bleu.Example.org/": "https://bleu.example.org",
        "http://localhost:8501": "http://localhost:8501",
        "https://bleu.example.org:443": "https://bleu.example.org",
        "https://bleu.example.org:8443/": "https://bleu.example.org:8443",
        "http://[::1]:8501": "http://[::1]:8501",
    }
    for address, origin in origins.items():
        assert read(WHOLE.replace("https://Bleu.Example.org/", address)).address == origin


def test_an_address_at_which_nobody_is_safe_is_a_fault() -> None:
    for address in (
        "http://bleu.example.org", "bleu.example.org", "https://bleu.example.org/app",
        "https://ann@bleu.example.org", "https://bleu.example.org:port", "ftp://localhost",
        "https://", "https://[::1", "http://localhost.example.org", "https://bleu.example.org?x=1",
    ):  # fmt: skip
        [fault] = faults(WHOLE.replace("https://Bleu.Example.org/", address))
        assert (fault.values["line"], fault.values["problem"].code) == (1, "login.address"), address


def test_all_faults_are_named_at_once_each_by_its_line() -> None:
    found = faults(
        'adress = "x"\nprovider = "http://login.example.org"\nclient_id = ""\n'
        'people = ["*@*", "*", "ann", "a*@example.org",\n "bob @example.org", "@example.org"]\n'
        'cookie_secret = "short"\nhours = 0\n'
    )
    assert sorted((one.values["line"], one.values["problem"].code) for one in found) == [
        *[(1, "toml.missing")] * 2,  # address, client_secret
        (1, "toml.unknown_name"), (2, "login.provider"), (3, "toml.missing"),
        *[(4, "login.no_person")] * 4,
        (5, "login.no_person"), (6, "login.short_secret"), (7, "toml.out_of_range"),
    ]  # fmt: skip
    for people in ("people = []", ""):
        [one] = faults(WHOLE.replace(PEOPLE, people))
        assert one.values["problem"].values["name"] == "people"


def test_who_is_let_in_by_address() -> None:
    login = read(WHOLE.replace("ann@", "ank@"))
    let_in = ["bob@example.org", "BOB@EXAMPLE.ORG", "ANK@Example.com", "bob@example.org "]
    let_in += ["*@example.org"]  # an address as any of the domain
    others = [
        "bob@example.com", "bob@sub.example.org", "bob@notexample.org", "bob@example.org.evil.com",
        '"bob@example.org"@evil.com', "@example.org", "example.org", "",
        "bob@e\u0445ample.org",  # Cyrillic
        "an\u212a@example.com",  # the kelvin sign, which lower-cases to k
    ]  # fmt: skip
    assert [email for email in [*let_in, *others] if login.lets_in(email)] == let_in
