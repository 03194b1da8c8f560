"""Access of students to a room: its join URL, and tokens that identify a browser.

A token is stored in a cookie signed with the server's secret, so that it stays valid if the server
restarts with the same secret. It contains "teacher", or a random name that separates students'
answers.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urljoin

import segno

PREFIX = "bleuscope-class-"  # of the cookie's name; the server's port follows
_TEACHER = "teacher"
_TOKEN = re.compile(r"(teacher|[0-9a-f]{32})\.([0-9a-f]{64})")


@dataclass(frozen=True)
class Visitor:
    """A browser in the room."""

    name: str  # The random name of a student's browser, or "teacher"

    @property
    def is_teacher(self) -> bool:
        return self.name == _TEACHER


def teacher_token(secret: str) -> str:
    """The teacher's token."""
    return _signed(_TEACHER, secret)


def student_token(secret: str) -> str:
    """A token for a new student."""
    return _signed(secrets.token_hex(16), secret)


def find_visitor(cookies: Mapping[str, str], secret: str) -> Visitor | None:
    """The visitor of the token among the cookies; None if no signature is valid.

    Browsers send the cookies of one server to all servers of its machine, so there may be several
    tokens; those of other rooms are signed with other secrets.
    """
    for name, value in cookies.items():
        match = _TOKEN.fullmatch(value) if name.startswith(PREFIX) else None
        if match and hmac.compare_digest(value, _signed(match[1], secret)):
            return Visitor(match[1])
    return None


def _signed(name: str, secret: str) -> str:
    signature = hmac.new(secret.encode(), f"class pass {name}".encode(), "sha256")
    return f"{name}.{signature.hexdigest()}"


BORDER = 4  # white modules around a QR code (ISO/IEC 18004, 6.3.8)


@dataclass(frozen=True)
class JoinUrl:
    """How students join a room."""

    address: str  # The address to type into a browser, without "http://"
    code: str  # The code that the page there asks for
    squares: tuple[str, ...]  # The QR code of a link with the code, row by row, 1 for dark


def join_url(page: str, code: str) -> JoinUrl:
    """The join URL of a room, from the address of one of its pages in a browser."""
    start = urljoin(page, ".")
    link = f"{start}?{urlencode({'room': code})}"
    rows = segno.make(link, micro=False).matrix_iter(border=BORDER)
    squares = tuple("".join("1" if dark else "0" for dark in row) for row in rows)
    return JoinUrl(start.removeprefix("http://").rstrip("/"), code, squares)
