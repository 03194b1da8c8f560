"""Ports of this machine at which nobody listens now."""

import socket


def free_ports(number: int) -> list[int]:
    """So many, no two of them the same."""
    sockets = [socket.socket() for _ in range(number)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports: list[int] = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def free_port() -> int:
    return free_ports(1)[0]
