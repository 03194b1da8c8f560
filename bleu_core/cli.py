"""The command `bleuscope`: without arguments it opens the app."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import bleu_core

# In a checkout the app stands beside the library; an installed wheel has a folder for it.
_ROOT = Path(bleu_core.__file__).resolve().parents[1]
APP_PLACES = (_ROOT / "app.py", _ROOT / "bleuscope_app" / "app.py")


def main(arguments: list[str] | None = None) -> int:
    """Run the command; answer its exit code."""
    parser = argparse.ArgumentParser(
        prog="bleuscope",
        description="See where and why BLEU changed between two machine-translation systems.",
        epilog="Without arguments it opens the app in a browser, on this machine only.",
    )
    parser.add_argument("--port", type=int, help="port (default: the first free one from 8501)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    options = parser.parse_args(arguments)
    command = [sys.executable, "-m", "streamlit", "run", str(app_file())]
    if options.port:
        command += ["--server.port", str(options.port)]
    if options.no_browser:
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


if __name__ == "__main__":
    sys.exit(main())
