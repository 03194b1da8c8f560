"""Comparisons shared by link: who may read and write them, until a link is revoked."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bleu_core import workspace
from bleu_core.common.environment import SERVER_FILE, SHARED_FOLDER
from bleu_core.workspace import Gone, Workspace, WorkspaceError
from bleu_core.workspace.team import people, shares
from bleu_core.workspace.team.people import Person
from tests.core.filled_workspace import contents, filled, first, second, spoil
from tests.core.refusing import refused

ANN = Person("https://login.example.org", "1", "Ann", "ann@example.org")
BOB = Person("https://login.example.org", "2", "Bob", "bob@example.org")
EVE = Person("https://elsewhere.example.org", "1", "Ann", "ann@example.org")


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return filled(people.own_folder(tmp_path, ANN))


@pytest.fixture
def made(tmp_path: Path, space: Workspace) -> shares.Share:
    return shares.share(tmp_path, ANN, space, first().digest)


def link(home: Path, made: shares.Share, may_write: bool) -> str:
    return shares.create_link(home, ANN, made.id, may_write=may_write)


def test_what_is_shared_is_a_copy_in_a_folder_of_its_own(
    tmp_path: Path, space: Workspace, made: shares.Share
) -> None:
    there = Workspace.open(people.shared_folder(tmp_path, made.id))
    assert contents(there, first().digest) == contents(space, first().digest)
    assert workspace.find_comparison(there, second().digest) is None


def test_who_shares_may_write_and_others_what_their_link_says(
    tmp_path: Path, made: shares.Share
) -> None:
    assert shares.open_share(tmp_path, ANN, made.id) == made
    assert (made.may_write, made.is_own) == (True, True)
    for stranger in (BOB, EVE):
        assert shares.open_share(tmp_path, stranger, made.id) is None
        assert shares.list_shares(tmp_path, stranger) == []
    for may_write in (False, True):
        found = shares.open_share(tmp_path, BOB, link(tmp_path, made, may_write))
        assert (found.id, found.digest, found.owner_name) == (made.id, first().digest, "Ann")
        assert (found.may_write, found.is_own) == (may_write, False)


def test_who_has_opened_a_link_finds_it_again_until_it_is_taken_back(
    tmp_path: Path, made: shares.Share
) -> None:
    read, write = (link(tmp_path, made, may_write) for may_write in (False, True))
    shares.open_share(tmp_path, BOB, read)
    assert [(one.id, one.may_write) for one in shares.list_shares(tmp_path, BOB)] == [
        (made.id, False)
    ]
    shares.open_share(tmp_path, BOB, write)
    again = shares.open_share(tmp_path, BOB, made.id)
    assert again.may_write
    first_made = next(one for one in shares.list_links(tmp_path, ANN, made.id) if one.may_write)
    assert first_made.opened_by == 1
    shares.revoke_link(tmp_path, ANN, first_made.hash)
    assert shares.open_share(tmp_path, BOB, write) is None
    left = shares.open_share(tmp_path, BOB, made.id)
    assert not left.may_write
    (last,) = shares.list_links(tmp_path, ANN, made.id)
    shares.revoke_link(tmp_path, ANN, last.hash)
    assert (
        shares.open_share(tmp_path, BOB, read) is shares.open_share(tmp_path, BOB, made.id) is None
    )
    assert shares.list_shares(tmp_path, BOB) == []
    assert shares.open_share(tmp_path, ANN, made.id) == made


def test_who_did_not_share_it_makes_no_link_and_takes_none_back(
    tmp_path: Path, made: shares.Share
) -> None:
    secret = link(tmp_path, made, True)
    (there,) = shares.list_links(tmp_path, ANN, made.id)
    shares.open_share(tmp_path, BOB, secret)
    assert shares.list_links(tmp_path, BOB, made.id) == []
    with pytest.raises(Gone):
        shares.create_link(tmp_path, BOB, made.id, may_write=True)
    shares.revoke_link(tmp_path, BOB, there.hash)
    shares.end_share(tmp_path, BOB, made.id)
    assert shares.open_share(tmp_path, BOB, secret) is not None
    assert len(shares.list_links(tmp_path, ANN, made.id)) == 1


def test_what_is_ended_is_gone_with_its_links_and_its_folder(
    tmp_path: Path, space: Workspace, made: shares.Share
) -> None:
    secret = link(tmp_path, made, False)
    shares.open_share(tmp_path, BOB, secret)
    shares.end_share(tmp_path, ANN, made.id)
    assert shares.open_share(tmp_path, BOB, secret) is None
    assert shares.list_shares(tmp_path, ANN) == shares.list_shares(tmp_path, BOB) == []
    assert not people.shared_folder(tmp_path, made.id).exists()
    assert workspace.find_comparison(space, first().digest)
    with pytest.raises(Gone):
        shares.create_link(tmp_path, ANN, made.id, may_write=False)


def test_no_secret_is_in_the_file_and_no_name_of_what_is_compared(
    tmp_path: Path, made: shares.Share
) -> None:
    secret, path = link(tmp_path, made, True), tmp_path / SERVER_FILE
    written = path.read_bytes()
    for text in (secret, "Friday", "the cat sat on the mat", "old"):
        assert text.encode() not in written
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_secrets_are_told_apart_from_anything_else(tmp_path: Path, made: shares.Share) -> None:
    secrets = {link(tmp_path, made, False) for _ in range(10)}
    assert (len(secrets), {len(one) for one in secrets}) == (10, {43})
    assert all(map(shares.is_share_key, [*secrets, made.id]))
    for said in ("", "team", "../../etc", f"{made.id}\n", "%", "' OR 1 = 1 --", "a" * 42):
        assert not shares.is_share_key(said)
        assert shares.open_share(tmp_path, BOB, said) is None


def test_what_cannot_be_copied_leaves_nothing_behind(tmp_path: Path, space: Workspace) -> None:
    with pytest.raises(Gone):
        shares.share(tmp_path, ANN, space, "0" * 64)
    spoil(space, "UPDATE said SET seal = 'spoiled'")
    with refused("workspace.not_copied", error=WorkspaceError):
        shares.share(tmp_path, ANN, space, first().digest)
    assert list((tmp_path / SHARED_FOLDER).iterdir()) == []
    assert shares.list_shares(tmp_path, ANN) == []


def test_links_are_made_and_opened_side_by_side(tmp_path: Path, made: shares.Share) -> None:
    def work(number: int) -> None:
        for _ in range(3):
            guest = Person("https://login.example.org", f"guest {number}", "Guest")
            assert shares.open_share(tmp_path, guest, link(tmp_path, made, True)) is not None

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(work, range(4)))  # raises what a thread raised
    assert [one.opened_by for one in shares.list_links(tmp_path, ANN, made.id)] == [1] * 12


def test_a_file_of_another_program_is_told(tmp_path: Path) -> None:
    (tmp_path / SERVER_FILE).write_bytes(b"no database at all" * 100)
    with refused("workspace.damaged", error=WorkspaceError) as why:
        shares.list_shares(tmp_path, ANN)
    assert why[0].values["path"] == str(tmp_path / SERVER_FILE)
