"""Opening the app."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from bleu_core.cli.errors import FAULT, FINE, say, told
from bleu_core.cli.server import HOST, running
from bleu_core.common.place import TOKEN, VARIABLE, home, is_chosen, server_token
from bleu_core.messages import server as messages
from bleu_core.workspace.team.server_login import server_login


def open_app(port: int | None, browser: bool) -> int:
    """Run the app's server, and open a browser at it, until Ctrl-C; the exit code."""
    return _serve(port, "", browser and _has_screen())


def open_link(query: str) -> int:
    """Run the app's server and open a browser at a query string, until Ctrl-C; the exit code."""
    return _serve(None, f"&{query}", _has_screen())


def end_by_signals() -> None:
    """End by KeyboardInterrupt, whichever signal comes.

    SIGINT too: a job that a script started in the background is born with it ignored.
    """
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)


def _serve(wanted: int | None, query: str, browser: bool) -> int:
    with told():
        login = server_login()
    token = server_token() or secrets.token_urlsafe(32)
    end_by_signals()
    try:
        with ExitStack() as until_the_end:
            server = until_the_end.enter_context(running(token, _environment(token), wanted))
            if server.port:
                here = f"http://{HOST}:{server.port}"
                if login:
                    url = f"{login.address}/?{query.removeprefix('&')}".removesuffix("?")
                    say([f"BLEUscope listens at {here} and asks for a login at {url}"])
                else:
                    url = f"{here}/?{urlencode({'token': token})}{query}"
                    say([f"BLEUscope is at {url}"])
                say(["Ctrl-C ends it."])
                if browser:
                    page = until_the_end.enter_context(_page_that_leads_to(url))
                    if not webbrowser.open(page):
                        say([messages.no_browser()])
            return FAULT if server.process.wait() else FINE
    except KeyboardInterrupt:
        return FINE


def _environment(token: str) -> dict[str, str]:
    environment = os.environ | {TOKEN: token}
    folder = home()
    if folder and is_chosen():
        environment[VARIABLE] = str(folder.absolute())
    return environment


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
