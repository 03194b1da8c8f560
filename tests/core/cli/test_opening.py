"""The access token, and the address that a class is opened at."""

import os
import socket
from pathlib import Path

import pytest

from bleu_core.cli.app import TOKEN_FILE as FILE
from bleu_core.cli.app import saved_token
from bleu_core.cli.class_server import checked_address, network_address
from bleu_core.cli.errors import BadInput
from bleu_core.messages import codes, server

TOKEN = "t" * 43


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_restart_has_the_same_token(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "home"
    token = saved_token(folder)
    assert len(token) >= 43  # 256 bits
    assert saved_token(folder) == token
    assert [path.name for path in folder.iterdir()] == [FILE]


def test_where_nothing_is_saved_each_start_has_a_token_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (None, tmp_path / "file", tmp_path / "file" / "home"):
        assert saved_token(folder) != saved_token(folder)


@pytest.mark.skipif(os.name != "posix", reason="needs permissions")
def test_only_the_owner_can_read_the_token(tmp_path: Path) -> None:
    saved_token(tmp_path)
    assert mode(tmp_path / FILE) == 0o600
    folder = tmp_path / "home"
    saved_token(folder)
    assert mode(folder) == 0o700


@pytest.mark.skipif(os.name != "posix", reason="needs permissions and links")
@pytest.mark.parametrize("theirs", [0o640, 0o604, 0o620, 0o666])
def test_a_token_that_others_could_read_or_change_is_replaced(tmp_path: Path, theirs: int) -> None:
    path = tmp_path / FILE
    path.write_text(TOKEN)
    path.chmod(theirs)
    assert saved_token(tmp_path) != TOKEN
    assert mode(path) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="needs permissions and links")
def test_a_token_behind_a_link_is_replaced_and_not_what_it_leads_to(tmp_path: Path) -> None:
    path, other = tmp_path / FILE, tmp_path / "other"
    other.write_text(TOKEN)
    other.chmod(0o600)
    path.symlink_to(other)
    assert saved_token(tmp_path) != TOKEN
    assert (path.is_symlink(), other.read_text()) == (False, TOKEN)


@pytest.mark.parametrize(
    "content", [b"", b"short", TOKEN.encode() * 3, b"\xff" * 43, b"t" * 42 + b"&"]
)
def test_what_is_no_token_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / FILE
    path.touch(0o600)
    path.write_bytes(content)
    token = saved_token(tmp_path)
    assert (len(token), saved_token(tmp_path)) == (43, token)


class Probe:
    """A socket that says from which address it would send; it cannot send."""

    address: str | None = None

    def __init__(self, family: int, kind: int) -> None:
        assert (family, kind) == (socket.AF_INET, socket.SOCK_DGRAM)

    def __enter__(self) -> "Probe":
        return self

    def __exit__(self, *_: object) -> None: ...

    def connect(self, to: tuple[str, int]) -> None:
        if self.address is None:
            raise OSError(101, "Network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self.address, 1


@pytest.mark.parametrize("address", ["192.0.2.7", None, "127.0.0.1"])
def test_without_a_network_the_address_is_this_machine(monkeypatch, capsys, address) -> None:
    monkeypatch.setattr(socket, "socket", Probe)
    monkeypatch.setattr(Probe, "address", address)
    there = address == "192.0.2.7"  # from which others are reached
    assert network_address() == (address if there else "127.0.0.1")
    assert capsys.readouterr().err.strip() == ("" if there else server.no_network())


def test_an_address_is_taken_if_it_is_one_of_this_machine() -> None:
    assert checked_address("127.0.0.1") == "127.0.0.1"
    refused = {
        "0.0.0.0": "server.every_address", "::": "server.every_address",
        "192.0.2.99": "option.malformed", "classroom": "option.malformed",
        "127.0.0.1:8501": "option.malformed", "": "option.malformed",
    }  # fmt: skip
    for typed, code in refused.items():
        with pytest.raises(BadInput) as error:
            checked_address(typed)
        assert codes(error.value.problems) == [code], typed
