"""Start the app's server in a process, and open a browser."""

from __future__ import annotations

import hmac
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from html import escape
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from bleu_core.cli.errors import FAULT, FINE, BadInput, print_messages
from bleu_core.common.environment import (
    HOME_VARIABLE,
    PROOF_VARIABLE,
    TOKEN_VARIABLE,
    home,
    is_chosen,
    server_proof,
    server_token,
)
from bleu_core.common.files import can_others
from bleu_core.messages import server as messages

# In a checkout the app is next to the library; an installed wheel has a folder for it.
_ROOT = Path(__file__).resolve().parents[2]
APP_PLACES = (_ROOT / "app.py", _ROOT / "bleuscope_app" / "app.py")
HOST, FIRST_PORT, PORTS = "127.0.0.1", 8501, 100
# The access token in the workspace, so that open tabs survive a restart.
TOKEN_FILE = "token"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}\n?", re.ASCII)


def end_by_signals() -> None:
    """Raise KeyboardInterrupt on SIGTERM, and on SIGINT, which background jobs inherit ignored."""
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)


def open_app(port: int | None = None, browser: bool = True, query: str = "") -> int:
    """Run the app's server until Ctrl-C, and open a browser at a query string; the exit code."""
    end_by_signals()
    token = server_token() or saved_token(home())
    environment = os.environ | {TOKEN_VARIABLE: token}
    folder = home()
    if folder and is_chosen():
        environment[HOME_VARIABLE] = str(folder.absolute())
    with suppress(KeyboardInterrupt), ExitStack() as until_the_end:
        process, port = until_the_end.enter_context(running(environment, port))
        if port:
            parameters = urlencode({"token": token}) + (query and f"&{query}")
            url = f"http://{HOST}:{port}/?{parameters}"
            print_messages([f"BLEUscope is running at {url}", "Press Ctrl-C to stop it."])
            if browser and _has_screen():
                page = until_the_end.enter_context(_redirecting_page(url))
                if not webbrowser.open(page):
                    print_messages([messages.no_browser()])
        return FAULT if process.wait() else FINE
    return FINE


def saved_token(folder: Path | None) -> str:
    """The saved token of a workspace; a new one if there is none, or others can access it."""
    new = secrets.token_urlsafe(32)
    if folder is None:
        return new
    path = folder / TOKEN_FILE
    with suppress(OSError):
        if token := _private_token(path):
            return token
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write_token(path, new)
    return new


def _private_token(path: Path) -> str:
    """The token in a file that only the owner of this process can read; '' if it has none."""
    try:
        # A link could lead to a file of somebody else, whose permissions are no statement of ours.
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return ""
    with open(file, encoding="ascii", errors="replace") as opened:
        if can_others(0o777, os.fstat(file)):
            return ""
        text = opened.read(100)
    return text.strip() if _TOKEN.fullmatch(text) else ""


def _write_token(path: Path, token: str) -> None:
    """Replace the file by one that is complete and private from the first moment on."""
    draft = path.with_name(f"{path.name}-{secrets.token_hex(8)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token + "\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def _redirecting_page(url: str) -> Iterator[str]:
    """A private file that redirects to `url`, as other users can see a browser's command line."""
    folder = os.path.expanduser("~")
    # Confined browsers (snap) cannot read /tmp, nor hidden files.
    place = folder if os.access(folder, os.W_OK) else None
    with TemporaryDirectory(prefix="bleuscope-", dir=place, ignore_cleanup_errors=True) as private:
        page = Path(private, "open.html")
        redirect = f'<meta http-equiv="refresh" content="0; url={escape(url)}">'
        page.touch(0o600)
        page.write_text(f"<!doctype html><title>BLEUscope</title>{redirect}", encoding="utf-8")
        yield page.as_uri()


def _has_screen() -> bool:
    """Whether there is a display: without one, a browser would take over the terminal."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return not sys.platform.startswith("linux") or any(map(os.environ.get, names))


@contextmanager
def running(
    environment: Mapping[str, str], port: int | None = None, address: str = HOST
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run the app's server, ready to answer, in the block; by default on the first free port.

    Streamlit listens on the address in `STREAMLIT_SERVER_ADDRESS`.
    """
    # Only our server knows the key: other users cannot read its environment. It is of no other use,
    # as everybody may ask for a proof, and guess at a key that a person has chosen.
    key = secrets.token_hex(32)
    environment = {**environment, PROOF_VARIABLE: key}
    requested, port = port, port or free_port(address=address)
    process = _start(port, environment)
    try:
        while not (ours := _answers(process, address, port, key)) and (
            not requested and _is_taken(address, port)
        ):
            # Another process took the port after we checked and before our server started.
            port = free_port(port + 1, address)
            process = _start(port, environment)
        yield process, port if ours else 0
    finally:
        with process:  # closes the pipe, and waits
            process.terminate()


def free_port(first: int = FIRST_PORT, address: str = HOST) -> int:
    """The first free port, starting at Streamlit's default."""
    for port in range(first, FIRST_PORT + PORTS):
        if not _is_taken(address, port):
            return port
    raise BadInput([messages.no_free_port(FIRST_PORT, FIRST_PORT + PORTS - 1)])


def app_file() -> Path:
    """The path of app.py."""
    for place in APP_PLACES:
        # Any project may have a file of that name; only ours has these pages next to it.
        if place.is_file() and (place.parent / "pages" / "main.py").is_file():
            return place
    raise FileNotFoundError(messages.app_not_installed())


def _start(port: int, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start the server. It reads no Python file and no settings from the current folder."""
    # Streamlit would print an address without the secret, which nobody can use.
    settings = {"server.port": str(port), "server.headless": "true"}
    settings["logger.hideWelcomeMessage"] = "true"
    flags = [part for name, value in settings.items() for part in (f"--{name}", value)]
    app = app_file()
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "streamlit", "run", str(app), *flags],
        cwd=app.parent,
        env=environment,
        stdin=subprocess.PIPE,  # it ends when this one is gone
        # Standard output is for the command's own output, which may be JSON in a pipe.
        stdout=sys.stderr,
    )


def _is_taken(address: str, port: int) -> bool:
    """Whether a process listens on a port. Others can bind it while we check."""
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        if os.name == "posix":  # elsewhere this would succeed although a process is listening
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return True
    return False


def _answers(process: subprocess.Popen[bytes], address: str, port: int, key: str) -> bool:
    """Wait until our server answers; False if it ended instead.

    It must prove that it knows the key: no other process may get the token
    (pages/middleware/access.py).
    """
    nonce = secrets.token_hex(16)
    expected = server_proof(key, nonce)
    while process.poll() is None:
        # Not urllib.request, which would use a proxy.
        connection = HTTPConnection(address, port, timeout=1)
        try:
            connection.request("GET", "/_stcore/health", headers={"BLEUscope-Nonce": nonce})
            answer = connection.getresponse()
            proof = answer.getheader("BLEUscope-Proof", "")
            if answer.status == 200 and hmac.compare_digest(proof.encode(), expected.encode()):
                return True
        except (OSError, HTTPException):
            pass
        finally:
            connection.close()
        time.sleep(0.1)
    return False
