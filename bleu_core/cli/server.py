"""The app's server as a process: started at a free port, waited for, and told from others'."""

from __future__ import annotations

import hmac
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from bleu_core.cli.errors import BadInput
from bleu_core.messages import server

# In a checkout the app stands beside the library; an installed wheel has a folder for it.
_ROOT = Path(__file__).resolve().parents[2]
APP_PLACES = (_ROOT / "app.py", _ROOT / "bleuscope_app" / "app.py")
HOST, FIRST_PORT, PORTS = "127.0.0.1", 8501, 100


class Server(NamedTuple):
    """A server that was started; `port` is 0 where it has ended instead of answering."""

    process: subprocess.Popen[bytes]
    port: int


@contextmanager
def running(
    secret: str, environment: Mapping[str, str], port: int | None = None, address: str = HOST
) -> Iterator[Server]:
    """Run the app's server, ready to answer, until the end of the block.

    Parameters
    ----------
    secret : str
        What it knows, by `environment`, and nobody else's server does. It is handed over there as
        other accounts cannot read it.
    port : int, optional
        By default the first that is free.
    address : str
        At which it is asked. Streamlit is told it by `STREAMLIT_SERVER_ADDRESS`.
    """
    wanted, port = port, port or free_port(address=address)
    process = _start(port, environment)
    try:
        while not (ours := _answers(process, address, port, secret)) and (
            not wanted and _is_taken(address, port)
        ):
            # Somebody else was quicker, between the look at the port and our server's own.
            port = free_port(port + 1, address)
            process = _start(port, environment)
        yield Server(process, port if ours else 0)
    finally:
        process.terminate()
        process.wait()


def free_port(first: int = FIRST_PORT, address: str = HOST) -> int:
    """The first port, from Streamlit's own on, that nobody listens at."""
    for port in range(first, FIRST_PORT + PORTS):
        if not _is_taken(address, port):
            return port
    raise BadInput([server.no_free_port(FIRST_PORT, FIRST_PORT + PORTS - 1)])


def app_file() -> Path:
    """Where app.py is."""
    for place in APP_PLACES:
        # A file of that name may be anybody's; the pages beside it are ours.
        if place.is_file() and (place.parent / "pages" / "main.py").is_file():
            return place
    raise FileNotFoundError(server.app_not_installed())


def _start(port: int, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """The server. It reads no Python file and no settings of the folder that one is in."""
    # What Streamlit would print is its address, where nobody is let in without the secret.
    options = {"server.port": str(port), "server.headless": "true"}
    options["logger.hideWelcomeMessage"] = "true"
    given = [part for name, value in options.items() for part in (f"--{name}", value)]
    app = app_file()
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "streamlit", "run", str(app), *given],
        cwd=app.parent,
        env=environment,
        # Standard output is for what the command prints, which may be JSON in a pipe.
        stdout=sys.stderr,
    )


def _is_taken(address: str, port: int) -> bool:
    """Whether somebody listens there. To look takes the port from nobody who is about to."""
    with socket.socket(_family(address)) as probe:
        if os.name == "posix":  # elsewhere it would be bound beside one that listens
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return True
    return False


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def _answers(process: subprocess.Popen[bytes], address: str, port: int, secret: str) -> bool:
    """Wait until a server answers; False if it has ended instead.

    Whoever else listens at the port must not get to know the secret: the one that
    answers has to prove that it knows it (see pages/door/proof.py).
    """
    nonce = secrets.token_hex(16)
    wanted = hmac.new(secret.encode(), nonce.encode(), "sha256").hexdigest()
    while process.poll() is None:
        # Not urllib.request: that would ask a proxy for this machine.
        connection = HTTPConnection(address, port, timeout=1)
        try:
            connection.request("GET", "/_stcore/health", headers={"BLEUscope-Nonce": nonce})
            answer = connection.getresponse()
            proof = answer.getheader("BLEUscope-Proof", "")
            if answer.status == 200 and hmac.compare_digest(proof.encode(), wanted.encode()):
                return True
        except (OSError, HTTPException):
            pass
        finally:
            connection.close()
        time.sleep(0.1)
    return False
