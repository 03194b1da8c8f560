"""Who is let in by what a provider says, for how long, and under which name."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bleu_core.team.admission import Standing, ends, key, standing
from bleu_core.team.login_file import Login
from bleu_core.team.people import People
from bleu_core.team.person import Person
from bleu_core.workspace.annotators import check_name
from bleu_core.workspace.place import SERVER

NOW = 1_700_000_000.0
LOGIN = Login("https://b.example.org", "", "", "", ("*@example.org",), hours=2)
ANN = {
    "iss": "https://login.example.org", "sub": "4711", "iat": int(NOW), "nonce": "n-1",
    "name": "Ann", "email": "ann@example.org", "email_verified": True,
}  # fmt: skip


@pytest.fixture
def people(tmp_path: Path) -> People:
    return People(tmp_path)


def admitted(people: People, now: float = NOW, login: Login = LOGIN, **changes: object) -> Standing:
    claims = {name: value for name, value in (ANN | changes).items() if value is not None}
    return standing(claims, login, people, now)


def entered(people: People) -> int:
    """How many people the server's file has."""
    assert people.home is not None
    path = people.home / SERVER
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as connection:
        number: int = connection.execute("SELECT COUNT(*) FROM people").fetchone()[0]
    return number


def test_who_is_on_the_list_is_let_in_as_who_they_are(people: People) -> None:
    found = admitted(people)
    assert found.person == Person("https://login.example.org", "4711", "Ann", "ann@example.org")
    assert found.why == ""


@pytest.mark.parametrize(
    ("claim", "value"),
    [("iss", None), ("sub", None), ("sub", ""), ("sub", 4711), ("iss", ["https://x"])],
)
def test_without_issuer_and_subject_there_is_nobody(
    people: People, claim: str, value: object
) -> None:
    assert admitted(people, **{claim: value}) == Standing()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"email": "ann@example.com"}, "ann@example.com is not one of the people"),
        ({"email_verified": False}, "has not said that ann@example.org is yours"),
        ({"email_verified": None}, "has not said that ann@example.org is yours"),
        ({"email_verified": "false"}, "has not said that ann@example.org is yours"),
        ({"email_verified": 1}, None),
        ({"email": None}, "has not said what your e-mail address is"),
        ({"email": ["ann@example.org"]}, "has not said what your e-mail address is"),
        ({"iat": None}, "A login lasts 2 hours."),
        ({"iat": "now"}, "A login lasts 2 hours."),
        ({"iat": float("nan")}, "A login lasts 2 hours."),
        ({"iat": float("inf")}, "A login lasts 2 hours."),
        ({"iat": int(NOW) + 3600}, "A login lasts 2 hours."),
    ],
    ids=str,
)
def test_who_may_not_come_in_is_told_why(
    people: People, changes: dict[str, object], told: str | None
) -> None:
    found = admitted(people, **changes)
    if told is None:  # 1 == True, also for a provider
        assert found.person is not None
    else:
        assert found.person is None
        assert told in found.why
        assert entered(people) == 0


def test_everybody_whom_the_provider_knows_may_come_where_the_file_says_so(people: People) -> None:
    login = Login("https://b.example.org", "", "", "", ("*",))
    assert admitted(people, login=login, email=None, email_verified=None).person is not None


def test_a_login_is_over_after_its_hours(people: People) -> None:
    assert admitted(people, now=NOW + 7_199).person is not None
    over = admitted(people, now=NOW + 7_200)
    assert over.person is None
    assert "Log in again" in over.why
    assert ends(ANN, LOGIN) == NOW + 7_200


def test_who_logged_out_is_not_let_in_by_a_copy_of_the_cookie(people: People) -> None:
    people.end(key(ANN), NOW + 7_200)
    assert admitted(people) == Standing()
    assert admitted(people, nonce="n-2").person is not None  # another login of hers
    assert admitted(People(people.home)) == Standing()  # after a restart


def test_a_name_stays_with_who_came_first_and_another_is_told_apart(people: People) -> None:
    assert admitted(people).person.name == "Ann"  # type: ignore[union-attr]
    other = admitted(people, sub="2", email="ann.b@example.org").person
    assert other is not None
    assert other.name == "Ann (ann.b@example.org)"
    third = admitted(people, sub="3", email="ann.b@example.org").person
    assert third is not None
    assert third.name == "Ann (2)"
    # For good, whatever the provider says later, and after a restart.
    again = admitted(People(people.home), name="Annette").person
    assert again is not None
    assert again.name == "Ann"


@pytest.mark.parametrize(
    "name",
    ["ANN", " Ann ", "A\u200bnn", "Ann\u202e", "\uff21nn", "Ann\x00", "A\u00adnn"],
    ids=ascii,
)
def test_names_that_look_alike_are_not_two_peoples(people: People, name: str) -> None:
    admitted(people)
    other = admitted(people, sub="2", name=name, email="b@example.org").person
    assert other is not None
    assert other.name.endswith(" (b@example.org)")


@pytest.mark.parametrize(
    ("claims", "name"),
    [
        ({"name": None}, "ann@example.org"),
        ({"name": None, "preferred_username": "ann4711"}, "ann4711"),
        ({"name": "\u200b"}, "ann@example.org"),
        ({"name": "ن\u200cا"}, "ن\u200cا"),
        ({"name": "Ann\n<b>\u2028x"}, "Ann <b> x"),
        ({"name": "x" * 500}, "x" * 60),
    ],
    ids=ascii,
)
def test_a_name_can_always_be_said(people: People, claims: dict[str, object], name: str) -> None:
    found = admitted(people, **claims).person
    assert found is not None
    assert found.name == name
    check_name(found.name)


def test_long_names_of_many_people_stay_names(people: People) -> None:
    names = []
    for number in range(12):
        email = f"{'e' * 100}{number}@example.org"
        found = admitted(people, sub=str(number), name="n" * 100, email=email).person
        assert found is not None
        check_name(found.name)
        names.append(found.name)
    assert len(set(names)) == 12


def test_two_windows_at_once_make_one_person(people: People) -> None:
    with ThreadPoolExecutor(8) as windows:
        found = list(windows.map(lambda _: admitted(people), range(40)))
    assert {one.person for one in found} == {found[0].person}
    assert entered(people) == 1


def test_the_file_is_its_owners_alone_and_without_a_home_there_is_none(tmp_path: Path) -> None:
    admitted(People(tmp_path / "home"))
    assert (tmp_path / "home" / "server.sqlite").stat().st_mode & 0o777 == 0o600
    assert admitted(People(None)).person is not None
    people = People(None)
    people.end(key(ANN), NOW)
    assert admitted(people) == Standing()
