"""The address of this machine in its network, found without sending anything."""

from __future__ import annotations

import ipaddress
import socket

from bleu_core.cli.errors import BadInput, say
from bleu_core.messages import server

HERE = "127.0.0.1"
# RFC 5737: documentation, nobody's. A datagram socket that is "connected" sends nothing; the
# machine only looks up which of its addresses it would send from.
_ELSEWHERE = ("192.0.2.1", 9)


def network_address() -> str:
    """That by which others reach this machine; 127.0.0.1, and a sentence, where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            found = HERE
    if ipaddress.ip_address(found).is_loopback:
        say([server.no_network()])
        return HERE
    return found


def checked_address(text: str) -> str:
    """An address of this machine, as it was typed, if it is one."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        raise BadInput([server.malformed_address(text)]) from None
    if address.is_unspecified:
        raise BadInput([server.every_address(text)])
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family) as probe:
        try:
            probe.bind((text, 0))
        except OSError:
            raise BadInput([server.foreign_address(text)]) from None
    return str(address)
