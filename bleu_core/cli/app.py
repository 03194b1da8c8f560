"""Opening the app."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

# In a checkout the app stands beside the library; an installed wheel has a folder for it.
_ROOT = Path(__file__).resolve().parents[2]
APP_PLACES = (_ROOT / "app.py", _ROOT / "bleuscope_app" / "app.py")


def open_app(port: int | None, browser: bool) -> int:
    """Run the app's server; answer its exit code."""
    command = [sys.executable, "-m", "streamlit", "run", str(app_file())]
    if port:
        command += ["--server.port", str(port)]
    if not browser:
        command += ["--server.headless", "true"]
    if os.name == "posix":
        # Become the server, so that a signal to the command reaches it.
        os.execv(command[0], command)
    return subprocess.call(command)


def app_file() -> Path:
    """Where app.py is."""
    for place in APP_PLACES:
        # A file of that name may be anybody's; the pages beside it are ours.
        if place.is_file() and (place.parent / "pages" / "main.py").is_file():
            return place
    raise FileNotFoundError("The app is not installed with bleu_core; install the package anew.")
