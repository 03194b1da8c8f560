"""Who is admitted by a provider's claims, for how long, and under which name."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bleu_core.common.environment import SERVER_FILE
from bleu_core.messages import codes
from bleu_core.workspace.annotations import check_annotator_name
from bleu_core.workspace.team.login import Login, LoginCheck, check_login, login_expiry, login_key
from bleu_core.workspace.team.people import PeopleRegistry, Person

NOW = 1_700_000_000.0
LOGIN = Login("https://b.example.org", "", "", "", ("*@example.org",), hours=2)
ANN = {
    "iss": "https://login.example.org", "sub": "4711", "iat": int(NOW), "nonce": "n-1",
    "name": "Ann", "email": "ann@example.org", "email_verified": True,
}  # fmt: skip


@pytest.fixture
def people(tmp_path: Path) -> PeopleRegistry:
    return PeopleRegistry(tmp_path)


def admitted(
    people: PeopleRegistry, now: float = NOW, login: Login = LOGIN, **changes: object
) -> LoginCheck:
    claims = {name: value for name, value in (ANN | changes).items() if value is not None}
    return check_login(claims, login, people, now)


def named(people: PeopleRegistry, **changes: object) -> str:
    """Return the name of an admitted person, a valid annotator name."""
    found = admitted(people, **changes).person
    check_annotator_name(found.name)
    return found.name


def entered(people: PeopleRegistry) -> int:
    path = people.home / SERVER_FILE
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT COUNT(*) FROM people").fetchone()[0]


def test_who_is_on_the_list_is_let_in_as_who_they_are(people: PeopleRegistry) -> None:
    who = Person("https://login.example.org", "4711", "Ann", "ann@example.org")
    assert admitted(people) == LoginCheck(who)
    assert admitted(people, email_verified=1) == LoginCheck(who)  # 1 == True, also for a provider
    everybody = Login("https://b.example.org", "", "", "", ("*",))
    assert named(people, login=everybody, email=None, email_verified=None) == "Ann"


def test_who_may_not_come_in_learns_why(people: PeopleRegistry) -> None:
    refused: dict[str, list[dict[str, object]]] = {
        # Without issuer and subject nobody is admitted.
        "": [{"iss": None}, {"sub": None}, {"sub": ""}, {"sub": 4711}, {"iss": ["https://x"]}],
        "login.not_invited": [{"email": "ann@example.com"}],
        "login.email_unverified": [{"email_verified": one} for one in (False, None, "false")],
        "login.no_email": [{"email": None}, {"email": ["ann@example.org"]}],
        "login.ended": [
            {"iat": one} for one in (None, "now", float("nan"), float("inf"), int(NOW) + 3600)
        ],
    }
    for code, every in refused.items():
        for changes in every:
            found = admitted(people, **changes)
            assert (found.person, codes([found.why or ""])) == (None, [code]), changes
    assert entered(people) == 0


def test_a_login_is_over_after_its_hours(people: PeopleRegistry) -> None:
    assert admitted(people, now=NOW + 7_199).person is not None
    over = admitted(people, now=NOW + 7_200)
    assert (over.person, over.why.code, over.why.values) == (None, "login.ended", {"hours": 2})
    assert login_expiry(ANN, LOGIN) == NOW + 7_200


def test_who_logged_out_is_not_let_in_by_a_copy_of_the_cookie(people: PeopleRegistry) -> None:
    people.end(login_key(ANN), NOW + 7_200)
    assert admitted(people) == LoginCheck()
    assert admitted(people, nonce="n-2").person is not None  # another login of the same person
    assert admitted(PeopleRegistry(people.home)) == LoginCheck()  # after a restart


def test_a_name_stays_with_who_came_first_and_another_is_told_apart(people: PeopleRegistry) -> None:
    assert named(people) == "Ann"
    assert named(people, sub="2", email="ann.b@example.org") == "Ann (ann.b@example.org)"
    assert named(people, sub="3", email="ann.b@example.org") == "Ann (2)"
    # Permanently, whatever the provider says later, and after a restart.
    assert named(PeopleRegistry(people.home), name="Annette") == "Ann"
    # Two people never have names that look alike.
    alike = ["ANN", " Ann ", "A\u200bnn", "Ann\u202e", "\uff21nn", "Ann\x00", "A\u00adnn"]
    for number, name in enumerate(alike):
        email = f"b{number}@example.org"
        other = named(people, sub=f"b{number}", name=name, email=email)
        assert other.endswith(f" ({email})"), ascii(name)


def test_names_of_others_are_known_however_they_are_written(people: PeopleRegistry) -> None:
    ann = people.named(Person("https://login.example.org", "1", "Ann"))
    bob = people.named(Person("https://login.example.org", "2", "Bob"))
    names = ["Ann", "BOB", "\uff21nn", "Mia", ""]
    assert people.names_of_others(bob, names) == ["Ann", "\uff21nn"]
    assert people.names_of_others(ann, names) == ["BOB"]


def test_a_name_can_always_be_said(people: PeopleRegistry) -> None:
    names: list[tuple[dict[str, object], str]] = [
        ({"name": None}, "ann@example.org"),
        ({"name": None, "preferred_username": "ann4711"}, "ann4711"),
        ({"name": "\u200b", "email": "b@example.org"}, "b@example.org"),
        ({"name": "ن\u200cا"}, "ن\u200cا"),
        ({"name": "Ann\n<b>\u2028x"}, "Ann <b> x"),
        ({"name": "x" * 500}, "x" * 60),
    ]
    found = [named(people, sub=str(n), **claims) for n, (claims, _) in enumerate(names)]
    assert found == [name for _, name in names]
    long = {
        named(people, sub=f"long {n}", name="n" * 100, email=f"{'e' * 100}{n}@example.org")
        for n in range(12)
    }
    assert len(long) == 12


def test_two_windows_at_once_make_one_person(people: PeopleRegistry) -> None:
    with ThreadPoolExecutor(8) as windows:
        found = list(windows.map(lambda _: admitted(people), range(16)))
    assert {one.person for one in found} == {found[0].person}
    assert entered(people) == 1


def test_the_file_is_its_owners_alone_and_without_a_home_there_is_none(tmp_path: Path) -> None:
    admitted(PeopleRegistry(tmp_path / "home"))
    assert (tmp_path / "home" / "server.sqlite").stat().st_mode & 0o777 == 0o600
    people = PeopleRegistry(None)
    assert admitted(people).person is not None
    people.end(login_key(ANN), NOW)
    assert admitted(people) == LoginCheck()
