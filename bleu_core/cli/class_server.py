"""The server of a class: told what it opens to whom, started, shown how to come in, and ended."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import StringIO
from urllib.parse import urlencode

import click
import segno

from bleu_core.cli.app import end_by_signals
from bleu_core.cli.errors import FAULT, FINE, say, told
from bleu_core.cli.server import running
from bleu_core.common.numerals import counted, moment, plain
from bleu_core.common.place import CLASS, OFF, TOKEN, VARIABLE
from bleu_core.teaching.classroom.server_room import (
    LESSONS,
    TEACHER,
    new_code,
    teacher_secret,
    told_code,
)
from bleu_core.teaching.lessons import lesson_set

GONE = "What was answered is gone."
# Streamlit has all garbage collected after each run of a script, which takes longer than the run
# (tests/benchmarks/classroom.py). Nothing large is loaded in a class, so that what the interpreter
# collects by itself is enough.
FOR_MANY = {"STREAMLIT_RUNNER_POST_SCRIPT_GC": "false"}


@dataclass(frozen=True)
class Opening:
    """What is opened: a set of lessons as `lesson_set` reads it, where, and for how many hours."""

    lessons: str
    address: str
    port: int | None
    hours: float


def serve(opening: Opening) -> int:
    """Run the room until Ctrl-C or until its hours are over; the exit code."""
    with told():
        code, secret = told_code() or new_code(), teacher_secret(secrets.token_urlsafe(32))
    end_by_signals()
    say(_what_is_opened(opening))
    try:
        with running(
            secret, _environment(opening, code, secret), opening.port, opening.address
        ) as server:
            if not server.port:
                return FAULT
            _show_the_way(opening, server.port, code, secret)
            try:
                return FAULT if server.process.wait(opening.hours * 3600) else FINE
            except subprocess.TimeoutExpired:
                say([f"The class is over after {_hours(opening.hours)}. {GONE}"])
    except KeyboardInterrupt:
        say([f"The class is over. {GONE}"])
    return FINE


def _what_is_opened(opening: Opening) -> list[str]:
    lessons = counted(len(lesson_set(opening.lessons).lessons), "lesson")
    return [
        f"This opens Learn with {lessons}, and nothing of your comparisons, to everybody who "
        f"reaches {opening.address} in your network and has the room's code; what they write is "
        "read on the way by whoever can, and kept nowhere."
    ]


def _environment(opening: Opening, code: str, secret: str) -> dict[str, str]:
    """Handed over so, because other accounts of the machine cannot read it."""
    own = {name: text for name, text in os.environ.items() if name != TOKEN}
    return own | {
        CLASS: code,
        TEACHER: secret,
        LESSONS: opening.lessons,
        VARIABLE: OFF,
        "STREAMLIT_SERVER_ADDRESS": opening.address,
        "STREAMLIT_SERVER_ALLOWED_HOSTS": opening.address,
        **FOR_MANY,
    }


def _show_the_way(opening: Opening, port: int, code: str, secret: str) -> None:
    """Print address, code and QR code for the class, and the secret link for the teacher."""
    host = f"[{opening.address}]" if ":" in opening.address else opening.address
    base = f"http://{host}:{port}/"
    end = datetime.now() + timedelta(hours=opening.hours)
    click.echo(_picture(f"{base}?{urlencode({'room': code})}"), err=True)
    say(
        [
            f"For the class: {base} and the code {code}; or the QR code above.",
            f"For you alone, to lead: {base}?{urlencode({'teach': secret})}",
            f"It ends by Ctrl-C, or by itself after {_hours(opening.hours)} ({moment(end)}).",
        ]
    )


def _hours(number: float) -> str:
    return f"{plain(number)} {'hour' if number == 1 else 'hours'}"


def _picture(link: str) -> str:
    """The QR code of a link, for a terminal; "" where that has no such signs."""
    picture = StringIO()
    segno.make(link, error="m").terminal(picture, compact=True)
    drawn = picture.getvalue()
    try:
        drawn.encode(sys.stderr.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn
