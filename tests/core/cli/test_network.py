"""The address that a class is opened at: found without sending, checked before it is used."""

import socket

import pytest

from bleu_core.cli.class_server import checked_address, network_address
from bleu_core.cli.errors import BadInput
from bleu_core.messages import codes, server


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
