"""The file of a login: what it says, and every fault of it by its line."""

from __future__ import annotations

import pytest

from bleu_core.team.login_file import Login, read_login
from bleu_core.toml_files import TomlFaults

WHOLE = """\
address = "https://Bleu.Example.org/"
provider = "https://login.example.org/.well-known/openid-configuration"
client_id = "bleuscope"
client_secret = "the-secret-of-the-client"
people = ["*@example.org", "ann@example.com"]
"""


def read(text: str) -> Login:
    return read_login(text.encode(), "login.toml")


def faults(text: str) -> list[str]:
    with pytest.raises(TomlFaults) as found:
        read(text)
    return found.value.problems


def test_a_file_says_who_may_log_in_where() -> None:
    login = read(WHOLE + 'hours = 8\ncookie_secret = "0123456789abcdef0123456789abcdef"\n')
    assert (login.address, login.netloc, login.host) == (
        "https://bleu.example.org", "bleu.example.org", "bleu.example.org"
    )  # fmt: skip
    assert (login.client_id, login.hours) == ("bleuscope", 8)
    assert read(WHOLE).hours == 12
    assert "the-secret" not in repr(login)
    assert "0123456789" not in repr(login)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("http://localhost:8501", "http://localhost:8501"),
        ("https://bleu.example.org:443", "https://bleu.example.org"),
        ("https://bleu.example.org:8443/", "https://bleu.example.org:8443"),
        ("http://[::1]:8501", "http://[::1]:8501"),
    ],
)
def test_an_address_is_written_as_browsers_write_an_origin(address: str, origin: str) -> None:
    assert read(WHOLE.replace("https://Bleu.Example.org/", address)).address == origin


@pytest.mark.parametrize(
    "address",
    [
        "http://bleu.example.org", "bleu.example.org", "https://bleu.example.org/app",
        "https://ann@bleu.example.org", "https://bleu.example.org:port", "ftp://localhost",
        "https://", "https://[::1", "http://localhost.example.org", "https://bleu.example.org?x=1",
    ],
)  # fmt: skip
def test_an_address_at_which_nobody_is_safe_is_a_fault(address: str) -> None:
    [told] = faults(WHOLE.replace("https://Bleu.Example.org/", address))
    assert told.startswith("login.toml, line 1: “address” is to be what people open")


def test_all_faults_are_told_at_once_each_by_its_line() -> None:
    told = faults(
        'adress = "x"\nprovider = "http://login.example.org"\nclient_id = ""\n'
        'people = ["*@*", "*", "ann", "a*@example.org",\n "bob @example.org", "@example.org"]\n'
        'cookie_secret = "short"\nhours = 0\n'
    )
    starts = [sentence.partition(": ")[2][:40] for sentence in told]
    lines = [sentence.partition(":")[0] for sentence in told]
    assert "“adress” says nothing here. Is “address”" in starts
    assert "“client_secret” is missing or empty." in starts
    assert lines.count("login.toml, line 4") + lines.count("login.toml, line 5") == 5
    assert sum("is no e-mail address" in sentence for sentence in told) == 5
    assert {f"login.toml, line {n}" for n in (1, 2, 3, 4, 5, 6, 7)} <= set(lines)


def test_nobody_may_come_in_where_nobody_is_named() -> None:
    for people in ("people = []", ""):
        [told] = faults(WHOLE.replace('people = ["*@example.org", "ann@example.com"]', people))
        assert "“people” is missing" in told


@pytest.mark.parametrize(
    ("email", "lets_in"),
    [
        ("bob@example.org", True),
        ("BOB@EXAMPLE.ORG", True),
        ("Ann@Example.com", True),
        ("bob@example.com", False),
        ("bob@sub.example.org", False),
        ("bob@notexample.org", False),
        ("bob@example.org.evil.com", False),
        ('"bob@example.org"@evil.com', False),
        ("@example.org", False),
        ("*@example.org", True),  # an address as any of the domain
        ("example.org", False),
        ("", False),
        ("bob@example.org ", True),
        ("an\u212a@example.com", False),
        ("bob@e\u0445ample.org", False),  # Cyrillic
    ],
)
def test_who_is_let_in_by_address(email: str, lets_in: bool) -> None:
    assert read(WHOLE).lets_in(email) is lets_in


def test_capitals_that_are_no_ascii_make_no_two_addresses_one() -> None:
    login = read(WHOLE.replace("ann@example.com", "ank@example.com"))
    assert login.lets_in("ANK@example.com")
    assert not login.lets_in("an\u212a@example.com")  # the sign of kelvin, whose small letter is k
