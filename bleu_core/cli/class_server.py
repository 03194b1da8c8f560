"""Server of a class: network address, start, links for students and teacher, shutdown."""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
import subprocess
import sys
from datetime import datetime, timedelta
from io import StringIO
from urllib.parse import urlencode

import click
import segno

from bleu_core.cli.app import end_by_signals, running
from bleu_core.cli.errors import FAULT, FINE, BadInput, print_messages
from bleu_core.common.environment import CLASS_VARIABLE, HOME_VARIABLE, OFF, TOKEN_VARIABLE
from bleu_core.common.formatting import format_count, format_datetime, format_plain
from bleu_core.messages import option, server
from bleu_core.teaching.lessons import lesson_set
from bleu_core.teaching.room import LESSONS_VARIABLE

GONE = "The answers are deleted."
LOOPBACK = "127.0.0.1"
# An address reserved for documentation (RFC 5737). Connecting a datagram socket sends nothing; the
# machine only chooses which of its addresses it would send from.
_ELSEWHERE = ("192.0.2.1", 9)
# Streamlit collects all garbage after each run of a script, which takes longer than the run.
# A class loads nothing large, so the interpreter's own garbage
# collection is enough.
FOR_MANY = {"STREAMLIT_RUNNER_POST_SCRIPT_GC": "false"}


def serve(lessons: str, address: str, port: int | None, hours: float) -> int:
    """Run a class until Ctrl-C or for some hours; `lessons` is the text for `lesson_set`."""
    # The students' is short enough to be typed, and long enough that nobody guesses it.
    students, teacher = secrets.token_hex(8), secrets.token_urlsafe(32)
    end_by_signals()
    number = format_count(len(lesson_set(lessons).lessons), "lesson")
    print_messages([
        f"This opens Learn with {number}, and none of your comparisons, to everybody who "
        f"can reach {address} in your network and has the students' link. Answers are sent "
        "unencrypted, so others on the network may be able to read them; nothing is saved."
    ])  # fmt: skip
    try:
        environment = _environment(lessons, address, students, teacher)
        with running(environment, port, address) as (process, port):
            if not port:
                return FAULT
            _print_links(address, port, hours, students, teacher)
            try:
                return FAULT if process.wait(hours * 3600) else FINE
            except subprocess.TimeoutExpired:
                print_messages([f"The class is over after {_hours(hours)}. {GONE}"])
    except KeyboardInterrupt:
        print_messages([f"The class is over. {GONE}"])
    return FINE


def _environment(lessons: str, address: str, students: str, teacher: str) -> dict[str, str]:
    """The environment of the server, which other users of the machine cannot read."""
    own = {name: text for name, text in os.environ.items() if name != TOKEN_VARIABLE}
    return own | {
        CLASS_VARIABLE: f"{students} {teacher}",
        LESSONS_VARIABLE: lessons,
        HOME_VARIABLE: OFF,
        "STREAMLIT_SERVER_ADDRESS": address,
        "STREAMLIT_SERVER_ALLOWED_HOSTS": address,
        **FOR_MANY,
    }


def _print_links(address: str, port: int, hours: float, students: str, teacher: str) -> None:
    """Print the students' link, also as a QR code, and the teacher's."""
    host = f"[{address}]" if ":" in address else address
    students_link, teachers_link = (
        f"http://{host}:{port}/?{urlencode({'token': token})}" for token in (students, teacher)
    )
    end = datetime.now() + timedelta(hours=hours)
    click.echo(_qr_code(students_link), err=True)
    print_messages([
        f"For the class: {students_link}, or the QR code above.",
        f"For you, the teacher, only: {teachers_link}",
        f"Press Ctrl-C to end the class. It ends after {_hours(hours)} ({format_datetime(end)}).",
    ])  # fmt: skip


def _hours(number: float) -> str:
    return f"{format_plain(number)} {'hour' if number == 1 else 'hours'}"


def _qr_code(link: str) -> str:
    """The QR code of a link for a terminal; "" if the terminal cannot display it."""
    picture = StringIO()
    segno.make(link, error="m").terminal(picture, compact=True)
    drawn = picture.getvalue()
    try:
        drawn.encode(sys.stderr.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn


def network_address() -> str:
    """This machine's network address; 127.0.0.1, with a warning, if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            address = str(probe.getsockname()[0])
        except OSError:
            address = LOOPBACK
    if ipaddress.ip_address(address).is_loopback:
        print_messages([server.no_network()])
        return LOOPBACK
    return address


def checked_address(text: str) -> str:
    """A typed address; raises BadInput if it is not an address of this machine."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        raise BadInput([option.malformed(text, "an IP address such as 192.0.2.7")]) from None
    if address.is_unspecified:
        raise BadInput([server.every_address(text)])
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family) as probe:
        try:
            probe.bind((text, 0))
        except OSError:
            raise BadInput([option.malformed(text, "an address of this machine")]) from None
    return str(address)
