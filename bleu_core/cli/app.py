"""Opening the app."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from bleu_core.cli.errors import FAULT, FINE, BadInput, say

# In a checkout the app stands beside the library; an installed wheel has a folder for it.
_ROOT = Path(__file__).resolve().parents[2]
APP_PLACES = (_ROOT / "app.py", _ROOT / "bleuscope_app" / "app.py")
HOST, FIRST_PORT, PORTS = "127.0.0.1", 8501, 100


def open_app(port: int | None, browser: bool) -> int:
    """Run the app's server; answer its exit code."""
    options = ["--server.port", str(port)] if port else []
    if not browser:
        options += ["--server.headless", "true"]
    command = _server(*options)
    if os.name == "posix":
        # Become the server, so that a signal to the command reaches it.
        os.execv(command[0], command)
    return subprocess.call(command)


def open_link(query: str) -> int:
    """Run the app's server and open a browser at a query string, until Ctrl-C; the exit code."""
    port = free_port()
    url = f"http://{HOST}:{port}/?{query}"
    command = _server("--server.port", str(port), "--server.headless", "true")
    # SIGINT too: a job that a script started in the background is born with it ignored.
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    # Standard output is for what the command prints, which may be JSON in a pipe.
    server = subprocess.Popen(command, stdout=sys.stderr)
    try:
        if _answers(server, port):
            say([f"Opening {url} in a browser; Ctrl-C ends the app."])
            if not webbrowser.open(url):
                say(["No browser was found; open the address yourself."])
        return FAULT if server.wait() else FINE
    except KeyboardInterrupt:
        server.terminate()
        server.wait()
        return FINE


def free_port() -> int:
    """The first port, from Streamlit's own on, that nobody listens at."""
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        try:
            socket.create_server((HOST, port)).close()
        except OSError:
            continue
        return port
    raise BadInput([f"No port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1} is free for the app."])


def app_file() -> Path:
    """Where app.py is."""
    for place in APP_PLACES:
        # A file of that name may be anybody's; the pages beside it are ours.
        if place.is_file() and (place.parent / "pages" / "main.py").is_file():
            return place
    raise FileNotFoundError("The app is not installed with bleu_core; install the package anew.")


def _server(*options: str) -> list[str]:
    return [sys.executable, "-m", "streamlit", "run", str(app_file()), *options]


def _answers(server: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until a server answers; False if it has ended instead."""
    while server.poll() is None:
        # Not urllib.request: that would ask a proxy for this machine.
        connection = HTTPConnection(HOST, port, timeout=1)
        try:
            connection.request("GET", "/_stcore/health")
            if connection.getresponse().status == 200:
                return True
        except (OSError, HTTPException):
            pass
        finally:
            connection.close()
        time.sleep(0.1)
    return False
