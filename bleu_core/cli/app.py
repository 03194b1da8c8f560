"""Opening the app."""

from __future__ import annotations

import hmac
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html import escape
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from bleu_core.cli.errors import FAULT, FINE, BadInput, say
from bleu_core.workspace.place import TOKEN, VARIABLE, home, is_chosen, server_token

# In a checkout the app stands beside the library; an installed wheel has a folder for it.
_ROOT = Path(__file__).resolve().parents[2]
APP_PLACES = (_ROOT / "app.py", _ROOT / "bleuscope_app" / "app.py")
HOST, FIRST_PORT, PORTS = "127.0.0.1", 8501, 100


def open_app(port: int | None, browser: bool) -> int:
    """Run the app's server, and open a browser at it, until Ctrl-C; the exit code."""
    return _serve(port, "", browser and _has_screen())


def open_link(query: str) -> int:
    """Run the app's server and open a browser at a query string, until Ctrl-C; the exit code."""
    return _serve(None, f"&{query}", _has_screen())


def free_port(first: int = FIRST_PORT) -> int:
    """The first port, from Streamlit's own on, that nobody listens at."""
    for port in range(first, FIRST_PORT + PORTS):
        if not _is_taken(port):
            return port
    raise BadInput([f"No port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1} is free for the app."])


def app_file() -> Path:
    """Where app.py is."""
    for place in APP_PLACES:
        # A file of that name may be anybody's; the pages beside it are ours.
        if place.is_file() and (place.parent / "pages" / "main.py").is_file():
            return place
    raise FileNotFoundError("The app is not installed with bleu_core; install the package anew.")


def _serve(wanted: int | None, query: str, browser: bool) -> int:
    token = server_token() or secrets.token_urlsafe(32)
    # SIGINT too: a job that a script started in the background is born with it ignored.
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    port = wanted or free_port()
    server = _start(port, token)
    try:
        while not (ours := _answers(server, port, token)) and not wanted and _is_taken(port):
            # Somebody else was quicker, between the look at the port and our server's own.
            port = free_port(port + 1)
            server = _start(port, token)
        with ExitStack() as until_the_end:
            if ours:
                url = f"http://{HOST}:{port}/?{urlencode({'token': token})}{query}"
                say([f"BLEUscope is at {url}", "Ctrl-C ends it."])
                if browser:
                    page = until_the_end.enter_context(_page_that_leads_to(url))
                    if not webbrowser.open(page):
                        say(["No browser was found; open the address yourself."])
            return FAULT if server.wait() else FINE
    except KeyboardInterrupt:
        server.terminate()
        server.wait()
        return FINE


def _start(port: int, token: str) -> subprocess.Popen[bytes]:
    """The server. It reads no Python file and no settings of the folder that one happens to be in.

    The token is handed over in the environment, which other accounts cannot read.
    """
    environment = os.environ | {TOKEN: token}
    folder = home()
    if folder and is_chosen():
        environment[VARIABLE] = str(folder.absolute())
    # What Streamlit would print is its address, where nobody is let in without the token.
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


@contextmanager
def _page_that_leads_to(url: str) -> Iterator[str]:
    """The address of a file, which only its owner can read, that goes on to `url`.

    All accounts of a machine see with which address a browser was started.
    """
    folder = os.path.expanduser("~")
    # Browsers that are confined (snap) read nothing in /tmp, and nothing that is hidden.
    place = folder if os.access(folder, os.W_OK) else None
    with TemporaryDirectory(prefix="bleuscope-", dir=place, ignore_cleanup_errors=True) as private:
        page = Path(private, "open.html")
        go_on = f'<meta http-equiv="refresh" content="0; url={escape(url)}">'
        page.touch(0o600)
        page.write_text(f"<!doctype html><title>BLEUscope</title>{go_on}", encoding="utf-8")
        yield page.as_uri()


def _has_screen() -> bool:
    """Where there is none, a browser in the terminal would stand in the way."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return not sys.platform.startswith("linux") or any(map(os.environ.get, names))


def _is_taken(port: int) -> bool:
    """Whether somebody listens there. To look takes the port from nobody who is about to."""
    with socket.socket() as probe:
        if os.name == "posix":  # elsewhere it would be bound beside one that listens
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return True
    return False


def _answers(server: subprocess.Popen[bytes], port: int, token: str) -> bool:
    """Wait until a server answers; False if it has ended instead.

    Whoever else listens at the port must not get to know the token: the one that
    answers has to prove that it knows it (see pages/door/token.py).
    """
    nonce = secrets.token_hex(16)
    wanted = hmac.new(token.encode(), nonce.encode(), "sha256").hexdigest()
    while server.poll() is None:
        # Not urllib.request: that would ask a proxy for this machine.
        connection = HTTPConnection(HOST, port, timeout=1)
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
